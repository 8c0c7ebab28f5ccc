"""The context of a find: the enumeration it is part of, and the words before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from mockserver.chat.model.lists import by_word, lists, words
from mockserver.chat.model.meaning import stem
from mockserver.chat.model.values.scan import Token

FindKind = Literal[
    "number", "date", "time", "email", "phone", "url", "path", "quoted", "list", "name", "code",
    "phrase", "option", "worded",
]  # fmt: skip

_LEFT, _RIGHT = 6, 4
_DECAY = 0.15
_UNITS = {unit: tuple(map(stem, name.split())) for unit, name in by_word("units").items()}
_SIGNS = lists("signs")
_BETWEEN_SIZES = frozenset({"x", "×", "by"})


class Find(NamedTuple):
    """A stretch of a prompt that may be a value, from its `first` to its `last` token."""

    kind: FindKind
    value: Any
    text: str
    first: int
    last: int
    left: str = ""
    """The word before it, articles left out."""
    cues: dict[str, float] = {}  # noqa: RUF012
    """The stems around it, with weights that decrease with distance."""
    group: int = -1
    """The index of the enumeration it is part of, -1 for none."""
    unit: str = ""
    """The sign at a number, `word` for a number in words; for a date the time of day next to it."""
    counted: str = ""
    """The stem of the plural noun after a number in words."""

    @property
    def is_year(self) -> bool:
        """True for a number that looks like a year."""
        return self.kind == "number" and len(self.text) == 4 and 1_000 <= self.value <= 2_100


def placed(found: Sequence[Find], tokens: Sequence[Token]) -> tuple[Find, ...]:
    """Finds with the fields for their enumerations and the words around them filled in."""
    return tuple(_with_context(_grouped(found, tokens), tokens))


def _grouped(found: Sequence[Find], tokens: Sequence[Token]) -> list[Find]:
    """Finds with their groups: those of a kind with only commas and `and` between them are one.

    Two finds with only a comma between them are no group, unless they are numbers.
    """
    rows: list[list[int]] = []
    latest: dict[str, list[int]] = {}
    for number, find in enumerate(found):
        row = latest.get(find.kind)
        if row and _joins(found[row[-1]], find, tokens):
            row.append(number)
        else:
            latest[find.kind] = row = [number]
            rows.append(row)
    grouped = [*found]
    for group, row in enumerate(rows):
        first, last = found[row[0]], found[row[-1]]
        is_pair = len(row) == 2 and first.kind != "number"
        is_loose = is_pair and all(t.text == "," for t in tokens[first.last + 1 : last.first])
        if len(row) > 1 and not is_loose:
            for number in row:
                grouped[number] = found[number]._replace(group=group)
    return grouped


def _joins(one: Find, other: Find, tokens: Sequence[Token]) -> bool:
    """True if only joining words, or a unit that both numbers have, are between two finds."""
    between = [token.lower for token in tokens[one.last + 1 : other.first]]
    is_share = "%" in (one.unit, other.unit) and one.unit != other.unit
    if is_share or len(between) > 4 or words("text.joints").isdisjoint(between):
        return False
    following = [token.lower for token in tokens[other.last + 1 : other.last + 2]]
    if one.kind == "number" and between[:1] == following:
        between = between[1:]
    return words("text.between").issuperset(between)


def _with_context(found: Sequence[Find], tokens: Sequence[Token]) -> Iterator[Find]:
    shared: dict[int, dict[str, float]] = {}
    cues_before: dict[str, float] = {}
    for number, find in enumerate(found):
        stop = found[number - 1].last if number and found[number - 1].kind != "phrase" else -1
        before_it = _left(tokens, find, stop)
        if find.group >= 0:
            before_it = shared.setdefault(find.group, before_it) | before_it
        is_number, is_row = find.kind == "number", False
        if is_number and number and found[number - 1].kind == "number":
            between = {each.lower for each in tokens[found[number - 1].last + 1 : find.first]}
            is_row = between <= _BETWEEN_SIZES
            before_it = cues_before | before_it if is_row else before_it
        elif number and find.is_year and not before_it:  # `founded by Ada in Oslo in 1990`
            before_it = cues_before
        cues_before = before_it or cues_before
        cues = before_it | find.cues if is_number else dict(find.cues or before_it)
        alike = (each.first for each in found[number + 1 : number + 4] if each.kind == find.kind)
        following = {} if is_row else _right(tokens, find, next(alike, len(tokens)))
        for cue, weight in following.items():
            cues[cue] = max(cues.get(cue, 0.0), weight)
        if find.is_year:
            cues["year"] = 1.0
        for cue in map(stem, _SIGNS.get(find.unit, ())):
            cues[cue] = max(cues.get(cue, 0.0), 0.8)
        unit = find.unit
        if find.kind == "date":
            near = range(find.first - 3, find.last + 4)
            clocks = (each.text for each in found if each.kind == "time" and each.first in near)
            unit = next(clocks, "")
        before = [token.lower for token in tokens[max(find.first - 3, 0) : find.first]]
        lefts = [word for word in before if word not in words("text.articles")]
        left = lefts[-1] if lefts else ""
        yield find._replace(cues=cues, left=left, unit=unit)


def _left(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    cues: dict[str, float] = {}
    weight = 1.0
    for token in reversed(tokens[max(find.first - 2 * _LEFT, stop + 1) : find.first]):
        if token.text in ".?!;" or weight < 0.2:
            break
        if token.is_telling or len(token.text) == 1:
            cues.setdefault(token.stem, weight)
            weight -= _DECAY
    return cues


def _right(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    cues: dict[str, float] = {}
    weight = 1.0
    for token in tokens[find.last + 1 : min(find.last + 1 + _RIGHT, stop)]:
        if token.kind != "word" or token.lower in words("text.stops"):
            break
        cues |= dict.fromkeys((*_UNITS.get(token.lower, ()), token.stem), weight)
        weight -= 2 * _DECAY
    return cues
