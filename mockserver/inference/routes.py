"""Handlers of the chat completion and the list of models."""

from __future__ import annotations

from typing import Any

from mockserver.inference import catalogue, service
from mockserver.inference.answer import Stamp, plain, stream
from mockserver.inference.models import ChatRequest
from mockserver.inference.service import Completion
from mockserver.inference.tools import identified
from mockserver.settings import Settings
from mockserver.wire.answers import Events, Json
from mockserver.wire.bodies import Recurring
from mockserver.wire.context import Context

_MOST_REMEMBERED = 1024
"""Tokens of an answer that is kept for the same request."""


def chat(asked: Recurring[ChatRequest], ctx: Context) -> Json | Events:
    """Stated shape, observed behaviour; a stream makes its events as they are sent."""
    services, body = ctx.services, asked.value
    completion = asked.made or _completion(asked, services.settings)
    completion = completion._replace(choices=identified(completion.choices, ctx.ids))
    cached = _cached(body, completion.model, ctx) if services.settings.prefix_cache else 0
    stamp = Stamp(_completion_id(body, ctx), services.clock.seconds(), cached)
    if body.get("stream"):
        return Events(stream(completion, stamp, service.usage_shown(body)))
    return Json(plain(completion, stamp))


def models(ctx: Context) -> dict[str, Any]:
    """Observed: outside the interface document, but clients ask for it."""
    return catalogue.listed(ctx.settings)


def model(ctx: Context) -> dict[str, Any]:
    """One model of the list; its id may have slashes. Observed on the clients' side only."""
    return catalogue.card(catalogue.resolve(ctx.path["model"], ctx.settings), ctx.settings)


def _completion(asked: Recurring[ChatRequest], settings: Settings) -> Completion:
    """An answer to the body alone, which need not be made a second time."""
    completion = service.complete(asked.value, settings)
    if sum(len(choice.tokens) for choice in completion.choices) <= _MOST_REMEMBERED:
        asked.made = completion
    return completion


def _cached(body: ChatRequest, model: str, ctx: Context) -> int:
    from mockserver.inference.prefixes import cached_tokens

    return cached_tokens(body, model, ctx.services.prefixes)


def _completion_id(body: ChatRequest, ctx: Context) -> str:
    """Observed: the header wins over the member, and an empty one counts as absent."""
    header = ctx.headers.get(b"x-request-id")
    named = header.decode("latin-1") if header else body.get("request_id")
    return f"chatcmpl-{named or ctx.ids.hex()}"
