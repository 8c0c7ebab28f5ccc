"""Letters: a greeting, a body and a close, around which other demands add sentences."""

from __future__ import annotations

from collections.abc import Sequence

from mockserver.chat.model.demands.demand import Demand, Fixed
from mockserver.chat.model.text.patterns import pattern

_CLOSE = pattern(r"(?:\n\nI look forward[^\n]*)?\n\n[A-Z][a-z]*(?: [a-z]+)?,\n[^\n]+\Z")
"""The last lines of a letter."""


def body_of(letter: str, demands: Sequence[Demand]) -> str:
    """A letter without the greeting and the close that demanded words replace."""
    places = {each.place for each in demands if isinstance(each, Fixed)}
    if "beginning" in places:
        letter = letter.partition("Dear ")[2].partition("\n\n")[2] or letter
    has_close = "end" in places and "Dear " in letter
    return letter.rpartition("\n\n")[0] or letter if has_close else letter


def closed(text: str, letter: str) -> str:
    """A letter with the sentences that were added to it before its close."""
    close = _CLOSE.search(letter)
    if close is None or not text.startswith(letter):
        return text
    added, mark, postscript = text.removeprefix(letter).partition("\n\nP.")
    return f"{letter[: close.start()]}{added}{close[0]}{mark}{postscript}"
