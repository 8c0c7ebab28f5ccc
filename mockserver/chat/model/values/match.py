"""Matching: each field of a schema gets the find of the prompt that fits it best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.chat.model.lists import is_place, lists, words
from mockserver.chat.model.meaning import senses, stems_of, words_of
from mockserver.chat.model.values.chosen import chosen_for, options_in
from mockserver.chat.model.values.convert import converted, trimmed
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import Find, finds_in
from mockserver.chat.model.values.fit import cued, led, suits

_FIRST_NAMES = words("fields.first_names")
_LAST_NAMES = words("fields.last_names")
_LANDS = words("fields.lands")
_ENOUGH = 2.3
"""The least score of a value for an optional field."""


_NO_SCALARS = frozenset({"array", "object", "boolean"})


class Match(NamedTuple):
    """A value for a field, and where it was found; `find` is -1 where it is no single stretch."""

    value: Any
    score: float
    find: int = -1


Matches = dict[str, Match]
"""By the name of a field, with dots for what lies inside another."""


class Candidate(NamedTuple):
    """A find that may be the value of a field."""

    score: float
    field: int
    find: int
    value: Any


def match(
    fields: Sequence[Property], text: str, now: datetime, known: frozenset[str] = frozenset()
) -> Matches:
    """Values for these fields from a text. `known` are stems of the tool, which are no values.

    First come options that the text names and lists, then the best of all finds that are left.
    """
    finds = finds_in(text)
    known = known.union(*(field.words for field in fields))
    names = {field.name for field in fields}
    taken = {place for place, find in enumerate(finds) if find.text.strip("`'\"") in names}
    matches = _named(fields, text, now, taken)
    ranked = sorted(
        _candidates([*enumerate(fields)], finds, now, known),
        key=lambda each: (-round(each.score, 3), each.field, each.find),
    )
    for candidate in ranked:
        field = fields[candidate.field]
        if field.name in matches or field.enum or candidate.find in taken:
            continue
        is_sure = candidate.score >= _ENOUGH and _is_sure(field, finds[candidate.find])
        if field.required or is_sure:
            matches[field.name] = Match(candidate.value, candidate.score, candidate.find)
            taken.add(candidate.find)
    return _with_halves(matches, fields)


def _is_place(found: Match | None) -> bool:
    return found is not None and is_place(str(found.value))


def _with_halves(matches: Matches, fields: Sequence[Property]) -> Matches:
    """The parts of `Paris, France` under the two keys for a town and its country."""
    for town in fields:
        found = matches.get(town.name)
        if found is None or town.kind != "place" or not isinstance(found.value, str):
            continue
        inner, comma, outer = found.value.partition(", ")
        lands = [each for each in fields if not _LANDS.isdisjoint(words_of(each.name))]
        if comma and lands and town not in lands and not _is_place(matches.get(lands[0].name)):
            return matches | {
                town.name: found._replace(value=inner),
                lands[0].name: found._replace(value=outer),
            }
    first, last = (
        next((each.name for each in fields if _is_named(each, names)), "")
        for names in (_FIRST_NAMES, _LAST_NAMES)
    )
    found = matches.get(first) or matches.get(last)
    if first and last and found and len(parts := str(found.value).split()) == 2:
        return matches | {
            name: found._replace(value=part)
            for name, part in zip((first, last), parts, strict=True)
        }
    return matches


def _is_named(field: Property, names: frozenset[str]) -> bool:
    return "".join(words_of(field.name)[-2:]) in names


def _named(fields: Sequence[Property], text: str, now: datetime, taken: set[int]) -> Matches:
    """Options that a text names and lists that it has. What they use up is added to `taken`."""
    finds = finds_in(text)
    matches: Matches = {}
    for field in fields:
        if (chosen := chosen_for(field, text)) is not None:
            value, score = _not_twice(field, fields, matches, chosen, text)
            matches[field.name] = Match(value, score)
            options = (value, *field.enum)
            taken.update(place for place, find in enumerate(finds) if find.value in options)
        elif field.type == "array" and (several := _several(field, finds, now, taken)):
            value, places, score = several
            is_one = len(places) == 1 and finds[places[0]].kind == "list"
            matches[field.name] = Match(value, score, places[0] if is_one else -1)
            taken.update(places)
    return matches


def _not_twice(
    field: Property,
    fields: Sequence[Property],
    matches: Matches,
    chosen: tuple[Any, float],
    text: str,
) -> tuple[Any, float]:
    """The option that is left for the second of two fields of one kind: `mix yellow and blue`."""
    twins = [each.name for each in fields if each.kind == field.kind and each.name in matches]
    taken = [matches[name].value for name in twins]
    if field.kind not in lists("known") or chosen[0] not in taken:
        return chosen
    left = (find.text for find in options_in(field, text) if find.text not in taken)
    return next(left, chosen[0]), chosen[1]


def _candidates(
    fields: Sequence[tuple[int, Property]],
    finds: Sequence[Find],
    now: datetime,
    known: frozenset[str],
) -> Iterator[Candidate]:
    for number, field in fields:
        for place, find in enumerate(finds if field.type not in _NO_SCALARS else ()):
            base = suits(field, find)
            if base <= 0:
                continue
            value = converted(field, find, now)
            if value is None:
                continue
            if find.kind == "phrase":
                value = trimmed(value, known)
            score = base + cued(field, find)
            if field.required:
                score += 1.0
            if find.kind in ("phrase", "name"):
                score -= 0.8 * _share(value, known | field.words)
            yield Candidate(score, number, place, value)


def affinity(field: Property, find: Find, now: datetime) -> float:
    """The score of a find for a field, by its kind and what stands around it; 0 for none."""
    base = suits(field, find)
    if base <= 0 or field.enum or converted(field, find, now) is None:
        return 0.0
    return base + cued(field, find)


def _is_sure(field: Property, find: Find) -> bool:
    """True if more than nearness speaks for a value of an optional field."""
    is_full_name = find.kind == "name" and " " in find.text
    if is_full_name and field.kind == "person" and words_of(field.name)[-1:] == ("name",):
        return True
    if field.kind in _OWN_KINDS.get(find.kind, ()) or find.label:
        return True
    if find.kind == "number" and any(
        weight == 1 and cue in field.around for cue, weight in find.cues.items()
    ):
        return True
    return (
        any(cue in field.words or field.senses & senses(cue) for cue in find.cues)
        or led(field, find) > 1
    )


_OWN_KINDS = {
    "date": ("date", "moment"), "time": ("time",), "email": ("email",), "url": ("url",),
    "path": ("path",),
}  # fmt: skip


def _share(value: str, known: frozenset[str]) -> float:
    stems = stems_of(value)
    return sum(each in known for each in stems) / max(len(stems), 1) * 2


def _several(
    field: Property, finds: Sequence[Find], now: datetime, taken: set[int]
) -> tuple[list[Any], list[int], float] | None:
    """A list that stands in the prompt as one, else an enumeration, else one value alone."""
    inner = field.items or field._replace(type="string", items=None)
    best: tuple[list[Any], list[int], float] | None = None
    for places in _rows(finds):
        if taken & set(places):
            continue
        first = finds[places[0]]
        if first.kind == "list":
            values = first.value if all(_is_of(each, inner.type) for each in first.value) else []
            score = 3.0
        else:
            if suits(inner, first) <= 0:
                continue
            values = [converted(inner, finds[each], now) for each in places]
            score = suits(inner, first) + 0.2 * (len(values) > 1)
        if not values or None in values:
            continue
        score += max(cued(field, finds[each]) for each in places)
        if best is None or score > best[2]:
            best = values, places, score
    if best is None or (not field.required and best[2] < _ENOUGH + 1):
        return None
    return best


def _rows(finds: Sequence[Find]) -> Iterator[list[int]]:
    """The places of finds that stand together."""
    groups: dict[int, list[int]] = {}
    for place, find in enumerate(finds):
        if find.group < 0 or find.kind == "list":
            yield [place]
        else:
            groups.setdefault(find.group, []).append(place)
    yield from groups.values()
    for place in range(1, len(finds)):
        before, after = finds[place - 1], finds[place]
        if (
            before.kind == after.kind == "number"
            and after.left in ("to", "and")
            and after.first - before.last <= 4
        ):
            yield [place - 1, place]


def _is_of(value: Any, type_: str) -> bool:
    if type_ == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if type_ == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if type_ == "array":
        return isinstance(value, list)
    return isinstance(value, str) if type_ == "string" else True
