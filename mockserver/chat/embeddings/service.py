"""Vectors, ranks and scores from their requests. Observed refusals, unless marked."""

from __future__ import annotations

import sys
from array import array
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mockserver.chat.catalogue import resolve
from mockserver.chat.embeddings.models import (
    EmbeddingRequest,
    Ranked,
    RerankRequest,
    Score,
    ScoreRequest,
)
from mockserver.chat.embeddings.vector import likeness, size_of, vector
from mockserver.chat.prompt.messages import content_text
from mockserver.chat.prompt.tokens import count, split
from mockserver.core.errors import Malformed, invalid, missing_field
from mockserver.core.limits import MOST_TEXTS
from mockserver.settings import Settings

Read = Callable[[Sequence[int]], list[str]]
"""From token ids to their texts."""


class Embedded(NamedTuple):
    """The vectors of a request, in its order."""

    model: str
    vectors: list[array[float]]
    tokens: int


def embed(body: EmbeddingRequest, settings: Settings, read: Read) -> Embedded:
    """The vectors of the texts that a request has. Raises a 400, and a 404 for its model."""
    if "normalize" in body:
        raise _malformed("normalize", "Extra inputs are not permitted")
    model = resolve(body.get("model"), settings)
    tokens_of_each = [_tokens(each, read) for each in _inputs(body)]
    kept = [_fitted(each, body, settings.context_length) for each in tokens_of_each]
    size = _size(body.get("dimensions"), size_of(model))
    vectors = [vector("".join(each), size) for each in kept]
    return Embedded(model, vectors, sum(map(len, kept)))


def base64_of(numbers: array[float]) -> str:
    """A vector as clients unpack it: little-endian floats of 32 bits."""
    if sys.byteorder == "big":
        numbers = array("f", numbers)
        numbers.byteswap()
    return b64encode(numbers.tobytes()).decode()


def rank(body: RerankRequest) -> list[Ranked]:
    """The documents of a request, best first; equal ones in the order of the request."""
    query = vector(body["query"], size_of(""))
    scores = [likeness(query, vector(text, size_of(""))) for text in body["documents"]]
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
    """The similarity of each pair of a request, and the number of their tokens."""
    firsts = _texts(body, ("text_1", "queries", "data_1"))
    seconds = _texts(body, ("text_2", "documents", "items", "data_2"))
    if len(firsts) == 1:
        firsts *= len(seconds)
    if len(firsts) != len(seconds):
        raise invalid(
            f"Input lengths must be either 1:1, 1:N or N:N, got {len(firsts)}:{len(seconds)}"
        )
    scores: list[Score] = [
        {"index": index, "object": "score", "score": likeness(*map(_usual, pair))}
        for index, pair in enumerate(zip(firsts, seconds, strict=True))
    ]
    return scores, sum(map(count, (*firsts, *seconds)))


def rank_tokens(body: RerankRequest) -> int:
    """The tokens of the question with each of the documents."""
    return sum(count(body["query"]) + count(text) for text in body["documents"])


def _usual(text: str) -> array[float]:
    return vector(text, size_of(""))


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
    """The texts, or lists of token ids, that each get a vector. Chosen: none is empty."""
    if messages := body.get("messages"):
        return ["\n".join(map(content_text, messages))]
    if "input" not in body:
        raise missing_field("body", "input")
    value = body["input"]
    found = [value] if isinstance(value, str) or (value and isinstance(value[0], int)) else value
    if not found or not all(found):
        raise invalid("`input` cannot be empty, nor any of its members.")
    if len(found) > MOST_TEXTS:
        raise invalid(f"`input` must have at most {MOST_TEXTS} members, got {len(found)}.")
    return found  # type: ignore[return-value]


def _tokens(given: str | Sequence[int], read: Read) -> list[str]:
    return split(given) if isinstance(given, str) else read(given)


def _fitted(tokens: list[str], body: EmbeddingRequest, context: int) -> list[str]:
    """The tokens that stay. Observed: the last ones, where a request lets its texts be cut."""
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


def _size(wanted: int | None, size: int) -> int:
    if wanted is None:
        return size
    if not 1 <= wanted <= size:
        raise invalid(f"This model only supports dimensions in range [1, {size}], got {wanted}.")
    return wanted


def _malformed(name: str, message: str) -> Malformed:
    return Malformed([{"type": "extra_forbidden", "loc": ["body", name], "msg": message}])
