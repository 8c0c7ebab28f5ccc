"""Requests and responses of the routes of tokens."""

from typing import Annotated, Any, Required

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from mockserver.chat.models import ChatMessage, TokenId, Tool
from mockserver.core.limits import MOST_IDS, MOST_MESSAGES, MOST_TOOLS


@with_config(ConfigDict(extra="allow"))
class TokenizeRequest(TypedDict, total=False):
    """A text, or a conversation as the model would read it."""

    prompt: str
    messages: Annotated[list[ChatMessage], Field(max_length=MOST_MESSAGES)]
    model: str | None
    tools: Annotated[list[Tool], Field(max_length=MOST_TOOLS)] | None
    add_generation_prompt: bool
    continue_final_message: bool
    add_special_tokens: bool
    return_token_strs: bool | None
    chat_template: str | None
    chat_template_kwargs: dict[str, Any] | None


class TokenizeResponse(TypedDict):
    count: int
    max_model_len: int
    tokens: list[int]
    token_strs: list[str] | None


@with_config(ConfigDict(extra="allow"))
class DetokenizeRequest(TypedDict, total=False):
    tokens: Required[Annotated[list[TokenId], Field(max_length=MOST_IDS)]]
    model: str | None


class DetokenizeResponse(TypedDict):
    prompt: str


class TokenizerInfo(TypedDict):
    tokenizer_class: str
    bos_token: str
    eos_token: str
    pad_token: str
    model_max_length: int
    chat_template: str
