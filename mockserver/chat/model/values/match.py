"""Matching: each field of a schema gets the value of the prompt that fits it best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.chat.model.lists import is_place, lists, words
from mockserver.chat.model.meaning import senses, stem, stems_of, words_of
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import Find, finds_in, placed, sought_in
from mockserver.chat.model.values.fit import converted, cued, led, suits, trimmed
from mockserver.chat.model.values.scan import Token, bounded, tokens_of

_FIRST_NAMES = words("fields.first_names")
_LAST_NAMES = words("fields.last_names")
_LANDS = words("fields.lands")
_MAKERS = words("fields.makers")
_MODELS = words("fields.models")
_QUERIES = words("fields.queries")
_WHOLES = words("fields.wholes")
_NEGATIONS = words("fields.negations")
_HOLLOW = frozenset(map(stem, words("fields.hollow")))
_TOLD = ("word", "number", "quoted", "mark")
"""Kinds of tokens that name options."""

_OWN_KINDS = {
    "date": ("date", "moment"), "time": ("time",), "email": ("email",), "url": ("url",),
    "path": ("path",),
}  # fmt: skip
_ENOUGH = 2.3
"""The least score of a value for an optional field."""


class Match(NamedTuple):
    """A value for a field, and the finds that it was made of; none if it is no single stretch."""

    value: Any
    score: float
    finds: tuple[Find, ...] = ()

    @property
    def find(self) -> Find | None:
        """The find that is the whole value."""
        is_row = isinstance(self.value, list) and bool(self.finds) and self.finds[0].kind != "list"
        return self.finds[0] if self.finds and not is_row else None

    @property
    def tokens(self) -> set[int]:
        """The places in the text that it takes."""
        return {place for find in self.finds for place in range(find.first, find.last + 1)}


Matches = dict[str, Match]
"""By the name of a field, with dots for what lies inside another."""


def match(
    fields: Sequence[Property], text: str, now: datetime, known: frozenset[str] = frozenset()
) -> Matches:
    """Values for these fields from a text. `known` are stems of the tool, which are no values.

    First come options that the text names and lists, then the best of all finds that are left.
    """
    known = known.union(*(field.words for field in fields))
    names = {field.name for field in fields}
    own = [find for find in finds_in(text) if find.text.strip("`'\"") in names]
    taken = Match(None, 0.0, tuple(own)).tokens
    ranked = sorted(
        (
            (not is_named(field, one), -round(one.score, 3), number, order, one)
            for number, field in enumerate(fields)
            for order, one in enumerate(matches_of(field, text, now, known))
        ),
        key=lambda each: each[:4],
    )
    matches: Matches = {}
    for *_, number, _, one in ranked:
        field = fields[number]
        if field.name in matches or (one.finds and one.tokens <= taken):
            continue
        if field.required or _is_sure(field, one):
            matches[field.name] = one
            taken |= one.tokens
    return _with_halves(matches, fields)


def is_named(field: Property, one: Match) -> bool:
    """True for an option, a list, or what is no single find: they go before all others."""
    return field.type == "array" or not one.finds or one.finds[0].kind == "option"


def matches_of(
    field: Property, text: str, now: datetime, known: frozenset[str] = frozenset()
) -> Iterator[Match]:
    """All values of a text for a field, in the order of the text."""
    if field.type == "boolean":
        yield from _claims(field, text)
    elif field.type == "array":
        yield from _lists(field, text, now)
    elif options := options_in(field, text):
        for option in options:
            is_exact = option.text.lower() == str(option.value).lower()
            yield Match(option.value, 5.0 + is_exact + led(field, option), (option,))
    elif not field.enum and field.type != "object":
        yield from _wording(field, text)
        yield from _scalars(field, text, now, known)


def _scalars(field: Property, text: str, now: datetime, known: frozenset[str]) -> Iterator[Match]:
    """The finds of a text that can be the value of a field."""
    for find in finds_in(text):
        base = suits(field, find)
        value = converted(field, find, now) if base > 0 else None
        if value is None:
            continue
        score = base + cued(field, find) + field.required
        if find.kind == "phrase":
            value = trimmed(value, known)
        if find.kind in ("phrase", "name"):
            stems = stems_of(value)
            score -= 1.6 * sum(each in known for each in stems) / max(len(stems), 1)
        yield Match(value, score, (find,))


def _is_sure(field: Property, one: Match) -> bool:
    """True if more than nearness speaks for a value of an optional field."""
    if is_named(field, one):
        return field.type != "array" or one.score >= _ENOUGH + 1
    find = one.finds[0]
    return one.score >= _ENOUGH and (
        field.kind in _OWN_KINDS.get(find.kind, ())
        or bool(find.label)
        or any(cue in field.words or field.senses & senses(cue) for cue in find.cues)
        or any(find.cues.get(cue) == 1 for cue in field.around if find.kind == "number")
        or led(field, find) > 1
    )


def options_in(field: Property, text: str) -> Sequence[Find]:
    """The places where a text names a value that a field lists, or that is known of its kind."""
    if field.type not in ("string", "integer", "number", ""):
        return ()
    tokens = tokens_of(bounded(text))
    is_text = field.type == "string"
    listed = field.enum or (field.options if is_text else ())
    known = lists("known").get(field.kind, ()) if is_text and not field.enum else ()
    return placed(_named(listed, tokens, stem) or _named(known, tokens, str.lower), tokens)


def _named(
    options: Sequence[Any], tokens: Sequence[Token], form: Callable[[str], str]
) -> list[Find]:
    """The options that stand in a text with all their words, the longest first at any place.

    The words may stand apart: `high and low temperature`.
    """
    said = [
        (form(word), place)
        for place, token in enumerate(tokens if options else ())
        if token.kind in _TOLD and token.text not in ("a", "I")
        for word in _words(token.text)
    ]
    places = dict(reversed(said))
    taken: set[int] = set()
    found: list[Find] = []
    for option in sorted(options, key=lambda each: -len(str(each))):
        words = [form(word) for word in _words(str(option))]
        if not places.keys() >= set(words):
            continue
        starts = [start for start, (word, _) in enumerate(said) if word == words[0]]
        runs = [said[start : start + len(words)] for start in starts]
        spans = [(run[0][1], run[-1][1]) for run in runs if [word for word, _ in run] == words]
        if not spans and all(len(word) > 1 for word in words):
            spans = [(places[words[-1]], places[words[-1]])]
        for first, last in spans:
            if taken.isdisjoint(range(first, last + 1)):
                taken.update(range(first, last + 1))
                text = " ".join(token.text for token in tokens[first : last + 1])
                found.append(Find("option", option, text, first, last))
    return sorted(found, key=lambda find: find.first)


def _words(text: str) -> Sequence[str]:
    """The words of an option or a token; `km/h` is one."""
    return [text.lower()] if "/" in text else words_of(text[:1000]) or [text]


def _wording(field: Property, text: str) -> Iterator[Match]:
    """For a query what is sought, for a question all that was said; a quotation is better."""
    if field.kind != "text" or any(find.kind == "quoted" for find in finds_in(text)):
        return
    head = "".join(words_of(field.name)[-1:])
    said = text.strip() if head in _WHOLES else sought_in(text) if head in _QUERIES else ""
    if said and field.type == "string":
        yield Match(said, 3.0)


def _claims(field: Property, text: str) -> Iterator[Match]:
    """True for what a text speaks of, False for what it denies."""
    wanted = field.words - _HOLLOW
    tokens = tokens_of(bounded(text))
    for number, token in enumerate(tokens):
        stems = {stem(word) for word in words_of(token.text[:1000])}
        if token.kind == "word" and not wanted.isdisjoint(stems):
            before = {each.lower for each in tokens[max(number - 3, 0) : number]}
            yield Match(_NEGATIONS.isdisjoint(before), 3.0)
            return


def _lists(field: Property, text: str, now: datetime) -> Iterator[Match]:
    """A list that stands in the prompt as one, an enumeration, or one value alone."""
    inner = field.items or field._replace(type="string", items=None)
    if (inner.enum or inner.options) and (options := options_in(inner, text)):
        yield Match(list(dict.fromkeys(each.value for each in options)), 4.0, tuple(options))
        return
    for row in _rows(finds_in(text)):
        first = row[0]
        if first.kind == "list":
            values = first.value if all(_is_of(each, inner.type) for each in first.value) else []
            score = 3.0
        elif (score := suits(inner, first)) > 0:
            values = [converted(inner, find, now) for find in row]
            score += 0.2 * (len(values) > 1)
        else:
            continue
        if values and None not in values:
            yield Match(values, score + max(cued(field, find) for find in row), tuple(row))


def _rows(finds: Sequence[Find]) -> Iterator[list[Find]]:
    """The finds that stand together."""
    groups: dict[int, list[Find]] = {}
    for find in finds:
        if find.group < 0 or find.kind == "list":
            yield [find]
        else:
            groups.setdefault(find.group, []).append(find)
    yield from groups.values()


def _is_of(value: Any, type_: str) -> bool:
    kinds: Mapping[str, tuple[type, ...]] = {
        "integer": (int,), "number": (int, float), "array": (list,), "string": (str,),
    }  # fmt: skip
    return isinstance(value, kinds.get(type_, (object,))) and not isinstance(value, bool)


def _with_halves(matches: Matches, fields: Sequence[Property]) -> Matches:
    """The parts of `Paris, France` or `Ada Byron` under the two keys that ask for them."""
    towns = [each.name for each in fields if each.kind == "place"]
    for firsts, lasts, joint in (
        (towns, _fields_named(fields, _LANDS), ", "),
        (_fields_named(fields, _FIRST_NAMES), _fields_named(fields, _LAST_NAMES), " "),
        (_fields_named(fields, _MAKERS), _fields_named(fields, _MODELS), " "),
    ):
        for first in firsts:
            last = next((name for name in lasts if name != first), "")
            found = matches.get(first) or (matches.get(last) if joint == " " else None)
            parts = str(found.value).split(joint) if found and last else []
            if found and len(parts) == 2 and not _is_place(matches.get(last)):
                halves = zip((first, last), parts, strict=True)
                return matches | {name: found._replace(value=part) for name, part in halves}
    return matches


def _fields_named(fields: Sequence[Property], names: frozenset[str]) -> list[str]:
    return [
        each.name
        for each in fields
        if "".join(words_of(each.name)[-2:]) in names or not names.isdisjoint(words_of(each.name))
    ]


def _is_place(found: Match | None) -> bool:
    return found is not None and is_place(str(found.value))
