"""The wording of a message: plain English, with all quotations masked.

Each quotation becomes a single character, so that cues see only the request, not the text it is
about, and a list of quoted words looks like any list. `glossary.json` translates other languages,
unusual English expressions and common misspellings to the words that cues use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from mockserver.chat.model.text.lists import data, words
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import ends_of, stripped

READ = 6_000
"""The number of characters read at each end of a message."""

_STRAIGHT = str.maketrans({
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'", "\u00ab": '"',
    "\u00bb": '"', "\u00a0": " ", "\u202f": " ", "\u2011": "-",
})  # fmt: skip
"""Straight quotation marks, blanks and hyphens for typographic ones."""

_FIRST_QUOTE, _FIRST_BLOCK, _MOST = 0xE000, 0xE800, 0x7FF
"""The characters for the first quotation and the first block, and the most of either after it."""

QUOTE = "[\ue000-\ue7ff]"
"""A masked quotation."""

BLOCK = "[\ue800-\uefff]"
"""A masked block."""

_BLOCK = pattern(
    r'```[^\n`]*\n.*?```|"""\s*.+?"""'
    r"|(?m:^(?:async )?(?:def|class|function|func|fn) \w+[^\n]*[:{][^\n]*(?:\n+[ \t}][^\n]*)*)"
    r"|<(?P<tag>output|rubric|submission|answer|response|context|documents?|text|examples?|input|email"
    r"|reference|source|article|passage|transcript|review|message|ticket)>.+?</(?P=tag)>",
    re.DOTALL | re.IGNORECASE,
)
"""Code, and texts in tags that a request is about."""

_QUOTED = pattern(
    r'"([^"]{1,3000})"'
    r"|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){1,120})'(?!\w)"
    r"|`([^`\n]{1,120})`"
    r"|\*\*([^*\n]{1,60})\*\*"
)
"""A text in quotation marks, in backticks or in bold type."""

_WORD = pattern(r"[^\W\d_]+|->|[<*\[\]{}#|/\\:(\n]")
"""A word or a mark that cues may ask for."""

_LETTERS = pattern(r"[^\W\d_]+")


class Wording:
    """A message as cues read it; its `text` has quotations and blocks masked."""

    def __init__(self, message: str) -> None:
        self.original = message = ends_of(message, READ)
        self.message = in_plain_words(message.translate(_STRAIGHT))
        self._masked: dict[int, str] = {}
        self._written: dict[int, str] = {}
        text = _BLOCK.sub(lambda m: self._mask(_FIRST_BLOCK, m[0], m[0]), self.message)
        text = _QUOTED.sub(lambda m: self._mask(_FIRST_QUOTE, m[m.lastindex or 0], m[0]), text)
        self.text = text.replace("i.e.", "i\u2024e\u2024").replace("e.g.", "e\u2024g\u2024")

    @cached_property
    def words(self) -> set[str]:
        """The words in lower case, and marks: `"` for any quotation, `0` for any digit."""
        text = f"{self.message[:READ]} {self.message[-READ:]}".lower()
        marks = {'"'} if self._masked else set[str]()
        if re.search(r"\d", text):
            marks.add("0")
        return marks.union(_WORD.findall(text))

    def plain(self, masked: str) -> str:
        """A part of the masked text with its quotations restored, without quotation marks."""
        return masked.translate(self._masked).replace("\u2024", ".")

    def as_written(self, masked: str) -> str:
        """A part of the masked text as the message has it, with its quotation marks."""
        return masked.translate(self._written).replace("\u2024", ".").strip()

    def items(self, masked: str) -> list[str]:
        """The quotations in a part of the masked text, or else the items of the list in it."""
        quoted = [self.plain(each).strip() for each in re.findall(QUOTE, masked)]
        if len(quoted) > 1 or (quoted and "," not in quoted[0]):
            return quoted
        parts = re.split(r"\s*(?:[,;\n]|\band\b|\bor\b|&|/)\s*", self.plain(masked))
        return stripped(parts, " .:*-[]()\t")

    def _mask(self, first: int, text: str, written: str) -> str:
        number = first + min(len(self._masked), _MOST)
        self._masked[number], self._written[number] = text, written
        return chr(number)


class _Glossary(NamedTuple):
    """Translations of a language's words to those of cues, and words that identify it."""

    table: Mapping[str, str]
    phrases: re.Pattern[str]
    typical: frozenset[str]

    def translated(self, message: str) -> str:
        """A message in which the phrases outside quotations are translated."""
        return self.phrases.sub(
            lambda match: self.table[match["phrase"].lower()] if match["phrase"] else match[0],
            message,
        )


@lru_cache(maxsize=16)
def in_plain_words(message: str) -> str:
    """A message in which foreign, unusual and misspelt words outside quotations are replaced.
    Foreign words are of the language that has the most words in the message, and that clearly."""
    outside = _QUOTED.sub(" ", message[:READ])
    found = frozenset(map(str.lower, _LETTERS.findall(outside)))
    english, *foreign = _glossaries()
    best = max(foreign, key=lambda each: len(each.typical & found))
    shared = best.typical & found
    is_clear = len(shared) > 1 or len(found) < 10 or not all(map(str.isascii, shared))
    for each in (english, best) if is_clear else (english,):
        if not each.typical.isdisjoint(found):
            message = each.translated(message)
    return message


@cache
def _glossaries() -> Sequence[_Glossary]:
    """The glossary of English, and those of other languages."""
    return [_glossary(*each) for each in data("reading/glossary.json").items()]


def _glossary(language: str, table: Mapping[str, str]) -> _Glossary:
    listed = "|".join(map(re.escape, sorted(table, key=len, reverse=True)))
    source = rf"{_BLOCK.pattern}|{_QUOTED.pattern}|(?<!\w)(?P<phrase>{listed})(?!\w)"
    known = {word for phrase in table for word in _LETTERS.findall(phrase)}
    rare = {word for word in known if len(word) > 3 or not word.isascii()} - words("text.english")
    typical = frozenset(known if language == "en" else rare | (known & words("text.foreign")))
    return _Glossary(table, re.compile(source, re.DOTALL | re.IGNORECASE), typical)
