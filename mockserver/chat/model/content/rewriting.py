"""Items and queries of a prompt, given back as a list, in versions or with their subject."""

from __future__ import annotations

from itertools import islice

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.given import items_in, request_and_text
from mockserver.chat.model.content.memory import standalone
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.tables import table

_TABLE = table("content/rewriting.txt")
_READ = 4_000
_MOST_VERSIONS, _USUAL = 20, 3
_LONGEST = 300
"""The most characters of a request."""


def laid_out(message: str) -> Answer | None:
    """The items that a message brings, as a list: sorted, numbered, with bullets or boxes."""
    request, text = request_and_text(message)
    is_sorted, is_list = (_TABLE.matches(name, request) for name in ("sorted", "as a list"))
    items = items_in(text) if is_sorted or is_list else []
    if len(items) < 2 or "?" in request or len(request) > _LONGEST:
        return None
    if is_sorted:
        items.sort(key=str.lower, reverse=_TABLE.matches("backwards", request))
    if _TABLE.matches("numbered", request):
        rows = [f"{number}. {each}" for number, each in enumerate(items, 1)]
    else:
        box = "[ ] " if _TABLE.matches("with boxes", request) else ""
        rows = [f"- {box}{each}" if is_list else each for each in items]
    mark = "\n" if is_list or "\n" in text else ", "
    return stated(mark.join(rows), items=items)


def query(reading: Reading) -> Answer | None:
    """A query in several versions, or with the name that it refers to, if a prompt asks for it."""
    message, system = reading.question[-_READ:], reading.system[-_READ:]
    instructions = " ".join(f"{system}\n{message}".split())
    *_, label = (None, *CUES.find_all("labelled query", message))
    text = ((label["text"] or label["more"]) if label else message).strip()
    if CUES.matches("asks for one alone", instructions):
        turns = [(role, said) for role, said, _ in reading.turns[:-1]]
        if label:
            shown = CUES.find_all("shown turn", message[: label.start()])
            turns = [("user" if each["user"] else "assistant", each["said"]) for each in shown]
        return stated(standalone(text, turns))
    if CUES.matches("asks for versions", instructions) and (label or system):
        counts = (each["count"] for each in CUES.find_all("number of versions", instructions))
        return _versions(text, max(map(amount_of, counts), default=_USUAL))
    return None


def _versions(text: str, number: int) -> Answer:
    terms = CUES.changed("terms of a question", text).strip(" ?.")
    rows = (str(row.text) for row in CUES.rows("version"))
    made = (row.replace("<query>", text).replace("<terms>", terms) for row in rows)
    new = (each for each in dict.fromkeys(made) if each != text)
    items = [*islice(new, min(number, _MOST_VERSIONS))]
    return stated("\n".join(items), items=items)
