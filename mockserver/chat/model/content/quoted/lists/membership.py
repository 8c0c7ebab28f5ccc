"""Membership: the items of a list that are of a kind, or the one that is unlike the others."""

from __future__ import annotations

from mockserver.chat.model.content.cues import LISTING
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.quoted.lexicon import is_of_topic, odd_one_of
from mockserver.chat.model.content.quoted.lists.given import items_in
from mockserver.chat.model.text.texts import enumerated, stripped

_LONGEST = 400
"""The most characters of a request."""


def singled_out(message: str) -> Answer | None:
    """The items of a list that are of a kind or are not, or the one that is unlike the others."""
    asked = LISTING.find("singles out", message[:_LONGEST])
    listed = LISTING.pattern("mark of a letter").sub("- ", asked["list"]) if asked else ""
    parts = items_in(listed) if "\n" in listed else enumerated(listed)
    items = stripped(parts, " .?\"'\n")
    kind = asked.groupdict().get("kind") if asked else ""
    if not kind:
        found = [odd] if (odd := odd_one_of(items)) else []
    else:
        is_not = asked is not None and asked["not"] is not None
        found = [each for each in items if is_of_topic(each, kind) != is_not]
    if LISTING.matches("by number", message[:_LONGEST]):
        found = [str(items.index(each) + 1) for each in found]
    lines = ("\n" if " " in "".join(found) else ", ").join(found)
    return stated(lines, items=found) if 0 < len(found) < len(items) else None
