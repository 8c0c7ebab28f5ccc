"""Matching: each field of a schema gets the value in the prompt that fits it best.

The values of a field are those with a label for it, the `options` that a text names, and finds,
each with a score and in the type of the field (see `conversion`). The best pairs of a field and a
value are matched first, and each find is used once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from itertools import takewhile
from operator import or_
from typing import Any, NamedTuple

from mockserver.chat.model.lists import is_place, lists, words
from mockserver.chat.model.meaning import senses, stem, stems_of, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import sentences
from mockserver.chat.model.values.conversion import (
    converted,
    counts,
    cued,
    is_usual,
    kind_of,
    led,
    suits,
    trimmed,
)
from mockserver.chat.model.values.fields import Property, is_of
from mockserver.chat.model.values.finds import ROLES, Find, finds_in
from mockserver.chat.model.values.labels import fit, pairs_in
from mockserver.chat.model.values.options import options_in
from mockserver.chat.model.values.scan import bounded, tokens_of

_HOLLOW = frozenset(map(stem, words("fields.hollow")))
_DENIALS = frozenset({"not", "isn't", "aren't", "never", "impossible", "unavailable"})
_ALL_OF_KIND = frozenset({"email", "url", "phone", "path", "place", "company", "person", "date"})
_SIZES = pattern(r"(?<=\d) ?(?:[x×]|by) ?(?=\d)")
_BETWEEN_ITEMS = pattern(r"\n|[;,] (?:and )?|(?<=\w) and (?=\w+\W*$)| \| ")
_HALVES = {
    ("towns", "lands"): ", ", ("first_names", "last_names"): " ", ("makers", "models"): " ",
}  # fmt: skip
_NEXT_SENTENCE = pattern(r"(?<=[a-z\d]{3})\. (?=[A-Z])")
_AFTER_NAME = pattern(r", (?=\d)| ?[<(\[]")
_PROPER = frozenset({"company", "job", "person"})
"""The kinds of fields whose values are never dates, numbers or addresses."""

MOST_FIELDS = 100
"""The most fields of an object that values are looked for."""

_TRIED = 6
"""The most values of a field that are tried in place of the one it has."""

_JOINTS = pattern(
    r",? (?:because|but|so that) |, (?:and|so|as|since) "
    r"| and (?=(?:both|they|it|he|she|we|I|the|my|now|one of|none|nothing)\b)|(?<=\w): "
)
"""The words between the clauses of a sentence."""

_SHORTEST = 3
"""The least number of words of a clause."""

_SHORT = 4
"""The number of tokens from which a text may have values for other fields as well."""

_LABELLED = 8.0
"""The least score of a value with a label for the field."""

FAIR = 0.97
"""The least score of a value that there is evidence for; required fields add a point."""

_ENOUGH = 2.3
"""The least score of a value for an optional field."""


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
    def written(self) -> str:
        """The value as the text writes it."""
        is_whole = self.find is not None and self.find.kind not in ("option", "worded")
        return self.find.text if self.find and is_whole else str(self.value)

    @property
    def tokens(self) -> set[int]:
        """The indices of the value's tokens in the text."""
        return {index for find in self.finds for index in range(find.first, find.last + 1)}


class _Candidate(NamedTuple):
    """A value for a field, its worth, and its tokens in the text as bits."""

    worth: float
    one: Match
    bits: int

    def is_in(self, taken: int) -> bool:
        """True if all tokens of the value are taken."""
        return bool(self.bits) and not self.bits & ~taken


def _bits_of(tokens: set[int]) -> int:
    return sum(1 << index for index in tokens)


Matches = dict[str, Match]
"""Matches by the name of the field, which is `outer.inner` in an inner object."""


def match(
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
    optional = _ENOUGH if known else FAIR
    known = known.union(*(field.words for field in fields))
    text = sizes_apart(fields, text)
    pairs = pairs_in(bounded(text))
    labels = {pair.label for pair in pairs if any(fit(pair.label, each) for each in fields)}
    names = {field.name for field in fields} | labels
    field_names = [find for find in finds_in(text) if find.text.strip("`'\"") in names]
    ranked: dict[str, Sequence[_Candidate]] = {}
    for field in fields:
        is_open = field.required and field.default is None
        bar = least or (0.0 if is_open else optional)
        if not field.required and any(one.value is False for one in _flags(field, text)):
            continue  # `No coupon.`
        found = sorted(matches_of(field, text, now, known), key=lambda one: -round(one.score, 3))
        kept = (one for one in found if one.finds or field.type != "string" or not least)
        ranked[field.name] = [
            _Candidate(round(one.score, 3) - bar, one, _bits_of(one.tokens))
            for one in kept
            if _is_over(field, one, bar)
        ]
    matches = _assigned(ranked, _bits_of(Match(None, 0.0, tuple(field_names)).tokens))
    return _with_halves(_in_order(matches, fields), fields)


def _is_over(field: Property, one: Match, bar: float) -> bool:
    """True if a value is good enough for a field."""
    return is_sure(field, one) if bar == _ENOUGH else not bar or one.score - field.required >= bar


def _assigned(ranked: Mapping[str, Sequence[_Candidate]], taken: int) -> Matches:
    """The values that are worth most together, each of other tokens.

    The best pairs come first. Then a field takes a value from another one if the two are worth
    more, with what is left for the other.
    """
    rows = ((name, each) for name, row in ranked.items() for each in row)
    chosen: dict[str, _Candidate] = {}
    used = taken
    for name, each in sorted(rows, key=lambda pair: -pair[1].worth):
        if name not in chosen and not each.is_in(used):
            chosen[name] = each
            used |= each.bits
    for name, row in ranked.items():
        for wanted in row[:_TRIED]:
            losers = {other for other in chosen if chosen[other].bits & wanted.bits} - {name}
            if len(losers) != 1:
                continue
            [loser] = losers
            kept = {other: chosen[other] for other in chosen if other not in (name, loser)}
            used = reduce(or_, (each.bits for each in kept.values()), wanted.bits | taken)
            others = (each for each in ranked[loser] if not each.bits & wanted.bits)
            left = next((each for each in others if not each.is_in(used)), None)
            before = chosen[loser].worth + (chosen[name].worth if name in chosen else 0.0)
            if wanted.worth + (left.worth if left else 0.0) > before + 0.001:
                chosen = kept | {name: wanted} | ({loser: left} if left else {})
    return {name: each.one for name, each in chosen.items()}


def sizes_apart(fields: Sequence[Property], text: str) -> str:
    """A text with sizes such as `10x20` as separate numbers, if several fields take a number."""
    return _SIZES.sub(" ", text) if sum(map(takes_number, fields)) > 1 else text


def takes_number(field: Property) -> bool:
    """True if a field requires a number."""
    return field.required and field.type in ("integer", "number")


def is_sure(field: Property, one: Match) -> bool:
    """True if a value is certain enough for an optional field: it is labelled or an option, or good
    and of the field's own kind or named by the words around it."""
    if one.score >= _LABELLED or not one.finds or one.finds[0].kind == "option":
        return True
    own, find = (field.items or field).kind, one.finds[0]
    is_own = all(own in lists("own").get(kind_of(each), ()) for each in one.finds)
    if field.type == "array":
        return one.score >= _ENOUGH + (0 if is_own else 1)
    if find.kind == "number" and (is_usual(field, find) or counts(field, find)):
        return True
    return one.score - field.required >= _ENOUGH and (
        is_own
        or any(cue in field.words or field.senses & senses(cue) for cue in find.cues)
        or any(find.cues.get(cue) == 1 for cue in field.around if find.kind == "number")
    )


def _in_order(matches: Matches, fields: Sequence[Property]) -> Matches:
    """Matches with the values of fields such as `mass1` and `mass2` in the order of the text."""
    rows: dict[tuple[object, ...], list[str]] = {}
    for field in fields:
        words = words_of(field.name)
        find = matches[field.name].find if field.name in matches else None
        is_numbered = len(words) > 1 and (words[-1].isdigit() or len(words[-1]) == 1)
        if find and find.left not in ("from", "to", "into") and is_numbered:
            rows.setdefault((find.kind, *words[:-1]), []).append(field.name)
    for names in rows.values():
        ordered = sorted((matches[name] for name in names), key=lambda one: one.finds[0].first)
        matches |= zip(names, ordered, strict=True)
    return matches


def _with_halves(matches: Matches, fields: Sequence[Property]) -> Matches:
    """Matches with `Paris, France` or `Ada Byron` split between the two fields for its parts."""
    for kinds, joint in _HALVES.items():
        rows = [[each.name for each in fields if _is_named(each, kind)] for kind in kinds]
        read = [matches[row[0]] for row in rows if row and row[0] in matches]
        found = next((one for one in read if len(str(one.value).split(joint)) == 2), None)
        is_taken = len(read) > 1 and is_place(str(read[-1].value))
        if found and all(rows) and not is_taken:
            parts = zip(rows, str(found.value).split(joint), strict=True)
            matches = matches | {row[0]: found._replace(value=part) for row, part in parts}
    return matches


def _is_named(field: Property, kind: str) -> bool:
    """True if a field has a name of a list in `lists.toml`, such as `first_names`."""
    parts = words_of(field.name)
    return not words(f"fields.{kind}").isdisjoint((*parts, "".join(parts[-2:])))


def is_certain(found: Match) -> bool:
    """True if a value is no phrase."""
    return not any(find.kind == "phrase" for find in found.finds)


def nested(matches: Matches, fields: Sequence[Property]) -> dict[str, Any]:
    """The values of matches as nested objects, in the order of the fields."""
    values: dict[str, Any] = {}
    for field in fields:
        if field.name not in matches:
            continue
        *outer, last = field.name.split(".")
        target = values
        for name in outer:
            target = target.setdefault(name, {})
        value = matches[field.name].value
        target[last] = [*value] if isinstance(value, list) else value
    return values


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
        amounts = [find for find in finds_in(text) if find.kind == "number"]
        has_units = field.kind == "unit" and len(amounts) > 1
        for option in options:
            points = led(field, option)
            if has_units and option.left[:1].isdigit() and points <= 0:
                continue  # The unit of one of several amounts is not that of the result.
            is_exact = option.text.lower() == str(option.value).lower()
            yield Match(option.value, 5.0 + is_exact + points, (option,))
    elif not field.enum and field.type != "object":
        yield from _wording(field, text) if field.type == "string" else ()
        yield from _clauses(field, text) if field.type == "string" else ()
        yield from _scalars(field, text, now, known)


def _labelled(field: Property, text: str, now: datetime) -> Iterator[Match]:
    """The values whose label fits a field. Values with the same label are one list."""
    row = Match([], 0.0)
    for pair in pairs_in(text):
        if not (degree := fit(pair.label, field)):
            continue
        starts = [token.start for token in tokens_of(text)]
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
    if field.type == "boolean":
        said = next(iter(words_of(text)), "")
        is_yes = said in words("fields.yes")
        return [Match(is_yes, 0.0, (whole,))] if is_yes or said in words("fields.no") else ()
    alone = [find for find in finds_in(text) if find.text == text.strip(" .")]
    if field.kind in _PROPER and any(suits(inner, find) == 0 for find in alone):
        return ()
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
    if field.kind in ("name", "thing", "person"):
        text = _AFTER_NAME.split(text, 1)[0]
    if field.kind != "text":
        text = _NEXT_SENTENCE.split(text, 1)[0]
    return text.strip(" .\"'")


def _scalars(field: Property, text: str, now: datetime, known: frozenset[str]) -> Iterator[Match]:
    for find in finds_in(text):
        base = suits(field, find)
        value = converted(field, find, now) if base > 0 else None
        if value is None:
            continue
        score = base + cued(field, find) + field.required
        if find.kind == "phrase":
            value = trimmed(value, known)
        if find.kind == "name" and field.kind == "person":
            score += 0.3 * (" " in value)
        if kind_of(find) == "name" and find.left in (".", "") and " " not in find.text:
            score -= 0.3  # It may be any word at the beginning of a sentence.
        stems = stems_of(value) if find.kind in ("phrase", "name") else ()
        if find.kind == "name" and len(stems) > 1 and {stems[0], stems[-1]} & field.words:
            score += 2.0  # `Louvre Museum` for a museum
        elif stems:
            score -= 1.6 * sum(each in known for each in stems) / len(stems)
        # Several numbers may be parts of one date or time.
        is_part = find.kind in ("date", "time") and field.type in ("integer", "number")
        yield Match(value, score, () if is_part else (find,))


def _wording(field: Property, text: str) -> Iterator[Match]:
    """The text for a question, and from its subject on for a query, unless it has a quote."""
    head = "".join(words_of(field.name)[-1:])
    yield from (Match(told, 4.0) for told in ROLES.texts(f"{head} of a message", text))
    if head not in words("fields.worded") or any(
        find.kind in ("quoted", "worded") for find in finds_in(text)
    ):
        return
    verbs, tokens = words("text.verbs"), tokens_of(bounded(text))
    subject = (each.start for each in tokens if each.is_telling and each.lower not in verbs)
    start = next(subject, len(text)) if head in words("fields.queries") else 0
    yield Match(text[start:].strip(" \n.:;") if start else text.strip(), 6.0)


def told_in(name: str, text: str) -> Iterator[tuple[float, str]]:
    """The clauses of a text that a name such as `reason` asks for, with their scores: those of
    trouble, a request, or whole sentences. Greetings and introductions tell nothing."""
    kind = _told_by(name)
    for sentence in sentences(bounded(text)) if kind else ():
        for clause in _JOINTS.split(sentence) if kind == "trouble" else (sentence,):
            if len(clause.split()) < _SHORTEST or ROLES.pattern("greets").match(clause):
                continue
            is_asked, is_intro = ROLES.matches("asks", clause), ROLES.matches("introduces", clause)
            is_wanted = ROLES.matches("trouble", clause) if kind == "trouble" else is_asked
            is_wanted &= kind != "statement"
            score = 1.5 + 1.2 * is_wanted - (is_asked and kind != "asks") - is_intro
            yield score, clause.strip(" ,;-").removesuffix("." if kind == "trouble" else "")


def _told_by(name: str) -> str:
    """The kind of clause that a name asks for, empty if it asks for none."""
    return ROLES.text("told", " ".join(words_of(name)))


def _clauses(field: Property, text: str) -> Iterator[Match]:
    """The clauses of a text that a field asks for: better ones with a word of its name."""
    name = field.name.rpartition(".")[2]
    if _told_by(name) == "asks":
        return  # A row of steps has several.
    for worth, clause in told_in(name, text):
        about = frozenset(stems_of(clause))
        is_near = about & field.words or any(senses(each) & field.senses for each in about)
        find = Find("clause", clause, clause, 0, -1, cues=dict.fromkeys(about, 0.5))
        yield Match(clause, worth + 0.5 * bool(is_near) + field.required, (find,))


def _flags(field: Property, text: str) -> Iterator[Match]:
    """True if a text names a boolean field, False if it negates the field."""
    names = field.words - _HOLLOW
    pairs = lists("contraries").items()
    against = {stem(each) for name, others in pairs if stem(name) in names for each in others}
    tokens = tokens_of(bounded(text))
    for number, token in enumerate(tokens):
        stems = {stem(word) for word in words_of(token.text[:1000])}
        if token.kind == "word" and not (names | against).isdisjoint(stems):
            before = {each.lower for each in tokens[max(number - 3, 0) : number]}
            after = takewhile(lambda each: each.kind != "mark", tokens[number + 1 : number + 5])
            denied = words("fields.negations") & before or _DENIALS & {each.lower for each in after}
            yield Match(not denied and against.isdisjoint(stems), 3.0)
            return


def _lists(field: Property, text: str, now: datetime) -> Iterator[Match]:
    """A list in brackets, an enumeration, or a single value."""
    inner = field.items or field._replace(type="string", items=None)
    is_listed = inner.enum or inner.options or inner.kind in lists("known")
    if options := options_in(inner, text) if is_listed else ():
        yield Match(list(dict.fromkeys(each.value for each in options)), 4.0, tuple(options))
    if inner.enum or (inner.options and options):
        return
    finds = finds_in(text)
    alike = [find for find in finds if kind_of(find) in _ALL_OF_KIND and suits(inner, find) > 3]
    rows: dict[object, list[Find]] = {}  # Each enumeration, and every other find alone.
    for find in finds:
        is_row = find.group >= 0 and find.kind != "list"
        rows.setdefault(find.group if is_row else (find.kind, find.first), []).append(find)
    for row in (*([alike] if alike else ()), *rows.values()):
        first = row[0]
        if first.kind == "list":
            values = first.value if all(is_of(each, inner.type) for each in first.value) else []
            score = 3.0
        elif (score := suits(inner, first)) > 0:
            values = [converted(inner, find, now) for find in row]
            if inner.type == "string" and None not in values:
                values = [part for value in values for part in value.split(" & ")]
            score += 1.5 * (len(values) > 1) + 0.4 * (len(values) > 2)
        else:
            continue
        if values and None not in values:
            yield Match(values, score + max(cued(field, find) for find in row), tuple(row))
