"""Assignment: each field of a schema gets the value in the prompt that fits it best.

The best pairs of a field and a value come first, and each find is used once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain
from operator import itemgetter

from mockserver.chat.model.text.lists import lists, words
from mockserver.chat.model.text.meaning import senses
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.finding.find import Find
from mockserver.chat.model.values.finding.finds import finds_in
from mockserver.chat.model.values.finding.scan import bounded
from mockserver.chat.model.values.matching.flags import flag_in
from mockserver.chat.model.values.matching.labels import fit, pairs_in
from mockserver.chat.model.values.matching.match import LABELLED, Match, Matches
from mockserver.chat.model.values.matching.matches import matches_of
from mockserver.chat.model.values.matching.siblings import halves_of, in_accord
from mockserver.chat.model.values.matching.suitability import counts, is_usual, led

MOST_FIELDS = 100
"""The most fields of an object that values are looked for."""

FAIR = 0.97
"""The least score of a value that there is evidence for; required fields add a point."""

_ENOUGH = 2.3
"""The least score of a value for an optional field of a tool."""

_NAMED = ("company", "person", "place")
"""The kinds of things that names are for."""


def best_matches(
    fields: Sequence[Property],
    text: str,
    now: datetime,
    known: frozenset[str] = frozenset(),
    least: float = 0.0,
) -> Matches:
    """Values for the first fields from a text. Words with `known` stems, the tool's own, are poor
    values.

    With a `least` score, a field without a value as good has none. Else a required field has the
    best of those left, an optional one only a fair value, or a sure one if it is that of a tool.
    """
    fields = fields[:MOST_FIELDS]
    found = _found_in(fields, text, now, known)
    pairs = [
        (field.name, worth, one)
        for field in fields
        for worth, one in _rated(field, found.get(field.name, ()), least, is_of_tool=bool(known))
    ]
    matches: Matches = {}
    taken = _tokens_of_names(fields, text)
    names = tuple(field.name for field in fields)
    for name, _, one in sorted(pairs, key=itemgetter(1), reverse=True):
        if name not in matches and (not one.tokens or one.tokens & ~taken):
            halves = halves_of(one.value, name, names)
            matches = {**dict.fromkeys(halves, one), **matches, name: one}
            taken |= one.tokens
    return in_accord(matches, fields, text)


def _found_in(
    fields: Sequence[Property], text: str, now: datetime, known: frozenset[str]
) -> Mapping[str, Sequence[Match]]:
    """All values in a text for the fields; an optional one may be declined: `No coupon.`

    A name or a phrase that is an option of one field is no value of another.
    """
    stems = known.union(*(field.words for field in fields))
    found = {
        field.name: [*matches_of(field, text, now, stems)]
        for field in fields
        if field.required or flag_in(field, text) is not False
    }
    for name, one in _names_by_kind(fields, text).items():
        found[name] = [*found.get(name, ()), one]
    every = chain.from_iterable(found.values())
    options = {one.tokens for one in every if one.kind == "option"}
    return {
        name: [e for e in row if e.kind not in ("name", "phrase") or e.tokens not in options]
        for name, row in found.items()
    }


def _names_by_kind(fields: Sequence[Property], text: str) -> dict[str, Match]:
    """The names in a text for the lists of names of several kinds; a list may be empty."""
    lists_of = {e.name: e.items.kind for e in fields if e.items and not e.items.enum}
    kinds = {name: kind for name, kind in lists_of.items() if kind in _NAMED}
    if len({*kinds.values()}) < 2:
        return {}
    names = [find for find in finds_in(text) if find.kind == "name"]
    found = {}
    for name, kind in kinds.items():
        own = tuple(each for each in names if each.likely == kind)
        found[name] = Match([*dict.fromkeys(each.text for each in own)], LABELLED - 1, own)
    return found


def _tokens_of_names(fields: Sequence[Property], text: str) -> int:
    """The tokens, as bits, of the names of fields and the labels for them, which are no values:
    `City` in `City: Oslo`."""
    labels = {pair.label for pair in pairs_in(bounded(text))}
    names = {each for each in labels if any(fit(each, field) for field in fields)}
    names.update(field.name for field in fields)
    named = tuple(find for find in finds_in(text) if find.text.strip("`'\"") in names)
    return Match(None, 0.0, named).tokens


def _rated(
    field: Property, found: Sequence[Match], least: float, *, is_of_tool: bool
) -> Sequence[tuple[float, Match]]:
    """The values that are good enough for a field, each with its worth."""
    takes_extras = field.is_number and field.head in words("fields.extras")
    if takes_extras or (least and field.type == "string"):
        found = [one for one in found if one.score >= LABELLED or _is_evident(field, one)]
    if field.required and field.default is None and not least:
        bar = 0.0
        found = [one for one in found if one.score > 0]
    elif is_of_tool and not least:
        bar = _ENOUGH
        found = [one for one in found if is_sure(field, one)]
    else:
        bar = least or FAIR
        found = [one for one in found if one.score - field.required >= bar]
    return [(round(one.score, 3) - bar, one) for one in found]


def _is_evident(field: Property, one: Match) -> bool:
    """True if a value is in the text, and no amount of something else."""
    find = one.finds[0] if one.finds else None
    if find is None or find.kind != "number":
        return find is not None
    if _is_named_around(field, find):
        return True
    is_extra = field.head in words("fields.extras")
    return is_sure(field, one) and not (is_extra or find.unit + find.counted)


def is_sure(field: Property, one: Match) -> bool:
    """True if a value is certain enough for an optional field: it is labelled or an option, or good
    and of the field's own kind or named by the words around it."""
    if one.score >= LABELLED or not one.finds or one.finds[0].kind == "option":
        return True
    kind, find = (field.items or field).kind, one.finds[0]
    is_own = all(kind in lists("own").get(each.sort, ()) for each in one.finds)
    if field.type == "array":
        return one.score >= (_ENOUGH if is_own else _ENOUGH + 1)
    if find.kind == "number" and (is_usual(field, find) or counts(field, find)):
        return True
    is_led = find.kind == "name" and led(field, find) > 1
    is_meant = is_own or is_led or _is_named_around(field, find)
    return one.score - field.required >= _ENOUGH and is_meant


def _is_named_around(field: Property, find: Find) -> bool:
    """True if a word around a find names a field, or one next to a number or a quotation is in the
    field's description."""
    if any(cue in field.words or field.senses & senses(cue) for cue in find.cues):
        return True
    is_marked = find.kind in ("number", "quoted")
    return is_marked and any(find.cues.get(cue) == 1 for cue in field.around)
