"""Choosing a tool: by its literal name, else by a score for its words and its arguments.

The weights are rounded from a fit to questions that a tool answers and questions that none does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import chain, compress
from typing import Any, NamedTuple

from mockserver.chat.model.content.computed import expressions
from mockserver.chat.model.content.cues import FORMULAS, shared
from mockserver.chat.model.text.lists import lists, words
from mockserver.chat.model.text.meaning import (
    STOP_WORDS,
    senses,
    senses_of,
    stem,
    stems_of,
    words_of,
)
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.values.assignment import best_matches
from mockserver.chat.model.values.fields import Property, flat_fields
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import Match, Matches
from mockserver.chat.model.values.records import records_of
from mockserver.chat.model.values.scan import bounded, tokens_of
from mockserver.core.codec import decode, encode

WORDINGS = table("tools/wordings.txt")
"""The wordings of requests and of descriptions of tools."""

_GENERIC = frozenset(map(stem, words("tools.generic") | STOP_WORDS))
"""Words that many tools have, which weigh little."""

_UNSPECIFIC = frozenset(map(stem, words("tools.unspecific")))
_SEARCH = frozenset(map(stem, words("tools.search")))
_CHANGES = frozenset(map(stem, words("tools.changes")))
FINDING = frozenset(map(stem, words("tools.finding")))
_QUERIES = frozenset(map(stem, ("query", "statement")))
_SQL = pattern(r"(?i)\bsql\b")
_SUMS = frozenset(map(stem, ("expression", "expr", "formula", "calculation", "equation")))
_LIMITS = frozenset(map(stem, words("tools.limits")))
_PAIRS = [tuple(map(stem, pair.split("/"))) for pair in lists("opposites")["pairs"]]
_OPPOSITES = [*_PAIRS, *(pair[::-1] for pair in _PAIRS)]
_NAME = pattern(r"[\w.-]+")
_NO_CLASS = pattern(r"[_-]|^[A-Z\d]+$")
_NUMBERS = pattern(r"[(\[]([-\d., ]{3,80})[)\]]")
_NAMES_READ, _SUM_READ, _DESCRIBED = 20_000, 1_000, 1_000
"""The characters read for names of tools, for expressions, and of a description."""

_FIELDS_READ = 40
"""The fields of a tool whose names and descriptions tell its purpose."""

_CLOSEST = 4
"""The number of tools whose arguments are searched for before one tool is chosen."""

_BAR = 3.8
"""The lowest score, for words and arguments together, at which a tool is called."""

_SURE = 3.0
"""The score from which a value is certain."""


class Vocabulary:
    """The stems of a text or of a tool, and what is near to them: beginnings and senses."""

    def __init__(self, stems: frozenset[str], near: frozenset[str] = frozenset()) -> None:
        self.stems = stems
        self._near = near | {each[:4] for each in stems if len(each) > 4} | senses_of(stems)

    def covers(self, stems: Iterable[str], common: frozenset[str]) -> float:
        """The share of other stems that are here, or in part by what is near.

        `common` stems weigh less.
        """
        total = covered = 0  # Whole numbers, whose sum is the same in any order.
        for each in stems:
            weight = 3 if each in common else 10
            total += 5 * weight
            if each in self.stems:
                covered += 5 * weight
            elif not self._near.isdisjoint((each, each[:4], *senses(each))):
                covered += 3 * weight
        return covered / total if total else 0.0


class OfferedTool:
    """A function that a request offers, with its fields and the stems that tell its purpose."""

    def __init__(self, function: Mapping[str, Any]) -> None:
        description = function.get("description")
        self._description = description[:_DESCRIBED] if isinstance(description, str) else ""
        self.name: str = function["name"]
        self.parameters: Any = function.get("parameters")
        self.fields = flat_fields(self.parameters)
        self.required = [field for field in self.fields if field.required]
        self._read = self.fields[:_FIELDS_READ]
        self.named = frozenset(map(stem, words_of(self.name)))
        self.described = frozenset(stems_of(self._description)) - self.named
        self.known = self.named | self.described
        self.verb = stem(next(iter(words_of(self.name)), ""))
        """The stem of the first word of its name, which tells if it changes or finds something."""

    @property
    def about(self) -> str:
        """The descriptions of the tool and its fields, which may show tables."""
        return "\n".join([self._description, *(field.description for field in self._read)])

    @cached_property
    def options(self) -> frozenset[str]:
        """The stems of the values that a call may choose from."""
        listed = [field.items or field for field in self._read]
        return _stems(value for each in listed for value in each.enum or each.options)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The stems that tell its purpose, and those of its fields."""
        of_fields = _stems(part for each in self._read for part in (each.name, each.description))
        return Vocabulary(self.known, self.options | of_fields)

    @cached_property
    def given(self) -> frozenset[str]:
        """The words for what the tool gives or can be told to give."""
        chosen = _stems(each.name for each in self._read if each.type in ("boolean", "array"))
        gives = WORDINGS.pattern("what is taken").split(self._description)[0]
        return self.named | frozenset(stems_of(gives)) | self.options | chosen

    @cached_property
    def needs_id(self) -> bool:
        """True if a call needs the id of something."""
        return any(field.is_reference for field in self.required)

    @cached_property
    def query(self) -> str:
        """The name of the field for any query to search for; empty unless the tool searches."""
        verbs = {stem(next(iter(words_of(self._description)), "")), *self.named}
        return "" if _SEARCH.isdisjoint(verbs) else self._first(lambda each: each.head == "query")

    @cached_property
    def sql(self) -> str:
        """The name of the field for a statement of SQL, if there is one."""
        return self._first(self._takes_sql)

    @cached_property
    def expression(self) -> str:
        """The name of the field for an arithmetic expression, if there is one."""
        return self._first(lambda each: not _SUMS.isdisjoint(each.words))

    @cached_property
    def is_class(self) -> bool:
        """True if the tool has a name such as `TravelPlan`, and so may take the answer."""
        is_named = self.name[:1].isupper() and not _NO_CLASS.search(self.name)
        return is_named and not (self.query or self.expression)

    @cached_property
    def is_final(self) -> bool:
        """True if the tool takes the answer rather than helps to find it."""
        name = "_".join(words_of(self.name))
        is_named = WORDINGS.pattern("tool for the answer").fullmatch(name) and not self.needs_id
        return bool(is_named) or WORDINGS.matches("ends a conversation", self._description)

    def _first(self, is_fit: Callable[[Property], bool]) -> str:
        """The name of the first field that is fit for something, empty if there is none."""
        return next((field.name for field in self._read if is_fit(field)), "")

    def _takes_sql(self, field: Property) -> bool:
        about = field.words | (self.known if field.words & _QUERIES else set())
        is_named = "sql" in about or _SQL.search(field.description) is not None
        return is_named and field.type in ("string", "")


class Candidate(NamedTuple):
    """A tool scored for a text, with the values that the text has for its fields."""

    tool: OfferedTool
    score: float
    matches: Matches
    text: str

    @property
    def is_fit(self) -> bool:
        """True if the tool fits its text well enough to be called."""
        return self.score > 0

    @property
    def lacks_numbers(self) -> bool:
        """True if the text has none of the numbers that the tool requires, nor names the tool."""
        needed = [each.name for each in self.tool.fields if each.needs_number and not each.default]
        return bool(needed) and self.score < 2.8 and self.matches.keys().isdisjoint(needed)


def tools_in(functions: Iterable[Mapping[str, Any]]) -> list[OfferedTool]:
    """The tools for functions, in their order."""
    return [_tool(encode(function)) for function in functions]


@lru_cache(maxsize=1024)
def _tool(written: bytes) -> OfferedTool:
    return OfferedTool(decode(written))


def _stems(parts: Iterable[Any]) -> frozenset[str]:
    return frozenset(each for part in parts for each in stems_of(str(part)))


def named_in(tools: Sequence[OfferedTool], text: str) -> list[OfferedTool]:
    """The tools whose literal names are in a text, in the order of the text."""
    positions: dict[str, int] = {}
    for name in _NAME.finditer(text[-_NAMES_READ:]):
        word = name[0].strip(".-")
        for part in (word, word.replace(".", "_"), *re.split(r"[.-]", word)):
            positions.setdefault(part, name.start())
    named = [each for each in tools if each.name in positions]
    return sorted(named, key=lambda tool: positions[tool.name])


def best(
    tools: Sequence[OfferedTool], text: str, now: datetime, context: str = ""
) -> list[Candidate]:
    """The closest tools for a text, the best first.

    `context` counts for the choice, but is not searched for values.
    """
    read = f"{context}\n{text}" if context else text
    counted = Counter(each for tool in tools for each in tool.named)
    common = _GENERIC | {each for each, count in counted.items() if count > 1}
    meant = _meant_by(read, tuple(tools))
    kinds = {find.kind for find in finds_in(text)} & {"url", "path"}
    scored = []
    for tool in tools:
        score = _score_by_words(tool, read, common, is_meant=tool in meant) - _BAR
        takes_address = not kinds.isdisjoint(field.kind for field in tool.required)
        scored.append((score + 3.0 * takes_address, score, tool))
    scored.sort(key=lambda each: -each[0])
    finders = (tool for tool in tools if tool.verb in FINDING and not tool.needs_id)
    found = {word for each in finders for word in each.named}
    closest = []
    for _, score, tool in scored[:_CLOSEST]:
        one = candidate(tool, text, now)
        before = candidate(tool, context, now).score if context else one.score
        ids = (field.words - tool.named for field in tool.required if field.is_reference)
        by_id = 1.5 * any(not stems.isdisjoint(found) for stems in ids)
        closest.append(one._replace(score=score + by_id + max(one.score, before)))
    return sorted(closest, key=lambda each: -each.score)


@lru_cache(maxsize=64)
def candidate(tool: OfferedTool, text: str, now: datetime) -> Candidate:
    """A tool with the values that a text has for it, and their score.

    Of a required value, a phrase that may be anything speaks less for a tool than a certain one.
    """
    if not any(field.type == "array" for field in tool.fields):
        text = _NUMBERS.sub(r" \1 ", text)
    expression = _expression_in(tool, text)
    listed = ((field.name, records_of(field, text, now)) for field in tool.required)
    records = {name: Match(made, _SURE) for name, made in listed if made}
    matches = best_matches(tool.fields, text, now, tool.known) | records | expression
    found = [matches[field.name] for field in tool.required if field.name in matches]
    sure = sum(min(1.0, one.score / _SURE) for one in found)
    share = sure / len(tool.required) if tool.required else 0.8
    score = 2.25 * share - 0.4 * sum(one.kind == "phrase" for one in found)
    score += 3.0 if expression else 0.0
    fields = (field for field in tool.fields if field.name in matches)
    score += sum(_worth(field, matches[field.name]) for field in fields)
    return Candidate(tool, score, matches, text)


def _worth(field: Property, one: Match) -> float:
    """The part of the score of a tool that a value has by its look or the words around it."""
    find = one.find
    if find is None:
        return 0.0
    worth = 2.0 if field.words & _LIMITS & find.cues.keys() else 0.0
    if field.required and field.is_reference and find.kind == "code":
        worth += 1.6
    elif field.required and field.is_reference and not re.search(r"\d", find.text):
        worth -= 1.5
    if field.required and find.kind in ("url", "path") and one.score > 3:
        worth += 3.0
    return worth


def _expression_in(tool: OfferedTool, text: str) -> Matches:
    """The arithmetic expression in a text, for the field that takes one."""
    if not tool.expression:
        return {}
    read = FORMULAS.changed("orders to compute", text[:_SUM_READ])
    run = max(expressions.runs_in(read), key=len, default=())
    written = " ".join(run).replace("% of", "/ 100 *")
    return {tool.expression: Match(written, _SURE)} if len(run) > 2 else {}


@lru_cache(maxsize=64)
def _question_of(text: str) -> tuple[Vocabulary, frozenset[str], frozenset[str]]:
    """The vocabulary of a question, its stems that are not part of a value, and those of the thing
    that it asks for."""
    read = (
        token.text
        for token in tokens_of(bounded(text))
        if token.kind in ("word", "date") and "_" not in token.text
    )
    stems = frozenset(each for each in _stems(read) if not each.isdigit())
    values = (find.text for find in finds_in(text) if find.kind not in ("phrase", "number"))
    asked = WORDINGS.find("thing asked for", text)
    thing = _stems([asked["thing"]]) - _UNSPECIFIC if asked else frozenset[str]()
    return Vocabulary(stems), stems - _stems(values) or stems, thing


@lru_cache(maxsize=64)
def _meant_by(text: str, tools: Sequence[OfferedTool]) -> Sequence[OfferedTool]:
    """The tools that everyday wordings in a text mean, such as `do I need an umbrella`: those with
    the first of a row's words in their names, else in their descriptions, and of these the ones
    with most of the words."""
    unquoted = WORDINGS.pattern("quotation").sub("''", bounded(text))
    meant: list[OfferedTool] = []
    for wording in WORDINGS.texts("purposes", unquoted):
        stems = [*map(stem, wording.split())]
        named = ([tool for tool in tools if word in tool.named] for word in stems)
        described = ([tool for tool in tools if word in tool.described] for word in stems)
        found = next(filter(None, chain(named, described)), [])
        counts = [len(tool.named.intersection(stems)) for tool in found]
        meant += compress(found, [count == max(counts) for count in counts])
    return meant


def _score_by_words(
    tool: OfferedTool, text: str, common: frozenset[str], *, is_meant: bool
) -> float:
    """The score of a tool for a question by their words."""
    question, task, thing = _question_of(text)
    stems, known = question.stems, tool.known
    score = 3.0 * question.covers(tool.named, common) + 3.5 * tool.vocabulary.covers(task, common)
    score += 0.25 * min(len(tool.described & stems), 4)
    if is_meant:
        score += 4.0
    elif thing and not (tool.query or tool.verb in _CHANGES or shared([*thing], [*tool.given])):
        score -= 2.8  # It gives something else than what is asked for.
    elif WORDINGS.pattern("asks how").match(text) and not tool.query:
        score -= 4.5  # `How do I book a room?` books none.
    if not tool.options.isdisjoint(stems):
        score += 1.25
    if tool.query and not _SEARCH.isdisjoint(stems):
        score += 1.5
    is_asked = tool.verb in _CHANGES and WORDINGS.pattern("question").fullmatch(text)
    if is_asked or (tool.verb in FINDING and WORDINGS.pattern("order to change").match(text)):
        score -= 3.0  # A question changes nothing, and an order to change finds nothing.
    if any(one in task and other in known and one not in known for one, other in _OPPOSITES):
        score -= 5.0
    return score
