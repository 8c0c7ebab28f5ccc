"""Responses of the chat side, whole and in chunks.

Stated shape; a plain type of the listing that the engine answers as null is described as both.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from mockserver.core.model import JsonObject


class PromptTokensDetails(TypedDict):
    cached_tokens: int | None


class CompletionTokensDetails(TypedDict):
    reasoning_tokens: int


class ChatUsage(TypedDict):
    """Tokens of the prompt, of all choices, and of both."""

    prompt_tokens: int
    total_tokens: int
    completion_tokens: int | None
    prompt_tokens_details: NotRequired[PromptTokensDetails | None]
    completion_tokens_details: NotRequired[CompletionTokensDetails]


def usage_of(prompt_tokens: int, completion_tokens: int = 0, cached: int = 0) -> ChatUsage:
    """Token counts. Observed: the details are null unless tokens were cached."""
    return {
        "prompt_tokens": prompt_tokens,
        "total_tokens": prompt_tokens + completion_tokens,
        "completion_tokens": completion_tokens,
        "prompt_tokens_details": {"cached_tokens": cached} if cached else None,
    }


class TokenLogprob(TypedDict):
    """A token, the logarithm of its probability, and its UTF-8 bytes."""

    token: str
    logprob: float
    bytes: list[int] | None


class ContentLogprob(TokenLogprob):
    top_logprobs: list[TokenLogprob]


class ChatLogprobs(TypedDict):
    content: list[ContentLogprob] | None


class PromptLogprob(TypedDict):
    logprob: float
    rank: int | None
    decoded_token: str | None


class FunctionCall(TypedDict):
    """A function, and its arguments as JSON text."""

    name: str
    arguments: str


class ToolCall(TypedDict):
    id: str
    type: Literal["function"]
    function: FunctionCall


class UrlCitation(TypedDict):
    start_index: int
    end_index: int
    title: str
    url: str


class Annotations(TypedDict):
    type: str
    url_citation: UrlCitation


class Audio(TypedDict):
    id: str
    data: str
    transcript: str
    expires_at: int


class ChatAnswer(TypedDict):
    """The message of a choice. Refusals, annotations and audio are always null."""

    role: str
    content: str | None
    refusal: str | None
    annotations: Annotations | None
    audio: Audio | None
    function_call: FunctionCall | None
    tool_calls: list[ToolCall]
    reasoning_content: str | None
    reasoning: NotRequired[str | None]


class ChatChoice(TypedDict):
    """One answer; `stop_reason` is the text or the id of the token at which it stopped."""

    index: int
    message: ChatAnswer
    logprobs: ChatLogprobs | None
    finish_reason: str | None
    stop_reason: int | str | None
    token_ids: NotRequired[list[int]]


class Stamped(TypedDict):
    """The fields that every chunk repeats; `created` is in seconds."""

    id: str
    created: int
    model: str


class ChatCompletionResponse(Stamped):
    object: Literal["chat.completion"]
    choices: list[ChatChoice]
    usage: ChatUsage
    service_tier: Literal["auto", "default", "flex", "scale", "priority"] | None
    system_fingerprint: str | None
    prompt_logprobs: list[dict[str, PromptLogprob] | None] | None
    kv_transfer_params: JsonObject | None
    prompt_token_ids: NotRequired[list[int]]


class FunctionCallDelta(TypedDict, total=False):
    name: str
    arguments: str


class ToolCallDelta(TypedDict):
    """An addition to the call of this index; its first chunk names it."""

    index: int
    id: NotRequired[str]
    type: NotRequired[Literal["function"]]
    function: FunctionCallDelta


class ChatDelta(TypedDict, total=False):
    """The addition of a chunk to the message of a choice."""

    role: str
    content: str
    tool_calls: list[ToolCallDelta]
    reasoning_content: str
    reasoning: str


class ChatChunkChoice(TypedDict):
    index: int
    delta: ChatDelta
    logprobs: ChatLogprobs | None
    finish_reason: str | None
    stop_reason: NotRequired[int | str | None]
    token_ids: NotRequired[list[int]]


class ChatCompletionChunk(Stamped):
    """A chunk of a streamed answer; the one with the usage of all has no choices."""

    object: Literal["chat.completion.chunk"]
    choices: list[ChatChunkChoice]
    usage: NotRequired[ChatUsage | None]
    prompt_token_ids: NotRequired[list[int]]


class ModelPermission(TypedDict):
    id: str
    object: Literal["model_permission"]
    created: int
    allow_create_engine: bool
    allow_sampling: bool
    allow_logprobs: bool
    allow_search_indices: bool
    allow_view: bool
    allow_fine_tuning: bool
    organization: str
    group: str | None
    is_blocking: bool


class ModelCard(TypedDict):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str
    root: str | None
    parent: str | None
    max_model_len: int | None
    permission: list[ModelPermission]


class ModelList(TypedDict):
    object: Literal["list"]
    data: list[ModelCard]


class Load(TypedDict):
    server_load: int
