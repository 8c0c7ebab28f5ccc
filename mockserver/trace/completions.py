"""Completions, which the chat engine answers and which may be recorded as calls.

The messages of a published prompt precede those of a request, and variables are filled into both.
A recorded call starts with the request and ends with the response.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from string import Formatter
from typing import Any, Literal, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

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
from mockserver.core.masking import is_secret, reduced_text
from mockserver.core.model import Closed, Json, JsonObject, Open, Record, with_texts
from mockserver.core.pauses import pausing
from mockserver.core.project import UserRequest, check_project
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.models import IdOrEmpty
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.routes import project_in
from mockserver.trace.objects import versions as objects
from mockserver.trace.objects.versions import LATEST


class CompletionsCreateRequestInputs(Open):
    """The inputs of a completion: fields of providers, and from `prompt` on the service's own."""

    model: str
    messages: list[Any] = Field(default_factory=list)
    timeout: float | str | None = None
    temperature: float | None = None
    top_p: float | None = None
    n: int | None = None
    stop: str | list[Any] | None = None
    max_completion_tokens: int | None = None
    max_tokens: int | None = None
    modalities: list[Any] | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    stream: bool | None = None
    logit_bias: JsonObject | None = None
    user: str | None = None
    response_format: JsonObject | None = None
    seed: int | None = None
    tools: list[Any] | None = None
    tool_choice: str | JsonObject | None = None
    logprobs: bool | None = None
    top_logprobs: int | None = None
    parallel_tool_calls: bool | None = None
    extra_headers: JsonObject | None = None
    functions: list[Any] | None = None
    function_call: str | None = None
    api_version: str | None = None
    reasoning_effort: str | None = None
    vertex_credentials: str | None = None
    prompt: str | None = None
    template_vars: JsonObject | None = None


class InferenceRoute(Open):
    """A dedicated deployment of a model; it has no effect here."""

    base_url: str
    connection: str
    connection_type: Literal["dedicated"]


class CompletionsCreateReq(UserRequest):
    """`trace_id` and `parent_id` place the recorded call in a trace.

    Chosen: `source` and the conversation have no effect.
    """

    inputs: CompletionsCreateRequestInputs
    track_llm_call: bool | None = True
    trace_id: IdOrEmpty | None = None
    parent_id: str | None = None
    source: str | None = None
    conversation_id: str | None = None
    conversation_name: str | None = None
    inference_route: InferenceRoute | None = None


class CompletionFailure(TypedDict):
    """The response if the model refuses."""

    error: str


class CompletionsCreateRes(TypedDict):
    response: ChatCompletionResponse | CompletionFailure
    weave_call_id: str | None


class CallOfCompletion(TypedDict):
    weave_call_id: str


class CompletionTracked(TypedDict):
    """The first line of a stream with a recorded call."""

    _meta: CallOfCompletion


class ImageCreateInputs(Closed):
    model: str
    prompt: str
    n: int | None = None


class ImageCreateReq(UserRequest):
    inputs: ImageCreateInputs
    track_llm_call: bool | None = True


class ImageCreateRes(TypedDict):
    """The response of a provider, or `{"error"}`."""

    response: JsonObject
    weave_call_id: str | None


_DATA, _END = b"data: ", b"[DONE]"

_ENGINE_INPUTS = frozenset(ChatRequest.__annotations__) - {"messages", "stream"}
"""Inputs that the engine understands; the others are for a provider."""

Chunks = JsonLines[CompletionTracked | ChatCompletionChunk | CompletionFailure]


def create(
    body: CompletionsCreateReq, ctx: Context
) -> CompletionsCreateRes | Steps[CompletionsCreateRes]:
    """`{"response", "weave_call_id"}`; the latter null unless a call was recorded. Observed."""
    return pausing(partial(_create, body, ctx))


def create_stream(body: CompletionsCreateReq, ctx: Context) -> Chunks | Steps[Chunks]:
    """A line with the id of a recorded call, then a chunk per line; an error is one line.

    Observed. The lines read nothing from the store, but the last one ends the call.
    """
    return pausing(partial(_create_stream, body, ctx))


def create_image(body: ImageCreateReq, ctx: Context) -> ImageCreateRes:
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


def _create(body: CompletionsCreateReq, ctx: Context) -> CompletionsCreateRes:
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
