"""Requests and responses of `/v1/completions`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from mockserver.chat.models import (
    WIDEST,
    Int64,
    ResponseFormat,
    Stop,
    StreamOptions,
    StructuredOutputs,
)
from mockserver.chat.response.models import ChatUsage, Stamped
from mockserver.core.model import JsonObject

TokenIds = list[Annotated[int, Field(ge=0, le=2**63 - 1)]]

Prompt = Annotated[str | TokenIds | list[str] | list[TokenIds], Field(union_mode="left_to_right")]


@with_config(ConfigDict(extra="allow"))
class CompletionRequest(TypedDict, total=False):
    """The body of a completion. Keys not named here are accepted and have no effect."""

    model: str | None
    prompt: Prompt | None
    max_tokens: Int64 | None
    echo: bool | None
    logprobs: Annotated[Int64, Field(ge=-1)] | None
    suffix: str | None

    # As in the chat
    frequency_penalty: float | None
    logit_bias: dict[str, float] | None
    n: Int64 | None
    presence_penalty: float | None
    response_format: ResponseFormat | None
    seed: Annotated[int, Field(ge=-WIDEST, le=WIDEST)] | None
    stop: Stop
    stream: bool | None
    stream_options: StreamOptions | None
    temperature: float | None
    top_p: float | None
    user: str | None
    best_of: Int64 | None
    use_beam_search: bool
    top_k: Int64 | None
    min_p: float | None
    repetition_penalty: float | None
    length_penalty: float
    stop_token_ids: list[Int64] | None
    include_stop_str_in_output: bool
    ignore_eos: bool
    min_tokens: Int64
    skip_special_tokens: bool
    truncate_prompt_tokens: Annotated[Int64, Field(ge=-1)] | None
    allowed_token_ids: list[Int64] | None
    bad_words: list[str]
    guided_json: str | dict[str, Any] | None
    guided_regex: str | None
    guided_choice: list[str] | None
    guided_grammar: str | None
    structural_tag: str | None
    guided_whitespace_pattern: str | None
    structured_outputs: StructuredOutputs | None
    return_token_ids: bool | None
    stream_interval: Annotated[Int64, Field(ge=1)] | None
    priority: Int64
    request_id: str
    cache_salt: Any


class CompletionLogprobs(TypedDict):
    """Lists with an entry for each token; an echoed prompt's first token has nulls."""

    text_offset: list[int]
    token_logprobs: list[float | None]
    tokens: list[str]
    top_logprobs: list[dict[str, float] | None]


class CompletionChoice(TypedDict):
    """A choice; its index is the prompt's number times `n`, plus the sample's number."""

    index: int
    text: str
    logprobs: CompletionLogprobs | None
    finish_reason: str | None
    stop_reason: int | str | None
    prompt_logprobs: NotRequired[None]
    token_ids: NotRequired[list[int] | None]
    prompt_token_ids: NotRequired[list[int] | None]


class TextCompletion(Stamped):
    object: Literal["text_completion"]
    choices: list[CompletionChoice]
    service_tier: None
    system_fingerprint: None
    usage: ChatUsage
    kv_transfer_params: JsonObject | None


class TextCompletionChunk(Stamped):
    object: Literal["text_completion"]
    choices: list[CompletionChoice]
    usage: NotRequired[ChatUsage | None]
