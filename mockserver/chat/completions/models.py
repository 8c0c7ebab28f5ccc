"""Requests and responses of `/v1/completions`."""

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from mockserver.chat.models import Int64, Prompt, Sampling
from mockserver.chat.response.models import ChatUsage, Stamped
from mockserver.core.model import JsonObject


class TextPrompt(TypedDict, total=False):
    """The fields of a text completion that a chat does not have, or has in another form."""

    model: str | None
    prompt: Prompt | None
    echo: bool | None
    logprobs: Annotated[Int64, Field(ge=-1)] | None
    suffix: str | None


@with_config(ConfigDict(extra="allow"))
class CompletionRequest(TextPrompt, Sampling, total=False):
    """The body of a completion. Keys not named here are accepted and have no effect."""


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
