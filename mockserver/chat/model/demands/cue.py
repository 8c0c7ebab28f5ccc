"""Cues: the patterns of `cues.txt`, and the places in a message that match them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from mockserver.chat.model.demands.skeletons import kinds
from mockserver.chat.model.languages import ENGLISH, languages
from mockserver.chat.model.reading.wording import Wording
from mockserver.chat.model.text import numbers
from mockserver.chat.model.text.tables import PatternTable, Section, parts

_HEAD = re.compile(r"(?P<kind>\w+)(?: (?P<value>.+?))?(?P<marks>[!-]*): (?P<words>.+)")
_MOST = 24
"""The most matches of one cue that are read in a message."""


class Place:
    """A place in a message that matches a cue."""

    def __init__(self, match: re.Match[str], wording: Wording, value: str) -> None:
        self.match = match
        self.wording = wording
        self.value = value
        """The text after the kind in the head of the section."""

    def __getitem__(self, group: str) -> str:
        return self.match.groupdict().get(group) or ""

    def plain(self, group: str) -> str:
        """The text of a group, with its quotations restored."""
        return self.wording.plain(self[group]).strip()

    def find(self, name: str) -> re.Match[str] | None:
        """The first match of a named pattern in the message."""
        return CUES.find(name, self.wording.text)

    def before(self, reach: int = 80) -> str:
        """The part of the sentence before the match."""
        start = self.match.start()
        return re.split(r"[.!?;\n]", self.match.string[max(start - reach, 0) : start])[-1]

    def after(self, reach: int = 80) -> str:
        """The part of the sentence after the match."""
        end = self.match.end()
        return re.split(r"[.!?;\n]", self.match.string[end : end + reach])[0]

    @property
    def rest(self) -> str:
        """The text after the match."""
        return self.match.string[self.match.end() :]

    @property
    def around(self) -> str:
        """The sentence around the match."""
        return f"{self.before()}{self.match[0]}{self.after()}"

    @property
    def clause(self) -> str:
        """The part of the sentence around the match, between commas."""
        return f"{self.before().split(',')[-1]}{self.match[0]}{self.after().split(',')[0]}"

    def is_negated(self, reach: int = 24) -> bool:
        """True if the clause has a negation shortly before the match."""
        clause = re.split(
            r"[,:]|\bbut\b|\band (?:with|use|in|all|entirely|completely|fully|write|must|should"
            r"|contains?|includes?|mentions?)\b",
            self.before(reach),
        )[-1]
        return CUES.matches("not", clause)

    def is_on_the_subject(self) -> bool:
        """True if the match is part of what the reply is about, and no phrase on its form.

        That is so in a statement of the user and a clause such as `about …`.
        """
        if CUES.matches("remark on a key", self.before()) and self.find("speaks of keys"):
            return True
        clause = re.split(r"[,;:]\s", self.before(400))[-1]
        if not clause.strip():
            return False
        to_the_end = re.split(r"(?<=[.!?])|\n", self.rest[:400])[0]
        whole = f"{clause}{self.match[0]}{to_the_end}"
        if CUES.matches("statement", clause) and not CUES.matches("order", whole):
            return True
        openings = [each.end() for each in CUES.find_all("subject", clause)]
        if not openings:
            return False
        return not CUES.matches("on the form", f"{clause[max(openings) :]}«{self.match[0]}")


class Cue(NamedTuple):
    """A pattern for demands of a kind, tried only on messages that have one of the words."""

    kind: str
    value: str
    words: frozenset[str]
    pattern: re.Pattern[str]
    section: Section
    reads_quotations: bool
    """True if the pattern is for the message, not for its text with quotations masked."""

    skips_negated: bool
    """True if a negated sentence demands nothing."""

    def places(self, wording: Wording) -> Sequence[Place]:
        """The places in a message that match the pattern."""
        text = wording.message if self.reads_quotations else wording.text
        matches = [*islice(self.pattern.finditer(text), _MOST)]
        if not matches or not self.section.is_open(text):
            return ()
        places = [Place(match, wording, self.value) for match in matches]
        return [each for each in places if not (self.skips_negated and each.is_negated())]


_LISTS = {
    "number": numbers.AMOUNT_WORDS.split(),
    "document": [*kinds()],
    "language": [
        name.lower()
        for each in (*languages().values(), ENGLISH)
        for name in each.names
        if " " not in name
    ],
}
"""Lists whose words stand for their names in the heads of sections and in patterns."""

CUES = PatternTable(
    parts("demands/cues.txt")[0],
    {
        name: "|".join(map(re.escape, sorted(_LISTS[name], key=len, reverse=True)))
        for name in ("document", "language")
    },
)


def read_cues() -> tuple[Cue, ...]:
    """All cues, in the order of the file."""
    cues = []
    for section in CUES.sections:
        if head := _HEAD.fullmatch(section.head):
            kind, value, marks, listed = head.groups(default="")
            words = frozenset(_words(listed))
            reads_quotations, skips_negated = "!" in marks, "-" in marks
            cues += [
                Cue(kind, value, words, row.pattern, section, reads_quotations, skips_negated)
                for row in section.rows
            ]
    return tuple(cues)


def _words(listed: str) -> Iterator[str]:
    """The words and marks in the head of a section, with names such as `{document}` expanded."""
    for word in listed.replace("\\n", "\n").split(" "):
        name = word[1:-1] if word.startswith("{") else ""
        if not name:
            yield word
            continue
        sources = (row.source for row in CUES.rows(name))
        for each in _LISTS.get(name) or "|".join(sources).split("|"):
            longest = max(re.split("[ -]", each), key=len)
            yield longest
            if name == "document" and longest[-1] not in "sy":
                yield f"{longest}s"
