"""Sections: a document with headings, and below each what a request says of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import cycle, islice

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Bound
from mockserver.chat.model.demands.skeletons import RULES
from mockserver.chat.model.forms.documents.outline import Outline, bullets, row_for
from mockserver.chat.model.forms.documents.pages import DocumentPage
from mockserver.chat.model.text.numbers import FIGURE, amount_of

_VERSIONED = ("changelog", "release notes")
"""Kinds of documents that are about a version."""

_USUAL_SECTIONS = 5


def sectioned(page: DocumentPage, headings: Sequence[str], *, are_requested: bool) -> str:
    """A document with these headings, each with what belongs there, else with sentences."""
    marked = [each if each.startswith("#") else f"## {each}" for each in headings]
    names = [re.sub(r"[#{}] *", "", each) for each in marked]
    brief, page.outline = page.brief, Outline(page.brief, names)
    version = RULES.text("version", brief.request) if brief.kind in _VERSIONED else ""
    level = marked[0].index(" ") - 1
    usual = capitalized(brief.kind) if brief.text == brief.request else "{called | {title}}"
    blocks = [f"{'#' * level} {version or usual}"] if level == 1 else []
    count = _per_section(page) or -(-lower_bound(page.task.bounds, measures.BULLETS) // len(names))
    for head, name in zip(marked, names, strict=True):
        told = page.outline.placed.get(name, []) if are_requested else []
        items = [*told, *brief.about(name), *brief.about("line")]
        own = re.search(rf"(?i)\b({FIGURE}) (?:\w+ )?{re.escape(name)}\b", brief.request)
        count = amount_of(own[1]) if own and count else count
        blocks += [
            head,
            bullets(items[: max(count, len(told))]) if count else _place_under(page, name),
        ]
    return "\n\n".join(map(page.block, blocks))


def usual_headings(page: DocumentPage) -> Sequence[str]:
    """The headings of sections that all have to have bullets, none if no section has to."""
    if not _per_section(page):
        return ()
    asked = RULES.text("number of parts", page.brief.request)
    outline = cycle(page.brief.about("outline parts"))
    return [*map(capitalized, islice(outline, amount_of(asked) or _USUAL_SECTIONS))]


def _place_under(page: DocumentPage, heading: str) -> str:
    """The place for what a request has for a heading, with the usual text as its default."""
    unsaid = "None mentioned." if page.outline.placed else "{line} {line}"
    usual = row_for("usual part", f"{heading} of {page.brief.kind}") or unsaid
    return f"{{under: {heading} | {usual}}}"


def _per_section(page: DocumentPage) -> int:
    """The number of bullets that each section has to have, or 0."""
    return lower_bound(page.task.bounds_of_parts, measures.BULLETS)


def lower_bound(bounds: Sequence[Bound], measure: measures.Measure) -> int:
    """The lower bound of a measure, or 0."""
    return next((each.low for each in bounds if each.measure == measure), 0)
