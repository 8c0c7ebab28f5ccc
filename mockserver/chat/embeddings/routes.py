"""Handlers of embeddings, ranks and scores."""

from __future__ import annotations

from mockserver.chat.catalogue import resolve
from mockserver.chat.embeddings import service
from mockserver.chat.embeddings.models import (
    EmbeddingRequest,
    EmbeddingResponse,
    EmbeddingUsage,
    RerankRequest,
    RerankResponse,
    ScoreRequest,
    ScoreResponse,
)
from mockserver.chat.prompt.vocabulary import TokenTexts
from mockserver.http.context import Context


def create(body: EmbeddingRequest, ctx: Context) -> EmbeddingResponse:
    """A vector for each text, in the order of the request."""
    texts = ctx.services.memory[TokenTexts]
    model, vectors, tokens = service.embed(body, ctx.settings, texts)
    encoded = service.base64_of if body.get("encoding_format") == "base64" else list
    return {
        "id": f"embd-{ctx.ids.hex()}",
        "object": "list",
        "created": ctx.clock.seconds(),
        "model": model,
        "data": [
            {"index": index, "object": "embedding", "embedding": encoded(each)}
            for index, each in enumerate(vectors)
        ],
        "usage": _usage(tokens),
    }


def rerank(body: RerankRequest, ctx: Context) -> RerankResponse:
    """The documents by their similarity to the query, best first."""
    tokens = service.rank_tokens(body)
    return {
        "id": f"rerank-{ctx.ids.hex()}",
        "model": resolve(body.get("model"), ctx.settings),
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
        "results": service.rank(body),
    }


def score(body: ScoreRequest, ctx: Context) -> ScoreResponse:
    """The similarity of each pair of texts: 1 for the same, 0 for nothing in common."""
    model = resolve(body.get("model"), ctx.settings)
    scores, tokens = service.score(body)
    return {
        "id": f"score-{ctx.ids.hex()}",
        "object": "list",
        "created": ctx.clock.seconds(),
        "model": model,
        "data": scores,
        "usage": _usage(tokens),
    }


def _usage(tokens: int) -> EmbeddingUsage:
    return {
        "prompt_tokens": tokens,
        "total_tokens": tokens,
        "completion_tokens": 0,
        "prompt_tokens_details": None,
    }
