"""The recorder: from an upstream's response to a reply rule, to records, or to nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mockserver.chat.models import ChatRequest
from mockserver.chat.script.question import CHAT, COMPLETIONS
from mockserver.core.codec import decode_body
from mockserver.core.errors import ApiError
from mockserver.core.model import Record
from mockserver.http.context import Services
from mockserver.store.errors import StoreError
from mockserver.testing.recording import keep
from mockserver.testing.recording.keep import Shown
from mockserver.testing.recording.replies import (
    Replies,
    UpstreamResponse,
    is_repeatable,
    line_of,
    line_of_chunks,
    line_of_completion,
    paced,
)
from mockserver.testing.recording.turns import RESPONSES, TEXTS, Turns, recorded_texts
from mockserver.trace.completions import CompletionsCreateReq, chat_adapter, engine_request

logger = logging.getLogger("mockserver")

READING = frozenset({"Content", "Info", "Query", "Read", "Stats"})
"""Words in the names of reads by POST."""

OTHER_READS = frozenset({
    "Detokenize", "Embeddings Create", "GraphQL", "Rerank", "Response Input Tokens", "Score",
    "Tokenize", CHAT, RESPONSES, TEXTS, *COMPLETIONS,
})  # fmt: skip
"""Reads by POST whose names have none of these words."""

_UNRECORDED = (
    ApiError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    StoreError,
    TypeError,
    ValueError,
)
"""Errors of a response that has an unexpected form or cannot be kept."""


class RecordPlace(NamedTuple):
    """The place of the records in an operation's response, and the function that keeps them."""

    field: str | None
    """The field that holds them; None if each line is one."""
    keep: Callable[[Services, Shown], None]


SHOWING: Mapping[str, RecordPlace] = {
    "Call Read": RecordPlace("call", keep.calls),
    "Calls Query": RecordPlace("calls", keep.calls),
    "Calls Query Stream": RecordPlace(None, keep.calls),
    "Feedback Query": RecordPlace("result", keep.feedback),
    "Obj Read": RecordPlace("obj", keep.versions),
    "Objs Query": RecordPlace("objs", keep.versions),
    "Refs Read Batch": RecordPlace("vals", keep.values),
    "Table Query": RecordPlace("rows", keep.rows),
    "Table Query Stream": RecordPlace(None, keep.rows),
}
"""The reads whose responses have records."""


def is_write(operation: str, method: str, status: int) -> bool:
    """True if a request has changed the upstream's state."""
    is_read = method in ("GET", "HEAD") or operation in OTHER_READS
    return status < 300 and not is_read and READING.isdisjoint(operation.split())


def record(operation: str, body: bytes, response: UpstreamResponse, services: Services) -> None:
    """Record the response to a read; a response of an unexpected form is skipped."""
    try:
        with services.store.transaction:
            _record(operation, body, response, services)
    except _UNRECORDED:
        logger.warning("the upstream's response to %s is not recorded", operation)


def _record(name: str, body: bytes, response: UpstreamResponse, services: Services) -> None:
    replies = services.memory[Replies]
    if name == CHAT:
        line = line_of(response)
        replies.add(_chat(decode_body(body)), line and paced(line, response))
    elif name in (RESPONSES, TEXTS) and is_repeatable(response):
        recorded = services.memory[Turns].recorded if name == RESPONSES else recorded_texts
        for chat, line in recorded(body, response, services):
            replies.add(_chat(chat), paced(line, response))
    elif response.status != 200:
        return
    elif name in COMPLETIONS:
        request = CompletionsCreateReq.model_validate_json(body)
        question = _chat(engine_request(services.store, request, services.settings))
        if line := _line_of_trace_side(response):
            replies.add(question, paced(line, response))
    elif name == "File Content":
        keep.file(services, decode_body(body), response.content)
    elif place := SHOWING.get(name):
        shown = Shown(decode_body(body), _items(place.field, response.content))
        if shown.is_complete:
            place.keep(services, shown)


def _line_of_trace_side(response: UpstreamResponse) -> Record | None:
    """The script line of a completion of the trace side; its errors have a 200 and no line."""
    lines = [decode_body(line) for line in response.content.splitlines()]
    completion = lines[0].get("response")
    chunks = [line for line in lines if "choices" in line]
    if completion and "error" not in completion:
        return line_of_completion(completion)
    return line_of_chunks(chunks) if chunks and "error" not in lines[-1] else None


def _chat(body: Mapping[str, Any]) -> ChatRequest:
    """Validate a chat request, as the chat side does before a script sees it."""
    return chat_adapter().validate_python(body)


def _items(field: str | None, content: bytes) -> list[Any]:
    """The items of a response: its lines, or one or several in a field."""
    if field is None:
        return [decode_body(line) for line in content.splitlines()]
    found = decode_body(content)[field]
    if isinstance(found, list):
        return found
    return [] if found is None else [found]
