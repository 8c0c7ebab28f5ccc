"""The choice of a tool for a task: by its literal name, else by meaning above a fixed bar.

The weights were fitted once to questions that a tool answers and questions that it does not, and
rounded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from mockserver.chat.model.content import expressions
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import (
    STOP_WORDS,
    senses,
    senses_of,
    stem,
    stems_of,
    words_of,
)
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fields import Property, flat_fields
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import Match, Matches, match
from mockserver.chat.model.values.scan import bounded, tokens_of
from mockserver.core.codec import decode, encode

Function = Mapping[str, Any]

_DESCRIBED = 1_000
_FIELDS_READ = 40
_NAMES_READ = 20_000
_SUM_READ = 1_000
_CLOSEST = 3
"""Tools whose arguments are looked for before one is chosen."""

_BAR = 4.8
"""The least that words and arguments have to score together."""

_OF_ARGUMENTS = 3.0
_SURE = 3.0
"""The score of a value of which there is no doubt."""

_OF_KINDS = {"url": 3.0, "path": 3.0, "email": 0.5}
_OF_EXPRESSION = 3.0
_OF_SEARCH = 2.0
_DOUBT = 1.5
_HOW_TO = pattern(
    r"\W*(?:how (?:do|does|can|could|would|should) (?:i|you|we|one|people)|how to|explain|why)\b",
    re.IGNORECASE,
)
"""Openings of questions that are answered in words more often than by a tool."""

_GENERIC = frozenset(map(stem, words("tools.generic")))
"""Words of many tools, which say little of any of them."""

_TIMES = pattern(r"(?<=\d )(?:times|x)(?= \d)")
_SOUGHT = pattern(r"\b(?:look(?:ing)? (?:up|for)|find out|(?:the )?(?:latest|newest))\b", re.I)
_SEARCH = frozenset(map(stem, words("tools.search")))
_SUMS = frozenset(map(stem, ("expression", "formula", "calculation")))
_NAME = pattern(r"[\w.-]+")
_NUMBERS = pattern(r"[(\[][-\d., ]{3,80}[)\]]")
_COMMA = pattern(r"(?<=[a-z]),(?= [A-Z])")
_FINAL = pattern(
    r"(?:(?:give|provide|return|send|report)_)?final_(?:answer|result|response|output|report)"
    r"|(?:submit|answer|respond|response|done|finish|complete|terminate|end)(?:_(?:answer|result"
    r"|response|output|report|task|run|conversation|user|question|to_user))?|task_(?:done|complete)"
)
_ENDING = pattern(
    r"\b(?:final (?:answer|response|output|report|result)|ends? (?:this|the) (?:conversation"
    r"|task|run)|structured output)\b",
    re.IGNORECASE,
)


class Profile(NamedTuple):
    """The stems of a tool by where they stand, and the lines of synonyms they belong to."""

    name: frozenset[str]
    description: frozenset[str]
    fields: frozenset[str]
    """Of its parameters and of what these can be."""

    senses: frozenset[int]
    """Lines of synonyms of its name and its description."""

    final: bool
    """True if it takes the answer rather than helps to find it."""

    seeks: bool
    """True if it searches for whatever it is told to."""

    @property
    def known(self) -> frozenset[str]:
        """All stems that say what the tool is for."""
        return self.name | self.description

    @property
    def stems(self) -> frozenset[str]:
        """All of them."""
        return self.known | self.fields


class Question(NamedTuple):
    """A question: its stems, and those that say what is to be done rather than to what."""

    stems: frozenset[str]
    task: frozenset[str]


class Chosen(NamedTuple):
    """A tool for a task, with the values that the task has for it."""

    function: Function
    profile: Profile
    score: float
    matches: Matches
    text: str


def named_in(functions: Sequence[Function], text: str) -> list[Function]:
    """The functions whose literal names stand in a text, in its order."""
    places: dict[str, int] = {}
    for found in _NAME.finditer(text[-_NAMES_READ:]):
        word = found[0].strip(".-")
        for part in (word, *re.split(r"[.-]", word)):
            places.setdefault(part, found.start())
    found_names = [each for each in functions if each["name"] in places]
    return sorted(found_names, key=lambda function: places[function["name"]])


def best(
    functions: Sequence[Function], text: str, now: datetime, context: str = ""
) -> list[Chosen]:
    """The closest tools for a text, the best first, whether they are above the bar or not.

    `context` counts for the choice, but has no values.
    """
    question = question_of(f"{context}\n{text}" if context else text)
    profiles = [*map(profile_of, functions)]
    common = common_words(profiles)
    doubt = _BAR + (_DOUBT if _HOW_TO.match(text) else 0.0)
    scored = [
        (_suits(profile, question, common) + _evidence(each, text) - doubt, each)
        for profile, each in zip(profiles, functions, strict=True)
    ]
    scored.sort(key=lambda each: -each[0])
    closest = [chosen(each, text, now, score) for score, each in scored[:_CLOSEST]]
    return sorted(closest, key=lambda each: -each.score)


def is_fit(one: Chosen) -> bool:
    """True if a tool is above the bar."""
    return one.score > 0


def is_final(function: Function) -> bool:
    """True for a tool that takes the answer."""
    return profile_of(function).final


def chosen(function: Function, text: str, now: datetime, score: float = 0.0) -> Chosen:
    """A tool with the values that a text has for it, and what these add to its score."""
    profile, fields = profile_of(function), fields_of_tool(function)
    text = readable(text, function)
    matches = match(fields, text, now, profile.known) | _expression_in(fields, text)
    required = [matches.get(field.name) for field in fields if field.required]
    sure = sum(min(1.0, match.score / _SURE) for match in required if match)
    filled = sure / len(required) if required else 0.8
    return Chosen(function, profile, score + _OF_ARGUMENTS * filled, matches, text)


def readable(text: str, function: Function) -> str:
    """A text as a tool's fields need it: without lists if none of them is one, `Oslo, Norway` as
    two names if one is the city and one the country, and without the tool's own name if that is
    no mere word. No place in it moves."""
    fields, name = fields_of_tool(function), function["name"]
    if not name.isalpha():
        text = text.replace(name, " " * len(name))
    if not any(field.type == "array" for field in fields):
        text = _NUMBERS.sub(lambda found: f" {found[0][1:-1]} ", text)
    named = {word for field in fields for word in words_of(field.name)}
    if "city" in named and not named.isdisjoint(("state", "country")):
        text = _COMMA.sub("/", text)
    return text


def fields_of_tool(function: Function) -> tuple[Property, ...]:
    """The fields of a function's arguments."""
    return flat_fields(function.get("parameters"))


def profile_of(function: Function) -> Profile:
    """The profile of a function; that of one that comes again is remembered."""
    return _profile(encode(function))


@lru_cache(maxsize=1024)
def _profile(written: bytes) -> Profile:
    function = decode(written)
    name, given = function["name"], function.get("description")
    said = given[:_DESCRIBED] if isinstance(given, str) else ""
    fields = fields_of_tool(function)[:_FIELDS_READ]
    named, described = frozenset(stems_of(name)), frozenset(stems_of(said))
    told = (part for field in fields for part in (field.name, field.said, *field.enum))
    takes_query = any(words_of(field.name)[-1:] == ("query",) for field in fields)
    is_class = name[:1].isupper() and "_" not in name and "-" not in name and name != name.upper()
    is_last = _FINAL.fullmatch("_".join(words_of(name))) or _ENDING.search(said)
    return Profile(
        named,
        described - named,
        frozenset(each for part in told for each in stems_of(str(part))),
        senses_of(named | described),
        bool(is_class or is_last),
        takes_query and not _SEARCH.isdisjoint(named),
    )


@lru_cache(maxsize=64)
def question_of(text: str) -> Question:
    """A question as it is compared with tools."""
    text = _SOUGHT.sub("search", _TIMES.sub("multiply", text))
    told = [
        word
        for token in tokens_of(bounded(text))
        if token.kind in ("word", "quoted", "date") and "_" not in token.text
        for word in words_of(token.text)
    ]
    stems = {stem(word) for word in told if word not in STOP_WORDS and not word.isdigit()}
    values = [find.text for find in finds_in(text) if find.kind not in ("phrase", "number")]
    task = stems.difference(each for value in values for each in stems_of(value))
    return Question(frozenset(stems), frozenset(task))


def common_words(profiles: Iterable[Profile]) -> frozenset[str]:
    """The stems that several tools have in their names, which tell none of them from the others."""
    counted = Counter(each for profile in profiles for each in profile.name)
    return _GENERIC | {each for each, count in counted.items() if count > 1}


def _suits(profile: Profile, question: Question, common: frozenset[str]) -> float:
    """The score of a tool for a question by its words, up to about 10."""
    said = question.stems
    meant = senses_of(said)
    if profile.stems.isdisjoint(said) and profile.senses.isdisjoint(meant):
        return 0.0
    shorts = frozenset(each[:4] for each in said if len(each) > 4)

    def is_said(each: str) -> float:
        if each in said:
            return 1.0
        return 0.6 if senses(each) & meant or each in shorts else 0.0

    def is_known(each: str) -> float:
        if each in profile.name:
            return 1.0
        if each in profile.description:
            return 0.9
        if each in profile.fields:
            return 0.6
        return 0.5 if senses(each) & profile.senses or each[:4] in profile.name else 0.0

    met = [each for each in profile.name if is_said(each)]
    return (
        4.0 * _average(profile.name, is_said, common)
        + 2.6 * _average(question.task or said, is_known, common)
        + 0.5 * min(sum(_weight(each, common) for each in met), 3)
        + 0.25 * min(sum(_weight(each, common) for each in profile.description & said), 4)
        + (_OF_SEARCH if profile.seeks and not _SEARCH.isdisjoint(said) else 0.0)
    )


def _average(stems: Iterable[str], score: Callable[[str], float], common: frozenset[str]) -> float:
    weights = {each: _weight(each, common) for each in stems}
    total = sum(weights.values())
    return sum(weight * score(each) for each, weight in weights.items()) / total if total else 0.0


def _weight(each: str, common: frozenset[str]) -> float:
    return 0.3 if each in common else 1.0


def _evidence(function: Function, text: str) -> float:
    """The score of a tool for values in a text of the kinds that it takes."""
    fields = [field for field in fields_of_tool(function) if field.required]
    if profile_of(function).final:
        return 0.0
    told = {find.kind for find in finds_in(text)}
    points = [_OF_KINDS.get(field.kind, 0.0) for field in fields if field.kind in told]
    if _expression_in(fields, text):
        points.append(_OF_EXPRESSION)
    return max(points, default=0.0)


def _expression_in(fields: Sequence[Property], text: str) -> Matches:
    """The sum in a text, for the field that takes an expression."""
    name = next((field.name for field in fields if _SUMS & field.words), None)
    run = max(expressions.runs_in(text[:_SUM_READ]), key=len, default=None) if name else None
    return {name: Match(" ".join(run), _SURE)} if name and run and len(run) > 2 else {}
