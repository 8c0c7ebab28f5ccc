"""Queries of a prompt, given back in versions or with their subject."""

from __future__ import annotations

from itertools import islice

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.memory import standalone
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.reading import Reading

_READ = 4_000
_MOST_VERSIONS, _USUAL = 20, 3


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
