"""Matching: each field of a schema gets the value in the prompt that fits it best.

A find is scored for a field by its kind (`suits` in `lists.toml`), by the words around it, and by
the word before it. The best pairs are matched first, and each find is used once.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from mockserver.chat.model.dates import clock_time, day_of, written
from mockserver.chat.model.lists import by_word, is_place, lists, state_of, words
from mockserver.chat.model.meaning import senses, stem, stems_of, words_of
from mockserver.chat.model.numbers import numbers_in
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import ROLES, SCALES, Find, finds_in, placed, sought_in
from mockserver.chat.model.values.labels import fit, pairs_in
from mockserver.chat.model.values.plausible import known_range
from mockserver.chat.model.values.scan import Token, bounded, tokens_of

_HOLLOW = frozenset(map(stem, words("fields.hollow")))
_CURRENCIES = by_word("currencies")
_ISO = pattern(r"[A-Z]{3}")
_SUITS = {
    kind: dict(zip(row[::2], map(float, row[1::2]), strict=True))
    for kind, row in lists("suits").items()
}
_PREPOSITIONS = tuple(
    (frozenset(lefts.split()), frozenset(kinds), float(weight))
    for lefts, (weight, *kinds) in lists("prepositions").items()
)
_NO_YEAR = pattern(r"\d\d/\d\d")
"""A date without a year, which stays as it is: either part may be the month."""

_WEEKDAY = pattern(r"(?i)\w+day$")
_PARTS = {"date": ("year", "month", "day"), "time": ("hour", "minute")}
"""The parts of a date and of a time that a number may be."""

_OPTION_KINDS = ("word", "number", "quoted", "mark", "date")
"""The kinds of tokens that may name an option."""

_SIZES = pattern(r"(?<=\d)[x×](?=\d)")
_BETWEEN_ITEMS = pattern(r"\n|[;,] (?:and )?|(?<=\w) and (?=\w+\W*$)| \| ")
_AFTER_NAME = pattern(r", (?=\d)| ?[<(\[]")
_SHORT = 4
"""The number of tokens from which a text may have values for other fields as well."""

_LABELLED = 8.0
"""The least score of a value with a label for the field."""

_ENOUGH = 2.3
"""The least score of a value for an optional field."""

_SECONDS = {
    stem(unit): seconds
    for unit, seconds in (
        ("second", 1), ("minute", 60), ("hour", 3600), ("day", 86_400), ("week", 604_800),
    )
}  # fmt: skip
_TYPES: Mapping[str, tuple[type, ...]] = {
    "integer": (int,), "number": (int, float), "array": (list,), "string": (str,),
    "object": (dict,),
}  # fmt: skip


class Match(NamedTuple):
    """A value for a field, and the finds it is made of; none for a value that no find has."""

    value: Any
    score: float
    finds: tuple[Find, ...] = ()

    @property
    def find(self) -> Find | None:
        """The find that is the whole value, None if there is no such find."""
        is_row = isinstance(self.value, list) and bool(self.finds) and self.finds[0].kind != "list"
        return self.finds[0] if self.finds and not is_row else None

    @property
    def tokens(self) -> set[int]:
        """The indices of the value's tokens in the text."""
        return {index for find in self.finds for index in range(find.first, find.last + 1)}


Matches = dict[str, Match]
"""Matches by the name of the field, which is `outer.inner` in an inner object."""


def match(
    fields: Sequence[Property], text: str, now: datetime, known: frozenset[str] = frozenset()
) -> Matches:
    """Values for fields from a text. Words with `known` stems, the tool's own, are poor values.

    Options and lists that the text names come first, then the best of all remaining finds.
    """
    known = known.union(*(field.words for field in fields))
    text = sizes_apart(fields, text)
    labels = {pair.label for pair in pairs_in(bounded(text)) if not is_place(pair.label)}
    names = {field.name for field in fields} | labels
    field_names = [find for find in finds_in(text) if find.text.strip("`'\"") in names]
    taken = Match(None, 0.0, tuple(field_names)).tokens
    ranked = sorted(
        (
            (not _is_explicit(field, one), -round(one.score, 3), number, order, one)
            for number, field in enumerate(fields)
            for order, one in enumerate(matches_of(field, text, now, known))
        ),
        key=lambda each: each[:4],
    )
    matches: Matches = {}
    for *_, number, _, one in ranked:
        field = fields[number]
        rest = _without(one, taken)
        if field.name in matches or (rest.finds and rest.tokens <= taken):
            continue
        if field.required or _is_certain(field, rest):
            matches[field.name] = rest
            taken |= rest.tokens
    return _with_halves(matches, fields)


def sizes_apart(fields: Sequence[Property], text: str) -> str:
    """A text with sizes such as `10x20` as separate numbers, if several fields take a number."""
    return _SIZES.sub(" ", text) if sum(map(takes_number, fields)) > 1 else text


def takes_number(field: Property) -> bool:
    """True if a field requires a number."""
    return field.required and field.type in ("integer", "number")


def _without(one: Match, taken: set[int]) -> Match:
    """A list without the items that are values of other fields."""
    if not isinstance(one.value, list) or len(one.value) != len(one.finds):
        return one
    free = [place for place, find in enumerate(one.finds) if find.first not in taken]
    values, finds = [one.value[each] for each in free], tuple(one.finds[each] for each in free)
    return one._replace(value=values, finds=finds) if free else one


def _is_explicit(field: Property, one: Match) -> bool:
    """True for an option, a list of several, or a value that is no single find."""
    is_row = field.type == "array" and len(one.value) > 1
    return one.score >= _LABELLED or is_row or not one.finds or one.finds[0].kind == "option"


def _is_certain(field: Property, one: Match) -> bool:
    """True if a value is certain enough for an optional field."""
    if field.type == "array":
        if one.score >= _LABELLED:
            return True
        is_own = all(_is_own(field.items or field, find) for find in one.finds)
        return one.score >= _ENOUGH + (0 if is_own else 1)
    if _is_explicit(field, one):
        return True
    find = one.finds[0]
    if find.kind == "number" and _is_usual(field, find):
        return True
    return one.score >= _ENOUGH and (
        _is_own(field, find)
        or any(cue in field.words or field.senses & senses(cue) for cue in find.cues)
        or any(find.cues.get(cue) == 1 for cue in field.around if find.kind == "number")
        or _led(field, find) > 1
    )


def _is_own(field: Property, find: Find) -> bool:
    """True if a find is of the field's kind without any words around it."""
    return field.kind in lists("own").get(_kind_of(find), ())


def _is_usual(field: Property, find: Find) -> bool:
    """True for a number in figures that is in the usual range of a field's name."""
    usual = None if find.unit in ("word", "ordinal") else known_range(field.name)
    return usual is not None and usual.span[0] <= find.value <= usual.span[1]


def _with_halves(matches: Matches, fields: Sequence[Property]) -> Matches:
    """Matches with `Paris, France` or `Ada Byron` split between the two fields for its parts."""
    towns = [each.name for each in fields if each.kind == "place"]
    lands, first_names, last_names, makers, models = (
        _fields_named(fields, words(f"fields.{kind}"))
        for kind in ("lands", "first_names", "last_names", "makers", "models")
    )
    pairs = [(first, last, ", ") for first, last in product(towns, lands)]
    pairs += [(first, last, " ") for first, last in product(first_names, last_names)]
    pairs += [(first, last, " ") for first, last in product(makers, models)]
    for first, last, joint in pairs:
        found = matches.get(first) or (matches.get(last) if joint == " " else None)
        parts = str(found.value).split(joint) if found and first != last else []
        is_taken = last in matches and is_place(str(matches[last].value))
        if found and len(parts) == 2 and not is_taken:
            halves = zip((first, last), parts, strict=True)
            return matches | {name: found._replace(value=part) for name, part in halves}
    return matches


def _fields_named(fields: Sequence[Property], names: frozenset[str]) -> list[str]:
    return [
        each.name
        for each in fields
        if "".join(words_of(each.name)[-2:]) in names or not names.isdisjoint(words_of(each.name))
    ]


# The values of a text for one field


def matches_of(
    field: Property, text: str, now: datetime, known: frozenset[str] = frozenset()
) -> Iterator[Match]:
    """All values in a text for a field: those with a label for it, then the others in order."""
    yield from _labelled(field, bounded(text), now)
    if field.type == "boolean":
        yield from _flags(field, text)
    elif field.type == "array":
        yield from _lists(field, text, now)
    elif options := options_in(field, text):
        for option in options:
            is_exact = option.text.lower() == str(option.value).lower()
            yield Match(option.value, 5.0 + is_exact + _led(field, option), (option,))
    elif not field.enum and field.type != "object":
        yield from _wording(field, text)
        yield from _scalars(field, text, now, known)


def _labelled(field: Property, text: str, now: datetime) -> Iterator[Match]:
    """The values whose label fits a field. Values with the same label are one list."""
    starts = [token.start for token in tokens_of(text)]
    row = Match([], 0.0)
    for pair in pairs_in(text):
        if not (degree := fit(pair.label, field)):
            continue
        first = bisect_left(starts, pair.start)
        for place, found in enumerate(_values_of(field, pair.value, now)):
            finds = tuple(
                find._replace(first=find.first + first, last=find.last + first)
                for find in found.finds
            )
            one = Match(found.value, _LABELLED + degree - place / 10, finds)
            if field.type == "array" and one.score == row.score:
                one = one._replace(value=row.value + one.value, finds=row.finds + finds)
            if field.type != "array":
                yield one
            elif one.score >= row.score:
                row = one
    if row.value:
        yield row


def _values_of(field: Property, text: str, now: datetime) -> Sequence[Match]:
    """The values of a field in a text that is all for it, the best first."""
    whole = Find("worded", text, text, 0, len(tokens_of(text)) - 1)
    inner = field.items or field
    if field.type in ("string", "array") and inner.type in ("string", "") and not inner.enum:
        if field.type == "array":
            parts = [part.strip(" .") for part in _BETWEEN_ITEMS.split(text)]
            return [Match([part for part in parts if part], 0.0, (whole,))]
        if (field.kind or "none") in words("fields.whole"):
            tidied = _tidied(field, text)
            last = len(tokens_of(tidied)) - 1
            return [Match(tidied, 0.0, (whole._replace(last=last),) if last < _SHORT else ())]
    return sorted(matches_of(field, text, now), key=lambda one: -one.score)


def _tidied(field: Property, text: str) -> str:
    """A value without what follows a name: an address, a remark in brackets, an e-mail address."""
    if field.kind in ("name", "person"):
        text = _AFTER_NAME.split(text, 1)[0]
    return text.strip(" .\"'")


def _scalars(field: Property, text: str, now: datetime, known: frozenset[str]) -> Iterator[Match]:
    for find in finds_in(text):
        base = _suits(field, find)
        value = _converted(field, find, now) if base > 0 else None
        if value is None:
            continue
        score = base + _cued(field, find) + field.required
        if find.kind == "phrase":
            value = _trimmed(value, known)
        if find.kind == "name" and field.kind == "person" and "&" in value:
            score -= 1.0
        if find.kind in ("phrase", "name"):
            stems = stems_of(value)
            score -= 1.6 * sum(each in known for each in stems) / max(len(stems), 1)
        # Several numbers may be parts of one date or time.
        is_part = find.kind in _PARTS and field.type in ("integer", "number")
        yield Match(value, score, () if is_part else (find,))


def _wording(field: Property, text: str) -> Iterator[Match]:
    """The subject of a text for a query, the whole text for a question; none if it has a quote."""
    if field.kind != "text" or any(find.kind in ("quoted", "worded") for find in finds_in(text)):
        return
    head = "".join(words_of(field.name)[-1:])
    wording = (
        text.strip()
        if head in words("fields.wholes") or (field.required and head in words("fields.reasons"))
        else sought_in(text)
        if head in words("fields.queries")
        else ""
    )
    if wording and field.type == "string":
        yield Match(wording, 3.0)


def _flags(field: Property, text: str) -> Iterator[Match]:
    """True if a text names a boolean field, False if it negates the field."""
    names = field.words - _HOLLOW
    tokens = tokens_of(bounded(text))
    for number, token in enumerate(tokens):
        stems = {stem(word) for word in words_of(token.text[:1000])}
        if token.kind == "word" and not names.isdisjoint(stems):
            before = {each.lower for each in tokens[max(number - 3, 0) : number]}
            yield Match(words("fields.negations").isdisjoint(before), 3.0)
            return


def _lists(field: Property, text: str, now: datetime) -> Iterator[Match]:
    """A list in brackets, an enumeration, or a single value."""
    inner = field.items or field._replace(type="string", items=None)
    if (inner.enum or inner.options) and (options := options_in(inner, text)):
        yield Match(list(dict.fromkeys(each.value for each in options)), 4.0, tuple(options))
        return
    for row in _rows(finds_in(text)):
        first = row[0]
        if first.kind == "list":
            values = first.value if all(_is_of(each, inner.type) for each in first.value) else []
            score = 3.0
        elif (score := _suits(inner, first)) > 0:
            values = [_converted(inner, find, now) for find in row]
            if inner.type == "string" and None not in values:
                values = [part for value in values for part in value.split(" & ")]
            score += 0.2 * (len(values) > 1)
        else:
            continue
        if values and None not in values:
            yield Match(values, score + max(_cued(field, find) for find in row), tuple(row))


def _rows(finds: Sequence[Find]) -> Iterator[list[Find]]:
    """The finds of each enumeration, and every other find alone."""
    groups: dict[int, list[Find]] = {}
    for find in finds:
        if find.group < 0 or find.kind == "list":
            yield [find]
        else:
            groups.setdefault(find.group, []).append(find)
    yield from groups.values()


def _is_of(value: Any, type_: str) -> bool:
    return isinstance(value, _TYPES.get(type_, (object,))) and not isinstance(value, bool)


def options_in(field: Property, text: str) -> Sequence[Find]:
    """The finds in a text that are options of a field, or else well-known values of its kind."""
    if field.type not in ("string", "integer", "number", ""):
        return ()
    tokens = tokens_of(bounded(text))
    is_text = field.type == "string"
    listed = field.enum or (field.options if is_text else ())
    known = lists("known").get(field.kind, ()) if is_text and not field.enum else ()
    named = _named(listed, tokens, stem) or _named(known, tokens, str.lower)
    return placed(named or [*_implied(field.enum, bounded(text), tokens)], tokens)


def _implied(options: Sequence[Any], text: str, tokens: Sequence[Token]) -> Iterator[Find]:
    """The first option that a text means by another wording."""
    for wording, option in _wordings_of(tuple(map(str, options))):
        if match := wording.search(text):
            inside = [
                place
                for place, token in enumerate(tokens)
                if match.start() <= token.start < match.end()
            ]
            if inside:
                yield Find("option", options[option], match[0], inside[0], inside[-1])
                return


@lru_cache(maxsize=256)
def _wordings_of(options: Sequence[str]) -> Sequence[tuple[re.Pattern[str], int]]:
    """The wordings in `roles.txt` that mean any of the options, with the option's index."""
    lowered = [option.lower() for option in options]
    return [
        (row.pattern, lowered.index(meant))
        for row in ROLES.rows("options")
        for meant in (row.text or "").split()
        if meant in lowered
    ]


def _named(
    options: Sequence[Any], tokens: Sequence[Token], form: Callable[[str], str]
) -> list[Find]:
    """The options whose words are all in a text, in the order of the text.

    Where options overlap, the longest counts. The words may be apart, as in `high and low
    temperature`.
    """
    formed = [
        (form(word), place)
        for place, token in enumerate(tokens if options else ())
        if token.kind in _OPTION_KINDS and token.text not in ("a", "I")
        for word in _words(token.text)
    ]
    places = dict(reversed(formed))
    taken: set[int] = set()
    found: list[Find] = []
    for option in sorted(options, key=lambda each: -len(str(each))):
        parts = [form(word) for word in _words(str(option))]
        if not places.keys() >= set(parts):
            continue
        runs = [formed[start : start + len(parts)] for start in range(len(formed))]
        spans = [(run[0][1], run[-1][1]) for run in runs if [word for word, _ in run] == parts]
        if not spans and all(len(word) > 1 for word in parts):
            spans = [(places[parts[-1]], places[parts[-1]])]
        for first, last in spans:
            if taken.isdisjoint(range(first, last + 1)):
                taken.update(range(first, last + 1))
                text = " ".join(token.text for token in tokens[first : last + 1])
                found.append(Find("option", option, text, first, last))
    return sorted(found, key=lambda find: find.first)


def _words(text: str) -> Sequence[str]:
    """The words of an option or a token; `km/h` is one word."""
    return [text.lower()] if "/" in text else words_of(text[:1000]) or [text]


# The score of a find for a field


def _suits(field: Property, find: Find) -> float:
    """The score of a find for a field by their kinds; 0 if the find cannot be the value."""
    if field.type in ("integer", "number"):
        if find.kind in ("date", "time"):
            return 2.0 if _part_named(field, find) in _PARTS[find.kind] else 0.0
        return _suits_number(field, find) if find.kind == "number" else 0.0
    if field.type not in ("string", ""):
        return 0.0
    named = words_of(field.name)
    for kind, names in (("email", words("fields.addressed")), ("phone", words("fields.phone"))):
        if find.kind == kind and not names.isdisjoint(named):
            return 5.0
    return _SUITS.get(field.kind, _SUITS["usual"]).get(_kind_of(find), 0.0)


def _kind_of(find: Find) -> str:
    """The kind of a find, where a name may be a place or a currency."""
    if find.kind == "name":
        is_currency = find.text in _CURRENCIES.values()
        is_town = is_place(find.text) or ", " in find.text
        return "currency" if is_currency else "place" if is_town else "name"
    return find.kind


def _suits_number(field: Property, find: Find) -> float:
    """The score of a number. One in words is seldom a value; `two charges` is no `charge`."""
    if find.unit != "word":
        is_year = find.left in words("fields.since") and find.is_year
        takes_year = not words("fields.of_years").isdisjoint(words_of(field.name))
        is_share = find.unit == "%" and not _is_percentage(field)
        return 0.0 if is_year and not takes_year else 0.6 if is_share else 1.0
    is_count = find.value > 1 and not field.name.endswith("s") and find.counted in field.words
    return 0.0 if is_count else 0.3


def _cued(field: Property, find: Find) -> float:
    """The score of a find for a field by the words around it."""
    score = 0.0
    for cue, weight in find.cues.items():
        if cue in field.words:
            score += 3 * weight
        elif cue in field.around:
            score += weight
        elif (find.kind != "number" or field.type != "string") and field.senses & senses(cue):
            score += 1.2 * weight
    return score + _led(field, find)


def _led(field: Property, find: Find) -> float:
    """The score of a find for a field by the word before it, such as `from` or `by`."""
    named = words_of(field.name)
    starts, ends = (
        not words("fields.from").isdisjoint(named),
        not words("fields.to").isdisjoint(named),
    )
    is_converted = field.kind in words("fields.converted")
    into = find.left in ("to", "into") or (is_converted and find.left in ("in", "many"))
    out_of = find.left == "from" or (is_converted and find.left[:1].isdigit())
    if (starts or ends) and (into or out_of):
        return 3.0 if (ends if into else starts) else -1.5
    kinds = (field.kind, find.kind)
    for lefts, of_kinds, weight in _PREPOSITIONS:
        if find.left in lefts and not of_kinds.isdisjoint(kinds):
            return weight
    if find.kind == "name" and not words("fields.lands").isdisjoint(named):
        return -1.0 if ", " in find.text else 0.9 if find.left == "," else 0.0
    return 0.0


# The value of a find in the type of a field


def _converted(field: Property, find: Find, now: datetime) -> Any:
    """The value of a find in the type of a field, None if it has no such value."""
    if find.kind in ("date", "time") and field.type in ("integer", "number"):
        return _part(_part_named(field, find), find, now)
    if field.type in ("integer", "number"):
        return _quantity(field, find)
    if find.kind == "date" and field.kind in ("date", "moment"):
        return _date(field, find, now)
    if field.kind == "currency":
        return _currency(find)
    return _text(field, find)


def _part_named(field: Property, find: Find) -> str:
    """The part of a date or a time that a field is named after, such as `hour`, if any.

    A plural such as `minutes` is an amount, and no part unless the text has it: `in 5 years`.
    """
    name = "".join(words_of(field.name)[-1:])
    part = name.removesuffix("s")
    return part if part == name or part in find.text else ""


def _part(name: str, find: Find, now: datetime) -> int | None:
    """The minute of `6:30`, the month of `3 May`, the years of `in 5 years`."""
    if find.kind == "time":
        hour, _, minute = clock_time(find.text).partition(":")
        return int(hour if name == "hour" else minute)
    if name in find.text:
        return next(map(int, numbers_in(find.text)), None)
    day = day_of(find.text, now)
    return None if day is None else int(getattr(day, name))


def _quantity(field: Property, find: Find) -> int | float | None:
    value: int | float = find.value
    spans = [_SECONDS[each] for each in _SECONDS if find.cues.get(each) == 1.0]
    if spans and (own := [_SECONDS[each] for each in _SECONDS if each in field.words]):
        value = value * spans[0] / own[0]
    if find.unit == "%" and field.type == "number" and not _is_percentage(field):
        value = round(value / 100, 10)
    if not _is_within(field.schema, value):
        return None
    scales = [scale for word in words_of(field.name) if (scale := SCALES.get(word, 1)) > 1]
    if scales and value >= scales[0]:  # `price_million` of `120 million euros`
        value = value / scales[0]
    if field.type == "integer":
        return int(value) if float(value).is_integer() else None
    return value


def _is_within(schema: Mapping[str, Any], value: float) -> bool:
    low, high = schema.get("minimum"), schema.get("maximum")
    is_low = isinstance(low, int | float) and value < low
    return not is_low and not (isinstance(high, int | float) and value > high)


def _is_percentage(field: Property) -> bool:
    text = f"{field.name} {field.description}".lower()
    is_share = "decimal" in text or "fraction" in text
    return not is_share and ("percent" in text or "%" in text)


def _date(field: Property, find: Find, now: datetime) -> str | None:
    day = day_of(find.text, now)
    weekday = _WEEKDAY.search(find.text)
    if weekday and words_of(field.name)[-1:] == ("day",):
        return weekday[0]
    if day is None:
        return find.text if _NO_YEAR.fullmatch(find.text) else None
    if field.kind == "date":
        return written(day, field.description)
    clock = clock_time(find.unit) if find.unit else "00:00"
    zone = "Z" if field.schema.get("format") == "date-time" else ""
    return find.text if "T" in find.text else f"{day.isoformat()}T{clock}:00{zone}"


def _currency(find: Find) -> str | None:
    """The code of a currency, by its code, name or sign."""
    if find.kind == "name" and _ISO.fullmatch(find.text):
        return find.text
    names = (find.unit, *words_of(find.text))
    return next((_CURRENCIES[name] for name in names if name in _CURRENCIES), None)


def _text(field: Property, find: Find) -> str:
    description = field.description.lower()
    if find.kind == "time":
        return clock_time(find.text) if "hh:mm" in description else find.text
    if find.kind == "number":
        return find.text.strip("$€£,%")
    if field.kind == "place" and "state" in description and (state := state_of(find.text)):
        return f"{find.text}, {state}"
    if find.kind in ("phrase", "name"):
        return _trimmed(find.text, field.words)
    return str(find.value) if find.kind == "quoted" else find.text


def _trimmed(phrase: str, stems: frozenset[str]) -> str:
    """A phrase without these stems at its ends: `jazz genre` becomes `jazz` for a `genre`."""
    kept = phrase.split()
    while len(kept) > 1 and stem(kept[-1]) in stems:
        kept.pop()
    while len(kept) > 1 and (stem(kept[0]) in stems or kept[0] == "of"):
        kept.pop(0)
    return " ".join(kept)
