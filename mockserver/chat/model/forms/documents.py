"""Documents: the skeleton of a kind, its places filled from the request.

`demands/documents.txt` has the skeletons, and the patterns that find values for their places in a
request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import cycle, islice

from mockserver.chat.model.content.found import as_sentence, capitalized
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Apart, Bound, Demand, Each, Fixed
from mockserver.chat.model.demands.form import Document, Items
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.demands.skeletons import RULES, kinds, localized, skeletons
from mockserver.chat.model.forms.contents import DocumentContents
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*))?\}")
_LISTED = pattern(r"(?i)\b(?:facts|notes|details|data|information)\b[^:\n]{0,20}:")
"""The label of the facts for a document."""

_COUNT = pattern(rf"(?i)\b({FIGURE})[ -](?!words?|sentences?|lines?|minutes?)\w+")
_ANSWER = pattern(r"\n\s*Answer: (.+)")
"""The answer below a question of a quiz."""

_PLAIN = "chat title"
"""The kind of document whose skeleton fills the parts that are no documents."""

_SHORT = 6
"""A skeleton of fewer lines can be a part of a reply."""

_FEW = 2
"""With more labelled values than this, a report has a section for each."""

_EMOJI = ("🙂", "✨", "👍", "🎉", "🌟", "💡")


def document(task: Task, form: Document) -> str:
    """A document of the requested kind, in the language of the request if there is one.

    A number of items, or of parts between separators, asks for that many documents.
    """
    form = replace(form, kind=localized(form.kind, task.language) or form.kind)
    page = _Document(task, form)
    headings = form.headings
    if form.kind == "report" and len(page.labelled) > _FEW:
        headings = headings or (*page.labelled,)
    if headings:
        sections = (f"## {each}\n\n{page.section(each)}" for each in headings)
        return page.filled("\n\n".join(["# {title}", *sections]))
    variants = skeletons()[form.kind].variants
    start = task.draws.below(len(variants))
    pages = (page.written(each) for each in islice(cycle(variants), start, None))
    apart = next((each for each in task.demands if isinstance(each, Apart)), None)
    if RULES.pattern("answer key").search(page.request) and _ANSWER.search(variants[0]):
        return _with_key(next(pages))
    if apart and len(variants) > 1:
        return f"\n{apart.separator}\n".join(islice(pages, apart.parts))
    items = next((each for each in task.demands if isinstance(each, Items)), None)
    if items and len(variants) > 2:
        several = islice(pages, items.count)
        return "\n\n".join(f"{number}. {each}" for number, each in enumerate(several, 1))
    return next(pages)


def part(task: Task, name: str) -> str:
    """The text of a named part of a reply, such as a title; empty if no row has the name.

    The name is that of a kind of document, or of a row of `part` in `documents.txt`.
    """
    kind, skeleton = _part_named(name)
    return _Document(task, Document(kind)).written(skeleton) if skeleton else ""


def parts(task: Task, name: str, count: int) -> list[str]:
    """Several different texts of a named part."""
    if not (skeleton := _parts_named(name)):
        return []
    listed = _Document(task, Document(_PLAIN)).filled(skeleton)
    return [each.removeprefix("- ") for each in listed.split("\n") if each][:count]


@lru_cache(maxsize=1024)
def _part_named(name: str) -> tuple[str, str]:
    """The kind of document that a part is, and its skeleton, empty for an unknown name."""
    kind = kinds().get(re.sub(r"[\W\d_]+", " ", name.lower()).strip(), "")
    if kind and skeletons()[kind].variants[0].count("\n") < _SHORT:
        return kind, skeletons()[kind].variants[0]
    return _PLAIN, RULES.text("part", name)


_parts_named = lru_cache(maxsize=1024)(partial(RULES.text, "parts"))


class _Document(DocumentContents):
    """Fills skeletons with the contents of one request."""

    def written(self, skeleton: str) -> str:
        """A skeleton with its places filled, within the demanded frame and bounds."""
        demands = self._task.demands
        text = _framed(self._complete(self.filled(skeleton)), demands)
        each = [demand.bound for demand in demands if isinstance(demand, Each)]
        bounds = [*each, *(demand for demand in demands if isinstance(demand, Bound))]
        for measure, marks in ((measures.HASHTAGS, self._tags), (measures.EMOJI, _EMOJI)):
            text = _marked(text, measure, marks, bounds)
        return _shortened(text, bounds)

    def section(self, heading: str) -> str:
        """The skeleton of a section: the facts that belong there, else sentences on the topic."""
        if heading in self.labelled:
            items = re.split(r"[,;] ", self.labelled[heading])
            return _escaped("\n".join(f"- {capitalized(each)}" for each in items))
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
        if kind in self._labelled_places:
            value = self._labelled_places[kind]
        elif fill := getattr(self, kind, None):
            value = fill(argument) if argument else fill()
        else:
            value = self.values.get(kind) or RULES.text(kind, self.request)
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


# The frame of a document


def _are_met(bounds: Sequence[Bound], text: str) -> bool:
    """True if a text is within all bounds."""
    return all(each.is_met_by(text) for each in bounds)


def _framed(text: str, demands: Sequence[Demand]) -> str:
    """A letter with the demanded beginning and end in place of its own."""
    fixed = {each.place: each.text for each in demands if isinstance(each, Fixed)}
    blocks = text.split("\n\n")
    if (begin := fixed.get("beginning")) and not text.startswith(begin):
        blocks = [begin, *blocks[1 if blocks[0].endswith(",") else 0 :]]
    if end := fixed.get("end"):
        is_closing = re.match(r"[A-Z][\w ]+,\n", blocks[-1])
        blocks = [*(blocks[:-1] if is_closing else blocks), end]
    return "\n\n".join(blocks)


def _shortened(text: str, bounds: Sequence[Bound]) -> str:
    """A document with as many lines as demanded, without the blocks before its last one or the
    last words that exceed the bounds."""
    heights = (each.low or each.high for each in bounds if each.measure == measures.LINES)
    if lines := next(heights, 0):
        return "\n".join(islice(cycle(filter(None, text.split("\n"))), lines))
    bounds = [each for each in bounds if each.high is not None]
    banned = [each for each in bounds if each.high == 0]
    blocks = [each for each in text.split("\n\n") if _are_met(banned, each)] or [text]
    text = "\n\n".join(blocks)
    while len(blocks) > 1 and not _are_met(bounds, "\n\n".join(blocks)):
        del blocks[-2 if len(blocks) > 2 else -1]
    if len(blocks) == 1 and any(each.measure == measures.PARAGRAPHS for each in bounds):
        blocks = [each for each in text.split("\n\n") if not each.startswith("#")][:1]
    short = "\n\n".join(blocks)
    if "\n" in short or short.endswith((".", "!", "?")):
        return short if _are_met(bounds, short) else text
    bounds = [each for each in bounds if each.measure in (measures.WORDS, measures.CHARACTERS)]
    words = short.split()
    while len(words) > 1 and not _are_met(bounds, " ".join(words)):
        words.pop()
    return " ".join(words)


def _marked(text: str, measure: Measure, marks: Iterable[str], bounds: Sequence[Bound]) -> str:
    """A text with as many hashtags or emoji as demanded, at its end."""
    low = max((each.low for each in bounds if each.measure == measure), default=0)
    new = (mark for mark in marks if mark not in text)
    return " ".join([text, *islice(new, max(low - measure.count(text), 0))])


def _with_key(text: str) -> str:
    """A quiz with its answers at the end."""
    answers = enumerate(_ANSWER.findall(text), 1)
    key = ", ".join(f"{number}. {answer}" for number, answer in answers)
    return f"{_ANSWER.sub('', text)}\n\nAnswer key: {key}"
