"""Handlers of the completion operations, which the chat engine answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from pydantic import TypeAdapter, ValidationError

from mockserver.chat import catalogue
from mockserver.chat.models import ChatRequest
from mockserver.chat.response.answer import ChatWording, stream
from mockserver.chat.response.identity import Identity
from mockserver.chat.response.models import ChatCompletionChunk, ChatCompletionResponse
from mockserver.chat.routes import cue_of
from mockserver.chat.service import Cue, complete
from mockserver.core.codec import decode, encode
from mockserver.core.errors import ApiError, Malformed, invalid
from mockserver.core.model import Record
from mockserver.core.pauses import pausing
from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.completions import models
from mockserver.trace.completions.models import CompletionFailure, CompletionsCreateReq
from mockserver.trace.completions.prompts import filled, messages_of
from mockserver.trace.completions.tracking import Tracked, track
from mockserver.trace.evaluations.routes import project_in

_DATA, _END = b"data: ", b"[DONE]"

_ENGINE_INPUTS = frozenset(ChatRequest.__annotations__) - {"messages", "stream"}
"""Inputs that the engine understands; the others are for a provider."""

Chunks = JsonLines[models.CompletionTracked | ChatCompletionChunk | CompletionFailure]


def create(
    body: CompletionsCreateReq, ctx: Context
) -> models.CompletionsCreateRes | Steps[models.CompletionsCreateRes]:
    """`{"response", "weave_call_id"}`; the latter null unless a call was recorded. Observed."""
    return pausing(partial(_create, body, ctx))


def create_stream(body: CompletionsCreateReq, ctx: Context) -> Chunks | Steps[Chunks]:
    """A line with the id of a recorded call, then a chunk per line; an error is one line.

    Observed. The lines read nothing from the store, but the last one ends the call.
    """
    return pausing(partial(_create_stream, body, ctx))


def create_image(body: models.ImageCreateReq, ctx: Context) -> models.ImageCreateRes:
    """The error of a service that has no key for an image provider. Observed."""
    check_project(body.project_id)
    return {"response": {"error": "No OpenAI API key found"}, "weave_call_id": None}


def engine_request(store: Store, body: CompletionsCreateReq, settings: Settings) -> Record:
    """The engine's request, with the messages of the prompt and the variables filled in.

    Raises a 400 or a 404 for a prompt that cannot be resolved or a model that is not served.
    Observed: without any variables, braces are plain text.
    """
    prompt, variables = body.inputs.prompt, body.inputs.template_vars
    try:
        published = messages_of(store, prompt, body.project_id) if prompt else []
        messages = [*published, *body.inputs.messages]
        messages = filled(messages, variables) if variables else messages
    except ApiError as refusal:
        raise invalid(f"Failed to resolve prompt: {refusal.message}") from None
    catalogue.resolve(body.inputs.model, settings)
    inputs = body.inputs.model_dump(exclude_none=True)
    known = {name: value for name, value in inputs.items() if name in _ENGINE_INPUTS}
    return {"messages": messages, **known}


@cache
def chat_adapter() -> TypeAdapter[ChatRequest]:
    """The validator of chat requests from other sources than the chat side."""
    return TypeAdapter(ChatRequest)


def _create(body: CompletionsCreateReq, ctx: Context) -> models.CompletionsCreateRes:
    check_project(body.project_id)
    try:
        request = engine_request(ctx.store, body, ctx.settings)
    except ApiError as refusal:
        return {"response": _failure(refusal), "weave_call_id": None}
    call, cue = _tracked(body, ctx), cue_of(ctx)
    response: ChatCompletionResponse | CompletionFailure
    try:
        response = decode(_wording(request, ctx, cue).plain())
    except ApiError as refusal:
        response = _failure(refusal)
    if call:
        call.end(dict(response))
    return {"response": response, "weave_call_id": call.id if call else None}


def _create_stream(body: CompletionsCreateReq, ctx: Context) -> Chunks:
    check_project(body.project_id)
    try:
        request = engine_request(ctx.store, body, ctx.settings)
    except ApiError as refusal:
        return JsonLines([encode(_failure(refusal))])
    call = _tracked(body, ctx)
    chunks = _chunks(request, ctx, cue_of(ctx))
    return JsonLines(call.follow(chunks) if call else map(encode, chunks))


def _tracked(body: CompletionsCreateReq, ctx: Context) -> Tracked | None:
    return track(body, project_in(ctx, body.project_id)) if body.track_llm_call else None


def _chunks(request: Record, ctx: Context, cue: Cue | None) -> Iterator[Record]:
    """The completion in chunks, the last one with the usage; or one `{"error"}`."""
    try:
        wording = _wording(request, ctx, cue)
    except ApiError as refusal:
        return iter([dict(_failure(refusal))])
    texts = (event.removeprefix(_DATA).rstrip() for event in stream(wording.sections()))
    return (decode(text) for text in texts if text != _END)


def _failure(refusal: ApiError) -> CompletionFailure:
    """The body for a refusal, which has the status 200. Observed."""
    if not isinstance(refusal, Malformed):
        return {"error": refusal.message}
    problems = (
        f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in refusal.problems
    )
    return {"error": "; ".join(problems)}


def _wording(request: Record, ctx: Context, cue: Cue | None) -> ChatWording:
    """Complete a request without `strict`: more inputs are documented here than for chat."""
    try:
        checked = chat_adapter().validate_python(request)
    except ValidationError as error:
        raise Malformed([dict(details) for details in error.errors(include_url=False)]) from None
    identity = Identity(f"chatcmpl-{ctx.ids.hex()}", ctx.clock.seconds())
    settings = ctx.settings.model_copy(update={"strict": False})
    completion = complete(checked, settings, identity.created, cue)
    return ChatWording(completion, identity, "last")
