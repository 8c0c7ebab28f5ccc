"""Complete a request to the trace API by the chat engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pydantic import TypeAdapter, ValidationError

from mockserver.chat import catalogue
from mockserver.chat.models import ChatRequest
from mockserver.chat.response.answer import ChatWording, stream
from mockserver.chat.response.identity import Identity
from mockserver.chat.response.models import ChatCompletionResponse
from mockserver.chat.service import Completion, Cue, complete
from mockserver.core.codec import decode
from mockserver.core.errors import ApiError, Malformed, invalid
from mockserver.core.model import Record
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.completions.models import CompletionFailure, CompletionsCreateReq
from mockserver.trace.completions.prompts import filled, messages_of

_DATA, _END = b"data: ", b"[DONE]"
_ENGINE_INPUTS = frozenset(ChatRequest.__annotations__) - {"messages", "stream"}
"""Inputs that the engine understands; the others are for a provider."""


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


def response(
    request: Record, settings: Settings, identity: Identity, cue: Cue | None
) -> ChatCompletionResponse | CompletionFailure:
    """The completion, or `{"error"}`."""
    try:
        completion = _completion(request, settings, identity, cue)
        document: ChatCompletionResponse = decode(ChatWording(completion, identity, "last").plain())
    except ApiError as refusal:
        return failure(refusal)
    return document


def chunks(
    request: Record, settings: Settings, identity: Identity, cue: Cue | None
) -> Iterator[Record]:
    """The completion in chunks, the last one with the usage; or one `{"error"}`."""
    try:
        wording = ChatWording(_completion(request, settings, identity, cue), identity, "last")
    except ApiError as refusal:
        return iter([dict(failure(refusal))])
    texts = (event.removeprefix(_DATA).rstrip() for event in stream(wording.sections()))
    return (decode(text) for text in texts if text != _END)


def failure(refusal: ApiError) -> CompletionFailure:
    """The body for a refusal, which has the status 200. Observed."""
    if not isinstance(refusal, Malformed):
        return {"error": refusal.message}
    problems = (
        f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in refusal.problems
    )
    return {"error": "; ".join(problems)}


@cache
def chat_adapter() -> TypeAdapter[ChatRequest]:
    """The validator of chat requests from other sources than the chat side."""
    return TypeAdapter(ChatRequest)


def _completion(
    request: Record, settings: Settings, identity: Identity, cue: Cue | None
) -> Completion:
    """Complete a request without `strict`: more inputs are documented here than for chat."""
    try:
        checked = chat_adapter().validate_python(request)
    except ValidationError as error:
        raise Malformed([dict(details) for details in error.errors(include_url=False)]) from None
    return complete(checked, settings.model_copy(update={"strict": False}), identity.created, cue)
