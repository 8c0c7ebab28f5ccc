"""Compute embeddings, ranks and scores. Refusals are observed, unless marked."""

from __future__ import annotations

import sys
from array import array
from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

from mockserver.chat.catalogue import resolve
from mockserver.chat.embeddings.models import (
    EmbeddingRequest,
    Ranked,
    RerankRequest,
    Score,
    ScoreRequest,
)
from mockserver.chat.embeddings.vector import SIZE, similarity, size_of, vector
from mockserver.chat.form import malformed
from mockserver.chat.prompt.messages import content_text
from mockserver.chat.prompt.tokens import count
from mockserver.chat.prompt.vocabulary import TokenTexts
from mockserver.core.errors import invalid, missing_field
from mockserver.core.limits import MOST_TEXTS
from mockserver.settings import Settings


class Embedded(NamedTuple):
    """The vectors of a request, in the order of its texts."""

    model: str
    vectors: list[array[float]]
    tokens: int


def embed(body: EmbeddingRequest, settings: Settings, texts: TokenTexts) -> Embedded:
    """The vectors of the texts of a request. Raises a 400, or a 404 for an unknown model."""
    if "normalize" in body:
        raise malformed("Extra inputs are not permitted", "normalize", kind="extra_forbidden")
    model = resolve(body.get("model"), settings)
    tokens = map(texts.tokens_of, _inputs(body))
    kept = [_truncated(each, body, settings.context_length) for each in tokens]
    size = _size(body.get("dimensions"), size_of(model))
    vectors = [vector("".join(each), size) for each in kept]
    return Embedded(model, vectors, sum(map(len, kept)))


def base64_of(numbers: array[float]) -> str:
    """A vector as base64 of little-endian 32-bit floats."""
    if sys.byteorder == "big":
        numbers = array("f", numbers)
        numbers.byteswap()
    return b64encode(numbers.tobytes()).decode()


def rank(body: RerankRequest) -> list[Ranked]:
    """The documents of a request, best first. Documents of equal rank keep their order."""
    query = vector(body["query"], SIZE)
    scores = [similarity(query, vector(text, SIZE)) for text in body["documents"]]
    order = sorted(range(len(scores)), key=lambda index: -scores[index])
    return [
        {
            "index": index,
            "document": {"text": body["documents"][index]},
            "relevance_score": scores[index],
        }
        for index in order[: body.get("top_n") or None]
    ]


def score(body: ScoreRequest) -> tuple[list[Score], int]:
    """The similarity of each pair of texts, and the number of their tokens."""
    firsts = _texts(body, ("text_1", "queries", "data_1"))
    seconds = _texts(body, ("text_2", "documents", "items", "data_2"))
    if len(firsts) == 1:
        firsts *= len(seconds)
    if len(firsts) != len(seconds):
        raise invalid(
            f"Input lengths must be either 1:1, 1:N or N:N, got {len(firsts)}:{len(seconds)}"
        )
    scores: list[Score] = []
    for index, pair in enumerate(zip(firsts, seconds, strict=True)):
        one, other = (vector(text, SIZE) for text in pair)
        scores.append({"index": index, "object": "score", "score": similarity(one, other)})
    return scores, sum(map(count, (*firsts, *seconds)))


def rank_tokens(body: RerankRequest) -> int:
    """The number of tokens of the query, repeated with each of the documents."""
    return sum(count(body["query"]) + count(text) for text in body["documents"])


def _texts(body: ScoreRequest, names: Sequence[str]) -> list[str]:
    for name in names:
        if name in body:
            value: str | list[str] = body[name]  # type: ignore[literal-required]
            texts = [value] if isinstance(value, str) else value
            if not 0 < len(texts) <= MOST_TEXTS:
                raise invalid(f"{name} must have from 1 to {MOST_TEXTS} texts, got {len(texts)}.")
            return texts
    raise missing_field("body", names[0])


def _inputs(body: EmbeddingRequest) -> Sequence[str | Sequence[int]]:
    """The inputs as texts or lists of token ids. Chosen: none may be empty."""
    if messages := body.get("messages"):
        return ["\n".join(map(content_text, messages))]
    if "input" not in body:
        raise missing_field("body", "input")
    value = body["input"]
    inputs = [value] if isinstance(value, str) or (value and isinstance(value[0], int)) else value
    if not inputs or not all(inputs):
        raise invalid("`input` cannot be empty, nor any of its items.")
    if len(inputs) > MOST_TEXTS:
        raise invalid(f"`input` must have at most {MOST_TEXTS} items, got {len(inputs)}.")
    return inputs  # type: ignore[return-value]


def _truncated(tokens: list[str], body: EmbeddingRequest, context: int) -> list[str]:
    """The tokens to embed. Observed: with `truncate_prompt_tokens`, the last ones are kept."""
    most = body.get("truncate_prompt_tokens")
    if most is not None:
        return tokens[-(context if most < 0 else most) :] if most else []
    if len(tokens) > context:
        raise invalid(
            f"This model's maximum context length is {context} tokens. However, you requested "
            f"{len(tokens)} tokens in the input for embedding generation. "
            "Please reduce the length of the input."
        )
    return tokens


def _size(dimensions: int | None, size: int) -> int:
    if dimensions is None:
        return size
    if not 1 <= dimensions <= size:
        raise invalid(
            f"This model only supports dimensions in range [1, {size}], got {dimensions}."
        )
    return dimensions
