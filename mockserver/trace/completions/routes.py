"""Handlers of the completion operations."""

from __future__ import annotations

from functools import partial

from mockserver.chat.response.identity import Identity
from mockserver.chat.response.models import ChatCompletionChunk
from mockserver.chat.routes import cue_of
from mockserver.core.codec import encode
from mockserver.core.errors import ApiError
from mockserver.core.pauses import pausing
from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.trace.completions import models, service
from mockserver.trace.completions.tracking import Tracked, track

Chunks = JsonLines[models.CompletionTracked | ChatCompletionChunk | models.CompletionFailure]


def create(
    body: models.CompletionsCreateReq, ctx: Context
) -> models.CompletionsCreateRes | Steps[models.CompletionsCreateRes]:
    """`{"response", "weave_call_id"}`; the latter null unless a call was recorded. Observed."""
    return pausing(partial(_create, body, ctx))


def create_stream(body: models.CompletionsCreateReq, ctx: Context) -> Chunks | Steps[Chunks]:
    """A line with the id of a recorded call, then a chunk per line; an error is one line.

    Observed. The lines read nothing from the store, but the last one ends the call.
    """
    return pausing(partial(_create_stream, body, ctx))


def create_image(body: models.ImageCreateReq, ctx: Context) -> models.ImageCreateRes:
    """The error of a service that has no key for an image provider. Observed."""
    check_project(body.project_id)
    return {"response": {"error": "No OpenAI API key found"}, "weave_call_id": None}


def _create(body: models.CompletionsCreateReq, ctx: Context) -> models.CompletionsCreateRes:
    check_project(body.project_id)
    try:
        request = service.engine_request(ctx.store, body, ctx.settings)
    except ApiError as refusal:
        return {"response": service.failure(refusal), "weave_call_id": None}
    call = _tracked(body, ctx)
    response = service.response(request, ctx.settings, _identity(ctx), cue_of(ctx))
    if call:
        call.end(dict(response))
    return {"response": response, "weave_call_id": call.id if call else None}


def _create_stream(body: models.CompletionsCreateReq, ctx: Context) -> Chunks:
    check_project(body.project_id)
    try:
        request = service.engine_request(ctx.store, body, ctx.settings)
    except ApiError as refusal:
        return JsonLines([encode(service.failure(refusal))])
    call = _tracked(body, ctx)
    chunks = service.chunks(request, ctx.settings, _identity(ctx), cue_of(ctx))
    return JsonLines(call.follow(chunks) if call else map(encode, chunks))


def _tracked(body: models.CompletionsCreateReq, ctx: Context) -> Tracked | None:
    is_tracked = body.track_llm_call
    return track(ctx.store, body, ctx.clock, ctx.ids, ctx.user) if is_tracked else None


def _identity(ctx: Context) -> Identity:
    return Identity(f"chatcmpl-{ctx.ids.hex()}", ctx.clock.seconds())
