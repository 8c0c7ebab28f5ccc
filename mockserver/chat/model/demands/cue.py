"""Cues: the rows of `cues.txt`, and the places of a message that match one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from mockserver.chat.model import numbers
from mockserver.chat.model.demands.skeletons import kinds
from mockserver.chat.model.demands.wording import Wording
from mockserver.chat.model.languages import languages
from mockserver.chat.model.tables import PatternTable, Section, parts

_HEAD = re.compile(r"(?P<kind>\w+)(?: (?P<value>.+?))?(?P<marks>[!-]*): (?P<words>.+)")
_MOST = 24
"""Places of one message at which a cue is tried."""


class Place:
    """A place of a message that matches a cue."""

    def __init__(self, match: re.Match[str], wording: Wording, value: str) -> None:
        self.match = match
        self.wording = wording
        self.value = value
        """The text behind the kind in the head of the section."""

    def __getitem__(self, group: str) -> str:
        return self.match.groupdict().get(group) or ""

    def plain(self, group: str) -> str:
        """A group as the message has it."""
        return self.wording.plain(self[group]).strip()

    def find(self, name: str) -> re.Match[str] | None:
        """The first match of a named pattern in the message."""
        return CUES.find(name, self.wording.text)

    def before(self, reach: int = 80) -> str:
        """The part of the sentence before the place."""
        start = self.match.start()
        return re.split(r"[.!?;\n]", self.match.string[max(start - reach, 0) : start])[-1]

    def behind(self, reach: int = 80) -> str:
        """The part of the sentence behind the place."""
        end = self.match.end()
        return re.split(r"[.!?;\n]", self.match.string[end : end + reach])[0]

    @property
    def rest(self) -> str:
        """The message behind the place."""
        return self.match.string[self.match.end() :]

    @property
    def around(self) -> str:
        """The sentence of the place."""
        return f"{self.before()}{self.match[0]}{self.behind()}"

    def is_negated(self, reach: int = 24) -> bool:
        """True if the clause says `not` shortly before the place."""
        clause = re.split(
            r"[,:]|\bbut\b|\band (?:with|use|in|all|entirely|completely|fully|write)\b",
            self.before(reach),
        )[-1]
        return CUES.matches("not", clause)


class Cue(NamedTuple):
    """A pattern that makes a demand of a kind; messages without any of the words are skipped."""

    kind: str
    value: str
    words: frozenset[str]
    pattern: re.Pattern[str]
    section: Section
    reads_quotations: bool
    is_affirmed: bool
    """True if a sentence that says `not` demands nothing."""

    def places(self, wording: Wording) -> Iterator[Place]:
        """The places of a message that match."""
        text = wording.message if self.reads_quotations else wording.text
        if not self.section.is_open(text):
            return
        for match in islice(self.pattern.finditer(text), _MOST):
            place = Place(match, wording, self.value)
            if not (self.is_affirmed and place.is_negated()):
                yield place


_LANGUAGES = (name.lower() for each in languages().values() for name in each.names)
_LISTS = {
    "language": [name for name in _LANGUAGES if " " not in name],
    "document": [*kinds()],
}
"""Alternatives of named patterns that other files list."""


def _pattern_of(names: list[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


CUES = PatternTable(
    parts("demands/cues.txt")[0], {name: _pattern_of(names) for name, names in _LISTS.items()}
)


def read_cues() -> tuple[Cue, ...]:
    """All cues, in the order of the file."""
    cues = []
    for section in CUES.sections:
        if head := _HEAD.fullmatch(section.head):
            kind, value, marks, listed = head.groups(default="")
            words = frozenset(_words(listed))
            cues += [
                Cue(kind, value, words, row.pattern, section, "!" in marks, "-" in marks)
                for row in section.rows
            ]
    return tuple(cues)


def _words(listed: str) -> Iterator[str]:
    """The words and marks in the head of a section, those of lists among them."""
    for word in listed.split(" "):
        if word == "{number}":
            yield from numbers.AMOUNT_WORDS.split()
        elif word.startswith("{") and len(word) > 1:
            name = word[1:-1]
            for each in _LISTS.get(name) or _alternatives(name):
                longest = max(re.split("[ -]", each), key=len)
                plural = name == "document" and longest[-1] not in "sy"
                yield from (longest, f"{longest}s") if plural else (longest,)
        else:
            yield word.replace("\\n", "\n")


def _alternatives(head: str) -> Iterator[str]:
    return (each for row in CUES.rows(head) for each in row.source.split("|"))
