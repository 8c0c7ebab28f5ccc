r"""Tables: data files of patterns for what people ask, with the texts they lead to.

    # A comment.
    {fruit} = apples?|pears?
    {fruit} = plums?
    === wish
    (buy|give) me (<count>{figure}) (<what>{fruit}) => You want <what>, <count> of them.
    any {fruit}\b
    have you got {fruit}
        Yes, we have.

`{fruit} = …` names a pattern for use in the lines below. The patterns of consecutive lines with the
same name are alternatives, which are tried in order; a name cannot be defined again elsewhere.

`=== wish` begins a section of rows, each a pattern and, after ` => `, the text it leads to. An
indented text belongs to all rows above it that have no text yet; a row without one leads to its
first group. The first row that matches wins. In a section, `+ pattern` is a condition that a
message has to match as well, and `- pattern` one that it must not. The name of a section is also
the name of all its patterns.

Patterns are regular expressions that ignore case, with some additions:

    (a|b)       a group that captures nothing     (<name>a|b)   one that captures
    {name}      a named pattern                   ~40           up to 40 characters of a sentence
    №           a number; the first is captured as `a`, the next ones as `b`, `c` and `d`
    …           up to 60 characters without a digit or a question mark

`{bullet}`, `{figure}`, `{figures}`, `{number}`, `{ordinal}`, `{month}`, `{clock}` are predefined.
In a text, `<name>` is the group of that name, `\n` a line break and `\t` a tab.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple

from mockserver.chat.model.text.clock import CLOCK
from mockserver.chat.model.text.dates import MONTH
from mockserver.chat.model.text.lists import text_of
from mockserver.chat.model.text.numbers import FIGURE, FIGURES, NUMBER, ORDINAL
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import BULLET

_KNOWN = {
    "figure": FIGURE, "figures": FIGURES, "number": NUMBER, "ordinal": ORDINAL, "month": MONTH,
    "clock": CLOCK, "bullet": BULLET,
}  # fmt: skip
"""The predefined patterns by their names."""

_DEFINITION = re.compile(r"\{([a-z][a-z -]*)\} = (.+)")
_NAME = re.compile(r"\{([a-z][a-z -]*)\}")
_GROUP = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(<([a-z]+)>|\((?!\?)")
"""An escaped character, a set of characters, or the beginning of a group."""


class PatternRow(NamedTuple):
    """A pattern and the text that it leads to."""

    pattern: re.Pattern[str]
    text: str | None
    source: str
    """The pattern as written in the file."""

    def filled(self, match: re.Match[str]) -> str:
        """The text with the groups of a match filled in."""
        if self.text is None:
            return match[1] or ""
        groups = match.groupdict("")
        return re.sub(r"<(\w+)>", lambda place: groups.get(place[1], place[0]), self.text)


class Section(NamedTuple):
    """Rows under a head, with conditions: patterns that a message must match, or must not."""

    head: str
    rows: list[PatternRow]
    conditions: list[tuple[re.Pattern[str], bool]]

    def is_open(self, text: str) -> bool:
        """True if a text meets all conditions."""
        return all(bool(each.search(text)) == must for each, must in self.conditions)


class PatternTable:
    """The named patterns and the sections of a data file. `names` are predefined patterns."""

    def __init__(self, text: str, names: Mapping[str, str] | None = None) -> None:
        self.sections: list[Section] = []
        known = {**_KNOWN, **(names or {})}
        self._named = {name: [pattern(known[name], re.IGNORECASE)] for name in known}
        self._joined: dict[str, re.Pattern[str]] = {}
        self._defined = ""  # The name that the previous line defines.
        for line in text.splitlines():
            if line and not line.startswith("#"):
                self._read(line)
        self._by_head = {section.head: section for section in self.sections}

    def pattern(self, name: str) -> re.Pattern[str]:
        """All alternatives of a name as one pattern."""
        if name not in self._joined:
            self._joined[name] = pattern(self._source(name), re.IGNORECASE)
        return self._joined[name]

    def matches(self, name: str, text: str) -> bool:
        """True if a text matches a named pattern."""
        return self.find(name, text) is not None

    def find(self, name: str, text: str) -> re.Match[str] | None:
        """A match of the first alternative of a name that matches anywhere in a text."""
        for each in self._named[name]:
            if match := each.search(text):
                return match
        return None

    def find_all(self, name: str, text: str) -> Iterator[re.Match[str]]:
        """The matches of all alternatives of a name, in the order of the alternatives."""
        return chain.from_iterable(each.finditer(text) for each in self._named[name])

    def rows(self, head: str) -> list[PatternRow]:
        """The rows of a section, none if there is no such section."""
        return self._by_head[head].rows if head in self._by_head else []

    def is_open(self, head: str, text: str) -> bool:
        """True if a text meets all conditions of a section."""
        return self._by_head[head].is_open(text)

    def texts(self, head: str, text: str) -> Iterator[str]:
        """The texts that all matching rows of a section lead to, if its conditions are met."""
        for row in self.rows(head) if self.is_open(head, text) else ():
            if match := row.pattern.search(text):
                yield row.filled(match)

    def text(self, head: str, text: str) -> str:
        """The text that the first matching row of a section leads to, else an empty one."""
        return next(self.texts(head, text), "")

    def meaning(self, head: str, word: str) -> str:
        """The text of the first row that matches a whole word, else an empty one."""
        return next((row.text or "" for row in self.rows(head) if row.pattern.fullmatch(word)), "")

    def changed(self, head: str, text: str) -> str:
        """A text with the replacements of all rows of a section, applied in order."""
        for row in self.rows(head):
            if row.pattern.search(text):
                text = row.pattern.sub(row.filled, text)
        return text

    def _read(self, line: str) -> None:
        definition = _DEFINITION.fullmatch(line)
        name = definition[1] if definition else ""
        if name in self._named and name != self._defined:
            raise ValueError(f"{{{name}}} is defined twice")
        self._defined = name
        if definition:
            self._named.setdefault(name, []).append(self._translated(definition[2]))
        elif line.startswith("=== "):
            self.sections.append(Section(line[4:], [], []))
        elif line.startswith(("+ ", "- ")):
            self.sections[-1].conditions.append((self._translated(line[2:]), line[0] == "+"))
        elif line.startswith("    "):
            rows = self.sections[-1].rows
            text = _with_breaks(line.strip())
            rows[:] = [row._replace(text=text) if row.text is None else row for row in rows]
        else:
            source, arrow, text = line.partition(" => ")
            section, expression = self.sections[-1], self._translated(source)
            written = _with_breaks(text) if arrow else None
            section.rows.append(PatternRow(expression, written, source))
            self._named.setdefault(section.head, []).append(expression)

    def _source(self, name: str) -> str:
        return "|".join(each.pattern for each in self._named[name])

    def _translated(self, source: str) -> re.Pattern[str]:
        """A pattern of a file as a regular expression."""
        whole = _NAME.sub(lambda match: f"(?:{self._source(match[1])})", source)
        whole = re.sub(r"~(\d+) ?", r"[^.!?\\n]{0,\1}?", whole)
        whole = re.sub(" ?… ?", r"[^?\\d]{0,60}?", whole)
        first, *rest = whole.split("№")
        for letter, part in zip("abcd", rest, strict=False):
            first += rf"[$€£]?(?<![\w.,])(?P<{letter}>-?{FIGURES}|one\b){part}"
        return pattern(_GROUP.sub(_group, first), re.IGNORECASE)


def _with_breaks(text: str) -> str:
    return text.replace(r"\n", "\n").replace(r"\t", "\t")


def _group(match: re.Match[str]) -> str:
    """A group in Python's syntax: `(<name>` captures, `(` does not."""
    if match[1]:
        return f"(?P<{match[1]}>"
    return "(?:" if match[0] == "(" else match[0]


@cache
def table(path: str, part: int = 0) -> PatternTable:
    """The table in a data file of the model, or in one part of the file."""
    return PatternTable(parts(path)[part])


def parts(path: str) -> list[str]:
    """The parts of a data file of the model, divided by lines of `=====`."""
    return text_of(path).split("\n=====\n")


def blocks(text: str) -> Mapping[str, str]:
    """The unparsed texts under the heads of a data file, `=== head`."""
    sections = (part.partition("\n") for part in f"\n{text}".split("\n=== ")[1:])
    return {head: body.strip("\n") for head, _, body in sections}
