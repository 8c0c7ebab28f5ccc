"""Choosing a tool: by its literal name, else by a score for its words and its arguments.

The weights are rounded from a fit to questions that a tool answers and questions that none does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from mockserver.chat.model.content import expressions
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.lists import lists, words
from mockserver.chat.model.meaning import STOP_WORDS, senses, senses_of, stem, stems_of, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table
from mockserver.chat.model.values.fields import Property, flat_fields
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import Match, Matches, match, takes_number
from mockserver.chat.model.values.scan import bounded, tokens_of
from mockserver.core.codec import decode, encode

Function = Mapping[str, Any]

_DESCRIBED = 1_000
_FIELDS_READ = 40
_GENERIC = frozenset(map(stem, words("tools.generic")))
"""Words that many tools have, which weigh little."""

SEARCH = frozenset(map(stem, words("tools.search")))
"""Words of tools that search for any query."""


_NAMES_READ = 20_000
_SUM_READ = 1_000
_CLOSEST = 3
"""The number of tools whose arguments are searched for before one tool is chosen."""

_BAR = 3.8
"""The lowest score, for words and arguments together, at which a tool is called."""

_SURE = 3.0
"""The score from which a value is certain."""

_OF_PURPOSE = 4.0
"""The score of a tool that a wording in `wordings.txt` means."""

_OF_EXPRESSION = 3.0
_OF_KINDS = {"url": 3.0, "path": 3.0, "email": 0.5}
_WITHOUT_NUMBERS = 2.0
"""The score from which a tool is called without any number that it requires."""

_PAIRS = [tuple(map(stem, pair.split("/"))) for pair in lists("opposites")["pairs"]]
_OPPOSITES = [*_PAIRS, *(pair[::-1] for pair in _PAIRS)]
_SUMS = frozenset(map(stem, ("expression", "formula", "calculation")))
WORDINGS = table("tools/wordings.txt")
"""The wordings of requests and of descriptions of tools."""

_NAME = pattern(r"[\w.-]+")
_NUMBERS = pattern(r"[(\[][-\d., ]{3,80}[)\]]")


class Profile(NamedTuple):
    """The stems of a tool's name, of its description without those, and of its parameters."""

    name: frozenset[str]
    description: frozenset[str]
    fields: frozenset[str]
    options: frozenset[str]
    """Stems of the options of the parameters."""

    senses: frozenset[int]
    """Groups of synonyms that the name and the description have words of."""

    is_final: bool
    """True if the tool takes the answer rather than helps to find it."""

    searches: bool
    """True if the tool searches for any query."""

    @property
    def known(self) -> frozenset[str]:
        """The stems of the name and the description."""
        return self.name | self.description


class Question(NamedTuple):
    """The stems of a question; `task` are those that are not part of a value."""

    stems: frozenset[str]
    task: frozenset[str]
    senses: frozenset[int]


class Chosen(NamedTuple):
    """A tool scored for a text, with the values that the text has for its fields."""

    function: Function
    profile: Profile
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
        numbers = [field for field in fields_of_tool(self.function) if takes_number(field)]
        needed = [field.name for field in numbers if field.default is None]
        is_bare = bool(needed) and self.matches.keys().isdisjoint(needed)
        return is_bare and self.score < _WITHOUT_NUMBERS


def named_in(functions: Sequence[Function], text: str) -> list[Function]:
    """The functions whose literal names are in a text, in the order of the text."""
    positions: dict[str, int] = {}
    for name in _NAME.finditer(text[-_NAMES_READ:]):
        word = name[0].strip(".-")
        for part in (word, word.replace(".", "_"), *re.split(r"[.-]", word)):
            positions.setdefault(part, name.start())
    named = [each for each in functions if each["name"] in positions]
    return sorted(named, key=lambda function: positions[function["name"]])


def best(
    functions: Sequence[Function], text: str, now: datetime, context: str = ""
) -> list[Chosen]:
    """The closest tools for a text, the best first.

    `context` counts for the choice, but is not searched for values.
    """
    read = f"{context}\n{text}" if context else text
    profiles = tuple(map(profile_of, functions))
    common = common_words(profiles)
    meant = meant_by(read, profiles)
    bar = _BAR + (0.7 if WORDINGS.pattern("how to").match(text) else 0.0)
    scored = [
        (
            _suits(profile, question_of(read), common)
            + _OF_PURPOSE * (profile in meant)
            + _of_kinds(each, text)
            - bar,
            each,
        )
        for profile, each in zip(profiles, functions, strict=True)
    ]
    scored.sort(key=lambda each: -each[0])
    closest = [chosen(each, text, now, score) for score, each in scored[:_CLOSEST]]
    return sorted(closest, key=lambda each: -each.score)


def chosen(function: Function, text: str, now: datetime, score: float = 0.0) -> Chosen:
    """A tool with the values that a text has for it; they are added to its score.

    Of a required value, a phrase that may be anything speaks less for a tool than a certain one.
    """
    profile, fields = profile_of(function), fields_of_tool(function)
    text = readable(text, function)
    expression = _expression_in(fields, text)
    matches = match(fields, text, now, profile.known) | expression
    if profile.searches:
        matches |= _question_in(fields, text)
    required = [field for field in fields if field.required]
    found = [matches[field.name] for field in required if field.name in matches]
    sure = sum(min(1.0, one.score / _SURE) for one in found)
    score += 2.25 * (sure / len(required) if required else 0.8) - 0.4 * sum(map(_is_phrase, found))
    score += _OF_EXPRESSION * bool(expression)
    return Chosen(function, profile, score, matches, text)


def asks_for_fact(text: str) -> bool:
    """True if a text is one open question, other than one for advice."""
    return bool(WORDINGS.pattern("open question").fullmatch(text.strip())) and not WORDINGS.pattern(
        "how to"
    ).match(text)


def _question_in(fields: Sequence[Property], text: str) -> Matches:
    """The whole question of a text, for the field of a search that takes a query."""
    names = [field.name for field in fields if words_of(field.name)[-1:] == ("query",)]
    found = WORDINGS.pattern("open question").fullmatch(text.strip())
    return {name: Match(found["asked"], _SURE) for name in names} if found else {}


def _is_phrase(one: Match) -> bool:
    return one.find is not None and one.find.kind == "phrase"


def readable(text: str, function: Function) -> str:
    """A text without brackets around numbers, unless a field of the tool takes a list."""
    if any(field.type == "array" for field in fields_of_tool(function)):
        return text
    return _NUMBERS.sub(lambda found: f" {found[0][1:-1]} ", text)


@lru_cache(maxsize=64)
def question_of(text: str) -> Question:
    """The stems of a question, for comparison with tools."""
    content = [
        word
        for token in tokens_of(bounded(text))
        if token.kind in ("word", "quoted", "date") and "_" not in token.text
        for word in words_of(token.text)
    ]
    stems = {stem(word) for word in content if word not in STOP_WORDS and not word.isdigit()}
    values = [find.text for find in finds_in(text) if find.kind not in ("phrase", "number")]
    task = stems.difference(each for value in values for each in stems_of(value))
    return Question(frozenset(stems), frozenset(task or stems), senses_of(stems))


@lru_cache(maxsize=64)
def meant_by(text: str, profiles: Sequence[Profile]) -> Sequence[Profile]:
    """The tools that everyday wordings in a text mean: those with the first of a row's words."""
    meant: list[Profile] = []
    for wording in WORDINGS.texts(
        "purposes", WORDINGS.pattern("quotation").sub("''", bounded(text))
    ):
        ranked = (
            [profile for profile in profiles if each in part(profile)]
            for each in stems_of(wording)
            for part in (attrgetter("name"), attrgetter("description"))
        )
        meant += next(filter(None, ranked), [])
    return meant


def _suits(profile: Profile, question: Question, common: frozenset[str]) -> float:
    """The score of a tool for a question by their words."""
    stems, known = question.stems, profile.known
    described = sum(0.3 if each in common else 1.0 for each in profile.description & stems)
    is_opposite = any(
        each in question.task and other in known and each not in known for each, other in _OPPOSITES
    )
    return (
        3.0 * _coverage(profile.name, stems, frozenset(), question.senses, common)
        + 3.5 * _coverage(question.task, known, profile.fields, profile.senses, common)
        + 0.25 * min(described, 4)
        + 1.25 * (not profile.options.isdisjoint(stems))
        + 1.5 * (profile.searches and not SEARCH.isdisjoint(stems))
        - 5.0 * is_opposite
    )


def _coverage(
    stems: frozenset[str],
    known: frozenset[str],
    near: frozenset[str],
    meanings: frozenset[int],
    common: frozenset[str],
) -> float:
    """The share of stems that are known, or in part by a synonym or the same beginning."""
    near |= {each[:4] for each in known if len(each) > 4}
    total = covered = 0.0
    for each in stems:
        weight = 0.3 if each in common else 1.0
        is_near = each in near or each[:4] in near or not meanings.isdisjoint(senses(each))
        total += weight
        covered += weight * (1.0 if each in known else 0.6 if is_near else 0.0)
    return covered / total if total else 0.0


def _of_kinds(function: Function, text: str) -> float:
    """The score for an address or a path in a text, if a tool requires one."""
    kinds = {find.kind for find in finds_in(text)}
    taken = {field.kind for field in fields_of_tool(function) if field.required}
    return max((_OF_KINDS.get(kind, 0.0) for kind in kinds & taken), default=0.0)


def _expression_in(fields: Sequence[Property], text: str) -> Matches:
    """The arithmetic expression in a text, for the field that takes one."""
    name = next((field.name for field in fields if _SUMS & field.words), None)
    if name is None:
        return {}
    text = CUES.pattern("date or telephone number").sub(" ; ", text[:_SUM_READ])
    run = max(expressions.runs_in(text), key=len, default=())
    return {name: Match(" ".join(run), _SURE)} if len(run) > 2 else {}


# The words of a tool


def profile_of(function: Function) -> Profile:
    """The profile of a function."""
    return _profile(encode(function))


def fields_of_tool(function: Function) -> tuple[Property, ...]:
    """The fields of a function's arguments."""
    return flat_fields(function.get("parameters"))


def is_final(function: Function) -> bool:
    """True if a tool takes the answer."""
    return profile_of(function).is_final


def common_words(profiles: Iterable[Profile]) -> frozenset[str]:
    """The stems that do not distinguish tools: generic ones, and those in several names."""
    counted = Counter(each for profile in profiles for each in profile.name)
    return _GENERIC | {each for each, count in counted.items() if count > 1}


@lru_cache(maxsize=1024)
def _profile(written: bytes) -> Profile:
    function = decode(written)
    name, description = function["name"], function.get("description")
    description = description[:_DESCRIBED] if isinstance(description, str) else ""
    fields = fields_of_tool(function)[:_FIELDS_READ]
    named, described = frozenset(stems_of(name)), frozenset(stems_of(description))
    options = [each for field in fields for each in _options(field)]
    parts = [part for field in fields for part in (field.name, field.description)]
    takes_query = any(words_of(field.name)[-1:] == ("query",) for field in fields)
    is_class = name[:1].isupper() and "_" not in name and "-" not in name and name != name.upper()
    is_last = WORDINGS.pattern("tool for the answer").fullmatch(
        "_".join(words_of(name))
    ) or WORDINGS.find("ends a conversation", description)
    return Profile(
        named,
        described - named,
        _stems([*parts, *options]),
        _stems(options),
        senses_of(named | described),
        bool(is_class or is_last),
        takes_query and not SEARCH.isdisjoint(named),
    )


def _options(field: Property) -> Iterable[Any]:
    listed = field.items or field
    return listed.enum or listed.options


def _stems(parts: Iterable[Any]) -> frozenset[str]:
    return frozenset(each for part in parts for each in stems_of(str(part)))
