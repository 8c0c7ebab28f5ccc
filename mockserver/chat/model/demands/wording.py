"""The wording of a message, with everything that is quoted put out of the way.

A quotation becomes one character that stands for it, so that cues see the request and never the
text it is about, and a list of quoted words is as easy to recognise as one.
"""

from __future__ import annotations

import re
from functools import cached_property

from mockserver.chat.model.patterns import pattern

READ = 6_000
"""Characters that are read at each end of a message."""

_STRAIGHT = str.maketrans({
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'", "\u00ab": '"',
    "\u00bb": '"', "\u00a0": " ", "\u202f": " ", "\u2011": "-",
})  # fmt: skip

_FIRST_QUOTE, _FIRST_BLOCK, _MOST = 0xE000, 0xE800, 1_000
QUOTE = "[\ue000-\ue7ff]"
"""A quotation, in the patterns of cues."""

BLOCK = "[\ue800-\uefff]"
"""A fenced block."""

_BLOCK = pattern(r'```[^\n`]*\n.*?```|"""\s*.+?"""', re.DOTALL)
_QUOTED = pattern(
    r'"([^"]{1,3000})"'
    r"|(?<!\w)'([^'\n]{1,120})'(?!\w)"
    r"|`([^`\n]{1,120})`"
    r"|\*\*([^*\n]{1,60})\*\*"
)
_WORD = pattern(r"[a-z]+|[<*\[\]{}#|/\\:(\n]")
_DIGIT = pattern(r"\d")


class Wording:
    """A message as cues read it: `text` is masked, `quoted` and `blocks` are what it lost."""

    def __init__(self, message: str) -> None:
        if len(message) > 2 * READ:
            message = f"{message[:READ]}\n\n{message[-READ:]}"
        self.message = message.translate(_STRAIGHT)
        self.quoted: list[str] = []
        self.blocks: list[str] = []
        masked = _QUOTED.sub(self._quote, _BLOCK.sub(self._block, self.message))
        self.text = masked.replace("i.e.", "i\u2024e\u2024").replace("e.g.", "e\u2024g\u2024")

    @cached_property
    def words(self) -> set[str]:
        """The words of the message in lower case, and the marks that cues look for: `"` stands
        for any quotation, `0` for any digit."""
        read = f"{self.message[:READ]} {self.message[-READ:]}".lower()
        marks = {'"'} if self.quoted or self.blocks else set()
        if _DIGIT.search(read):
            marks.add("0")
        return marks.union(_WORD.findall(read))

    def plain(self, masked: str) -> str:
        """A stretch of the masked text with its quotations back in place, without their marks."""
        return "".join(self._unmasked(each) for each in masked).replace("\u2024", ".")

    def items(self, masked: str) -> list[str]:
        """The quoted strings in a stretch of the masked text; if there are none, the items of a
        list in words."""
        quoted = [self.quoted[ord(each) - _FIRST_QUOTE] for each in re.findall(QUOTE, masked)]
        if quoted:
            return [each.strip() for each in quoted]
        parts = re.split(r"\s*(?:[,;\n]|\band\b|\bor\b|&|/)\s*", masked)
        return [bare for part in parts if (bare := part.strip(" .:*-[]()\t"))]

    def _quote(self, found: re.Match[str]) -> str:
        if len(self.quoted) >= _MOST:
            return found[0]
        self.quoted.append(found[1] or found[2] or found[3] or found[4])
        return chr(_FIRST_QUOTE + len(self.quoted) - 1)

    def _block(self, found: re.Match[str]) -> str:
        if len(self.blocks) >= _MOST:
            return found[0]
        self.blocks.append(found[0])
        return chr(_FIRST_BLOCK + len(self.blocks) - 1)

    def _unmasked(self, each: str) -> str:
        code = ord(each)
        if _FIRST_QUOTE <= code < _FIRST_BLOCK and code - _FIRST_QUOTE < len(self.quoted):
            return self.quoted[code - _FIRST_QUOTE]
        if _FIRST_BLOCK <= code < _FIRST_BLOCK + len(self.blocks):
            return self.blocks[code - _FIRST_BLOCK]
        return each
