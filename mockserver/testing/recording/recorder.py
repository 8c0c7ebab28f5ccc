"""The recorder: from an upstream's response to a reply rule, to records, or to nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from mockserver.chat.models import ChatRequest
from mockserver.chat.script.question import CHAT, COMPLETIONS
from mockserver.core.codec import decode_body
from mockserver.core.errors import ApiError
from mockserver.core.model import Record
from mockserver.http.context import Services
from mockserver.store.errors import StoreError
from mockserver.testing.recording.keep import Keeper, Shown
from mockserver.testing.recording.paths import RESPONSES, TEXTS, Turns, recorded_texts
from mockserver.testing.recording.replies import (
    Replies,
    UpstreamResponse,
    is_repeatable,
    line_of,
    line_of_chunks,
    line_of_completion,
    paced,
)
from mockserver.trace.completions.models import CompletionsCreateReq
from mockserver.trace.completions.service import engine_request

if TYPE_CHECKING:
    from pydantic import TypeAdapter

logger = logging.getLogger("mockserver")


READS_BY_POST = frozenset(
    {
        "Agent Spans Query",
        "Agent Spans Stats",
        "Agent Versions Query",
        "Agents Query",
        "Annotation Queues Query",
        "Annotation Queues Stats",
        "Calls Query Stats",
        "Calls Stats",
        "Cost Query",
        "Dataset Sources Query",
        "Detokenize",
        "Embeddings Create",
        "Eval Results Query",
        "Feedback Stats",
        "Files Stats",
        "GraphQL",
        "Project Retention Read",
        "Project Sampling Read",
        "Project Stats",
        "Projects Info",
        "Rerank",
        "Response Input Tokens",
        "Score",
        "Source Datasets Query",
        "Table Query Stats",
        "Table Query Stats Batch",
        "Threads Query Stream",
        "Tokenize",
    }
)
"""Reads by POST whose answers have no records."""


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
    """The place of the records in an operation's answer, and the method that keeps them."""

    field: str | None
    """The field that holds them; None if each line is one."""
    keep: Callable[[Keeper, Shown], None]


SHOWING: Mapping[str, RecordPlace] = {
    "Call Read": RecordPlace("call", Keeper.calls),
    "Calls Query": RecordPlace("calls", Keeper.calls),
    "Calls Query Stream": RecordPlace(None, Keeper.calls),
    "Feedback Query": RecordPlace("result", Keeper.feedback),
    "Obj Read": RecordPlace("obj", Keeper.versions),
    "Objs Query": RecordPlace("objs", Keeper.versions),
    "Refs Read Batch": RecordPlace("vals", Keeper.values),
    "Table Query": RecordPlace("rows", Keeper.rows),
    "Table Query Stream": RecordPlace(None, Keeper.rows),
}


class Recorder:
    """The recording of one server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._keeper = Keeper(services)
        self._replies = Replies()
        self._turns = Turns()

    def obey(self, services: Services) -> None:
        """Use these services, with their settings, from now on."""
        self._services = services
        self._keeper.services = services

    def replies(self) -> list[Record]:
        """The recorded rules, in the form of data files."""
        return self._replies.rules()

    def record(self, operation: str, body: bytes, response: UpstreamResponse) -> None:
        """Record the response to a read; one of an unexpected form is skipped."""
        try:
            with self._services.store.transaction:
                self._record(operation, body, response)
        except _UNRECORDED:
            logger.warning("the upstream's answer to %s is not recorded", operation)

    def is_write(self, operation: str, method: str, response: UpstreamResponse) -> bool:
        """True if a request has changed the upstream's state."""
        reads = {*READS_BY_POST, *SHOWING, CHAT, RESPONSES, TEXTS, *COMPLETIONS, "File Content"}
        by_get = method in ("GET", "HEAD")
        return response.status < 300 and not by_get and operation not in reads

    def _record(self, name: str, body: bytes, response: UpstreamResponse) -> None:
        if name == CHAT:
            line = line_of(response)
            self._replies.add(self._question(decode_body(body)), line and paced(line, response))
        elif name in (RESPONSES, TEXTS) and is_repeatable(response):
            recorded = self._turns.recorded if name == RESPONSES else recorded_texts
            for chat, line in recorded(body, response, self._services):
                self._replies.add(self._question(chat), paced(line, response))
        elif response.status != 200:
            return
        elif name in COMPLETIONS:
            self._complete(CompletionsCreateReq.model_validate_json(body), response)
        elif name == "File Content":
            self._keeper.file(decode_body(body), response.content)
        elif place := SHOWING.get(name):
            shown = Shown(decode_body(body), _items(place.field, response.content))
            if shown.is_complete:
                place.keep(self._keeper, shown)

    def _complete(self, body: CompletionsCreateReq, response: UpstreamResponse) -> None:
        """Record a completion of the trace side. Its errors have a 200 and are not recorded."""
        chat = self._question(engine_request(self._services.store, body, self._services.settings))
        lines = [decode_body(line) for line in response.content.splitlines()]
        completion = lines[0].get("response")
        chunks = [line for line in lines if "choices" in line]
        if completion and "error" not in completion:
            self._replies.add(chat, paced(line_of_completion(completion), response))
        elif chunks and "error" not in lines[-1]:
            self._replies.add(chat, paced(line_of_chunks(chunks), response))

    def _question(self, body: Mapping[str, Any]) -> Record:
        """Validate a chat request, as the chat side does before a script sees it."""
        chat: Record = self._adapter.validate_python(body)
        return chat

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        from pydantic import TypeAdapter

        return TypeAdapter(ChatRequest)


def _items(field: str | None, content: bytes) -> list[Any]:
    """The items of an answer: its lines, or one or several in a field."""
    if field is None:
        return [decode_body(line) for line in content.splitlines()]
    found = decode_body(content)[field]
    if isinstance(found, list):
        return found
    return [] if found is None else [found]
