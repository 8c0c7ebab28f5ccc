"""Rewriting: the text in a request, reworded as the request wants it.

`rewriting.txt` has the ways: polite, shorter, as a paragraph, without personal data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mockserver.chat.model.content.cues import picked
from mockserver.chat.model.content.found import as_sentence, capitalized, lowered
from mockserver.chat.model.content.quoted.lists.extraction import people_in
from mockserver.chat.model.content.quoted.lists.given import request_and_text
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.form import Document
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import continued
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import sentences, stripped

_REWRITING = table("forms/documents/rewriting.txt")
_BETWEEN_NOTES = pattern(r"(?:^|\s)[-*•]\s+|;\s+")
_PERSONAL = ("email", "card", "phone", "address")
"""Kinds of personal data other than names, in the order in which they are masked."""


def rewritten(task: Task, request: str, more: Callable[[], str]) -> str:
    """The text in a request as the request wants it, or only corrected. A longer text gets two
    sentences of `more`."""
    text, orders = _text_and_orders(task, request)
    way = _REWRITING.text("way", orders)
    if way == "masked":
        return _masked(text, orders)
    if way == "as a paragraph":
        return _as_paragraph(text)
    text = as_sentence(_joined(sentences(_REWRITING.changed("mended", text))))
    if way == "longer":
        return f"{text} {more()} {more()}"
    parts = (lowered(each) if way == "polite" else continued(each) for each in sentences(text))
    changed = stripped(_REWRITING.changed(way, each) for each in parts)
    return _REWRITING.changed(f"whole {way}", _joined(changed))


def _text_and_orders(task: Task, request: str) -> tuple[str, str]:
    """The text to rewrite, in one line, and the orders for it. The orders are in the system message
    if the user's message is nothing but a text."""
    reading = task.reading
    text = task.text or request_and_text(request)[1]
    asks = any(isinstance(each, Document) for each in demands_in(request))
    if reading.system and (text in (reading.question, request) or not asks):
        text, orders = request, reading.system
    else:
        orders, *after_colon = re.split(r":\s", request, maxsplit=1)
        text, orders = (after_colon or [text])[0], orders.replace(task.text, "")
    return " ".join(text.split()).strip("\"'"), orders


def _as_paragraph(text: str) -> str:
    """Notes as the sentences of a paragraph."""
    names = (*people_in(text), "I ")
    notes = stripped(_BETWEEN_NOTES.split(text), " .,;")
    bare = (each if each.startswith(names) else lowered(each) for each in notes)
    return _joined([as_sentence(_REWRITING.changed("as a paragraph", each)) for each in bare])


def _joined(parts: Sequence[str]) -> str:
    """Words or sentences with capitals."""
    return " ".join(map(capitalized, parts))


def _masked(text: str, orders: str) -> str:
    """A text with its personal data masked, or only those kinds that orders name, or with one word
    in place of another."""
    named = {*_REWRITING.texts("personal data", orders)}
    if not named and (swap := _REWRITING.find("swap", orders)):
        swapped = re.sub(rf"(?<!\w){re.escape(swap['old'])}(?!\w)", swap["new"], text)
        return " ".join(swapped.split())
    wanted = named or {"name", *_PERSONAL}
    mark = _REWRITING.text("mark", orders)
    people = people_in(text) if "name" in wanted else []
    for kind, found in [*((each, picked(each, text)) for each in _PERSONAL), ("name", people)]:
        for part in found if kind in wanted else ():
            text = text.replace(part, mark or f"[{kind.upper()}]")
    return text
