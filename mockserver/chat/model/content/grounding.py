"""Answers from texts of the conversation: passages, tables, pairs, results of tools.

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
"""The weight of a name relative to other words."""

_OF_ITS_NAME, _OF_ITS_KIND, _OF_PREVIOUS = 0.4, 0.25, 0.7
"""Bonuses for a pair with a name of the question, for a sentence with the kind of value that the
question asks for, and the share of the previous sentence for one that continues it."""

_NAME = pattern(r"(?<=\w )[A-Z][\w'-]+")
_MOST_SENTENCES = 600
_LONGEST_QUESTION = 1_000
_KINDS = (
    ("asks when", "a time"), ("asks how much", "an amount"), ("asks who", "a person"),
    ("asks where", "a place"),
)  # fmt: skip
"""Kinds of values that questions ask for, with their patterns."""


class Fact(NamedTuple):
    """A sentence of a passage with the number of the passage; a pair has a name and a value."""

    text: str
    number: str
    name: str = ""
    value: str = ""


def grounded(question: str, passages: Sequence[Passage]) -> Answer | None:
    """The answer of passages to a question, with the number of its passage."""
    question = question[:_LONGEST_QUESTION]
    wanted = tuple(dict.fromkeys(stems_of(question)))
    if not wanted:
        return None
    for passage in passages:
        rows = rows_of(passage.text)
        if len(rows) > 1 and (answer := _of_column(question, wanted, *rows)):
            return answer._replace(text=_cited(answer.text, passage.number))
    facts = [fact for passage in passages for fact in _facts(passage)][:_MOST_SENTENCES]
    return _best(question, wanted, [fact for fact in facts if not _repeats(fact, wanted)])


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
    phrase = CUES.find("or else", instructions[-4_000:])
    admits = CUES.matches("or says so", instructions[-16_000:])
    usual = "I don't know." if admits else "The context does not say."
    return stated(phrase["text"] if phrase else usual)._replace(is_known=False)


def _repeats(fact: Fact, wanted: Sequence[str]) -> bool:
    """True for a pair whose value the question has: `city: Oslo` for `weather in Oslo`."""
    value = {*stems_of(fact.value)}
    return bool(value) and value <= {*wanted}


def _facts(passage: Passage) -> Iterator[Fact]:
    text = passage.text
    header, *body = rows_of(text) or [[]]
    for row in body:
        cells = [*zip(header, row, strict=False)]
        others = listed([f"the {title.lower()} is {cell}" for title, cell in cells][1:])
        for name, cell in cells:
            sentence = f"The {name.lower()} of {row[0]} is {cell}."
            sentence = f"For {cell}, {others}." if cell == row[0] else sentence
            yield Fact(sentence, passage.number, f"{name} {' '.join(row)}", cell)
    if body:
        return
    pairs = pairs_of(text) if text.lstrip().startswith(("{", "[")) else None
    if pairs is not None:
        text = "\n".join(f"{name}: {value}" if name else value for name, value in pairs)
    for sentence in sentences(text):
        pair = CUES.pattern("pair").match(sentence) if len(sentence) < 300 else None
        name, value = (pair["name"].strip(), pair["value"].strip()) if pair else ("", "")
        yield Fact(sentence, passage.number, name, value)


def _best(question: str, wanted: Sequence[str], facts: Sequence[Fact]) -> Answer | None:
    """The fact that shares most of a question's words, the rare ones before the common."""
    shared = [_shared(wanted, stems_of(f"{fact.text} {fact.name}")) for fact in facts]
    frequency = Counter(stem for stems in shared for stem in stems)
    names = {stem for name in _NAME.findall(question) for stem in stems_of(name)}
    weights = {
        stem: math.log(1 + len(facts) / frequency[stem]) * (_OF_A_NAME if stem in names else 1)
        if stem in frequency else math.log(1 + len(facts))
        for stem in wanted
    }  # fmt: skip
    total = sum(weights.values())
    kinds = (CUES.pattern(value) for name, value in _KINDS if CUES.matches(name, question))
    kind = next(kinds, None)
    best, points = None, 0.0
    previous: set[str] = set()
    for fact, stems in zip(facts, shared, strict=True):
        share = sum(weights[stem] for stem in stems)
        if stems and CUES.pattern("goes on").match(fact.text):
            share += _OF_PREVIOUS * sum(weights[stem] for stem in previous - stems)
        previous = stems
        share /= total
        if fact.text.endswith(("?", "？")) or not share:
            continue
        share += _OF_ITS_NAME * bool({*stems_of(fact.name)} & {*wanted})
        share += _OF_ITS_KIND * bool(_value(kind, question, fact))
        if share > points:
            best, points = fact, share
    if (
        best
        and CUES.matches("asks who", question)
        and not (best.name or _value(kind, question, best))
    ):
        return None
    return _answer(best, question, kind) if best and points >= _ENOUGH else None


def _shared(wanted: Sequence[str], stems: Sequence[str]) -> set[str]:
    """The words of a question that a sentence has, or has a synonym of: `fee` for `cost`."""
    known = senses_of(stems)
    return {each for each in wanted if each in stems or senses(each) & known}


def _answer(fact: Fact, question: str, kind: re.Pattern[str] | None) -> Answer:
    value = fact.value.rstrip(".")
    text = re.sub(r"^[-*•]\s+", "", fact.text)
    is_sentence = text.endswith(f" is {value}.")
    if fact.name and not is_sentence and {*stems_of(fact.name)} & {*stems_of(question)}:
        verb = "are" if fact.name.lower().endswith("s") and "," in value else "is"
        name = fact.name if fact.name.isupper() else fact.name[0].lower() + fact.name[1:]
        text = f"The {name.removeprefix('the ')} {verb} {value}."
    elif not fact.name or not value:
        value = _value(kind, question, fact)
    return stated(_cited(text, fact.number), value or text)


def _value(kind: re.Pattern[str] | None, question: str, fact: Fact) -> str:
    """The part of a sentence that is of the kind asked for and not in the question."""
    if kind is None or fact.value:
        return fact.value if kind is None or kind.search(fact.value) else ""
    lowered = question.lower()
    by = CUES.find("by somebody", fact.text[:600]) if lowered.startswith("who") else None
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
    if CUES.matches("count of rows", question):
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
        if CUES.matches(word, question):
            row = best(known, key=lambda each: each[0])[1]
            return stated(f"{row[0]} has the {word} {name}: {row[column]}.", row[0])
    total = sum((figure for figure, _ in known), Fraction(0))
    for word, result in (("total", total), ("average", total / len(known))):
        if CUES.matches(word, question):
            return stated(f"The {word} {name} is {written(result)}.", written(result))
    return None


def _figure(cell: str) -> Fraction | None:
    match = re.search(FIGURES, cell)
    return number_of(match[0]) if match and len(match[0]) * 2 >= len(cell.strip()) else None
