"""Handlers of the completion operations."""

from __future__ import annotations

from mockserver.chat.response.identity import Stamp
from mockserver.chat.response.models import ChatCompletionChunk
from mockserver.chat.routes import cue_of
from mockserver.core.codec import encode
from mockserver.core.errors import ApiError
from mockserver.core.project import check_project
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.trace.completions import service
from mockserver.trace.completions.models import (
    CompletionFailure,
    CompletionsCreateReq,
    CompletionsCreateRes,
    CompletionTracked,
)
from mockserver.trace.completions.tracking import Tracked, track


def create(body: CompletionsCreateReq, ctx: Context) -> CompletionsCreateRes:
    """`{"response", "weave_call_id"}`; the latter null unless a call was recorded. Observed."""
    check_project(body.project_id)
    try:
        asked = service.question(ctx.store, body, ctx.settings)
    except ApiError as refusal:
        return {"response": service.failure(refusal), "weave_call_id": None}
    call = _tracked(body, ctx)
    response = service.response(asked, ctx.settings, _stamp(ctx), cue_of(ctx))
    if call:
        call.end(dict(response))
    return {"response": response, "weave_call_id": call.id if call else None}


def create_stream(
    body: CompletionsCreateReq, ctx: Context
) -> JsonLines[CompletionTracked | ChatCompletionChunk | CompletionFailure]:
    """A line that names the call, if there is one, then a chunk a line; a failure is one line.

    Observed. The rows look at nothing that is stored, but end their call.
    """
    check_project(body.project_id)
    try:
        asked = service.question(ctx.store, body, ctx.settings)
    except ApiError as refusal:
        return JsonLines([encode(service.failure(refusal))])
    call = _tracked(body, ctx)
    chunks = service.chunks(asked, ctx.settings, _stamp(ctx), cue_of(ctx))
    return JsonLines(call.follow(chunks) if call else map(encode, chunks))


def _tracked(body: CompletionsCreateReq, ctx: Context) -> Tracked | None:
    if not body.track_llm_call:
        return None
    return track(ctx.store, body, ctx.clock, ctx.ids, ctx.user)


def _stamp(ctx: Context) -> Stamp:
    return Stamp(f"chatcmpl-{ctx.ids.hex()}", ctx.clock.seconds(), ctx.ids)
