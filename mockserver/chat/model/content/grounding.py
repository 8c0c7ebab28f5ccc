"""Answers from what the conversation brings along: passages, tables, pairs, results of tools.

The answer is the sentence that shares most with the question, where rare words count more. A pair
such as `Phone: 555` or a cell of a table answers the question that names it.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.material import Passage, sentences
from mockserver.chat.model.content.pairs import pairs_of
from mockserver.chat.model.meaning import senses, senses_of, stems_of
from mockserver.chat.model.numbers import FIGURES, number_of, written
from mockserver.chat.model.patterns import pattern

_ENOUGH = 0.3
"""The least share of a question's weight that a sentence must have to answer it."""

_OF_A_NAME = 1.5
"""The weight of a name beside that of any other word."""

_NAMED = pattern(r"(?<=\w )[A-Z][\w'-]+")
_MOST_SENTENCES = 600
_LONGEST_QUESTION = 1_000
_PAIR = pattern(r"^[-*•\s]*\**([^:=|?!.\n]{1,60}?)\**\s*(?:: |:\t|:\*\* ?| = |=(?=\S))\s*(\S.*)$")
_NAME = (
    r"(?!(?:The|A|An|In|On|At|It|He|She|They|This|That|When|For|By)\b)[A-ZÀ-Þ][\w'’-]+"
    r"(?:\s+(?:(?:of|de|von|van|da|the)\s+)?[A-ZÀ-Þ][\w'’.-]+){0,4}"
)
_DATE = (
    r"(?:(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October"
    r"|November|"
    r"December)(?: \d{1,2})?(?:,? \d{4})?|\d{4}-\d\d-\d\d|\b[12]\d{3}\b|\d{1,2}(?::\d\d)? ?(?:am"
    r"|pm|AM|PM)"
    r"|\d{1,2}:\d\d|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
)
_KINDS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (pattern(r"\b(?:when|what (?:date|time|year|day)|which (?:date|year|day)|deadline)\b", re.I),
     pattern(_DATE)),
    (pattern(r"\bhow (?:much|many|old|long|far|tall|big|high|large|fast|often|heavy)\b"
                r"|\bwhat (?:percent\w*|number|price|amount)\b", re.I),
     pattern(rf"[$€£]? ?(?<![\d.])(?!(?:1[5-9]|20)\d\d\b(?! ?(?:[kcm]?m|met|kil|mil|euro"
             rf"|dollar))){FIGURES}(?: ?%| ?(?:million|billion|thousand))?(?: (?!(?:per|and|or"
             rf"|of|in|to|for|an?|is|are|was|on|at|by|with|from|as|the)\b)[a-z]+)?"
                r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)\b(?:"
                r" [a-z]+)?")),
    (pattern(r"\b(?:who|whose|whom)\b", re.I), pattern(_NAME)),
    (pattern(r"\bwhere\b|\bwhat (?:city|country|place)\b|\bwhich (?:city|country|place)\b", re.I),
     pattern(rf"(?<=\bin ){_NAME}|(?<=\bat ){_NAME}|(?<=\bfrom ){_NAME}|(?<=\bnear ){_NAME}")),
)  # fmt: skip
"""Patterns of a question, and of its answer in a sentence."""

_BY = pattern(rf"\bby (?:the )?({_NAME})")
_GOES_ON = pattern(r"(?:\w+: )?(?:It|He|She|They|This|That|These|Its|His|Her)\b")
"""A sentence about what the one before it is about."""

_HIGHEST = pattern(r"\b(?:highest|most|largest|maximum|max|biggest|best|oldest|longest)\b", re.I)
_LOWEST = pattern(r"\b(?:lowest|least|smallest|minimum|min|cheapest|youngest|shortest)\b", re.I)
_TOTAL = pattern(r"\b(?:total|sum|altogether|combined)\b", re.I)
_MEAN = pattern(r"\b(?:average|mean)\b", re.I)
_ROWS = pattern(r"\bhow many (?:rows|entries|records|lines|items)\b", re.I)
_OR_ELSE = pattern(
    r"(?:don['’]?t know|not (?:in|contain|found|present|available|enough)|cannot|can['’]?t"
    r"|isn['’]?t|"
    r"is not|unsure|no answer|insufficient)[^\n\"“]{0,120}?"
    r"(?:say|answer|respond|reply|return|output|write"
    r"|state)[^\n\"“]{0,40}[\"“']([^\"”\n]{1,160}?)[\"”'](?!\w)",
    re.IGNORECASE,
)
_JUST_SAY = pattern(r"\bsay (?:that )?(?:you )?(?:don['’]?t|do not) know\b", re.IGNORECASE)


class Fact(NamedTuple):
    """A sentence of a passage, the passage's number, and its value if it is a pair."""

    text: str
    number: str
    name: str = ""
    value: str = ""


def grounded(question: str, passages: Sequence[Passage]) -> Answer | None:
    """The answer of passages to a question, with the number of the passage that says it."""
    question = question[:_LONGEST_QUESTION]
    wanted = tuple(dict.fromkeys(stems_of(question)))
    if not wanted:
        return _latest_of_kind(question, passages)
    for passage in passages:
        if answer := _from_table(question, passage.text):
            return answer._replace(text=_cited(answer.text, passage.number))
    facts = [fact for passage in passages for fact in _facts(passage)][:_MOST_SENTENCES]
    return _best(question, wanted, [fact for fact in facts if not _is_said(fact, wanted)])


def _is_said(fact: Fact, wanted: Sequence[str]) -> bool:
    """True for a pair whose value the question says itself: `city: Oslo` of `weather in Oslo`."""
    value = stems_of(fact.value)
    return bool(value) and set(value) <= set(wanted)


def _latest_of_kind(question: str, passages: Sequence[Passage]) -> Answer | None:
    """For `how much is it?`: the last sentence that has such a thing."""
    kind = next((looks for asks, looks in _KINDS if asks.search(question)), None)
    facts = [fact for passage in passages for fact in _facts(passage)]
    fitting = [fact for fact in facts if _value(kind, question, fact)] if kind else []
    return _told(fitting[-1], question, kind) if fitting else None


def not_there(instructions: str) -> Answer:
    """The reply if the passages do not answer, in the words that the prompt asks for."""
    if found := _OR_ELSE.search(instructions[-4_000:]):
        return stated(found[1])._replace(is_known=False)
    if _JUST_SAY.search(instructions[-16_000:]):
        return stated("I don't know.")._replace(is_known=False)
    return stated("The context does not say.")._replace(is_known=False)


def _flattened(text: str) -> str:
    """JSON as pairs, one a line, else the text."""
    pairs = pairs_of(text) if text.lstrip().startswith(("{", "[")) else None
    if pairs is None:
        return text
    return "\n".join(f"{name}: {said}" if name else said for name, said in pairs)


def _facts(passage: Passage) -> Iterator[Fact]:
    for sentence in sentences(_flattened(passage.text)):
        if (pair := _PAIR.match(sentence)) and len(sentence) < 300:
            yield Fact(sentence, passage.number, pair[1].strip(), pair[2].strip())
        else:
            yield Fact(sentence, passage.number)


def _best(question: str, wanted: Sequence[str], facts: Sequence[Fact]) -> Answer | None:
    """The fact that shares most of a question's words, the rare ones before the common."""
    shared = [_shared(wanted, stems_of(fact.text)) for fact in facts]
    frequency = Counter(each for found in shared for each in found)
    named = {stem for name in _NAMED.findall(question) for stem in stems_of(name)}
    weights = {
        each: math.log(1 + len(facts) / frequency[each]) * (_OF_A_NAME if each in named else 1)
        for each in frequency
    }
    missing = math.log(1 + len(facts))
    total = sum(weights.get(each, missing) for each in wanted)
    kind = next((looks for asks, looks in _KINDS if asks.search(question)), None)
    best, points = None, 0.0
    before: set[str] = set()
    for fact, found in zip(facts, shared, strict=True):
        share = sum(weights[each] for each in found) / total
        if found and _GOES_ON.match(fact.text):
            share += 0.7 * sum(weights[each] for each in before - found) / total
        before = found
        if fact.text.endswith(("?", "？")) or not share:
            continue
        names = set(stems_of(fact.name)) if fact.name else set()
        share += 0.4 * bool(names & set(wanted)) + 0.25 * bool(_value(kind, question, fact))
        if share > points:
            best, points = fact, share
    if best is None or points < _ENOUGH:
        return None
    return _told(best, question, kind)


def _shared(wanted: Sequence[str], said: Sequence[str]) -> set[str]:
    """The words of a question that a sentence has, or another word for: `fee` for `cost`."""
    told = senses_of(said)
    return {each for each in wanted if each in said or senses(each) & told}


def _told(fact: Fact, question: str, kind: re.Pattern[str] | None) -> Answer:
    if fact.name and set(stems_of(fact.name)) & set(stems_of(question)):
        verb = "are" if fact.name.lower().endswith("s") and "," in fact.value else "is"
        name = fact.name if fact.name.isupper() else fact.name[0].lower() + fact.name[1:]
        told = f"The {name.removeprefix('the ')} {verb} {fact.value.rstrip('.')}."
        return stated(_cited(told, fact.number), fact.value.rstrip("."))
    text = re.sub(r"^[-*•]\s+", "", fact.text)
    if text[0] in "'\"“" and text.count(text[0]) == 1:
        text = text[1:]
    return stated(_cited(text, fact.number), _value(kind, question, fact) or text)


def _value(kind: re.Pattern[str] | None, question: str, fact: Fact) -> str:
    """A part of a sentence that fits the kind of answer and is not in the question."""
    if fact.value:
        return fact.value if kind is None or kind.search(fact.value) else ""
    if kind is None:
        return ""
    lowered = question.lower()
    if question.lower().startswith("who") and (by := _BY.search(fact.text[:600])):
        return by[1]
    found = (each[0].strip() for each in kind.finditer(fact.text[:600]))
    return next((each for each in found if each and each.lower() not in lowered), "")


def _cited(text: str, number: str) -> str:
    return f"{text} [{number}]" if number else text


def _from_table(question: str, text: str) -> Answer | None:
    rows = _rows(text)
    if len(rows) < 2:
        return None
    header, *body = rows
    if _ROWS.search(question):
        return stated(f"The table has {len(body)} rows.", len(body))
    wanted = frozenset(stems_of(question))
    figures = [place for place, cell in enumerate(body[0]) if _figure(cell) is not None]
    named = _column(wanted, header, figures)
    if named is None and len(figures) == 1:
        named = figures[0]
    if named is not None and (answer := _over_rows(question, header[named], body, named)):
        return answer
    column = _column(wanted, header, range(len(header)))
    return _cell(
        wanted, header, body, figures[0] if column is None and len(figures) == 1 else column
    )


def _rows(text: str) -> list[list[str]]:
    """The rows of a Markdown table or of CSV in a text, the header first."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    piped = [line for line in lines if "|" in line]
    if len(piped) >= 2:
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in piped]
        return [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    for sign in (",", "\t", ";"):
        count = lines[-1].count(sign) if lines else 0
        like = [line for line in lines if line.count(sign) == count]
        if count and len(like) >= max(2, len(lines) - 1) and not lines[-1].endswith((".", "?")):
            return [[cell.strip() for cell in row] for row in csv.reader(like, delimiter=sign)]
    return []


def _column(wanted: frozenset[str], header: Sequence[str], places: Sequence[int]) -> int | None:
    """The column, of those in question, whose name shares most words with the question."""
    shares = {
        place: len(wanted & frozenset(stems_of(header[place])))
        for place in places
        if place < len(header)
    }
    best = max(shares, key=lambda place: shares[place], default=None)
    return best if best is not None and shares[best] else None


def _over_rows(
    question: str, header: str, body: Sequence[Sequence[str]], column: int
) -> Answer | None:
    """The highest, lowest, total or average of a column."""
    figures = [(_figure(row[column]), row) for row in body if len(row) > column]
    known = [(figure, row) for figure, row in figures if figure is not None]
    if not known:
        return None
    name = header.lower()
    for cue, best, word in ((_HIGHEST, max, "highest"), (_LOWEST, min, "lowest")):
        if cue.search(question):
            _, row = best(known, key=lambda each: each[0])
            return stated(f"{row[0]} has the {word} {name}: {row[column]}.", row[0])
    total = sum((figure for figure, _ in known), Fraction(0))
    if _TOTAL.search(question):
        return stated(f"The total {name} is {written(total)}.", written(total))
    if _MEAN.search(question):
        mean = written(total / len(known))
        return stated(f"The average {name} is {mean}.", mean)
    return None


def _cell(
    wanted: frozenset[str],
    header: Sequence[str],
    body: Sequence[Sequence[str]],
    column: int | None,
) -> Answer | None:
    """The cell in a column of the row that the question names."""
    if column is None or column >= len(header):
        return None
    for row in body:
        for place, cell in enumerate(row):
            named = frozenset(stems_of(cell))
            if named and named <= wanted and len(row) > column and place != column:
                value = row[column]
                return stated(f"The {header[column].lower()} of {cell} is {value}.", value)
    return None


def _figure(cell: str) -> Fraction | None:
    found = re.search(FIGURES, cell)
    return number_of(found[0]) if found and len(found[0]) * 2 >= len(cell.strip()) else None
