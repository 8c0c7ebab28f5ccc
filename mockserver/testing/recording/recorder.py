"""The recorder: from an upstream's response to a reply rule, to records, or to nothing.

Records that already exist here are left as they are.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from mockserver.chat.models import ChatRequest
from mockserver.chat.script.question import CHAT, COMPLETIONS
from mockserver.core.clock import iso, parse
from mockserver.core.codec import decode_body
from mockserver.core.digest import digest_bytes, digest_rows
from mockserver.core.errors import ApiError
from mockserver.core.model import Record
from mockserver.core.records import holds_time, is_derived
from mockserver.core.refs import parse_ref
from mockserver.core.steps import at_once
from mockserver.data.records import FORMS, PROJECT
from mockserver.http.context import Services
from mockserver.store.errors import StoreError
from mockserver.store.kind import Kind
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
from mockserver.trace import files, tables
from mockserver.trace.completions import CompletionsCreateReq, chat_adapter, engine_request
from mockserver.trace.kinds import CALLS, DELETED, DELETED_OBJECTS, EARLY, FEEDBACK, OBJECTS, ROWS
from mockserver.trace.objects import service as objects
from mockserver.trace.objects.models import NewObject

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

_RIVALS: Mapping[str, tuple[Kind, ...]] = {
    CALLS.name: (CALLS, EARLY, DELETED),
    OBJECTS.name: (OBJECTS, DELETED_OBJECTS),
    FEEDBACK.name: (FEEDBACK,),
    ROWS.name: (ROWS,),
}
"""The kinds in which a record with the same key may be, or have been."""

_ALTERING = ("columns", "expand_columns", "fields", "metadata_only")
"""Fields of a request that change which fields the response has."""

_ADDED = ("costs", "feedback")
"""Fields that a query may add to the summary of a call."""


class Shown(NamedTuple):
    """A read request, and the items of the upstream's response."""

    request: Record
    items: list[Any]

    @property
    def project(self) -> str:
        """The project of the request."""
        return str(self.request.get(PROJECT))

    @property
    def is_complete(self) -> bool:
        """True if the items have exactly the stored fields."""
        return not any(self.request.get(field) for field in _ALTERING)


class RowsRead(defaultdict[tuple[str, str], dict[int, str]]):
    """The digests of the rows of each table that were read so far, by project and table."""

    def __init__(self) -> None:
        super().__init__(dict)


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
        keep_file(services, decode_body(body), response.content)
    elif name in SHOWING:
        field, keep = SHOWING[name]
        shown = Shown(decode_body(body), _items(field, response.content))
        if shown.is_complete:
            keep(services, shown)


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


def keep_calls(services: Services, shown: Shown) -> None:
    """Keep calls."""
    items = [{**item, "summary": _summary(item)} for item in shown.items]
    _keep(services, CALLS, shown.project, items)


def keep_versions(services: Services, shown: Shown) -> None:
    """Keep versions of objects. The latest of the upstream is the latest here, too."""
    store = services.store
    for item in shown.items:
        if record := _new(services, OBJECTS, shown.project, item):
            if record["is_latest"]:
                objects.step_down(store, shown.project, record["object_id"])
            store[OBJECTS].insert(record)


def keep_feedback(services: Services, shown: Shown) -> None:
    """Keep feedback."""
    _keep(services, FEEDBACK, shown.project, shown.items)


def keep_values(services: Services, shown: Shown) -> None:
    """Keep the objects behind refs without steps."""
    order, now = services.settings.digest_order, services.clock.iso()
    for text, value in zip(shown.request["refs"], shown.items, strict=True):
        ref = parse_ref(text)
        if value is not None and not ref.steps:
            new = NewObject(project_id=ref.project_id, object_id=ref.name, val=value)
            objects.publish(services.store, new, order, now, None)


def keep_rows(services: Services, shown: Shown) -> None:
    """Keep rows, and their table once all rows were read, which its digest proves."""
    project, digest = shown.project, str(shown.request["digest"])
    _keep(services, ROWS, project, shown.items)
    digests = services.memory[RowsRead][project, digest]
    digests.update((item["original_index"], item["digest"]) for item in shown.items)
    in_order = [digests[at] for at in range(len(digests)) if at in digests]
    if len(in_order) == len(digests) and digest_rows(in_order) == digest:
        at_once(tables.keep_order(services.store, project, digest, in_order))


def keep_file(services: Services, request: Record, content: bytes) -> None:
    """Keep a file, unless its content has another digest."""
    if digest_bytes(content) == request["digest"]:
        files.keep(services.store, request[PROJECT], "", content)


def _keep(services: Services, kind: Kind, project: str, items: Iterable[Record]) -> None:
    for item in items:
        if record := _new(services, kind, project, item):
            services.store[kind].insert(record)


def _new(services: Services, kind: Kind, project: str, item: Record) -> Record | None:
    """Make the record of an item; None if there is or was one with its key."""
    record = FORMS[kind.name].model_validate(_known(kind, item)).record(project)
    key = [str(record[field]) for field in kind.key]
    exists = any(services.store[rival].has(project, *key) for rival in _RIVALS[kind.name])
    return None if exists else record


def _summary(call: Record) -> Record:
    summary = call.get("summary") or {}
    derived = summary.get("weave") or {}
    stored = {name: value for name, value in derived.items() if name not in _ADDED}
    return {**summary, "weave": stored}


def _known(kind: Kind, item: Record) -> Record:
    """Select the stored fields of an item, with its moments in the stored form."""
    fields = kind.model.model_fields
    return {
        name: iso(parse(value)) if isinstance(value, str) and holds_time(fields[name]) else value
        for name, value in item.items()
        if name in fields and name != PROJECT and not is_derived(fields[name])
    }


SHOWING: Mapping[str, tuple[str | None, Callable[[Services, Shown], None]]] = {
    "Call Read": ("call", keep_calls),
    "Calls Query": ("calls", keep_calls),
    "Calls Query Stream": (None, keep_calls),
    "Feedback Query": ("result", keep_feedback),
    "Obj Read": ("obj", keep_versions),
    "Objs Query": ("objs", keep_versions),
    "Refs Read Batch": ("vals", keep_values),
    "Table Query": ("rows", keep_rows),
    "Table Query Stream": (None, keep_rows),
}
"""The reads whose responses have records: the field that holds these, None if each line is one, and
the function that keeps them."""
