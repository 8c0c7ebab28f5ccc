"""Surroundings of finds: the words around them, and the enumerations that they are part of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.values.finding.find import UNITS, Find
from mockserver.chat.model.values.finding.scan import Token

_LEFT, _RIGHT = 12, 4
"""The most tokens before and behind a find whose stems are its cues."""

_DECAY, _FAINT = 0.15, 0.2
"""The weight that a cue loses by each word between it and its find, and the least weight."""

_VERB = pattern(r"\w{2}(?:ed|s)\Z")
"""The end of a verb in the past or with a subject such as `it`."""

_BESIDE = {"date": "time", "time": "date"}
"""The kinds of finds that make a moment together."""


def placed(found: Sequence[Find], tokens: Sequence[Token]) -> Iterator[Find]:
    """Finds with their enumerations, their cues, the words before them, and the times of day next
    to dates.

    The cues of a find are behind the find before it. Of numbers in a row, such as `VAT 20% 40.00`,
    all have those of the first one.
    """
    found = _grouped(found, tokens)
    shared: dict[int, dict[str, float]] = {}
    stop = -1
    for number, find in enumerate(found):
        before = found[number - 1] if number else None
        after = before.last + 1 if before and before.kind in ("number", "unit") else -1
        is_in_row = find.kind == "number" and find.first == after
        if not is_in_row and find.kind != "unit":
            stop = _last_of_other(find, before)
        cues = _left(tokens, find, stop)
        if find.group >= 0:
            cues = shared.setdefault(find.group, cues) | cues
        cues |= find.cues
        if not is_in_row:
            alike = (e.first for e in found[number + 1 : number + 4] if e.kind == find.kind)
            behind = _right(tokens, find, next(alike, len(tokens)))
            cues |= {cue: max(cues.get(cue, 0.0), weight) for cue, weight in behind.items()}
        if find.is_year:
            cues["year"] = 1.0
        other = _BESIDE.get(find.kind)
        unit = _beside(find, other, found) if other else find.unit
        yield find._replace(cues=cues, left=_word_before(find, tokens), unit=unit)


def _last_of_other(find: Find, before: Find | None) -> int:
    """The last token before a find that is no cue for it, but belongs to the find before it."""
    if before is None or before.kind == "phrase":
        return -1
    is_label = before.kind == "name" and find.kind == "number"  # `Shipping is 5`
    return before.first - 1 if is_label else before.last


def _beside(find: Find, kind: str, found: Sequence[Find]) -> str:
    """The date next to a time, or the time next to a date, if any."""
    near = range(find.first - 3, find.last + 4)
    return next((each.text for each in found if each.kind == kind and each.first in near), "")


def _grouped(found: Sequence[Find], tokens: Sequence[Token]) -> list[Find]:
    """Finds with their groups: those of a kind with only commas and `and` between them are one. Two
    finds with only a comma between them are no group, unless they are numbers."""
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
        between = {token.text for token in tokens[first.last + 1 : last.first]}
        is_pair = len(row) == 2 and (first.kind == "number" or between != {","})
        for number in row if is_pair or len(row) > 2 else ():
            grouped[number] = found[number]._replace(group=group)
        if first.kind == "phrase" and grouped[row[0]].group >= 0:
            grouped[row[0]] = _without_verb(grouped[row[0]], tokens)
    return grouped


def _without_verb(find: Find, tokens: Sequence[Token]) -> Find:
    """The first phrase of an enumeration after its verb: `tea` for `I enjoy tea`."""
    inside = tokens[find.first : find.last]
    verbs = [number for number, each in enumerate(inside) if number and _VERB.search(each.lower)]
    is_of_actor = tokens[find.first - 1].lower in words("text.actors")
    if inside and (is_of_actor or inside[0].lower in words("text.acts")):
        verbs.append(0)
    if not verbs:
        return find
    first = find.first + max(verbs) + 1
    text = " ".join(token.text for token in tokens[first : find.last + 1])
    return find._replace(value=text, text=text, first=first)


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


def _left(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    """The stems before a find up to the end of a sentence or the token `stop`, with weights."""
    cues: dict[str, float] = {}
    weight = 1.0
    for token in reversed(tokens[max(find.first - _LEFT, stop + 1) : find.first]):
        if token.text in ".?!;" or weight < _FAINT:
            break
        if token.lower in words("text.joints"):
            weight -= _DECAY
        if token.is_telling or len(token.text) == 1:
            cues.setdefault(token.stem, weight)
            weight -= _DECAY
    return cues


def _right(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    """The stems of the words between a find and the token `stop`, with weights."""
    cues: dict[str, float] = {}
    weight = 1.0
    for token in tokens[find.last + 1 : min(find.last + 1 + _RIGHT, stop)]:
        if token.kind != "word" or token.is_first or token.lower in words("text.stops"):
            break
        cues |= dict.fromkeys((*UNITS.get(token.lower, ()), token.stem), weight)
        weight -= 2 * _DECAY
    return cues


def _word_before(find: Find, tokens: Sequence[Token]) -> str:
    """The word before a find, articles left out."""
    lefts = [token.lower for token in tokens[max(find.first - 3, 0) : find.first]]
    bare = [each for each in lefts if each not in words("text.articles")] or lefts
    directions = words("text.into") | words("text.out_of")
    if bare[1:] and bare[-1] in words("text.of_numbers") and bare[-2] in directions:
        bare.pop()  # `to account 12`
    return bare[-1].lstrip("$€£¥₹") if bare else ""
