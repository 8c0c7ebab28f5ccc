"""Claims: the texts in a prompt for a judge that are judged one by one.

`judging.txt` has the patterns.
"""

from __future__ import annotations

from collections.abc import Iterator

from mockserver.chat.model.content.quoted import agreement
from mockserver.chat.model.reading.payload import Payload
from mockserver.chat.model.reading.pieces import is_list, items_of
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import sentences

_TABLE = table("forms/judging/judging.txt")

ONE_SOURCE = "single source"
"""The label of a source that is judged itself."""


def claims_in(payload: Payload) -> Iterator[tuple[str, Payload]]:
    """The texts to judge one by one, each with the payload for judging that text alone.

    They are the sources if the prompt asks for each of them, the items of a list, or the sentences
    of a text.
    """
    asked = _TABLE.find("each", payload.instructions) if payload.is_judged else None
    role = next(filter(payload.text_of, ("reference", "answer", "text", "source")), "")
    if asked and asked["whole"]:
        for each in items_of(payload.text_of("source")):
            yield each, payload.replacing("source", each, ONE_SOURCE)
    elif payload.is_judged and (listed := payload.text_of("claims")):
        for each in items_of(listed):
            yield each, payload.replacing("answer", each, "claim")
    elif asked or _TABLE.matches("claims of a text", payload.instructions):
        text = payload.text_of(role)
        for each in items_of(text) if is_list(text) else sentences(text):
            yield each, payload.replacing(role, each, "claim")


def outcomes(payload: Payload, kind: str) -> Iterator[tuple[str, str]]:
    """The statements of an answer that its reference has (true positives) or lacks (false
    positives), or those that only the reference has (false negatives), with reasons."""
    texts = [payload.text_of("answer"), payload.text_of("reference")]
    own, other = reversed(texts) if kind.endswith(("n", "negative", "negatives")) else texts
    for each in items_of(own):
        found = agreement.verdict(other, each)
        if found.holds == kind.startswith("t"):
            yield each, found.reason
