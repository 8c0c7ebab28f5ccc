"""Claims: the texts in a prompt that are judged one by one.

`judging.txt` has the patterns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mockserver.chat.model.content.quoted.judgement import agreement
from mockserver.chat.model.content.quoted.lists.given import items_in, request_and_text
from mockserver.chat.model.forms.judging.rules import READ, RULES
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.reading.payload import Payload
from mockserver.chat.model.reading.pieces import is_list, items_of
from mockserver.chat.model.text.texts import sentences

ONE_SOURCE = "single source"
"""The label of a source that is judged itself."""


def tasks_of_each(task: Task) -> list[tuple[str, Task]]:
    """The claims or else the items to judge one by one, each with the task for judging it: a claim
    is judged by the source beside it."""
    payload = task.reading.payload
    claims = [*_claims_in(payload)] if payload.is_judged else []
    own = claims or [(each, Payload(each)) for each in judged_items(task)]
    return [(text, task.on(task.reading.with_payload(each))) for text, each in own]


def judged_items(task: Task) -> Sequence[str]:
    """The items of a prompt that asks for a judgement of each, or whose system message does; empty
    for any other prompt."""
    whole = task.reading.payload.request[:READ]
    request, text = request_and_text(whole)
    for told, listed in ((request, text), (task.reading.system, whole)):
        lines = RULES.changed("items in a line", listed)
        items = items_in(lines) if "\n" in lines else []
        asks = any(RULES.matches(each, told) for each in ("judges each", "of each line"))
        if items[1:] and asks and not task.reading.payload.text_of("answer"):
            return items
    return ()


def _claims_in(payload: Payload) -> Iterator[tuple[str, Payload]]:
    """The texts to judge one by one, each with the payload for judging that text alone.

    They are the sources if the prompt asks for each of them, the items of a list, or the sentences
    of a text.
    """
    asked = RULES.find("each", payload.instructions) if payload.is_judged else None
    role = next(filter(payload.text_of, ("reference", "answer", "text", "source")), "")
    if asked and asked["whole"]:
        for each in items_of(payload.text_of("source")):
            yield each, payload.replacing("source", each, ONE_SOURCE)
    elif payload.is_judged and (listed := payload.text_of("claims")):
        for each in items_of(listed):
            yield each, payload.replacing("answer", each, "claim")
    elif asked or RULES.matches("claims of a text", payload.instructions):
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
