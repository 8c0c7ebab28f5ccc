"""Demands for items: a list of so many, or items in one line with a separator between them."""

from __future__ import annotations

from mockserver.chat.model.content.quoted.lists.given import request_and_text
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.form import Inline, Items
from mockserver.chat.model.demands.readers.amounts import bounds_of
from mockserver.chat.model.text.numbers import amount_of

_SEPARATORS = {
    "line": "\n", "semicolon": "; ", "pipe": " | ", "slash": " / ", "comma": ", ", "space": " ",
    "hyphen": "-", "dash": "-",
}  # fmt: skip


def items(place: Place) -> Demand | None:
    """A number of list items."""
    low, high = bounds_of(place.match)
    count = low or high or 0
    return Items(count) if 1 < count <= 50 and not place.find("nested") else None


def inline(place: Place) -> Demand:
    """Items with a separator between them."""
    named = separator_in(place.match[0].lower(), usual=", ")
    separator = place.wording.plain(place["mark"]) or named
    orders, _ = request_and_text(place.wording.text)
    counted = CUES.find("at most so many", orders) or CUES.find("counted", orders)
    count = amount_of(counted["low"]) if counted else 0
    return Inline(separator, count if count > 1 else 0)


def separator_in(text: str, usual: str) -> str:
    """The first mark that a text names as a separator, else the usual one."""
    return next((mark for name, mark in _SEPARATORS.items() if name in text), usual)
