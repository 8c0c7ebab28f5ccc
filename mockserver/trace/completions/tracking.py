"""A completion as a call: started when the model is asked, over when its answer is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mockserver.core.clock import Clock
from mockserver.core.codec import encode
from mockserver.core.ids import Ids
from mockserver.core.masking import is_secret, reduced_text
from mockserver.core.model import Record
from mockserver.store.store import Store
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import EndedCall, StartedCall
from mockserver.trace.completions.joining import joined
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
        """End the call with what the model answered."""
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
        """The lines of a stream, first the call's id; the call ends with them, or earlier if
        nobody listens any more."""
        told: list[Record] = []
        try:
            yield encode({"_meta": {"weave_call_id": self.id}})
            for chunk in chunks:
                told.append(chunk)
                yield encode(chunk)
        finally:
            with self.store.transaction:
                self.end(joined(told))


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
    return Tracked(started.id, body.project_id, body.inputs.model, store, clock)
