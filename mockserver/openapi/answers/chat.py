"""Answers of the chat side, whole and in chunks, and of the completions of the trace side.

Stated shape; what the listing has as a plain type and the engine answers as null is told as both.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.model import JsonObject
from mockserver.openapi.answers.model import Answered, Answers


class PromptTokensDetails(Answered):
    cached_tokens: int | None = None


class ChatUsage(Answered):
    """Tokens of the prompt, of all choices, and of both."""

    prompt_tokens: int = 0
    total_tokens: int = 0
    completion_tokens: int | None = 0
    prompt_tokens_details: PromptTokensDetails | None = None


class TokenLogprob(Answered):
    """A token, the logarithm of its probability, and its UTF-8 bytes."""

    token: str
    logprob: float
    bytes: list[int] | None = None


class ContentLogprob(TokenLogprob):
    top_logprobs: list[TokenLogprob]


class ChatLogprobs(Answered):
    content: list[ContentLogprob] | None = None


class PromptLogprob(Answered):
    logprob: float
    rank: int | None = None
    decoded_token: str | None = None


class FunctionCall(Answered):
    """A function, and its arguments as JSON text."""

    name: str
    arguments: str


class ToolCall(Answered):
    id: str
    type: Literal["function"]
    function: FunctionCall


class UrlCitation(Answered):
    start_index: int
    end_index: int
    title: str
    url: str


class Annotations(Answered):
    type: str
    url_citation: UrlCitation


class Audio(Answered):
    id: str
    data: str
    transcript: str
    expires_at: int


class ChatAnswer(Answered):
    """The message of a choice. Refusals, annotations and audio are always null."""

    role: str
    content: str | None = None
    refusal: str | None = None
    annotations: Annotations | None = None
    audio: Audio | None = None
    function_call: FunctionCall | None = None
    tool_calls: list[ToolCall] = Field(default_factory=list)
    reasoning_content: str | None = None


class ChatChoice(Answered):
    """One answer; `stop_reason` is the text or the id of the token at which it stopped."""

    index: int
    message: ChatAnswer
    logprobs: ChatLogprobs | None = None
    finish_reason: str | None = None
    stop_reason: int | str | None = None


class Stamped(Answered):
    """What every chunk of an answer repeats; `created` is in seconds."""

    id: str
    created: int
    model: str


class ChatCompletionResponse(Stamped):
    object: Literal["chat.completion"] = "chat.completion"
    choices: list[ChatChoice]
    usage: ChatUsage
    service_tier: Literal["auto", "default", "flex", "scale", "priority"] | None = None
    system_fingerprint: str | None = None
    prompt_logprobs: list[dict[str, PromptLogprob] | None] | None = None
    kv_transfer_params: JsonObject | None = None


class FunctionCallDelta(TypedDict, total=False):
    name: str
    arguments: str


class ToolCallDelta(TypedDict):
    """What is added to the call of this index; its first chunk names it."""

    index: int
    id: NotRequired[str]
    type: NotRequired[Literal["function"]]
    function: FunctionCallDelta


class ChatDelta(TypedDict, total=False):
    """What a chunk adds to the message of a choice."""

    role: str
    content: str
    tool_calls: list[ToolCallDelta]
    reasoning_content: str


class ChatChunkChoice(Answered):
    index: int
    delta: ChatDelta
    logprobs: ChatLogprobs | None = None
    finish_reason: str | None = None
    stop_reason: int | str | None = None


class ChatCompletionChunk(Stamped):
    """A chunk of a streamed answer; one that tells the usage of all has no choices."""

    object: Literal["chat.completion.chunk"] = "chat.completion.chunk"
    choices: list[ChatChunkChoice]
    usage: ChatUsage | None = None


class CompletionFailure(Answered):
    """What stands in the place of an answer that the model refused."""

    error: str


class CompletionsCreateRes(Answered):
    response: ChatCompletionResponse | CompletionFailure
    weave_call_id: str | None = None


class CallOfCompletion(Answered):
    weave_call_id: str


class CompletionTracked(Answered):
    """The first line of a stream whose call is recorded."""

    meta: CallOfCompletion = Field(alias="_meta")


ANSWERS: Answers = {
    "chat:chat": ChatCompletionResponse,
    "trace.completions:create": CompletionsCreateRes,
    "trace.completions:create_stream": CompletionTracked | ChatCompletionChunk | CompletionFailure,
}
