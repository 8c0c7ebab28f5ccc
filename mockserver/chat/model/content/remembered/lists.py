"""Lists in a conversation: shown or kept, changed as the user asks, and their items by place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, listed, stated
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.literals import json_at
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.numbers import amount_of, place_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import bullets_in, enumerated

_READ = 4_000
_MOST_TURNS = 60
_FOLLOW_UPS = table("content/remembered/follow_ups.txt")
_BETWEEN_ITEMS = pattern(r"(?i),? and (?:an? |the |some )?|, ")


def list_kept(reading: Reading) -> Answer | None:
    """The list that a system message wants to be kept, with all changes that the user asked for."""
    if not CUES.matches("keeps a list", reading.system):
        return None
    orders = [each[:_READ] for each in (*reading.earlier[-_MOST_TURNS:], reading.question)]
    items = reduce(changed_by, orders, list[str]())
    return stated(listed(items), items=items) if items else None


def list_shown(reading: Reading) -> Answer | None:
    """The list of a conversation as it is now, if the user asks to see it."""
    is_asked = reading.earlier and CUES.matches("asks for the list", reading.question)
    items = last_list(reading) if is_asked else []
    return stated(listed(items), items=items) if items else None


def item_of_list(reading: Reading, question: str) -> Answer | None:
    """The item of the last list of a conversation that a question names by its place."""
    asked = CUES.find("place of an item", question)
    items = last_list(reading) if asked else []
    if not asked or not items:
        return None
    number, ordinal = asked["number"], asked["place"] or asked["last"]
    place = amount_of(number) if number else place_of(ordinal)
    if not -1 <= place <= len(items) or not place:
        return None
    item = items[place if place < 0 else place - 1].strip(" .")
    return stated(as_sentence(item), item)


def last_list(reading: Reading) -> list[str]:
    """The items of the last message with a list, changed as the user has asked since then."""
    orders = list[str]()
    for role, whole, _ in reversed(reading.turns[-_MOST_TURNS:-1]):
        text = whole[:_READ]
        items = items_shown(text) or bullets_in(text) or enumerated_in(text)
        if role != "system" and len(items) > 1:
            return reduce(changed_by, reversed(orders), items)
        if role == "user":
            orders.append(text)
    return []


def items_shown(text: str) -> list[str]:
    """The texts of a list in JSON, none if a text is something else."""
    value = json_at(text, 0) if text.startswith("[") else None
    return value if isinstance(value, list) and all(isinstance(each, str) for each in value) else []


def enumerated_in(text: str) -> list[str]:
    """The items that a sentence lists: `red, green and blue`."""
    found = CUES.find("enumeration", text)
    return enumerated(found["items"].strip()) if found else []


def changed_by(items: Sequence[str], order: str) -> list[str]:
    """Items without those that an order removes, and with those that it adds."""
    added, gone = changes_of(order)
    return [*(each for each in items if gone.isdisjoint(stems_of(each))), *added]


def changes_of(order: str) -> tuple[list[str], set[str]]:
    """The items that an order adds to a list, and the stems of those that it removes."""
    changes = [each.groupdict() for each in _FOLLOW_UPS.find_all("change of items", order)]
    added = [item for e in changes if e["new"] for item in _BETWEEN_ITEMS.split(e["new"])]
    return added, {*stems_of(" ".join(each["old"] or each["done"] or "" for each in changes))}
