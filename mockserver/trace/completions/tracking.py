"""A completion recorded as a call: it starts with the request and ends with the response."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from mockserver.core.clock import Clock
from mockserver.core.codec import encode
from mockserver.core.ids import Ids
from mockserver.core.masking import is_secret, reduced_text
from mockserver.core.model import Record
from mockserver.store.store import Store
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import EndedCall, StartedCall
from mockserver.trace.completions.models import CompletionsCreateReq

OP_NAME = "weave.completions_create"


class Tracked(NamedTuple):
    """The call that a completion is recorded in."""

    id: str
    project: str
    model: str
    store: Store
    clock: Clock

    def end(self, response: Record | None) -> None:
        """End the call with the response of the model."""
        response = response or {}
        usage = response.get("usage")
        ended = EndedCall(
            project_id=self.project,
            id=self.id,
            ended_at=self.clock.now(),
            output=response or None,
            exception=response.get("error"),
            summary={"usage": {self.model: usage}} if usage else {},
        )
        calls.end(self.store, ended)

    def follow(self, chunks: Iterator[Record]) -> Iterator[bytes]:
        """The lines of a stream, the first with the call's id. The call ends with the last line,
        or earlier if the client leaves."""
        sent: list[Record] = []
        try:
            yield encode({"_meta": {"weave_call_id": self.id}})
            for chunk in chunks:
                sent.append(chunk)
                yield encode(chunk)
        finally:
            with self.store.transaction:
                self.end(joined(sent))


def track(store: Store, body: CompletionsCreateReq, clock: Clock, ids: Ids, user: str) -> Tracked:
    """Start the call of a request. Its inputs are the request's own, without its secrets."""
    inputs = body.inputs.model_dump(exclude_none=True, exclude={"vertex_credentials"})
    if headers := body.inputs.extra_headers:
        inputs["extra_headers"] = {
            name: reduced_text(str(value)) if is_secret(name) else value
            for name, value in headers.items()
        }
    start = StartedCall(
        project_id=body.project_id,
        op_name=OP_NAME,
        trace_id=body.trace_id or None,
        parent_id=body.parent_id or None,
        started_at=clock.now(),
        attributes={},
        inputs=inputs,
    )
    started = calls.start(store, start, ids, user)
    return Tracked(started["id"], body.project_id, body.inputs.model, store, clock)


def joined(chunks: Sequence[Record]) -> Record | None:
    """The completion that was streamed so far; None if nothing was. A failure stays one."""
    if not chunks or "error" in chunks[0]:
        return chunks[0] if chunks else None
    first, last = chunks[0], chunks[-1]
    parts: dict[int, list[Record]] = {}
    for chunk in chunks:
        for choice in chunk["choices"]:
            parts.setdefault(choice["index"], []).append(choice)
    completion = {
        "id": first["id"],
        "object": "chat.completion",
        "created": first["created"],
        "model": first["model"],
        "choices": [_choice(index, parts[index]) for index in sorted(parts)],
    }
    return {**completion, "usage": last["usage"]} if "usage" in last else completion


def _choice(index: int, parts: Sequence[Record]) -> Record:
    deltas = [part["delta"] for part in parts]
    calls = _calls(call for delta in deltas for call in delta.get("tool_calls") or ())
    content, reasoning = _text(deltas, "content"), _text(deltas, "reasoning_content")
    message: Record = {"role": deltas[0].get("role", "assistant")}
    message["content"] = content or (None if calls else "")
    if calls:
        message["tool_calls"] = calls
    if reasoning:
        message["reasoning_content"] = reasoning
    return {"index": index, "message": message, "finish_reason": parts[-1]["finish_reason"]}


def _text(deltas: Iterable[Record], key: str) -> str:
    return "".join(delta.get(key) or "" for delta in deltas)


def _calls(pieces: Iterable[Record]) -> list[Record]:
    """Calls put together from their pieces. Observed: those without an id or a name are dropped."""
    calls: dict[int, dict[str, Any]] = {}
    for piece in pieces:
        call = calls.setdefault(
            piece["index"], {"id": "", "type": "function", "name": "", "arguments": ""}
        )
        function = piece.get("function") or {}
        call["id"] = piece.get("id") or call["id"]
        call["name"] = function.get("name") or call["name"]
        call["arguments"] += function.get("arguments") or ""
    return [
        {
            "id": call["id"],
            "type": call["type"],
            "function": {"name": call["name"], "arguments": call["arguments"]},
        }
        for call in calls.values()
        if call["id"] and call["name"]
    ]
