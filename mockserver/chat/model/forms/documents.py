"""Documents: the skeleton of a kind, its places filled from the request.

`demands/documents.txt` has the skeletons, and the patterns that find values for their places in a
request.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import cycle, islice

from mockserver.chat.model.content.found import as_sentence, capitalized
from mockserver.chat.model.demands.demand import Apart, Bound, Each
from mockserver.chat.model.demands.form import Document, Items
from mockserver.chat.model.demands.measures import EMOJI, HASHTAGS
from mockserver.chat.model.demands.skeletons import RULES, kinds, localized, skeletons
from mockserver.chat.model.forms.contents import DocumentContents
from mockserver.chat.model.forms.frames import ANSWER, are_met, framed, marked, shortened, with_key
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*))?\}")
_LISTED = pattern(r"(?i)\b(?:facts|notes|details|data|information)\b[^:\n]{0,20}:")
"""The label of the facts for a document."""

_COUNT = pattern(rf"(?i)\b({FIGURE})[ -](?!words?|sentences?|lines?|minutes?)\w+")
_PLAIN = "chat title"
"""The kind of document whose skeleton fills the parts that are no documents."""

_SHORT = 6
"""A skeleton of fewer lines can be a part of a reply."""

_EMOJI = ("🙂", "✨", "👍", "🎉", "🌟", "💡")


def document(task: Task, form: Document) -> str:
    """A document of the requested kind, in the language of the request if there is one.

    A number of items, or of parts between separators, asks for that many documents.
    """
    form = replace(form, kind=localized(form.kind, task.language) or form.kind)
    page = _Document(task, form)
    if form.headings:
        names = [each.lstrip("# ") for each in form.headings]
        title = ["# {title}"] if names == [*form.headings] else []
        sections = (f"## {each}\n\n{page.section(each)}" for each in names)
        return page.filled("\n\n".join([*title, *sections]))
    variants = skeletons()[form.kind].variants
    start = task.draws.below(len(variants))
    pages = (page.written(each) for each in cycle((*variants[start:], *variants[:start])))
    apart = next((each for each in task.demands if isinstance(each, Apart)), None)
    if RULES.pattern("answer key").search(page.request) and ANSWER.search(variants[0]):
        return with_key(next(pages))
    if apart and len(variants) > 1:
        return f"\n{apart.separator}\n".join(islice(pages, apart.parts))
    items = next((each for each in task.demands if isinstance(each, Items)), None)
    if items and len(variants) > 2:
        several = islice(pages, items.count)
        return "\n\n".join(f"{number}. {each}" for number, each in enumerate(several, 1))
    tried = [*islice(pages, len(variants))]
    bounds = [each for each in task.demands if isinstance(each, Bound)]
    return next((each for each in tried if are_met(bounds, each)), tried[0])


def part(task: Task, name: str) -> str:
    """The text of a named part of a reply, such as a title; empty if no row has the name.

    The name is that of a kind of document, or of a row of `part` in `documents.txt`.
    """
    kind = _kind_named(name)
    skeleton = skeletons()[kind].variants[0] if kind else RULES.text("part", name)
    return _Document(task, Document(kind or _PLAIN)).written(skeleton) if skeleton else ""


def parts(task: Task, name: str, count: int) -> list[str]:
    """Several different texts of a named part."""
    if kind := _kind_named(name):
        page = _Document(task, Document(kind))
        variants = skeletons()[kind].variants
        return [page.written(each) for each in islice(cycle(variants), count)]
    listed = _Document(task, Document(_PLAIN)).filled(RULES.text("parts", name))
    return [each.removeprefix("- ") for each in listed.split("\n") if each][:count]


def _kind_named(name: str) -> str:
    """The kind of document that a name means: `meta description` for `Meta descriptions 1`."""
    words = re.sub(r"[\W\d_]+", " ", name.lower()).strip().removesuffix("s")
    kind = kinds().get(words, "")
    is_short = kind and skeletons()[kind].variants[0].count("\n") < _SHORT
    return kind if is_short else ""


class _Document(DocumentContents):
    """Fills skeletons with the contents of one request."""

    def written(self, skeleton: str) -> str:
        """A skeleton with its places filled, within the demanded frame and bounds."""
        demands = self._task.demands
        text = framed(self._complete(self.filled(skeleton)), demands)
        each = [demand.bound for demand in demands if isinstance(demand, Each)]
        bounds = [*each, *(demand for demand in demands if isinstance(demand, Bound))]
        for measure, marks in ((HASHTAGS, self._tags), (EMOJI, _EMOJI)):
            text = marked(text, measure, marks, bounds)
        return shortened(text, bounds)

    def section(self, heading: str) -> str:
        """The skeleton of a section: the facts that belong there, else sentences on the topic."""
        look = RULES.text("under", heading)
        facts = [each for each in self._facts if look and re.search(look, each)]
        if self._text or not facts:
            text = self.filled(RULES.text("part", heading))
            if text and not (facts and _LISTED.search(self.request)):
                return _escaped(text)
        rows = facts if len(facts) > 1 and look != "." else []
        text = "\n".join(f"- {each}" for each in rows) or " ".join(facts)
        return _escaped(text) or "{line} {line}"

    def filled(self, skeleton: str) -> str:
        """A skeleton with its places filled, without empty blocks and their headings."""
        kept: list[str] = []
        for block in skeleton.split("\n\n"):
            written = self._repeated(block[2:]) if block.startswith("%\n") else self._block(block)
            if written:
                kept.append(written)
            elif kept and kept[-1].startswith("##"):
                kept.pop()
        return "\n\n".join(kept)

    def _repeated(self, block: str) -> str:
        """A block once for each item, or as often as the request asks for."""
        found = _COUNT.search(self.request)
        count = min(amount_of(found[1]), 20) if found else min(len(self._listed) or 5, 5)
        rows = (self._block(block.replace("{n}", str(row))) for row in range(1, count + 1))
        return ("\n\n" if "\n" in block else "\n").join(rows)

    def _block(self, block: str) -> str:
        """A block with its places filled, without lines whose places are all empty."""
        lines = []
        for line in block.split("\n"):
            values = [self._place(each) for each in _PLACE.finditer(line)]
            if any(values) or not values:
                rest = iter(values)
                lines.append(_PLACE.sub(lambda _, rest=rest: next(rest), line).rstrip())  # type: ignore[misc]
        return "\n".join(lines)

    def _place(self, match: re.Match[str]) -> str:
        name, argument, default = match.groups()
        kind = name.lower()
        if kind in self._values:
            value = self._values[kind]
        elif fill := getattr(self, kind, None):
            value = fill(argument) if argument else fill()
        else:
            value = RULES.text(kind, self.request)
        if not value and default:
            return _PLACE.sub(self._place, default)
        return capitalized(value) if name[0].isupper() else value

    @cached_property
    def _facts(self) -> list[str]:
        """The facts that the request lists after a colon, else its statements."""
        _, *listed = _LISTED.split(self.request)
        parts = re.split(r";\s*|\n+|(?<=\w)\.(?:\s+|$)", listed[0]) if listed else []
        facts = [as_sentence(part.strip()) for part in parts if part.strip()]
        return facts or [each.sentence for each in self._statements]

    def _complete(self, text: str) -> str:
        """A text with the placeholders that the request names and the text lacks."""
        named = re.findall(r"\[[a-z][a-z _-]{1,30}\]", self.request)
        if "placeholder" not in self.request.lower():
            return text
        lacking = [each for each in dict.fromkeys(named) if each not in text]
        return "\n".join(
            [text, "", *(f"{capitalized(each[1:-1])}: {each}" for each in lacking)]
        ).strip()


def _escaped(text: str) -> str:
    """A text without braces, which would be taken for places of the skeleton."""
    return text.replace("{", "(").replace("}", ")")
