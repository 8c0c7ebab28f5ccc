"""Answers from what the conversation brings along: passages, tables, pairs, results of tools.

The answer is the sentence that shares most with the question, where rare words count more. A pair
such as `Phone: 555` or a cell of a table answers the question that names it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.content.material import Passage, pairs_of, rows_of, sentences
from mockserver.chat.model.meaning import senses, senses_of, stems_of
from mockserver.chat.model.numbers import FIGURES, number_of, written
from mockserver.chat.model.patterns import pattern

_ENOUGH = 0.3
"""The least share of a question's weight that a sentence must have to answer it."""

_OF_A_NAME = 1.5
"""The weight of a name beside that of any other word."""

_OF_ITS_NAME, _OF_ITS_KIND, _OF_BEFORE = 0.4, 0.25, 0.7
"""Gains of a sentence that is a pair of that name, has a thing of the kind that is asked for, or
goes on from the one before, of whose words it has this share."""

_NAMED = pattern(r"(?<=\w )[A-Z][\w'-]+")
_MOST_SENTENCES = 600
_LONGEST_QUESTION = 1_000
_KINDS = (
    ("asks when", "a time"), ("asks how much", "an amount"), ("asks who", "a person"),
    ("asks where", "a place"),
)  # fmt: skip
"""Things that questions ask for, and the looks of their answers."""


class Fact(NamedTuple):
    """A sentence of a passage, the passage's number, and name and value if it is a pair."""

    text: str
    number: str
    name: str = ""
    value: str = ""


def grounded(question: str, passages: Sequence[Passage]) -> Answer | None:
    """The answer of passages to a question, with the number of the passage that says it."""
    question = question[:_LONGEST_QUESTION]
    wanted = tuple(dict.fromkeys(stems_of(question)))
    if not wanted:
        return None
    for passage in passages:
        rows = rows_of(passage.text)
        if len(rows) > 1 and (answer := _of_column(question, wanted, *rows)):
            return answer._replace(text=_cited(answer.text, passage.number))
    facts = [fact for passage in passages for fact in _facts(passage)][:_MOST_SENTENCES]
    return _best(question, wanted, [fact for fact in facts if not _is_said(fact, wanted)])


def of_a_line(question: str, message: str) -> Answer | None:
    """The value of a line such as `Carrier: DHL`, for a question that is only about its name."""
    asked = CUES.find("asks for a line", question[-_LONGEST_QUESTION:])
    if asked is None:
        return None
    name = re.escape(asked["name"].strip())
    found = re.search(rf"(?im)^[\s*•-]*{name}\**\s*[:=]\s*(\S[^\n]{{0,200}})$", message)
    return stated(f"The {asked['name'].lower()} is {found[1]}.", found[1]) if found else None


def not_there(instructions: str) -> Answer:
    """The reply if the passages do not answer, in the words that the prompt asks for."""
    found = CUES.find("or else", instructions[-4_000:])
    says_so = CUES.asks("or says so", instructions[-16_000:])
    text = found["text"] if found else "I don't know." if says_so else "The context does not say."
    return stated(text)._replace(is_known=False)


def _is_said(fact: Fact, wanted: Sequence[str]) -> bool:
    """True for a pair whose value the question says itself: `city: Oslo` of `weather in Oslo`."""
    value = stems_of(fact.value)
    return bool(value) and set(value) <= set(wanted)


def _facts(passage: Passage) -> Iterator[Fact]:
    text = passage.text
    header, *body = rows_of(text) or [[]]
    for row in body:
        for name, cell in zip(header, row, strict=False):
            rest = [
                f"the {title.lower()} is {each}" for title, each in zip(header, row, strict=False)
            ]
            said = (
                f"For {cell}, {listed(rest[1:])}."
                if cell == row[0]
                else f"The {name.lower()} of {row[0]} is {cell}."
            )
            yield Fact(said, passage.number, f"{name} {' '.join(row)}", cell)
    if body:
        return
    pairs = pairs_of(text) if text.lstrip().startswith(("{", "[")) else None
    if pairs is not None:
        text = "\n".join(f"{name}: {said}" if name else said for name, said in pairs)
    for sentence in sentences(text):
        pair = CUES.pattern("pair").match(sentence) if len(sentence) < 300 else None
        name, value = (pair["name"].strip(), pair["value"].strip()) if pair else ("", "")
        yield Fact(sentence, passage.number, name, value)


def _best(question: str, wanted: Sequence[str], facts: Sequence[Fact]) -> Answer | None:
    """The fact that shares most of a question's words, the rare ones before the common."""
    shared = [_shared(wanted, stems_of(f"{fact.text} {fact.name}")) for fact in facts]
    frequency = Counter(each for found in shared for each in found)
    named = {stem for name in _NAMED.findall(question) for stem in stems_of(name)}
    missing = math.log(1 + len(facts))
    weights = {
        each: math.log(1 + len(facts) / frequency[each]) * (_OF_A_NAME if each in named else 1)
        if each in frequency else missing
        for each in wanted
    }  # fmt: skip
    total = sum(weights.values())
    kind = next(
        (CUES.pattern(looks) for asked, looks in _KINDS if CUES.asks(asked, question)), None
    )
    best, points = None, 0.0
    before: set[str] = set()
    for fact, found in zip(facts, shared, strict=True):
        share = sum(weights[each] for each in found)
        if found and CUES.pattern("goes on").match(fact.text):
            share += _OF_BEFORE * sum(weights[each] for each in before - found)
        before = found
        share /= total
        if fact.text.endswith(("?", "？")) or not share:
            continue
        share += _OF_ITS_NAME * bool({*stems_of(fact.name)} & {*wanted})
        share += _OF_ITS_KIND * bool(_value(kind, question, fact))
        if share > points:
            best, points = fact, share
    if best and CUES.asks("asks who", question) and not (best.name or _value(kind, question, best)):
        return None
    return _told(best, question, kind) if best and points >= _ENOUGH else None


def _shared(wanted: Sequence[str], said: Sequence[str]) -> set[str]:
    """The words of a question that a sentence has, or another word for: `fee` for `cost`."""
    told = senses_of(said)
    return {each for each in wanted if each in said or senses(each) & told}


def _told(fact: Fact, question: str, kind: re.Pattern[str] | None) -> Answer:
    value = fact.value.rstrip(".")
    text = re.sub(r"^[-*•]\s+", "", fact.text)
    if (
        fact.name
        and not text.endswith(f" is {value}.")
        and {*stems_of(fact.name)} & {*stems_of(question)}
    ):
        verb = "are" if fact.name.lower().endswith("s") and "," in value else "is"
        name = fact.name if fact.name.isupper() else fact.name[0].lower() + fact.name[1:]
        text = f"The {name.removeprefix('the ')} {verb} {value}."
    elif not fact.name or not value:
        value = _value(kind, question, fact)
    if text[0] in "'\"“" and text.count(text[0]) == 1:
        text = text[1:]
    return stated(_cited(text, fact.number), value or text)


def _value(kind: re.Pattern[str] | None, question: str, fact: Fact) -> str:
    """A part of a sentence that fits the kind of answer and is not in the question."""
    if kind is None or fact.value:
        return fact.value if kind is None or kind.search(fact.value) else ""
    lowered = question.lower()
    by = CUES.pattern("by somebody").search(fact.text[:600]) if lowered.startswith("who") else None
    if by:
        return by["who"]
    found = (each[0].strip() for each in kind.finditer(fact.text[:600]))
    return next((each for each in found if each and each.lower() not in lowered), "")


def _cited(text: str, number: str) -> str:
    return f"{text} [{number}]" if number else text


def _of_column(
    question: str, wanted: Sequence[str], header: Sequence[str], *body: Sequence[str]
) -> Answer | None:
    """The highest, lowest, total or average of a column of figures, or the number of rows."""
    if CUES.asks("count of rows", question):
        return stated(f"The table has {len(body)} rows.", len(body))
    columns = [place for place, cell in enumerate(body[0]) if _figure(cell) is not None]
    shares = {
        place: len({*wanted} & {*stems_of(header[place])}) for place in columns[: len(header)]
    }
    column = max(columns, key=lambda place: shares.get(place, 0), default=None)
    if column is None or (len(columns) > 1 and not shares.get(column)) or column >= len(header):
        return None
    cells = [(_figure(row[column]), row) for row in body if len(row) > column]
    known = [(figure, row) for figure, row in cells if figure is not None]
    name = header[column].lower()
    for word, best in (("highest", max), ("lowest", min)):
        if CUES.asks(word, question):
            row = best(known, key=lambda each: each[0])[1]
            return stated(f"{row[0]} has the {word} {name}: {row[column]}.", row[0])
    total = sum((figure for figure, _ in known), Fraction(0))
    for word, result in (("total", total), ("average", total / len(known))):
        if CUES.asks(word, question):
            return stated(f"The {word} {name} is {written(result)}.", written(result))
    return None


def _figure(cell: str) -> Fraction | None:
    found = re.search(FIGURES, cell)
    return number_of(found[0]) if found and len(found[0]) * 2 >= len(cell.strip()) else None
