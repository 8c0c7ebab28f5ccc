"""Profiles: what each tool is about, and how well it suits what is asked.

The weights were fitted once to questions that a tool answers and questions that it does not, and
rounded. A tool is called if it scores more than nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

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
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.fill import flat_fields
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.scan import bounded, tokens_of
from mockserver.core.codec import decode, encode

_DESCRIBED = 1_000
_FIELDS_READ = 40
_BAR = 4.8
_GENERIC = frozenset(map(stem, words("tools.generic")))
"""Words of many tools, which say little of any of them."""

_VERBS = frozenset(map(stem, words("tools.asking")))
_VERB_ALONE = 1.5
"""A tool loses this much of which a question shares the verb and none of the nouns."""

_ASKED = {"when": "date", "where": stem("location"), "who": stem("person"), "far": stem("distance")}
"""The kind of thing that a question word asks for."""

_TIMES = pattern(r"(?<=\d )(?:times|x)(?= \d)")
_SOUGHT = pattern(r"\b(?:look(?:ing)? (?:up|for)|find out|(?:the )?(?:latest|newest))\b", re.I)
_SEARCH = frozenset(map(stem, words("tools.search")))

_FINAL = pattern(
    r"(?:(?:give|provide|return|send|report)_)?final_(?:answer|result|response|output|report)"
    r"|(?:submit|answer|respond|response|done|finish|complete|terminate|end)(?:_(?:answer|result"
    r"|response|output|report|task|run|conversation|user|question|to_user))?|task_(?:done|complete)"
)
_ENDING = pattern(
    r"\b(?:final (?:answer|response|output|report|result)|ends? (?:this|the) (?:conversation"
    r"|task|run)"
    r"|structured output)\b",
    re.IGNORECASE,
)


class Profile(NamedTuple):
    """The stems of a tool by where they stand, and the lines of synonyms they belong to."""

    name: frozenset[str]
    description: frozenset[str]
    fields: frozenset[str]
    options: frozenset[str]
    senses: frozenset[int]
    """Lines of synonyms of its name and its description."""

    stems: frozenset[str]
    """All of them."""

    final: bool
    """True if it takes the answer rather than helps to find it."""

    seeks: bool
    """True if it searches for whatever it is told to."""

    @property
    def known(self) -> frozenset[str]:
        """All stems that say what the tool is for."""
        return self.name | self.description


class Question(NamedTuple):
    """A question: its stems, and which of them are rather values than the task."""

    stems: frozenset[str]
    values: frozenset[str]

    @property
    def task(self) -> frozenset[str]:
        """The stems that say what is to be done."""
        return self.stems - self.values


@lru_cache(maxsize=64)
def question_of(text: str) -> Question:
    """A question as it is compared with tools."""
    text = _SOUGHT.sub("search", _TIMES.sub("multiply", text))
    values = [find.text for find in finds_in(text) if find.kind not in ("phrase", "number")]
    told = [
        word
        for token in tokens_of(bounded(text))
        if token.kind in ("word", "quoted", "date") and "_" not in token.text
        for word in words_of(token.text)
    ]
    stems = {stem(word) for word in told if word not in STOP_WORDS and not word.isdigit()}
    stems |= {_ASKED[word] for word in told if word in _ASKED}
    return Question(
        frozenset(stems), frozenset(each for value in values for each in stems_of(value))
    )


def profile_of(function: Mapping[str, Any]) -> Profile:
    """The profile of a function; that of one that comes again is remembered."""
    return _profile(encode(function))


def fields_of_tool(function: Mapping[str, Any]) -> tuple[Property, ...]:
    """The fields of a function's arguments."""
    return _fields(encode(function.get("parameters")))


@lru_cache(maxsize=1024)
def _fields(parameters: bytes) -> tuple[Property, ...]:
    schema = decode(parameters)
    return tuple(flat_fields(schema)) if isinstance(schema, Mapping) else ()


@lru_cache(maxsize=1024)
def _profile(written: bytes) -> Profile:
    function = decode(written)
    given = function.get("description")
    said = given[:_DESCRIBED] if isinstance(given, str) else ""
    fields = fields_of_tool(function)[:_FIELDS_READ]
    named, described = frozenset(stems_of(function["name"])), frozenset(stems_of(said))
    options = [str(each) for field in fields for each in (*field.enum, *field.options)]
    told = frozenset(each for field in fields for each in stems_of(f"{field.name} {field.said}"))
    offered = frozenset(each for option in options for each in stems_of(option))
    return Profile(
        named,
        described - named,
        told,
        offered,
        senses_of(named | described),
        named | described | told | offered,
        _is_final(function["name"], said),
        not _SEARCH.isdisjoint(named)
        and any(words_of(field.name)[-1:] == ("query",) for field in fields),
    )


def _is_final(name: str, said: str) -> bool:
    """True for `final_answer`, `submit`, and for a class that is to be filled: `WeatherReport`."""
    if _FINAL.fullmatch("_".join(words_of(name))) or _ENDING.search(said):
        return True
    return name[:1].isupper() and "_" not in name and "-" not in name and name != name.upper()


def common_words(profiles: Sequence[Profile]) -> frozenset[str]:
    """The stems that several tools have in their names, which tell none of them from the others."""
    counted = Counter(each for profile in profiles for each in profile.name)
    return _GENERIC | {each for each, count in counted.items() if count > 1}


def suits(profile: Profile, question: Question, common: frozenset[str] = _GENERIC) -> float:
    """The score of a tool for a question by its words, from -4.8 to about 5.

    `common` are words that say little of the tool.
    """
    said = question.stems
    meant = _senses_in(said)
    if profile.stems.isdisjoint(said) and profile.senses.isdisjoint(meant):
        return -_BAR
    shorts = frozenset(each[:4] for each in said if len(each) > 4)

    def hit(each: str) -> float:
        if each in said:
            return 1.0
        return 0.6 if senses(each) & meant or each in shorts else 0.0

    def known(each: str) -> float:
        if each in profile.name:
            return 1.0
        if each in profile.description:
            return 0.9
        if each in profile.fields or each in profile.options:
            return 0.6
        return 0.5 if senses(each) & profile.senses or each[:4] in profile.name else 0.0

    name_hits = {each: hit(each) for each in profile.name}
    in_name = sum(_weight(each, common) for each, met in name_hits.items() if met)
    in_description = sum(_weight(each, common) for each in profile.description if each in said)
    is_verb_alone = in_name > 0 and _only_verbs_fit(profile, name_hits, said)
    return (
        4.0 * _average(name_hits, common)
        + 2.6 * _average({each: known(each) for each in question.task or said}, common)
        + 0.5 * min(in_name, 3)
        + 0.25 * min(in_description, 4)
        + 0.3 * min(len(profile.options & said), 2)
        + (2.0 if profile.seeks and not _SEARCH.isdisjoint(said) else 0.0)
        - (_VERB_ALONE if is_verb_alone else 0.0)
        - _BAR
    )


def _only_verbs_fit(profile: Profile, name_hits: Mapping[str, float], said: frozenset[str]) -> bool:
    """True if a tool has a noun in its name and shares no more than verbs with a question."""
    nouns = profile.name - _VERBS - _GENERIC
    return (
        bool(nouns)
        and not profile.seeks
        and all(not met or each in _VERBS for each, met in name_hits.items())
        and said.isdisjoint(profile.stems - _VERBS - _GENERIC)
    )


def _average(values: Mapping[str, float], common: frozenset[str]) -> float:
    total = sum(_weight(each, common) for each in values)
    weighted = sum(_weight(each, common) * value for each, value in values.items())
    return weighted / total if total else 0.0


def _weight(each: str, common: frozenset[str]) -> float:
    return 0.3 if each in common else 1.0


@lru_cache(maxsize=64)
def _senses_in(stems: Iterable[str]) -> frozenset[int]:
    return senses_of(stems)
