"""Flags: boolean fields that a text names or denies, as `no lift` denies `has_lift`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile

from mockserver.chat.model.text.lists import lists, words
from mockserver.chat.model.text.meaning import senses, senses_of, stem, words_of
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.finding.find import ROLES
from mockserver.chat.model.values.finding.scan import Token, bounded, tokens_of

_HOLLOW = frozenset(map(stem, words("fields.hollow")))
"""The stems in the names of boolean fields that do not tell what they are about."""

_CONTRARIES = {
    stem(name): frozenset(map(stem, others)) for name, others in lists("contraries").items()
}
"""For each stem, those that deny it."""


def flag_in(field: Property, text: str) -> bool | None:
    """True if a text names a boolean field, False if it denies the field, else None."""
    if ROLES.pattern("name of a switch").fullmatch(field.name):
        for kind in ("off", "on"):
            if ROLES.matches(f"switched {kind}", text):
                return kind == "on"
    if any(row.pattern.search(text) for row in ROLES.rows(f"{field.head} is told")):
        return True
    names = field.words - _HOLLOW
    contraries = frozenset[str]().union(*(_CONTRARIES.get(name, ()) for name in names))
    text = bounded(text)
    places = _places_of_stems(text)
    # The last word tells most: `request` is not what `is_request_satisfied` is about.
    stems = [stem(each) for each in words_of(field.name)]
    sought = contraries.union([each for each in stems if each in names][-1:])
    near = frozenset(each for each in places if senses(each) & senses_of(names))
    sought = next((row for row in (sought, names, near) if not row.isdisjoint(places)), names)
    first = min((places[each] for each in sought if each in places), default=None)
    if first is None:
        return None
    is_contrary = any(places.get(each) == first for each in contraries)
    return not (is_contrary or _is_denied(tokens_of(text), first))


def _is_denied(tokens: Sequence[Token], place: int) -> bool:
    """True if a word is denied: `no lift`, `non-smoking`, `parking is not needed`."""
    before = {each.lower for each in tokens[max(place - 3, 0) : place]}
    rest = takewhile(lambda each: each.kind != "mark", tokens[place + 1 : place + 5])
    behind = {each.lower for each in rest}
    is_not = tokens[place].lower.startswith("non-")
    return bool(is_not or before & words("fields.negations") or behind & words("fields.denials"))


@lru_cache(maxsize=32)
def _places_of_stems(text: str) -> Mapping[str, int]:
    """The stems of the words of a text, each with the index of the first token that has it."""
    places: dict[str, int] = {}
    for place, token in enumerate(tokens_of(text)):
        if token.kind == "word":
            for word in words_of(token.text[:1000]):
                places.setdefault(stem(word), place)
    return places
