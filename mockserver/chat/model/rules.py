r"""Rules in data files: sections of patterns, each with the text that it leads to.

    === name of a section
    pattern => text, where \1 is a group of the pattern
    a pattern alone, which leads to its first group

The first rule that fits counts. Patterns have no regard to case; rows that begin with `#` are
comments, and `\n` and `\t` in a text stand for the end of a line and a tab.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files


class Rules:
    """The rules of a data file, by their sections, compiled when they are first used."""

    def __init__(self, text: str) -> None:
        self._sections = sections(text)
        self._read: dict[str, list[tuple[re.Pattern[str], str]]] = {}

    def named(self, name: str) -> list[tuple[re.Pattern[str], str]]:
        """The rules of a section; there are none for an unknown name."""
        if name not in self._read:
            rows = (row.partition(" => ") for row in self._sections.get(name, "").split("\n"))
            self._read[name] = [
                (re.compile(cue, re.IGNORECASE), _text(said) if arrow else r"\1")
                for cue, arrow, said in rows
                if (cue or arrow) and not cue.startswith("#")
            ]
        return self._read[name]

    def matches(self, name: str, text: str) -> Iterator[re.Match[str]]:
        """The matches of the rules of a section, one rule after the other."""
        return (found for cue, _ in self.named(name) for found in cue.finditer(text))

    def search(self, name: str, text: str) -> re.Match[str] | None:
        """The first match of the rules of a section."""
        return next(self.matches(name, text), None)

    def all(self, name: str, text: str) -> Iterator[str]:
        """The texts that all fitting rules of a section lead to."""
        for cue, said in self.named(name):
            if found := cue.search(text):
                yield re.sub(r"\\(\d)", lambda group, found=found: found[int(group[1])] or "", said)  # type: ignore[misc]

    def find(self, name: str, text: str) -> str:
        """The text that the first fitting rule of a section leads to, or nothing."""
        return next(self.all(name, text), "")

    def changed(self, name: str, text: str) -> str:
        """A text in which every rule of a section has replaced what it fits."""
        for cue, said in self.named(name):
            text = cue.sub(said, text)
        return text


@cache
def stored(path: str) -> tuple[str, ...]:
    """The parts of a data file of the model, which lines of `=====` divide."""
    return tuple((files(__package__) / path).read_text("utf-8").split("\n=====\n"))


def sections(text: str) -> Mapping[str, str]:
    """The bodies of the sections of a text, by their heads."""
    parts = (part.partition("\n") for part in f"\n{text}".split("\n=== ")[1:])
    return {head: body.strip("\n") for head, _, body in parts}


def _text(said: str) -> str:
    return said.replace(r"\n", "\n").replace(r"\t", "\t")
