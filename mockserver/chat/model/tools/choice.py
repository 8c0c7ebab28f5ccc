"""Choosing a tool: by its literal name, else by a score for its words and arguments.

The weights are rounded from a fit to questions that a tool answers and questions that none does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from mockserver.chat.model.content import expressions
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.meaning import (
    STOP_WORDS,
    senses,
    senses_of,
    stem,
    stems_of,
    words_of,
)
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table
from mockserver.chat.model.tools.profiles import (
    GENERIC,
    SEARCH,
    Function,
    Profile,
    common_words,
    fields_of_tool,
    profile_of,
)
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import Match, Matches, match, sizes_apart, takes_number
from mockserver.chat.model.values.scan import bounded, tokens_of

_NAMES_READ = 20_000
_SUM_READ = 1_000
_CLOSEST = 3
"""The number of tools whose arguments are searched for before one tool is chosen."""

_BAR = 4.9
"""The lowest score, for words and arguments together, at which a tool is called."""

_OF_ARGUMENTS = 3.0
_OF_CLEAR = 1.3
"""The score of the second and the third value of which the text names the field."""

_CLEAR = 4.0
_SURE = 3.0
"""The score from which a value is certain."""

_OF_LITERAL = 2.0
"""The score of a field whose name, such as `data_set`, is in the text."""

_OF_OTHER = 4.0
"""The score taken off if a text asks for something that a tool does not give."""

_WITHOUT_NUMBERS = 2.5
"""The score from which a tool is called without any number that it requires."""

_OF_KINDS = {"url": 3.0, "path": 3.0, "email": 0.5}
_OF_EXPRESSION = 3.0
_OF_SEARCH = 2.0
_OF_PURPOSE = 5.0
"""The score of a tool that a wording in `wordings.txt` means; it is above the bar."""

_DOUBT = 1.5
_HOW_TO = pattern(
    r"\W*(?:how (?:do|does|can|could|would|should) (?:i|you|we|one|people)|how to|explain|why)\b",
    re.IGNORECASE,
)
"""Openings of questions that seldom need a tool."""

_TIMES = pattern(r"(?<=\d )(?:times|x)(?= \d)")
_SOUGHT = pattern(r"\b(?:look(?:ing)? (?:up|for)|find out|(?:the )?(?:latest|newest))\b", re.I)
_SUMS = frozenset(map(stem, ("expression", "formula", "calculation")))
_TARGET = pattern(
    r"\W*(?:please |(?:can|could) you )?"
    r"(?:calculate|compute|determine|estimate|evaluate|what(?:'s| is| are| was| were))\s"
    r"(?:the |an? |my )?(?P<target>[^.,?!\n]{1,80}?)"
    r"(?=\s(?:of|for|in|on|at|given|when|if|with|from|to|by|using|that|between|an?|the)\b"
    r"|[.,?!\n]|$)",
    re.IGNORECASE,
)
_WORDINGS = table("tools/wordings.txt")
_OPEN_QUESTION = pattern(
    r"((?:who|whose|what|which|when|where|why|how)\b[^.?!\n\"“]{5,200})\?", re.IGNORECASE
)
_QUOTED = pattern(r"\"[^\"\n]*\"|“[^”\n]*”|(?<!\w)'[^'\n]*'(?!\w)|`[^`\n]*`")
_NAME = pattern(r"[\w.-]+")
_NUMBERS = pattern(r"[(\[][-\d., ]{3,80}[)\]]")
_QUOTED_FIGURE = pattern(
    r"(?<!\w)['\"‘“](\d[\d.,:/-]{0,20}(?: ?[ap]m)?)['\"’”](?!\w)", re.IGNORECASE
)
_COMMA = pattern(r"(?<=[a-z]),(?= [A-Z])")


class Question(NamedTuple):
    """The stems of a question; `task` are those that are not part of a value."""

    stems: frozenset[str]
    task: frozenset[str]


class Purpose(NamedTuple):
    """An everyday wording, and the tools of a box that it means."""

    pattern: re.Pattern[str]
    stems: frozenset[str]
    """Stems of the tools that it means."""

    profiles: Sequence[Profile]


class Chosen(NamedTuple):
    """A tool scored for a text, with the values that the text has for its fields."""

    function: Function
    profile: Profile
    score: float
    matches: Matches
    text: str


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
    """The closest tools for a text, the best first; `is_fit` tells whether one is good enough.

    `context` counts for the choice, but is not searched for values.
    """
    read = f"{context}\n{text}" if context else text
    question = question_of(read)
    profiles = tuple(map(profile_of, functions))
    common = common_words(profiles)
    unquoted = _QUOTED.sub("''", read)
    purposes = [each for each in _purposes_of(profiles) if each.pattern.search(unquoted)]
    meant = [profile for each in purposes for profile in each.profiles]
    stems = question.stems.union(*(each.stems for each in purposes))
    kinds = {find.kind for find in finds_in(text)}
    bar = _BAR + (_DOUBT if _HOW_TO.match(text) else 0.0)
    scored = [
        (
            _suits(profile, question, stems, common)
            + _evidence(each, text, kinds)
            + _OF_PURPOSE * (profile in meant)
            - bar,
            each,
        )
        for profile, each in zip(profiles, functions, strict=True)
    ]
    scored.sort(key=lambda each: -each[0])
    closest = [chosen(each, text, now, score) for score, each in scored[:_CLOSEST]]
    return sorted(closest, key=lambda each: -each.score)


def is_fit(one: Chosen) -> bool:
    """True if a tool fits its text well enough to be called."""
    return one.score > 0


def lacks_numbers(one: Chosen) -> bool:
    """True if a tool requires numbers, the text has none, and no wording makes up for it."""
    numbers = [field for field in fields_of_tool(one.function) if takes_number(field)]
    needed = [field.name for field in numbers if field.default is None]
    return bool(needed) and one.matches.keys().isdisjoint(needed) and one.score < _WITHOUT_NUMBERS


def chosen(function: Function, text: str, now: datetime, score: float = 0.0) -> Chosen:
    """A tool with the values that a text has for it; they are added to its score."""
    profile, fields = profile_of(function), fields_of_tool(function)
    text = readable(text, function)
    matches = match(fields, text, now, profile.known) | _expression_in(fields, text)
    if profile.searches:
        matches |= _question_in(fields, text)
    required = [matches.get(field.name) for field in fields if field.required]
    sure = sum(min(1.0, match.score / _SURE) for match in required if match)
    filled = sure / len(required) if required else 0.8
    clear = sum(one.score >= _CLEAR and not _is_phrase(one) for one in matches.values())
    score += _OF_ARGUMENTS * filled + _OF_CLEAR * min(max(clear - 1, 0), 2)
    literal = sum(field.name in text and not field.name.isalpha() for field in fields)
    score += _OF_LITERAL * min(literal, 2) - _OF_OTHER * _strangeness(text, profile, matches) ** 2
    return Chosen(function, profile, score, matches, text)


def _strangeness(text: str, profile: Profile, matches: Matches) -> float:
    """The share of the thing a text asks for, such as `the boiling point`, that no tool word means.

    Words of values are left out.
    """
    if not (found := _TARGET.match(text)):
        return 0.0
    values = " ".join(str(one.value) for one in matches.values())
    stems = frozenset(stems_of(found["target"])) - GENERIC
    stems -= {each for each in stems if len(each) == 1}.union(stems_of(values))
    known = {each[:4] for each in profile.known | profile.options}
    strange = [
        each for each in stems if each[:4] not in known and not senses(each) & profile.senses
    ]
    return len(strange) / len(stems) if stems else 0.0


def asks_for_fact(text: str) -> bool:
    """True if a text is one open question, other than one for advice."""
    return bool(_OPEN_QUESTION.fullmatch(text.strip())) and not _HOW_TO.match(text)


def _question_in(fields: Sequence[Property], text: str) -> Matches:
    """The whole question of a text, for the field of a search that takes a query."""
    names = [field.name for field in fields if words_of(field.name)[-1:] == ("query",)]
    found = _OPEN_QUESTION.fullmatch(text.strip())
    return {name: Match(found[1], _SURE) for name in names} if found else {}


def _is_phrase(one: Match) -> bool:
    return one.find is not None and one.find.kind == "phrase"


def readable(text: str, function: Function) -> str:
    """A text prepared for a tool's fields, with the same positions.

    Quotation marks around figures become blanks, and so do brackets around numbers if no field
    takes a list. The comma of `Oslo, Norway` becomes a slash if the country has its own field.
    The name of the tool becomes blank unless it is a plain word.
    """
    fields, name = fields_of_tool(function), function["name"]
    if not name.isalpha():
        written = re.escape(name).replace("_", "[._]")
        text = re.sub(written, lambda found: " " * len(found[0]), text)
    if not any(field.type == "array" for field in fields):
        text = _NUMBERS.sub(lambda found: f" {found[0][1:-1]} ", text)
    text = _QUOTED_FIGURE.sub(lambda found: f" {found[1]} ", text)
    text = sizes_apart(fields, text)
    named = {word for field in fields for word in words_of(field.name)}
    if "city" in named and not named.isdisjoint(("state", "country")):
        text = _COMMA.sub("/", text)
    return text


@lru_cache(maxsize=64)
def question_of(text: str) -> Question:
    """The stems of a question, for comparison with tools."""
    text = _SOUGHT.sub("search", _TIMES.sub("multiply", text))
    content = [
        word
        for token in tokens_of(bounded(text))
        if token.kind in ("word", "quoted", "date") and "_" not in token.text
        for word in words_of(token.text)
    ]
    stems = {stem(word) for word in content if word not in STOP_WORDS and not word.isdigit()}
    values = [find.text for find in finds_in(text) if find.kind not in ("phrase", "number")]
    task = stems.difference(each for value in values for each in stems_of(value))
    return Question(frozenset(stems), frozenset(task))


@lru_cache(maxsize=64)
def _purposes_of(profiles: Sequence[Profile]) -> Sequence[Purpose]:
    """The everyday wordings that mean any of these tools."""
    purposes = []
    for row in _WORDINGS.rows("purposes"):
        stems = stems_of(row.text or "")
        ranked = (
            [profile for profile in profiles if each in part(profile)]
            for each in stems
            for part in (attrgetter("name"), attrgetter("description"))
        )
        if meant := next(filter(None, ranked), []):
            purposes.append(Purpose(row.pattern, frozenset(stems), meant))
    return purposes


def _suits(
    profile: Profile, question: Question, stems: frozenset[str], common: frozenset[str]
) -> float:
    """The score of a tool for a question by their words, up to about 10.

    `stems` are those of the question and of everyday wordings in it.
    """
    meanings = senses_of(question.stems)
    if profile.stems.isdisjoint(stems) and profile.senses.isdisjoint(meanings):
        return 0.0
    beginnings = frozenset(each[:4] for each in question.stems if len(each) > 4)

    def in_question(each: str) -> float:
        if each in stems:
            return 1.0
        return 0.6 if senses(each) & meanings or each in beginnings else 0.0

    def in_tool(each: str) -> float:
        if each in profile.name:
            return 1.0
        if each in profile.description:
            return 0.9
        if each in profile.fields:
            return 0.6
        return 0.5 if senses(each) & profile.senses or each[:4] in profile.name else 0.0

    named = [each for each in profile.name if in_question(each)]
    described = profile.description & stems
    return (
        4.0 * _average(profile.name, in_question, common)
        + 2.6 * _average(question.task or question.stems, in_tool, common)
        + 0.5 * min(sum(_weight(each, common) for each in named), 3)
        + 0.25 * min(sum(_weight(each, common) for each in described), 4)
        + (_OF_SEARCH if profile.searches and not SEARCH.isdisjoint(stems) else 0.0)
    )


def _average(stems: Iterable[str], score: Callable[[str], float], common: frozenset[str]) -> float:
    weights = {each: _weight(each, common) for each in stems}
    total = sum(weights.values())
    return sum(weight * score(each) for each, weight in weights.items()) / total if total else 0.0


def _weight(word_stem: str, common: frozenset[str]) -> float:
    return 0.3 if word_stem in common else 1.0


def _evidence(function: Function, text: str, kinds: AbstractSet[str]) -> float:
    """The score for values in a text of the kinds that a tool takes."""
    fields = [field for field in fields_of_tool(function) if field.required]
    points = [_OF_KINDS.get(field.kind, 0.0) for field in fields if field.kind in kinds]
    if _expression_in(fields, text):
        points.append(_OF_EXPRESSION)
    return max(points, default=0.0)


def _expression_in(fields: Sequence[Property], text: str) -> Matches:
    """The arithmetic expression in a text, for the field that takes one."""
    name = next((field.name for field in fields if _SUMS & field.words), None)
    if name is None:
        return {}
    text = CUES.pattern("date or telephone number").sub(" ; ", text[:_SUM_READ])
    run = max(expressions.runs_in(text), key=len, default=())
    return {name: Match(" ".join(run), _SURE)} if len(run) > 2 else {}
