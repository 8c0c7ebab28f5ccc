"""Handlers of the completion operations, which the chat engine answers.

The messages of a published prompt precede those of a request, and variables are filled into both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from string import Formatter

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
from mockserver.core.limits import LONGEST_COMPLETION_PROMPT
from mockserver.core.model import Json, Record, with_texts
from mockserver.core.pauses import pausing
from mockserver.core.project import check_project
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.completions import models
from mockserver.trace.completions.models import CompletionFailure, CompletionsCreateReq
from mockserver.trace.completions.tracking import Tracked, track
from mockserver.trace.evaluations.routes import project_in
from mockserver.trace.objects import versions as objects
from mockserver.trace.objects.versions import LATEST

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


def messages_of(store: Store, prompt: str, project: str) -> list[Json]:
    """The messages of a prompt: a ref, `name:version`, or `name` for the latest.

    Raises a 404 for an unknown object, a 400 for one that is not a prompt.
    """
    if prompt.startswith(SCHEME):
        ref = parse_ref(prompt)
        if not ref.version:
            raise invalid(f"{prompt} is not a ref to an object")
        project, name, version = ref.project_id, ref.name, ref.version
    else:
        name, _, version = prompt.partition(":")
    found = objects.find(store, project, name, version or LATEST)
    kind, value = found["base_object_class"], found["val"]
    if kind not in ("Prompt", "MessagesPrompt"):
        raise invalid(f"{prompt} is not a prompt, its class is {kind}")
    messages = value.get("messages", [])
    if not isinstance(messages, list):
        raise invalid(f"The messages of prompt {prompt} are not a list")
    return messages


def filled(messages: list[Json], variables: Mapping[str, Json]) -> list[Json]:
    """Messages with each `{name}` replaced, except in those of the assistant. Observed.

    Raises a 400 for a name without a value, and for a brace without a partner. Chosen: also for
    texts that are longer than `LONGEST_COMPLETION_PROMPT` together.
    """
    fill = _Filling(variables).fill
    return [
        message
        if isinstance(message, dict) and message.get("role") == "assistant"
        else with_texts(message, fill)
        for message in messages
    ]


class _Filling:
    """Fills the variables of one request into texts, up to a total length."""

    def __init__(self, variables: Mapping[str, Json]) -> None:
        self._values = {name: str(value) for name, value in variables.items()}
        self._left = LONGEST_COMPLETION_PROMPT

    def fill(self, text: str) -> str:
        """Python's format language with plain names only: `{a.b}` could reach into objects."""
        self._take(text)
        try:
            parts = list(Formatter().parse(text))
        except ValueError as error:
            raise invalid(f"{error} in {text[:200]!r}") from None
        return "".join(
            literal + (self._value(name, *how) if name is not None else "")
            for literal, name, *how in parts
        )

    def _value(self, name: str, specification: str | None, conversion: str | None) -> str:
        if specification or conversion or name not in self._values:
            known = ", ".join(sorted(self._values)) or "none"
            raise invalid(f"Template variable {name!r} has no value; known variables: {known}")
        return self._take(self._values[name])

    def _take(self, text: str) -> str:
        self._left -= len(text)
        if self._left < 0:
            raise invalid(
                f"The messages are longer than {LONGEST_COMPLETION_PROMPT} characters "
                "with their variables"
            )
        return text
