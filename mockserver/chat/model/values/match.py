"""Which find of a prompt is the value of which field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.chat.model.meaning import senses, stem, stems_of, words_of
from mockserver.chat.model.values.dates import clock_time, day_of, written
from mockserver.chat.model.values.fields import Field
from mockserver.chat.model.values.finds import Find, finds_in, sought_in
from mockserver.chat.model.values.known import LEXICONS, is_place, state_of
from mockserver.chat.model.values.scan import bounded, tokens_of

_ENOUGH = 2.3
"""What a value of an optional field has to score at least."""

_CURRENCIES = {
    "dollar": "USD", "dollars": "USD", "usd": "USD", "euro": "EUR", "euros": "EUR", "pound": "GBP",
    "pounds": "GBP", "yen": "JPY", "rupee": "INR", "rupees": "INR", "yuan": "CNY", "franc": "CHF",
    "francs": "CHF", "peso": "MXN", "pesos": "MXN", "won": "KRW", "bitcoin": "BTC",
    "sterling": "GBP", "krona": "SEK",
}  # fmt: skip
_ISO = re.compile(r"[A-Z]{3}")
_FROM = frozenset("from origin source start departure base begin initial starting old src in first".split())
_TO = frozenset("to destination dest target end arrival goal final until ending new dst into second".split())
_ADDRESSED = frozenset("to recipient recipients cc bcc address addressee email mail attendees contact".split())
_QUERIES = frozenset("query q search keyword keywords terms".split())
_WHOLES = frozenset("question prompt task request instruction instructions".split())
_FIRSTS = frozenset("1 first a from start min minimum low lower begin x".split())
_SECONDS = frozenset("2 second b to end max maximum high upper y".split())
_NEGATIONS = frozenset({"no", "not", "without", "don't", "dont", "doesn't", "never", "exclude", "excluding", "except", "skip"})


class Match(NamedTuple):
    """A value for a field, and where it was found; `find` is -1 where it is no single stretch."""

    value: Any
    score: float
    find: int = -1


Matches = dict[str, Match]
"""By the name of a field, with dots for what lies inside another."""


class Candidate(NamedTuple):
    score: float
    field: int
    find: int
    value: Any


def match(
    fields: Sequence[Field], text: str, now: datetime, known: frozenset[str] = frozenset()
) -> Matches:
    """Values for these fields from a text. `known` are the stems of the tool, which are no values."""
    finds = finds_in(text)
    known = known.union(*(field.words for field in fields))
    matches: Matches = {}
    taken: set[int] = set()
    for field in fields:
        if (chosen := _chosen(field, text)) is not None:
            matches[field.name] = chosen
        elif field.type == "array" and (several := _several(field, finds, now, taken)):
            value, places, score = several
            matches[field.name] = Match(value, score)
            taken.update(places)
    open_fields = [
        (number, field)
        for number, field in enumerate(fields)
        if field.name not in matches and field.type not in ("array", "object", "boolean")
        and not field.enum
    ]
    ranked = sorted(
        _candidates(open_fields, finds, now, known),
        key=lambda each: (-round(each.score, 3), each.field, each.find),
    )
    for candidate in ranked:
        field = fields[candidate.field]
        if field.name in matches or candidate.find in taken:
            continue
        if not field.required and (candidate.score < _ENOUGH or not _is_sure(field, finds[candidate.find])):
            continue
        matches[field.name] = Match(candidate.value, candidate.score, candidate.find)
        taken.add(candidate.find)
    return matches


def _candidates(
    fields: Sequence[tuple[int, Field]], finds: Sequence[Find], now: datetime, known: frozenset[str]
) -> Iterator[Candidate]:
    for number, field in fields:
        for place, find in enumerate(finds):
            base = _base(field, find)
            if base <= 0:
                continue
            value = converted(field, find, now)
            if value is None:
                continue
            score = base + _cued(field, find)
            if field.required:
                score += 1.0
            if find.kind in ("phrase", "name"):
                score -= 0.8 * _share(find, known | field.words)
            if find.kind in ("phrase", "name"):
                value = _trimmed(value, field.words) if isinstance(value, str) else value
            yield Candidate(score, number, place, value)


def affinity(field: Field, find: Find, now: datetime) -> float:
    """How well a find suits a field by its kind and by what stands around it; 0 if not at all."""
    base = _base(field, find)
    if base <= 0 or field.enum or converted(field, find, now) is None:
        return 0.0
    return base + _cued(field, find)


def _is_sure(field: Field, find: Find) -> bool:
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
    return any(cue in field.words or field.senses & senses(cue) for cue in find.cues) or _led(field, find) > 1


_OWN_KINDS = {
    "date": ("date", "moment"), "time": ("time",), "email": ("email",), "url": ("url",),
    "path": ("path",),
}  # fmt: skip


def _share(find: Find, known: frozenset[str]) -> float:
    stems = stems_of(find.text)
    return sum(each in known for each in stems) / max(len(stems), 1) * 2


def _trimmed(phrase: str, words: frozenset[str]) -> str:
    """A phrase without the field's own name at its end: `jazz genre` is jazz."""
    kept = phrase.split()
    while len(kept) > 1 and stem(kept[-1]) in words:
        kept.pop()
    while len(kept) > 1 and stem(kept[0]) in words:
        kept.pop(0)
    return " ".join(kept)


def _base(field: Field, find: Find) -> float:
    """How well a find suits a field by its kind alone; nothing if it cannot be its value."""
    kind = find.kind
    if field.type in ("integer", "number"):
        return (0.3 if find.unit == "word" else 1.0) if kind == "number" else 0.0
    if field.type not in ("string", ""):
        return 0.0
    if kind == "email" and not _ADDRESSED.isdisjoint(words_of(field.name)):
        return 5.0
    if kind == "name" and is_place(find.text):
        return 3.4 if field.kind == "place" else 1.0
    return _SUITS.get(field.kind, _USUAL).get(kind, 0.0)


_USUAL: dict[str, float] = {"quoted": 2.5, "name": 1.6, "code": 1.5, "phrase": 1.0, "number": 0.1, "time": 0.2, "path": 0.5, "list": 0.1}
_SUITS: dict[str, dict[str, float]] = {
    "place": {"name": 2.6, "quoted": 1.5, "phrase": 0.5, "code": 0.4},
    "person": {"name": 2.4, "quoted": 1.6, "phrase": 0.4},
    "date": {"date": 4.0, "number": 0.05},
    "moment": {"date": 4.0},
    "time": {"time": 4.0, "date": 0.6, "phrase": 0.1, "number": 0.1},
    "email": {"email": 5.0},
    "url": {"url": 5.0},
    "path": {"path": 4.0, "quoted": 1.5, "name": 0.3, "phrase": 0.2},
    "text": {"quoted": 3.0, "phrase": 1.2, "name": 1.3, "code": 0.8, "url": 0.3, "path": 0.5, "list": 0.1},
    "language": {"name": 2.0, "quoted": 1.0, "phrase": 0.5},
    "currency": {"name": 2.0, "phrase": 1.0, "number": 0.6},
    "unit": {"phrase": 0.8, "quoted": 1.0, "name": 0.5},
    "color": {"phrase": 0.8, "quoted": 1.0, "name": 0.8},
    "number": {"code": 3.0, "number": 1.5, "quoted": 2.0, "name": 0.5, "date": 0.2},
    "name": {"quoted": 3.0, "name": 2.2, "code": 1.5, "phrase": 1.0},
}


def _cued(field: Field, find: Find) -> float:
    """How much of what stands around a find speaks of the field."""
    if find.label and (stem(find.label) in field.words or find.label == field.name.lower()):
        return 8.0
    score = 0.0
    for cue, weight in find.cues.items():
        if cue in field.words:
            score += 3 * weight
        elif cue in field.around:
            score += weight
        elif field.senses and field.senses & senses(cue):
            score += 1.2 * weight
    return score + _led(field, find)


def _led(field: Field, find: Find) -> float:
    """What the word in front of a find says of its role."""
    words = words_of(field.name)
    left = find.left
    if left == "from" and not _FROM.isdisjoint(words):
        return 3.0
    if left in ("to", "into") and not _TO.isdisjoint(words):
        return 3.0
    if left in ("to", "into") and not _FROM.isdisjoint(words):
        return -1.5
    if left == "from" and not _TO.isdisjoint(words):
        return -1.5
    if find.group >= 0:
        if find.place == 0 and not _FIRSTS.isdisjoint(words):
            return 1.0
        if find.place == 1 and not _SECONDS.isdisjoint(words):
            return 1.0
    if left in ("in", "at", "near", "around", "to", "within") and field.kind == "place":
        return 1.2
    if left == "by" and field.kind == "person":
        return 1.5
    if left in ("in", "at", "near") and find.kind == "name" and field.kind != "date":
        return -0.8
    if left in ("for", "of", "about") and field.kind in ("text", "name", "person"):
        return 0.3
    return 0.0


def converted(field: Field, find: Find, now: datetime) -> Any:
    """The value that a find is for a field, of the type it has to be; None if it is none."""
    if field.type in ("integer", "number"):
        return _quantity(field, find)
    if field.kind in ("date", "moment") and find.kind == "date":
        day = day_of(find.text, now)
        if day is None:
            return None
        if field.kind == "moment":
            return find.text if "T" in find.text else f"{day.isoformat()}T00:00:00Z"
        return written(day, field.said)
    if find.kind == "time":
        wants_12 = " am" in field.said.lower() or " pm" in field.said.lower()
        return find.text if wants_12 else clock_time(find.text)
    if field.kind == "currency":
        return _currency(find)
    if find.kind == "number":
        return f"{find.text} century" if find.unit == "ordinal" and "century" in find.cues else find.text.strip("$€£,%")
    if field.kind == "place" and "state" in field.said.lower() and (state := state_of(find.text)):
        return f"{find.text}, {state}"
    return find.value if find.kind == "quoted" else find.text


def _quantity(field: Field, find: Find) -> int | float | None:
    value = find.value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if find.unit == "%" and field.type == "number" and not _in_percent(field):
        value = round(value / 100, 10)
    if field.type == "integer":
        return int(value) if float(value).is_integer() else None
    return value


def _in_percent(field: Field) -> bool:
    said = field.said.lower()
    if "decimal" in said or "fraction" in said:
        return False
    return "percent" in said or "%" in said or "percent" in field.name.lower()


def _currency(find: Find) -> str | None:
    if find.kind == "number":
        return {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}.get(find.unit)
    if find.kind == "name" and _ISO.fullmatch(find.text):
        return find.text
    return next((_CURRENCIES[word] for word in words_of(find.text) if word in _CURRENCIES), None)


def _several(
    field: Field, finds: Sequence[Find], now: datetime, taken: set[int]
) -> tuple[list[Any], list[int], float] | None:
    """A list that stands in the prompt as one, else an enumeration, else one value alone."""
    inner = field.items or field._replace(type="string", items=None)
    best: tuple[list[Any], list[int], float] | None = None
    for places in _rows(finds):
        if taken & set(places):
            continue
        first = finds[places[0]]
        if first.kind == "list":
            values = [each for each in first.value if _is_of(each, inner.type)]
            values = values if len(values) == len(first.value) else []
            score = 3.0
        else:
            if _base(inner, first) <= 0:
                continue
            values = [converted(inner, finds[each], now) for each in places]
            score = _base(inner, first) + 0.2 * (len(values) > 1)
        if not values or None in values:
            continue
        score += max(_cued(field, finds[each]) for each in places)
        if best is None or score > best[2]:
            best = values, places, score
    if best is None or (not field.required and best[2] < _ENOUGH + 1):
        return None
    return best


def _rows(finds: Sequence[Find]) -> Iterator[list[int]]:
    """The places of finds that stand together."""
    groups: dict[int, list[int]] = {}
    for place, find in enumerate(finds):
        if find.group < 0:
            yield [place]
        else:
            groups.setdefault(find.group, []).append(place)
    yield from groups.values()
    for place in range(1, len(finds)):
        before, after = finds[place - 1], finds[place]
        if before.kind == after.kind == "number" and after.left in ("to", "and") and after.first - before.last <= 4:
            yield [place - 1, place]


def _is_of(value: Any, type_: str) -> bool:
    if type_ == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if type_ == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if type_ == "array":
        return isinstance(value, list)
    return isinstance(value, str) if type_ == "string" else True


def _chosen(field: Field, text: str) -> Match | None:
    """A value out of those that are listed, or true or false by what the text speaks of."""
    if field.type == "boolean":
        return _claimed(field, text)
    if field.type == "array":
        if field.items is None or not (field.items.enum or field.items.options):
            return None
        options = field.items.enum or field.items.options
        said = [each for each in options if _mentions(str(each), text)]
        return Match(said, 4.0) if said else None
    options = field.enum or (field.options if field.type == "string" else ())
    said = [each for each in options if _mentions(str(each), text)]
    if said:
        return Match(max(said, key=lambda each: len(str(each))), 5.0)
    if (known := _known(field, text)) is not None:
        return known
    if field.type == "string" and not field.enum:
        return _wording(field, text)
    if field.enum:
        told = {each for token in tokens_of(bounded(text)) if token.kind == "word" for each in senses(token.stem)}
        alike = [each for each in options if any(senses(s) & told for s in stems_of(str(each)))]
        return Match(alike[0], 2.0) if len(alike) == 1 and field.required else None
    return None


def _wording(field: Field, text: str) -> Match | None:
    """For a query what is sought, for a question all that was said; a quotation is better."""
    if field.kind != "text" or any(find.kind == "quoted" for find in finds_in(text)):
        return None
    words = words_of(field.name)
    if words and words[-1] in _WHOLES:
        return Match(text.strip(), 3.0)
    if not words or words[-1] not in _QUERIES:
        return None
    sought = sought_in(text)
    return Match(sought, 3.0) if sought else None


def _known(field: Field, text: str) -> Match | None:
    """A colour, language or unit that the text names."""
    if field.enum or field.type != "string" or field.kind not in LEXICONS:
        return None
    words = {word.lower(): word for word in LEXICONS[field.kind]}
    tokens = tokens_of(bounded(text))
    said = [token for token in tokens if token.kind == "word" and token.lower in words]
    if not said:
        return None
    target = {"to", "in", "into"} if not _TO.isdisjoint(words_of(field.name)) else set()
    led = [t for t in said if tokens[max(tokens.index(t) - 1, 0)].lower in target]
    return Match((led or said)[0].text, 3.0)


def _mentions(option: str, text: str) -> bool:
    stems = [stem(word) for word in words_of(option)]
    if not stems or len(option) < 2:
        return bool(option) and any(token.text == option for token in tokens_of(bounded(text)))
    said = {inner for token in tokens_of(bounded(text)) for inner in _stems_in(token.text)}
    return said.issuperset(stems)


def _stems_in(text: str) -> set[str]:
    return {stem(word) for word in words_of(text[:1000])}


_HOLLOW = frozenset(stem(word) for word in "is include includes use with allow enable has show only get return whether all should are".split())


def _claimed(field: Field, text: str) -> Match | None:
    wanted = field.words - _HOLLOW
    tokens = tokens_of(bounded(text))
    for number, token in enumerate(tokens):
        if token.kind == "word" and not wanted.isdisjoint(_stems_in(token.text)):
            before = {each.lower for each in tokens[max(number - 3, 0) : number]}
            return Match(_NEGATIONS.isdisjoint(before), 3.0)
    return None
