"""The choice of a tool for a task: by its literal name, else by meaning above a fixed bar."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.chat.model.content import expressions
from mockserver.chat.model.meaning import stem, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tools.profile import (
    Profile,
    common_words,
    fields_of_tool,
    profile_of,
    question_of,
    suits,
)
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import Match, Matches, match

Function = Mapping[str, Any]

_WORD = pattern(r"[\w.-]+")
_NAMES_READ = 20_000
_CLOSEST = 3
"""Tools whose arguments are looked for before one is chosen."""

_SURE = 3.0
"""The score of a value of which there is no doubt."""

_OF_ARGUMENTS = 3.0
_OWN_KINDS = {"url": 3.0, "path": 3.0, "email": 0.5}
_OF_CODES = 1.8
_OF_EXPRESSION = 3.0
_DOUBT = 1.5
_HOW_TO = pattern(
    r"\W*(?:how (?:do|does|can|could|would|should) (?:i|you|we|one|people)|how to|explain|why)\b",
    re.IGNORECASE,
)
"""Openings of questions that are answered in words more often than by a tool."""

_CODE = pattern(r"[A-Z]{2,5}")
_SHARES = frozenset({"symbol", "ticker"})
_SUMS = frozenset(map(stem, ("expression", "formula", "calculation")))
_SUM_READ = 1_000
_ENOUGH = 0.0
"""The bar: words and arguments together."""


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
    for found in _WORD.finditer(text[-_NAMES_READ:]):
        word = found[0].strip(".-")
        places.setdefault(word, found.start())
        for part in _parts(word):
            places.setdefault(part, found.start())
    found_names = [each for each in functions if each["name"] in places]
    return sorted(found_names, key=lambda function: places[function["name"]])


def _parts(word: str) -> list[str]:
    return re.split(r"[.-]", word) if "." in word or "-" in word else []


def best(
    functions: Sequence[Function], text: str, now: datetime, context: str = ""
) -> list[Chosen]:
    """The closest tools for a text, the best first, whether they are above the bar or not.

    `context` counts for the choice, but has no values.
    """
    question = question_of(f"{context}\n{text}" if context else text)
    common = common_words([profile_of(each) for each in functions])
    doubt = _DOUBT if _HOW_TO.match(text) else 0.0
    scored = [
        (suits(profile_of(each), question, common) + _evidence(each, text) - doubt, each)
        for each in functions
    ]
    scored.sort(key=lambda each: -each[0])
    closest = [chosen(each, text, now, score) for score, each in scored[:_CLOSEST]]
    return sorted(closest, key=lambda each: -each.score)


def _evidence(function: Function, text: str) -> float:
    """The score of a tool for values in a text of the kinds that it takes."""
    fields = [field for field in fields_of_tool(function) if field.required]
    if profile_of(function).final:
        return 0.0
    finds = finds_in(text)
    told = {find.kind for find in finds}
    points = [_OWN_KINDS.get(field.kind, 0.0) for field in fields if field.kind in told]
    codes = {find.text for find in finds if _CODE.fullmatch(find.text)}
    if sum(field.kind == "currency" for field in fields) > 1 and len(codes) > 1:
        points.append(_OF_CODES)
    if codes and any(not _SHARES.isdisjoint(words_of(field.name)) for field in fields):
        points.append(_OF_CODES)
    if _expression_in(fields, text):
        points.append(_OF_EXPRESSION)
    return max(points, default=0.0)


def _expression_in(fields: Sequence[Property], text: str) -> Matches:
    """The sum in a text, for the field that takes an expression."""
    name = next((field.name for field in fields if _SUMS & field.words), None)
    run = max(expressions.runs_in(text[:_SUM_READ]), key=len, default=None) if name else None
    return {name: Match(" ".join(run), _SURE)} if name and run and len(run) > 2 else {}


def chosen(function: Function, text: str, now: datetime, score: float = 0.0) -> Chosen:
    """A tool with the values that a text has for it, and what these add to its score."""
    profile = profile_of(function)
    fields = fields_of_tool(function)
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


_NUMBERS = pattern(r"[(\[][-\d., ]{3,80}[)\]]")
_COMMA = pattern(r"(?<=[a-z]),(?= [A-Z])")


def is_fit(one: Chosen) -> bool:
    """True if a tool is above the bar."""
    return one.score > _ENOUGH
