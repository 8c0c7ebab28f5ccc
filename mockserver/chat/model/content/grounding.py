"""Answers from texts in the conversation: passages, tables, pairs, results of tools.

The answer is the sentence that shares most words with the question; rare words count more. A pair
such as `Phone: 555` or a cell of a table answers a question that names it.
"""

from __future__ import annotations

import math
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, capitalized, listed, stated
from mockserver.chat.model.meaning import senses, senses_of, stems_of
from mockserver.chat.model.numbers import FIGURES, number_of, written
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.payload import Passage
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import pairs_of, rows_of, sentences

_ENOUGH = 0.3
"""The least share of a question's weight that a sentence must have to answer it."""

_NAME_WEIGHT = 1.5
"""The weight of a name relative to other words."""

_NAME_BONUS, _KIND_BONUS, _PREVIOUS_SHARE = 0.4, 0.25, 0.7
"""The bonuses for a pair whose name is in the question, and for a sentence with a value of the kind
that the question asks for; and the part of its predecessor's share that a sentence inherits if it
continues it."""

_NAME = pattern(r"(?<=\w )[A-Z][\w'-]+")
_MOST_SENTENCES = 600
_FEW, _LONGEST_VALUE = 4, 8
_LONGEST_QUESTION = 1_000
_KINDS = (
    ("asks when", "a time"), ("asks how often", "a frequency"), ("asks how much", "an amount"),
    ("asks who", "a person"), ("asks where", "a place"), ("asks why", "a reason"),
)  # fmt: skip
"""Kinds of values that questions ask for, with their patterns."""


_FORMULAS = table("content/formulas.txt")
_STATISTICS: Mapping[str, Callable[..., Fraction]] = {
    "highest": max, "lowest": min, "total": sum, "average": statistics.mean,
}  # fmt: skip


class Fact(NamedTuple):
    """A sentence of a passage with the number of the passage; a pair has a name and a value."""

    text: str
    number: str
    name: str = ""
    value: str = ""


def grounded(question: str, passages: Sequence[Passage]) -> Answer | None:
    """The answer to a question from passages, with the number of its passage.

    If there are several questions in one, the names in the first are the subject of all.
    """
    question = question[:_LONGEST_QUESTION]
    first, *others = CUES.pattern("next question").split(question)
    if not others or (answer := _grounded(first, passages)) is None:
        return _grounded(question, passages)
    names = " ".join(_NAME.findall(first))
    more = (_grounded(f"{each} {names}", passages) for each in others)
    texts = dict.fromkeys([answer.text, *(each.text for each in more if each)])
    return answer if len(texts) == 1 else stated(" ".join(texts))


def counted(question: str, passages: Sequence[Passage]) -> Answer | None:
    """The number of lines that have a property: `how many of these orders are open?`"""
    asked = CUES.find("counted rows", question[:_LONGEST_QUESTION])
    if asked is None:
        return None
    kind, wanted = {*stems_of(asked["kind"])}, {*stems_of(asked["what"])}
    lines = [line.strip() for passage in passages for line in passage.text.split("\n")]
    lines = [line for line in lines if line and not line.endswith("?")]
    rows = [line for line in lines if kind & {*stems_of(line)}] or lines
    found = [row for row in rows if wanted <= {*stems_of(row)}]
    text = f"{len(found)}: {'; '.join(found)}." if found else "None of them."
    return stated(text, len(found)) if len(rows) > 1 else None


def not_there(instructions: str) -> Answer:
    """The reply if the passages have no answer, in the words that the prompt prescribes."""
    phrase = CUES.find("or else", instructions[-4_000:])
    admits = CUES.matches("or says so", instructions[-16_000:])
    default = "I don't know." if admits else "The context does not say."
    return stated(phrase["text"] if phrase else default)._replace(is_known=False)


def _grounded(question: str, passages: Sequence[Passage]) -> Answer | None:
    asked = tuple(dict.fromkeys(stems_of(CUES.pattern("not asked for").sub(" ", question))))
    if not asked:
        return None
    for passage in passages:
        rows = rows_of(passage.text) or _labelled_rows(passage.text)
        if len(rows) > 1 and (answer := of_table(question, rows)):
            return answer._replace(text=_cited(answer.text, passage.number))
    facts = [fact for passage in passages for fact in _facts(passage)][:_MOST_SENTENCES]
    return _best(question, asked, [fact for fact in facts if not _repeats(fact, asked)])


def _repeats(fact: Fact, asked: Sequence[str]) -> bool:
    """True if the question has the value of a pair already: `city: Oslo` for `weather in Oslo`."""
    value = {*stems_of(fact.value)}
    return len(fact.value.split()) < _FEW and bool(value) and value <= {*asked}


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
        is_said = len(value.split()) > _LONGEST_VALUE  # By a speaker, or below a heading.
        said = (value, "", "") if is_said else (sentence, name, value)
        yield Fact(said[0], passage.number, *said[1:])


def _best(question: str, asked: Sequence[str], facts: Sequence[Fact]) -> Answer | None:
    """The answer from the fact that shares most words with a question; rare ones count more."""
    shared = [_shared(asked, stems_of(f"{fact.text} {fact.name}")) for fact in facts]
    weights = _weights(question, asked, shared)
    kind = next((CUES.pattern(e) for name, e in _KINDS if CUES.matches(name, question)), None)
    is_comparison = CUES.matches("comparative", question)
    best, points = None, 0.0
    previous: set[str] = set()
    for fact, stems in zip(facts, shared, strict=True):
        share = sum(weights[stem] for stem in stems)
        if stems and CUES.pattern("goes on").match(fact.text):
            share += _PREVIOUS_SHARE * sum(weights[stem] for stem in previous - stems)
        previous = stems
        if fact.text.endswith(("?", "？")) or not share:
            continue
        name = {*stems_of(fact.name)}
        share = share / sum(weights.values()) + _NAME_BONUS * len(name & {*asked}) / max(
            1, len(name)
        )
        share += _KIND_BONUS * bool(_value(kind, question, fact))
        share += _KIND_BONUS * (is_comparison and CUES.matches("than", fact.text))
        if share > points:
            best, points = fact, share
    is_exact = any(CUES.matches(name, question) for name in ("asks who", "asks how much"))
    is_fit = best and points >= _ENOUGH and not (is_exact and not _value(kind, question, best))
    return _answer(best, question, kind) if best and is_fit else None


def _weights(question: str, asked: Sequence[str], shared: Sequence[set[str]]) -> dict[str, float]:
    """The weight of each stem of a question by how few facts share it; names count more."""
    frequency = Counter(chain.from_iterable(shared))
    names = {stem for name in _NAME.findall(question) for stem in stems_of(name)}
    named = frequency.keys() & names
    return {
        stem: math.log(1 + len(shared) / (frequency[stem] or 1))
        * (_NAME_WEIGHT if stem in named else 1)
        for stem in asked
    }


def _shared(asked: Sequence[str], stems: Sequence[str]) -> set[str]:
    """The words of a question that a sentence has, itself or as a synonym: `fee` for `cost`."""
    known, alike = senses_of(stems), {*map(_meaning, stems)} - {""}
    return {e for e in asked if e in stems or senses(e) & known or _meaning(e) in alike}


@lru_cache(maxsize=4096)
def _meaning(word_stem: str) -> str:
    return CUES.meaning("alike", word_stem)


def _answer(fact: Fact, question: str, kind: re.Pattern[str] | None) -> Answer:
    value = fact.value.rstrip(".")
    text = re.sub(r"^[-*•]\s+", "", fact.text)
    if fact.name and fact.value not in fact.name and {*stems_of(fact.name)} & {*stems_of(question)}:
        verb = "are" if fact.name.lower().endswith("s") and "," in value else "is"
        name = fact.name if fact.name.isupper() else fact.name[0].lower() + fact.name[1:]
        text = f"The {name.removeprefix('the ')} {verb} {value}."
    elif not fact.name or not value:
        value = _value(kind, question, fact)
    items = value.split(", ") if fact.name.endswith("s") and ", " in value else ()
    return stated(_cited(text, fact.number), value or text, items)


def _value(kind: re.Pattern[str] | None, question: str, fact: Fact) -> str:
    """The part of a sentence that is of the requested kind and not in the question."""
    if kind is None or fact.value:
        return fact.value if kind is None or kind.search(fact.value) else ""
    lowered = question.lower()
    found = (each[0].strip() for each in kind.finditer(fact.text[:600]))
    return next((each for each in found if each and each.lower() not in lowered), "")


def _cited(text: str, number: str) -> str:
    return f"{text} [{number}]" if number else text


def of_table(question: str, rows: Sequence[Sequence[str]]) -> Answer | None:
    """The number of rows, or the highest, lowest, total and average of a column of figures."""
    header, *body = (row for row in rows if row[0].lower() != "total" or row is rows[0])
    if CUES.matches("count of rows", question):
        return stated(f"The table has {len(body)} rows.", len(body))
    columns = [place for place, cell in enumerate(body[0][: len(header)]) if _figures([cell])]
    asked = stems_of(question)
    shares = {each: len(_shared(stems_of(header[each]), asked)) for each in columns}
    column = max(columns, key=shares.__getitem__, default=None)
    if column is None or (len(columns) > 1 and not shares[column]):
        return None
    known = [(figure, row[0], row[column]) for row in body for figure in _figures(row[column:][:1])]
    name, parts, values = header[column].lower(), list[str](), list[str]()
    for word in filter(lambda each: _FORMULAS.matches(each, question), _STATISTICS):
        result = written(_STATISTICS[word]([figure for figure, _, _ in known]))
        _, owner, cell = next((each for each in known if written(each[0]) == result), ("", "", ""))
        is_extreme = word in ("highest", "lowest")
        parts.append(
            f"{owner} has the {word} {name}: {cell}"
            if is_extreme
            else f"the {word} {name} is {result}"
        )
        values.append(owner if is_extreme else result)
    return stated(f"{capitalized(listed(parts))}.", listed(values)) if parts else None


def _labelled_rows(text: str) -> list[list[str]]:
    """The rows of lines such as `Aura: 4 seats, 320 km range`, under a header of their words."""
    lines = (CUES.pattern("pair").match(line) for line in text.split("\n") if len(line) < 300)
    parts = [(each["name"], re.split(r",\s+", each["value"])) for each in lines if each]
    if len(parts) < 2 or len({len(cells) for _, cells in parts}) > 1:
        return []
    names = (" ".join(re.findall(r"[A-Za-z]{4,}", cell)) for cell in parts[0][1])
    header = ["", *(name or "value" for name in names)]
    bare = ([re.sub(r"^\D*(?=\d)", "", cell) for cell in cells] for _, cells in parts)
    return [header, *([name, *cells] for (name, _), cells in zip(parts, bare, strict=True))]


def _figures(cells: Sequence[str]) -> list[Fraction]:
    """The numbers that cells begin with or mostly are."""
    found = ((cell, match) for cell in cells if (match := re.search(FIGURES, cell)))
    return [
        number_of(match[0])
        for cell, match in found
        if match.start() == 0 or len(match[0]) * 2 >= len(cell.strip())
    ]
