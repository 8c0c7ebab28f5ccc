"""Cues: what prompts say, read from `cues.txt`, and the places of a message that fit one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any, NamedTuple

import orjson

from mockserver.chat.model import numbers
from mockserver.chat.model.demands import skeletons
from mockserver.chat.model.demands.wording import BLOCK, QUOTE, Wording
from mockserver.chat.model.languages import languages
from mockserver.chat.model.patterns import in_notation, pattern

_HEAD = pattern(r"(?P<kind>\w+)(?: (?P<value>.+?))?(?P<marks>[!-]*): (?P<words>.+)")
_MOST = 24
"""Places of one message in which a cue is looked at."""


class Place:
    """A place of a message that fits a row of the table, with what stands around it."""

    def __init__(self, found: re.Match[str], wording: Wording, value: str) -> None:
        self.found = found
        self.wording = wording
        self.value = value
        """The word behind the kind of the row."""

    def __getitem__(self, group: str) -> str:
        return self.found.groupdict().get(group) or ""

    def plain(self, group: str) -> str:
        """A group as the message has it."""
        return self.wording.plain(self[group]).strip()

    def says(self, name: str) -> re.Match[str] | None:
        """The first place of the message that fits a piece of the table."""
        return piece(name).search(self.wording.text)

    def before(self, reach: int = 80) -> str:
        """The part of the sentence before the place."""
        start = self.found.start()
        return re.split(r"[.!?;\n]", self.found.string[max(start - reach, 0) : start])[-1]

    def behind(self, reach: int = 80) -> str:
        """The part of the sentence behind the place."""
        end = self.found.end()
        return re.split(r"[.!?;\n]", self.found.string[end : end + reach])[0]

    @property
    def around(self) -> str:
        """The sentence that holds the place."""
        return f"{self.before()}{self.found[0]}{self.behind()}"

    def is_negated(self, reach: int = 24) -> bool:
        """True if the clause says `not` shortly before the place."""
        clause = re.split(r"[,:]|\bbut\b|\band (?:with|use)\b", self.before(reach))[-1]
        return bool(piece("not").search(clause))


class Cue(NamedTuple):
    """One row: a message with any of these words or marks is searched for the pattern."""

    kind: str
    value: str
    words: frozenset[str]
    pattern: re.Pattern[str]
    conditions: tuple[tuple[re.Pattern[str], bool], ...]
    """Patterns that the message has to fit as well, or must not."""

    raw: bool
    """True if quotations are searched as well."""

    affirmed: bool
    """True if nothing is demanded where the sentence says `not`."""

    def places(self, wording: Wording) -> Iterator[Place]:
        """The places of a message that fit the row."""
        text = wording.message if self.raw else wording.text
        if any(bool(said.search(text)) != wanted for said, wanted in self.conditions):
            return
        for found in islice(self.pattern.finditer(text), _MOST):
            place = Place(found, wording, self.value)
            if not (self.affirmed and place.is_negated()):
                yield place


@cache
def vocabulary() -> Mapping[str, Mapping[str, Any]]:
    """The words of `vocabulary.json`, by list, each with what it stands for."""
    stored: dict[str, Any] = orjson.loads((files(__package__) / "vocabulary.json").read_bytes())
    named = (name.lower() for each in languages().values() for name in each.names)
    languages_named = {name: name for name in named if " " not in name}
    return stored | {"language": languages_named, "document": skeletons.kinds()}


def read_cues() -> tuple[Cue, ...]:
    """All rows of the table, in the order of the file."""
    rows = list[Cue]()
    head, words, conditions = dict[str, str](), frozenset[str](), tuple[Any, ...]()
    for line in _lines():
        if line.startswith((" + ", " - ")):
            conditions += ((_compiled(line[3:]), line.startswith(" + ")),)
        elif line.startswith(" "):
            kind, value, marks = head["kind"], head["value"], head["marks"]
            made = _compiled(line.strip())
            rows.append(Cue(kind, value, words, made, conditions, "!" in marks, "-" in marks))
        elif found := _HEAD.fullmatch(line):
            head, conditions = found.groupdict(default=""), ()
            words = frozenset(_words(found["words"]))
    return tuple(rows)


@cache
def piece(name: str) -> re.Pattern[str]:
    """A piece of the table as a pattern of its own."""
    return _compiled(_pieces()[name])


@cache
def _lines() -> list[str]:
    text = (files(__package__) / "cues.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def _pieces() -> Mapping[str, str]:
    """The pieces of patterns by name; a name that comes twice has more alternatives."""
    pieces = {
        name: "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
        for name, words in vocabulary().items()
    }
    pieces |= {"quote": QUOTE, "block": BLOCK, "figure": numbers.FIGURE, "ordinal": numbers.ORDINAL}
    for line in _lines():
        if found := re.fullmatch(r"\{(.+?)\} = (.+)", line):
            more = in_notation(found[2], pieces)
            pieces[found[1]] = f"{pieces[found[1]]}|{more}" if found[1] in pieces else more
    return pieces


def _compiled(text: str) -> re.Pattern[str]:
    return pattern(in_notation(text, _pieces()), re.IGNORECASE)


def _words(listed: str) -> Iterator[str]:
    for word in listed.split(" "):
        if word == "{number}":
            yield from numbers.AMOUNT_WORDS.split()
        elif word.startswith("{") and len(word) > 1:
            for name in vocabulary()[word[1:-1]]:
                longest = max(re.split("[ -]", name), key=len)
                plural = word == "{document}" and longest[-1] not in "sy"
                yield from (longest, f"{longest}s") if plural else (longest,)
        else:
            yield word.replace("\\n", "\n")
