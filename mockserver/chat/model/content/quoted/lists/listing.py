"""Lists: the items of a text that a prompt brings, found, changed and written as it orders.

`listing.txt` has the patterns of what orders want, and of the steps from the items of the text to
those of the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from mockserver.chat.model.content.cues import LISTING
from mockserver.chat.model.content.found import Answer, capitalized, stated
from mockserver.chat.model.content.quoted.lists.extraction import FINDERS, labelled_lines, things_in
from mockserver.chat.model.content.quoted.lists.given import items_in, request_and_text
from mockserver.chat.model.content.quoted.lists.selection import selected
from mockserver.chat.model.content.quoted.lists.steps import STEPS, marked, name_of, steps_in
from mockserver.chat.model.content.quoted.tables.rows import rows_of_data
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.material import without_instructions
from mockserver.chat.model.text.literals import json_at
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.texts import enumerated, sentences
from mockserver.chat.model.values.fill import values_for
from mockserver.chat.model.values.words import is_known

_READ = 12_000
_LONGEST = 400
"""The most characters of orders."""


def laid_out(reading: Reading, now: datetime) -> Answer | None:
    """The items of the text that a conversation brings, as its orders want them."""
    for orders, text in _sources(reading):
        if orders and text and len(orders) <= _LONGEST:
            told = _section(orders, text)
            if found := _named_values(orders, text, now) or _laid_out(orders, told):
                return found
    return None


def _sources(reading: Reading) -> Iterator[tuple[str, str]]:
    """The ways to divide a conversation into orders and a text, the most usual first."""
    message = reading.question[-_READ:]
    request, text = request_and_text(message)
    bare = text if "\n" in text else without_instructions(text)  # `4, 1. Return only a list.`
    told = bare if bare and text.startswith(bare) else text
    yield f"{request} {text.removeprefix(told)}".strip(), told
    yield reading.system[-_READ:], message
    before, gap, last = message.strip().rpartition("\n\n")
    if gap:
        yield last, before
    elif parts := sentences(last):
        yield " ".join(parts[1:]), parts[0].rstrip(".")


def _section(orders: str, text: str) -> str:
    """The list below the heading that orders name, such as `Ingredients`, else the whole text."""
    named = {*stems_of(orders)}
    lists = LISTING.find_all("headed list", text)
    return next((e["list"] for e in lists if {*stems_of(e["head"])} <= named), text)


def _named_values(orders: str, text: str, now: datetime) -> Answer | None:
    """The values of a text that orders name, each on a line: `Name: Ada`."""
    asked = LISTING.find("named values", orders)
    named = enumerated(asked["row"]) if asked else []
    names = [each.removeprefix("the ") for each in named]
    if not names or not all(map(is_known, names)):
        return None
    properties = {name: {"type": "string"} for name in names}
    found = values_for({"type": "object", "properties": properties}, text, now, may_lack=True)
    rows = [f"{capitalized(name)}: {found[name]}" for name in names if name in found]
    return stated("\n".join(rows), items=rows) if len(rows) > 1 else None


def _laid_out(orders: str, text: str) -> Answer | None:
    """The answer to orders about a text; None if they are no orders about its items."""
    kind = LISTING.text("kind", orders)
    if not _is_on_items(kind, orders, text):
        return None
    bare = LISTING.changed("label", text)
    data = json_at(bare, 0) if bare.startswith(("[", "{")) else None
    rows = rows_of_data(bare, data)
    is_table = len(rows) > 0 and len(rows[0]) > 1
    if is_table and not LISTING.matches("removes repeats", orders):
        return selected(orders, bare, rows)
    return _listed(kind, orders, bare, labelled_lines(kind, orders, text))


def _listed(kind: str, orders: str, text: str, labelled: list[str]) -> Answer | None:
    """The items of a kind in a text, or those of its labels, after all steps that orders want."""
    steps, is_laid_out = steps_in(orders, text), LISTING.matches("laid out", orders)
    if "kept" in dict(steps) and "\n" in text:
        kind = ""  # The lines are chosen by a word, whatever they are.
    is_list = is_laid_out or kind == "task" or LISTING.matches("as a list", orders)
    is_order = bool(steps or is_laid_out)
    if not is_order and not (kind and (is_list or LISTING.matches("asks for all", orders))):
        return None
    is_any, items = kind.startswith("any "), labelled
    if not items and (kind in FINDERS or is_any or not steps):
        items = things_in(kind, orders, text)
    if is_order and len(items) < 2 and kind != "task":
        items = _items_to_change(text)
    if len(items) < (2 if kind in ("", "finding", "statement") else 1):
        return None
    for name, match in steps:
        items = [*STEPS[name](items, match, orders)]
    if LISTING.matches("which of them", orders) and LISTING.find("best", orders):
        items = [*map(name_of, items)]
    shown = items if len(items) == 1 and is_any else marked(items, orders)
    lines = ("\n" if is_list or "\n" in text else ", ").join(shown)
    return stated(lines, items=items) if items else None


def _is_on_items(kind: str, orders: str, text: str) -> bool:
    """True if orders are about items that the message brings, rather than a question or examples
    of what to write."""
    is_brought = "\n" in text or LISTING.matches("these", orders) or without_instructions(text)
    is_asked = LISTING.matches("asks under a label", orders)
    is_asked |= "?" in text and not (kind == "task" and LISTING.matches("these", orders))
    is_example = LISTING.matches("example", f"{orders}\n{text}")
    return bool(is_brought) and not (is_asked or is_example)


def _items_to_change(text: str) -> list[str]:
    """The items of a text, without the subject before the first: `I have to buy milk, call Ann`."""
    items = items_in(text)
    if all(each.endswith(".") for each in items):  # Each is a sentence of its own.
        return items
    has_deeds = any(LISTING.matches("deed", each) for each in items[1:])
    subject = LISTING.pattern("subject of deeds" if has_deeds else "subject")
    return [*(subject.sub("", each) for each in items[:1]), *items[1:]]
