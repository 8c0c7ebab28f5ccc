"""Matches: the values in a text that a single field may have, each with its score.

The values of a field are those with a label for it, the `options` that a text names, and finds in
the type of the field (see `conversion`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple

from mockserver.chat.model.text.lists import lists, words
from mockserver.chat.model.text.meaning import senses, senses_of, stem, stems_of, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import bullets_in, sentences, stripped
from mockserver.chat.model.values.conversion import coded, cued, led, suits, trimmed, typed_value
from mockserver.chat.model.values.fields import Property, is_of
from mockserver.chat.model.values.find import Find
from mockserver.chat.model.values.finds import ROLES, finds_in
from mockserver.chat.model.values.labels import fit, pairs_in
from mockserver.chat.model.values.options import options_in
from mockserver.chat.model.values.scan import Token, bounded, tokens_of

_HOLLOW = frozenset(map(stem, words("fields.hollow")))
"""The stems in the names of boolean fields that do not tell what they are about."""

_CONTRARIES = {
    stem(name): frozenset(map(stem, others)) for name, others in lists("contraries").items()
}
_ALL_OF_KIND = frozenset({"email", "url", "phone", "path", "place", "company", "person", "date"})
"""The kinds of finds of which a list may have all that a text has."""

_SIGNS = {"hashtags": "#", "mentions": "@", "handles": "@"}
"""The signs of the items of lists with these names."""

_DAYS = frozenset(map(stem, ("date", "day")))
"""The stems of fields for a date, which a field for the time beside them leaves out."""

_ENTITIES = frozenset(map(stem, ("entities", "entity", "mentions")))
"""The stems of fields for all names and dates of a text."""

_PHRASES = _ENTITIES | {stem("keyphrases")}
"""The stems of fields for the names and dates of a text, if it has any."""

_BETWEEN_ITEMS = pattern(r"\n|[;,] (?:and )?|(?<=\w) and (?=\w+\W*$)| \| ")
PROPER = frozenset({"company", "job", "person"})
"""The kinds of fields whose values have a capital, and are never dates, numbers or addresses."""

_ADDRESS = pattern(r"(?<=\w)\s*<\S+@[^<>]+>$")
"""The address behind a name: `Ada Byron <ada@byron.example>`."""

_NUMBERED = pattern(r"[^\W\d]+ \d{1,4}[a-z]?")
"""A place with a number: `desk 4`."""

LABELLED = 8.0
"""The least score of a value with a label for the field."""


class Match(NamedTuple):
    """A value for a field, and the finds it is made of; none for a value that no find has."""

    value: Any
    score: float
    finds: tuple[Find, ...] = ()

    @property
    def find(self) -> Find | None:
        """The find that is the whole value, None if there is no such find."""
        if not self.finds or (isinstance(self.value, list) and self.finds[0].kind != "list"):
            return None
        return self.finds[0]

    @property
    def kind(self) -> str:
        """The kind of the find that is the whole value, empty if there is no such find."""
        return self.find.kind if self.find else ""

    @property
    def is_certain(self) -> bool:
        """True if no part of the value is a phrase."""
        return all(find.kind != "phrase" for find in self.finds)

    @property
    def written(self) -> str:
        """The value as the text writes it."""
        if self.find is None or self.kind in ("option", "worded"):
            return str(self.value)
        return self.find.text

    @property
    def tokens(self) -> int:
        """The indices of the value's tokens in the text, as the bits of a number."""
        bits = 0
        for find in self.finds:
            bits |= (1 << find.last + 1) - (1 << find.first)
        return bits


Matches = dict[str, Match]
"""Matches by the name of the field, which is `outer.inner` in an inner object."""


def matches_of(
    field: Property, text: str, now: datetime, known: frozenset[str] = frozenset()
) -> Iterator[Match]:
    """All values in a text for a field: those with a label for it, then the others in order.

    Words with `known` stems are poor values.
    """
    yield from _labelled(field, bounded(text), now)
    if field.type == "boolean":
        flag = flag_in(field, text)
        if flag is not None:
            yield Match(flag, 3.0)
    elif field.type == "array":
        yield from _lists(field, text, now)
    elif options := options_in(field, text):
        yield from _named_options(field, options, text, known)
    elif not field.enum and field.type != "object":
        if field.type == "string":
            yield from _messages(field, text)
        yield from _scalars(field, text, now, known)


# Values with a label


def _labelled(field: Property, text: str, now: datetime) -> Iterator[Match]:
    """The values whose label fits a field. Lists with the best label are one list."""
    found = [*_behind_labels(field, text, now)]
    if field.type != "array":
        yield from found
        return
    best = max((one.score for one in found), default=0.0)
    row = [one for one in found if one.score == best]
    if values := [each for one in row for each in one.value]:
        yield Match(values, best, tuple(find for one in row for find in one.finds))


def _behind_labels(field: Property, text: str, now: datetime) -> Iterator[Match]:
    """The values whose label fits a field, in the order of the text."""
    for pair in pairs_in(text):
        degree = fit(pair.label, field)
        if not degree:
            continue
        first = bisect_right([token.start for token in tokens_of(text)], pair.start) - 1
        for rank, one in enumerate(_values_of(field, pair.value, now)):
            finds = (
                find._replace(first=find.first + first, last=find.last + first)
                for find in one.finds
            )
            yield Match(one.value, LABELLED + degree - rank / 10, tuple(finds))


def _values_of(field: Property, text: str, now: datetime) -> Sequence[Match]:
    """The values of a field in a text that is all for it, the best first."""
    whole = Find("worded", text, text, 0, len(tokens_of(text)) - 1)
    if field.type == "boolean":
        said = next(iter(words_of(text)), "")
        is_yes = said in words("fields.yes")
        return [Match(is_yes, 0.0, (whole,))] if is_yes or said in words("fields.no") else ()
    inner = field.items or field
    alone = [find for find in finds_in(text) if find.text == text.strip(" .")]
    if field.kind in PROPER and any(suits(inner, find) == 0 for find in alone):
        return ()
    if inner.is_text and field.type == "array":
        listed = next((each for each in sentences(text) if _BETWEEN_ITEMS.search(each)), text)
        rows = bullets_in(text) or _BETWEEN_ITEMS.split(listed)
        return [Match(stripped(rows, " ."), 0.0, (whole,))]
    if inner.is_text and field.type == "string" and _takes_all(field, text):
        first, *_ = sentences(text) if field.kind in PROPER else [text]
        bare = _ADDRESS.sub("", first).strip(" .\"'")
        count = len(tokens_of(bare))
        # A long text may have values for other fields as well.
        return [Match(bare, 0.0, (whole._replace(last=count - 1),) if count <= 4 else ())]
    return sorted(matches_of(field, text, now), key=lambda one: -one.score)


def _takes_all(field: Property, text: str) -> bool:
    """True if a field takes all of a text that has its label."""
    is_numbered = field.kind == "place" and _NUMBERED.fullmatch(text.strip()) is not None
    return is_numbered or (field.kind or "none") in words("fields.whole")


# Booleans, options and messages


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


def _named_options(
    field: Property, options: Sequence[Find], text: str, known: frozenset[str]
) -> Iterator[Match]:
    """The options that a text names, better ones in their own words. Those with `known` words are
    poor beside others: `merge it by rebase`.

    The unit of one of several amounts is not that of the result: it is left out.
    """
    has_amounts = field.kind == "unit" and sum(find.kind == "number" for find in finds_in(text)) > 1
    if field.head in words("fields.routes"):  # `Write a program` is not for the `writer`.
        options = [each for each in options if each.text.lower() == str(each.value).lower()]
    poor = [known.issuperset(stems_of(str(option.value))) for option in options]
    for option, is_poor in zip(options, poor, strict=True):
        points = led(field, option) - (1.5 if is_poor and not all(poor) else 0.0)
        if has_amounts and option.left[:1].isdigit() and points <= 0:
            continue
        name = str(option.value).lower()
        points += 6.0 if option.text.lower() == name else 5.0
        points -= name in ("all", "any")  # `all open issues`
        yield Match(option.value if field.enum else coded(field, option.value), points, (option,))


def _messages(field: Property, text: str) -> Iterator[Match]:
    """The whole text for a question, from its subject on for a query, unless it has a quote."""
    head = f"{field.head} of a message"
    yield from (Match(told, 4.0) for told in (ROLES.texts(head, text) if ROLES.rows(head) else ()))
    if field.head not in words("fields.worded"):
        return
    if any(find.kind in ("quoted", "worded") or find.left == field.head for find in finds_in(text)):
        return
    start = 0
    if field.head in words("fields.queries"):
        text = ROLES.pattern("before a query").sub("", text)
        verbs, tokens = words("text.verbs"), tokens_of(bounded(text))
        subject = (each.start for each in tokens if each.is_telling and each.lower not in verbs)
        start = next(subject, 0)
    said = ROLES.pattern("after a query").sub("", text[start:])
    yield Match(said.strip(" \n.:;?") if start else said.strip(), 6.0)


# Finds


def _scalars(field: Property, text: str, now: datetime, known: frozenset[str]) -> Iterator[Match]:
    """The finds that a text or a number may be, in the type of the field."""
    tokens = tokens_of(bounded(text))
    for find in finds_in(text):
        suitability = suits(field, find)
        value = typed_value(field, find, now) if suitability > 0 else None
        if value is None:
            continue
        is_whole = find.kind == "time" and value == find.text and find.unit
        if is_whole and known.isdisjoint(_DAYS):
            value = f"{find.unit.removeprefix('on ')} at {value}"
        if find.kind == "phrase":
            value = trimmed(value, known)
        if find.kind == "name" and field.head in words("keys.titles"):
            value = f"The {value}" if tokens[max(find.first - 1, 0)].text == "The" else value
        score = suitability + cued(field, find) + field.required
        if find.kind in ("phrase", "name"):
            score = _with_words(score, field, find, value, known)
        # Several numbers may be parts of one date or time.
        is_part = field.is_number and find.kind in ("date", "time")
        yield Match(value, score, () if is_part else (find,))


def _with_words(
    score: float, field: Property, find: Find, value: str, known: frozenset[str]
) -> float:
    """The score of a name or a phrase with regard to its words."""
    is_name = find.kind == "name"
    if is_name and field.kind == "person" and " " in value:
        score += 0.3
    if find.left in (".", "") and " " not in find.text and find.sort == "name":
        score -= 0.3  # It may be any word at the beginning of a sentence.
    stems = stems_of(value)
    if is_name and len(stems) > 1 and not field.words.isdisjoint((stems[0], stems[-1])):
        score += 2.0  # `Louvre Museum` for a museum
    elif stems and stems_of(find.text)[1:] == stems_of(field.name):
        score += 0.5  # `yoga class` for a class
    elif stems:
        score -= 1.6 * sum(each in known for each in stems) / len(stems)
        own = field.senses | senses_of(known) if field.kind == "place" and not is_name else ()
        if own and all(senses(each) & own for each in stems):
            score -= 3.0  # `place` is no location, nor is `umbrella` for the weather.
    return score


def _lists(field: Property, text: str, now: datetime) -> Iterator[Match]:
    """A list in brackets, an enumeration, or a single value."""
    inner = field.items or field._replace(type="string", items=None)
    if inner.enum or inner.options or inner.kind in lists("known"):
        options = options_in(inner, text)
        if options := options if inner.enum else _enumerated(options, finds_in(text)):
            yield Match(list(dict.fromkeys(each.value for each in options)), 4.0, tuple(options))
        if inner.enum or (inner.options and options):
            return
    if field.head in _SIGNS and (marked := re.findall(rf"{_SIGNS[field.head]}\w+", text)):
        yield Match(marked, LABELLED)
        return
    named = [find for find in finds_in(text) if find.kind in ("name", "date")]
    if not field.words.isdisjoint(_PHRASES if named else _ENTITIES):
        yield Match([find.text for find in named], 4.0, tuple(named))
    begins = f"{field.name} ".lower()
    for every in _rows(inner, finds_in(text)):
        # The items begin with the find that has the name of the list before it.
        row = [*dropwhile(lambda each: not each.text.lower().startswith(begins), every)] or every
        score, values = _items(inner, row, now)
        if values and None not in values:
            yield Match(values, score + max(cued(field, find) for find in row), tuple(row))


def _enumerated(options: Sequence[Find], finds: Sequence[Find]) -> Sequence[Find]:
    """Known values, or the enumeration that one of them is in: `rust, navy and mustard`."""
    places = {find.first for find in options}
    groups = {find.group for find in finds if find.first in places and find.kind == "phrase"} - {-1}
    row = [find for find in finds if find.group in groups]
    return [find._replace(value=find.text) for find in row] if len(row) > len(options) else options


def _rows(inner: Property, finds: Sequence[Find]) -> Iterator[Sequence[Find]]:
    """The finds that may be the items of one list: all of a kind, each enumeration, each find."""
    takes_any = inner.kind in ("company", "person")
    alike = [
        find
        for find in finds
        if (inner.kind == "name" and find.sort in ("name", "person"))
        or (find.sort in _ALL_OF_KIND and suits(inner, find) > 3)
        or (find.sort == "name" and takes_any and find.hint in ("", inner.kind))
    ]
    groups = {find.group for find in alike if find.group >= 0 and find.kind == "name"}
    alike = [find for find in finds if find in alike or find.group in groups]
    if alike:
        yield alike
    rows: dict[object, list[Find]] = {}
    for find in finds:
        is_enumerated = find.group >= 0 and find.kind != "list"
        rows.setdefault(find.group if is_enumerated else (find.kind, find.first), []).append(find)
    yield from rows.values()


def _items(inner: Property, row: Sequence[Find], now: datetime) -> tuple[float, list[Any]]:
    """The score of a row of finds as a list, and the items; none if the row does not suit."""
    first = row[0]
    if first.kind == "list":
        return 3.0, first.value if all(is_of(each, inner.type) for each in first.value) else []
    score = max(suits(inner, each) for each in row)
    if score <= 0 or (inner.is_text and first.counted in inner.words):  # `two kids`
        return 0.0, []
    values = [typed_value(inner, find, now) for find in row]
    if inner.type == "string" and None not in values:
        joint = r" & | and (?=[A-Z])" if first.kind == "worded" else " & "
        values = [part for value in values for part in re.split(joint, value)]
    if len(values) > 1:
        score += 2.2 if len(values) == 2 else 2.5
    return score, values
