"""The choice of a tool for a task: by its literal name, else by meaning above a fixed bar."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.tools.profile import (
    Profile,
    common_words,
    fields_of_tool,
    profile_of,
    question_of,
    suits,
)
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.match import Matches, match

Function = Mapping[str, Any]

_WORD = re.compile(r"[\w.-]+")
_NAMES_READ = 20_000
_CLOSEST = 3
"""Tools whose arguments are looked for before one is chosen."""

_SURE = 3.0
"""The score of a value of which there is no doubt."""

_OF_ARGUMENTS = 3.0
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
    scored = [(suits(profile_of(each), question, common), each) for each in functions]
    scored.sort(key=lambda each: -each[0])
    closest = [chosen(each, text, now, score) for score, each in scored[:_CLOSEST]]
    return sorted(closest, key=lambda each: -each.score)


def chosen(function: Function, text: str, now: datetime, score: float = 0.0) -> Chosen:
    """A tool with the values that a text has for it, and what these add to its score."""
    profile = profile_of(function)
    fields = fields_of_tool(function)
    text = readable(text, fields)
    matches = match(fields, text, now, profile.known)
    required = [matches.get(field.name) for field in fields if field.required]
    sure = sum(min(1.0, match.score / _SURE) for match in required if match)
    filled = sure / len(required) if required else 0.8
    return Chosen(function, profile, score + _OF_ARGUMENTS * filled, matches, text)


def readable(text: str, fields: Sequence[Property]) -> str:
    """A text as a tool's fields need it: without lists if none of them is one, `Oslo, Norway` as
    two names if one is the city and one the country. No place in it moves."""
    if not any(field.type == "array" for field in fields):
        text = _NUMBERS.sub(lambda found: f" {found[0][1:-1]} ", text)
    named = {word for field in fields for word in words_of(field.name)}
    if "city" in named and not named.isdisjoint(("state", "country")):
        text = _COMMA.sub("/", text)
    return text


_NUMBERS = re.compile(r"[(\[][-\d., ]{3,80}[)\]]")
_COMMA = re.compile(r"(?<=[a-z]),(?= [A-Z])")


def is_fit(one: Chosen) -> bool:
    """True if a tool is above the bar."""
    return one.score > _ENOUGH
