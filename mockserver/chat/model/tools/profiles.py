"""Profiles: the words of a tool by its parts, and what the tool is for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import senses_of, stem, stems_of, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fields import Property, flat_fields
from mockserver.core.codec import decode, encode

Function = Mapping[str, Any]

_DESCRIBED = 1_000
_FIELDS_READ = 40
_GENERIC = frozenset(map(stem, words("tools.generic")))
"""Words that many tools have, which weigh little."""

SEARCH = frozenset(map(stem, words("tools.search")))
"""Words of tools that search for any query."""

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
    is_last = _FINAL.fullmatch("_".join(words_of(name))) or _ENDING.search(description)
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
