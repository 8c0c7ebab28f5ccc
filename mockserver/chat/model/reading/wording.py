"""The wording of a message: plain English, with all quotations masked.

Each quotation becomes a single character, so that cues see only the request, not the text it is
about, and a list of quoted words looks like any list. The `glossary` translates the rest.
"""

from __future__ import annotations

import re
from functools import cached_property

from mockserver.chat.model.reading.glossary import BLOCKS, QUOTATIONS, READ, in_plain_words
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import ends_of, stripped

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

_WORD = pattern(r"[^\W\d_]+|->|[<*\[\]{}#|/\\:(\n]")
"""A word or a mark that cues may ask for."""


class Wording:
    """A message as cues read it; its `text` has quotations and blocks masked."""

    def __init__(self, message: str) -> None:
        self.original = message = ends_of(message, READ)
        self.message = in_plain_words(message.translate(_STRAIGHT))
        self._masked: dict[int, str] = {}
        self._written: dict[int, str] = {}
        text = BLOCKS.sub(lambda m: self._mask(_FIRST_BLOCK, m[0], m[0]), self.message)
        text = QUOTATIONS.sub(lambda m: self._mask(_FIRST_QUOTE, m[m.lastindex or 0], m[0]), text)
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
