"""Completions recorded as calls, which start with the request and end with the response."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mockserver.core.codec import encode
from mockserver.core.masking import is_secret, reduced_text
from mockserver.core.model import Record
from mockserver.trace.completions.models import CompletionsCreateReq
from mockserver.trace.evaluations.project import ProjectContext

OP_NAME = "weave.completions_create"


class Tracked(NamedTuple):
    """The call that records a completion."""

    id: str
    model: str
    project: ProjectContext

    def end(self, response: Record) -> None:
        """End the call with the response of the model; an empty one is null."""
        usage, now = response.get("usage"), self.project.clock.now()
        summary = {"usage": {self.model: usage}} if usage else {}
        self.project.end(self.id, response or None, now, summary, response.get("error"))

    def follow(self, chunks: Iterator[Record]) -> Iterator[bytes]:
        """The lines of a stream, the first with the call's id.

        The call ends with the last line, or earlier if the client disconnects.
        """
        sent: list[Record] = []
        try:
            yield encode({"_meta": {"weave_call_id": self.id}})
            for chunk in chunks:
                sent.append(chunk)
                yield encode(chunk)
        finally:
            with self.project.store.transaction:
                self.end(joined(sent))


def track(body: CompletionsCreateReq, project: ProjectContext) -> Tracked:
    """Start the call of a request, with its inputs but without its secrets."""
    inputs = body.inputs.model_dump(exclude_none=True, exclude={"vertex_credentials"})
    if headers := body.inputs.extra_headers:
        inputs["extra_headers"] = {
            name: reduced_text(str(value)) if is_secret(name) else value
            for name, value in headers.items()
        }
    call_id, trace_id = project.ids.uuid7(), body.trace_id or project.ids.uuid7()
    parent_id, now = body.parent_id or None, project.clock.now()
    project.start(call_id, now, OP_NAME, inputs, trace_id=trace_id, parent_id=parent_id)
    return Tracked(call_id, body.inputs.model, project)


def joined(chunks: Sequence[Record]) -> Record:
    """The completion streamed so far, empty without chunks; an error stays one."""
    if not chunks or "error" in chunks[0]:
        return chunks[0] if chunks else {}
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
    content, reasoning = (
        "".join(delta.get(key) or "" for delta in deltas)
        for key in ("content", "reasoning_content")
    )
    calls = _calls(call for delta in deltas for call in delta.get("tool_calls") or ())
    message: Record = {"role": deltas[0].get("role", "assistant")}
    message["content"] = content or (None if calls else "")
    if calls:
        message["tool_calls"] = calls
    if reasoning:
        message["reasoning_content"] = reasoning
    return {"index": index, "message": message, "finish_reason": parts[-1]["finish_reason"]}


def _calls(pieces: Iterable[Record]) -> list[Record]:
    """Tool calls joined from their pieces. Observed: those without an id or a name are dropped."""
    calls: dict[int, Record] = {}
    for piece in pieces:
        empty = {"id": "", "type": "function", "function": {"name": "", "arguments": ""}}
        call = calls.setdefault(piece["index"], empty)
        call["id"] = piece.get("id") or call["id"]
        function, part = call["function"], piece.get("function") or {}
        function["name"] = part.get("name") or function["name"]
        function["arguments"] += part.get("arguments") or ""
    return [call for call in calls.values() if call["id"] and call["function"]["name"]]
