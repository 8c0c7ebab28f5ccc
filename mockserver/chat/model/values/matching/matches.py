"""Matches: the values in a text that a single field may have, each with its score.

The values of a field are those with a label for it, the `options` that a text names, and the finds
that suit it, converted to its type. `flags` and `arrays` are read in their own ways.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import datetime

from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.meaning import senses, senses_of, stem, stems_of, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import bullets_in, sentences, stripped
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.fields.options import options_in
from mockserver.chat.model.values.finding.find import ROLES, Find
from mockserver.chat.model.values.finding.finds import finds_in
from mockserver.chat.model.values.finding.scan import bounded, tokens_of
from mockserver.chat.model.values.matching.arrays import arrays_in
from mockserver.chat.model.values.matching.conversion import coded, trimmed, typed_value
from mockserver.chat.model.values.matching.flags import flag_in
from mockserver.chat.model.values.matching.labels import fit, pairs_in
from mockserver.chat.model.values.matching.match import LABELLED, Match
from mockserver.chat.model.values.matching.suitability import cued, led, suits

_DAYS = frozenset(map(stem, ("date", "day")))
"""The stems of fields for a date, which a field for the time beside them leaves out."""

_BETWEEN_ITEMS = pattern(r"\n|[;,] (?:and )?|(?<=\w) and (?=\w+\W*$)| \| ")
"""The marks and the `and` between the items of a labelled list."""

PROPER = frozenset({"company", "job", "person"})
"""The kinds of fields whose values have a capital, and are never dates, numbers or addresses."""

_ADDRESS = pattern(r"(?<=\w)\s*<\S+@[^<>]+>$")
"""The address behind a name: `Ada Byron <ada@byron.example>`."""

_NUMBERED = pattern(r"[^\W\d]+ \d{1,4}[a-z]?")
"""A place with a number: `desk 4`."""


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
        yield from arrays_in(field, text, now)
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
