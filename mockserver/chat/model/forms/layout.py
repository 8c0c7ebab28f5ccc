"""The layout of a reply in prose: its blocks, and the texts before and after them.

A block is a paragraph, a line, a section or an item of a list. All of them are empty at first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import (
    Apart,
    Bound,
    D,
    Demand,
    Each,
    Fixed,
    Opening,
    Sections,
    first_of,
)
from mockserver.chat.model.demands.form import Items
from mockserver.chat.model.demands.measures import LINES, PARAGRAPHS, Measure
from mockserver.chat.model.forms.words import continued
from mockserver.chat.model.text.patterns import pattern

_USUAL_ITEMS = 3
"""The items of a list if the demands leave that open."""

_BETWEEN_ANSWERS = "******"
"""The line between several answers to one question."""

_GREETING = pattern(r"(?i)(?:hello|hi|hey|welcome|good (?:morning|afternoon|evening))\b")


class ProseBlock:
    """A paragraph, a line, a section or an item of a list, with its head."""

    def __init__(self, head: str, joint: str, bounds: Sequence[Bound]) -> None:
        self.head = head
        self.joint = joint
        """The separator from the block before."""
        self.sentences: list[str] = []
        self.size = 0
        self._bounds = bounds
        self._count: Counter[Measure] = Counter()
        self.is_full = not bounds
        """True if it has reached its lower bounds."""

    def add(self, sentence: str) -> None:
        """Add a sentence at the end."""
        self.sentences.append(sentence)
        self.size += len(sentence) + 1
        for bound in self._bounds:
            self._count[bound.measure] += bound.measure.count(sentence)
        self.is_full = all(self._count[each.measure] >= each.low for each in self._bounds)

    def has_room(self, sentence: str) -> bool:
        """True if its upper bounds allow another sentence."""
        return all(
            each.high is None
            or self._count[each.measure] + each.measure.count(sentence) <= each.high
            for each in self._bounds
        )


class Layout:
    """The blocks that some demands need. An answer of `least` sentences may become a list."""

    def __init__(self, demands: Sequence[Demand], least: int) -> None:
        self._demands, self._least = demands, least
        self.fixed = {each.place: each.text for each in demands if isinstance(each, Fixed)}
        """The demanded texts by their places, such as `title`."""

        self.openings = [each for each in demands if isinstance(each, Opening)]
        self.low, self.high = _limits(demands)
        """The lower and the upper bounds of what can be counted."""

        self.items = self._new_items()
        self.blocks = self._new_blocks()

    def demanded(self, kind: type[D]) -> D | None:
        """The last demand of a kind."""
        return first_of(kind, reversed(self._demands))

    def bounds_of(self, part: Measure) -> list[Bound]:
        """The bounds on each part of a kind, such as each sentence."""
        parts = (each for each in self._demands if isinstance(each, Each))
        return [each.bound for each in parts if each.part == part]

    def _new_items(self) -> list[ProseBlock]:
        """The empty items of the demanded list."""
        count = self.low.get(measures.BULLETS) or self.low.get(measures.NUMBERED) or 0
        if count and self.high.keys().isdisjoint((measures.BULLETS, measures.NUMBERED)):
            usual = self._least if self._least > 1 else _USUAL_ITEMS
            count = max(count, min(usual, _USUAL_ITEMS))
        items = self.demanded(Items)
        if items and not (self.demanded(Apart) or self.demanded(Sections) or self.openings):
            count = items.count
        is_numbered = not self.low.get(measures.BULLETS)
        marks = [f"{number}. " if is_numbered else "- " for number in range(1, count + 1)]
        return [ProseBlock(mark, "\n", self.bounds_of(measures.BULLETS)) for mark in marks]

    def _new_blocks(self) -> list[ProseBlock]:
        """The empty blocks of all answers; the items of a list replace the first answer's last."""
        apart, sections = self.demanded(Apart), self.demanded(Sections)
        is_in_lines = LINES in self.low and PARAGRAPHS not in self.low
        joint, part = ("\n", LINES) if is_in_lines else ("\n\n", PARAGRAPHS)
        answers = parts = 1
        if apart and apart.separator == _BETWEEN_ANSWERS:
            answers = apart.parts
        elif apart:
            parts, joint = apart.parts, apart.joint
        places = (abs(each.place) for each in self.openings)
        counts = (self.low.get(PARAGRAPHS, 0), self.low.get(LINES, 0), *places)
        self._per_answer = max(parts, sections.count if sections else 1, *counts)
        blocks = []
        for number in range(self._per_answer * answers):
            at = number % self._per_answer + 1
            head = f"{sections.marker} {at}{sections.end}\n" if sections else ""
            between = joint if number % self._per_answer else f"\n\n{_BETWEEN_ANSWERS}\n\n"
            blocks.append(ProseBlock(head, between, self.bounds_of(part)))
        blocks[0].joint = "\n\n"
        before, after = blocks[: self._per_answer], blocks[self._per_answer :]
        if self.items and "quotation marks" not in self.fixed:
            last = before.pop()
            self.items[0].head = f"{last.head}{self.items[0].head}"
            self.items[0].joint = last.joint
        return [*before, *self.items, *after]

    def assembled(self, first: str) -> str:
        """The blocks as one text, behind the text `first`."""
        text = first
        for block in self.blocks:
            part = f"{block.head}{' '.join(filter(None, block.sentences))}"
            if text and part:
                is_first_line = text == first and "\n" not in text
                text += " " if is_first_line else block.joint
            text += part
        return text

    def framed(self, body: str) -> str:
        """A text with the fixed texts before and after it."""
        joint = "\n" if PARAGRAPHS in self.high or LINES in self.high else "\n\n"
        fixed = self.fixed
        for place in ("address", "beginning"):
            before, greeted = fixed.get(place, ""), _GREETING.match(body)
            if before and place == "address" and greeted:
                body = f"{greeted[0]}, {before}{body[greeted.end() :]}"
            elif before[-1:].isalpha() and not body.lower().startswith(before.lower()):
                body = f"{before}, {continued(body)}"
        for place, gap in (("title", joint), ("beginning", " "), ("request", joint)):
            before = fixed.get(place, "")
            if not body.lower().startswith(before.lower()):
                body = f"{before}{'' if before.endswith(chr(10)) else gap}{body}"
        end, after = fixed.get("end", ""), fixed.get("postscript")
        if after:
            body = f"{body}{joint}{after}"
        if body.endswith(end):
            return body
        gap = "" if end.startswith("\n") else " "
        return f"{body}{joint if after or self._per_answer > 1 else gap}{end}".strip()


def _limits(demands: Sequence[Demand]) -> tuple[dict[Measure, int], dict[Measure, int]]:
    """The greatest lower bound and the least upper bound of each measure."""
    low: dict[Measure, int] = {}
    high: dict[Measure, int] = {}
    for each in demands:
        if isinstance(each, Bound):
            low[each.measure] = max(low.get(each.measure, 0), each.low)
            if each.high is not None:
                high[each.measure] = min(high.get(each.measure, each.high), each.high)
    return low, high
