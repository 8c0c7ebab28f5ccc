"""Requests and responses of embeddings, ranks and scores."""

from typing import Annotated, Any, Literal, NotRequired, Required

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from mockserver.chat.models import ChatMessage, Int64, Prompt
from mockserver.core.limits import MOST_TEXTS

Texts = Annotated[str | list[str], Field(union_mode="left_to_right")]


@with_config(ConfigDict(extra="allow"))
class EmbeddingRequest(TypedDict, total=False):
    """Texts, or their token ids. Keys not named here are accepted and have no effect."""

    input: Prompt
    messages: list[ChatMessage]
    """Chosen: instead of `input`; their texts are joined."""

    model: str | None
    encoding_format: Literal["float", "base64"] | None
    dimensions: Int64 | None
    truncate_prompt_tokens: Annotated[Int64, Field(ge=-1)] | None
    user: str | None


class EmbeddingUsage(TypedDict):
    prompt_tokens: int
    total_tokens: int
    completion_tokens: int
    prompt_tokens_details: None


class Embedding(TypedDict):
    """A vector, as numbers or as base64 of little-endian 32-bit floats."""

    index: int
    object: Literal["embedding"]
    embedding: list[float] | str


class EmbeddingResponse(TypedDict):
    id: str
    object: Literal["list"]
    created: int
    model: str
    data: list[Embedding]
    usage: EmbeddingUsage


@with_config(ConfigDict(extra="allow"))
class RerankRequest(TypedDict, total=False):
    """A query and the documents to rank; a `top_n` of 0 means all of them."""

    query: Required[str]
    documents: Required[Annotated[list[str], Field(max_length=MOST_TEXTS)]]
    top_n: Annotated[Int64, Field(ge=0)] | None
    model: str | None


class RankUsage(TypedDict):
    prompt_tokens: int
    total_tokens: int


class RankedText(TypedDict):
    text: str


class Ranked(TypedDict):
    """A document with its index in the request."""

    index: int
    document: RankedText
    relevance_score: float


class RerankResponse(TypedDict):
    id: str
    model: str
    usage: RankUsage
    results: list[Ranked]


@with_config(ConfigDict(extra="allow"))
class ScoreRequest(TypedDict, total=False):
    """Two texts, one and several, or two lists of the same length; each has several names."""

    text_1: Texts
    queries: Texts
    data_1: Texts
    text_2: Texts
    documents: Texts
    items: Texts
    data_2: Texts
    model: str | None


class Score(TypedDict):
    index: int
    object: Literal["score"]
    score: float


class ScoreResponse(TypedDict):
    id: str
    object: Literal["list"]
    created: int
    model: str
    data: list[Score]
    usage: NotRequired[Any]
