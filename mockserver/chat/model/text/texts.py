"""Texts: their sentences, and the items of their lists."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mockserver.chat.model.text.patterns import pattern

BULLET = r"(?:[-*+•]|\d{1,3}[.)])"
"""The bullet or the number before an item of a list."""

_ITEM = pattern(rf"(?m)^[ \t]*{BULLET}[ \t]+(\S[^\n]*)$")
"""An item of a list on its line."""

_NUMBER_FOLLOWS = r"(?!(?<=\b[Nn][or]\.)[ \t]+#?[A-Z]{0,3}-?\d)"
"""`no.` and `nr.` before a number end no sentence."""

_SENTENCE_END = pattern(
    r"(?<=[.!?…。！？])(?:(?<=[。！？])|(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)"
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bNo\.)(?<!str\.)"
    rf"{_NUMBER_FOLLOWS}"
    r"(?:(?<![ .][A-Z]\.)|(?=[ \t]+(?:The|They|It|He|She|This|These|We|You|In|If|When)\b))"
    r"[\"”')]?[ \t]+(?=[A-Z0-9\"“'(\[¿¡À-Þ\u0400-\u042f]"
    r"|(?:wh(?:at|en|ere|o|ich|y)|how)\b[^.?!\n]*\?))|\n+"
)
_PLAIN_END = pattern(
    rf"{_NUMBER_FOLLOWS}(?<=\w[.!?…])"
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bincl\.)(?<!\betc\.)(?<!\bmax\.)[ \t]+(?=\w)|\n+"
)
"""The end of a sentence in a text without capitals."""


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text; those of notes may all begin with small letters."""
    return stripped((_PLAIN_END if text.islower() else _SENTENCE_END).split(text))


def stripped(parts: Iterable[str], marks: str | None = None) -> list[str]:
    """Parts without blanks or other marks at their ends; empty ones are left out."""
    return [bare for each in parts if (bare := each.strip(marks))]


def bullets_in(text: str) -> list[str]:
    """The items of the lists in a text, with bullets or numbers."""
    return _ITEM.findall(text)


def enumerated(text: str) -> list[str]:
    """The members of an enumeration: `red, green and blue`."""
    return re.split(r",(?!(?<=\d,)\d{3}\b)\s*(?:and |or )?|\s+(?:and|or)\s+", text)


def ends_of(text: str, reach: int) -> str:
    """A text without the middle of a long one."""
    return text if len(text) <= 2 * reach else f"{text[:reach]}\n{text[-reach:]}"


def is_question(text: str) -> bool:
    """True if a text ends with a question mark."""
    return text.rstrip().endswith(("?", "？"))


def bulleted(items: Iterable[str]) -> str:
    """Items on lines with bullets: `- red`."""
    return "\n".join(f"- {each}" for each in items)


def numbered(items: Iterable[str], joint: str = "\n", mark: str = ".") -> str:
    """Items with their numbers, `1. red`, and a text between them."""
    return joint.join(f"{number}{mark} {each}" for number, each in enumerate(items, 1))
