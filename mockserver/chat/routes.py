"""Handlers of the chat completion and the list of models."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from mockserver.chat import catalogue, service
from mockserver.chat.failure import broken
from mockserver.chat.models import ChatRequest
from mockserver.chat.response.answer import plain, stream, timed
from mockserver.chat.response.identity import Stamp
from mockserver.chat.response.models import (
    ChatCompletionChunk,
    ChatCompletionResponse,
    ModelCard,
    ModelList,
)
from mockserver.chat.response.pace import Pace, pace_of
from mockserver.chat.script.header import REPLY, line_asked_for
from mockserver.chat.service import Completion, Cue
from mockserver.chat.structured import MEMBERS as GUIDES
from mockserver.core.pauses import pausing
from mockserver.core.steps import Steps
from mockserver.http.answers import Events, Json, Slow, SlowEvents
from mockserver.http.bodies import Recurring
from mockserver.http.context import Context
from mockserver.http.refusals import ErrorResponse

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line

Answer = (
    Json[ChatCompletionResponse] | Events[ChatCompletionChunk | ErrorResponse] | Slow | SlowEvents
)

_LONG = GUIDES | {"tools"}
"""Fields whose absence makes an answer short work."""

_MOST_REMEMBERED = 1024
"""Tokens of an answer that is kept for the same request."""


def chat(asked: Recurring[ChatRequest], ctx: Context) -> Answer | Steps[Answer]:
    """Stated shape, observed behaviour; a stream makes its events as they are sent.

    What may take long pauses for others, so a constraint of many steps holds nobody up.
    """
    if _LONG.isdisjoint(asked.value):
        return _chat(asked, ctx)
    return pausing(partial(_chat, asked, ctx))


def models(ctx: Context) -> ModelList:
    """Observed: outside the interface document, but clients ask for it."""
    return catalogue.listed(ctx.settings)


def model(ctx: Context) -> ModelCard:
    """One model of the list; its id may have slashes. Observed on the clients' side only."""
    return catalogue.card(catalogue.resolve(ctx.path["model"], ctx.settings), ctx.settings)


def _chat(asked: Recurring[ChatRequest], ctx: Context) -> Answer:
    services, body = ctx.services, asked.value
    completion = _completion(asked, ctx)
    cached = _cached(body, completion.model, ctx) if services.settings.prefix_cache else 0
    name = _completion_id(body, ctx)
    stamp = Stamp(name, services.clock.seconds(), services.ids, cached)
    line = completion.line
    pace = pace_of(services.settings, completion.model, line)
    if pace or (line and line.breaks_off):
        return _staged(body, completion, stamp, pace or Pace())
    if body.get("stream"):
        return Events(stream(completion, stamp, service.usage_shown(body)))
    return Json(plain(completion, stamp))


def _completion(asked: Recurring[ChatRequest], ctx: Context) -> Completion:
    """The answer. The model's is made of the body alone, and need not be made twice."""
    cue = cue_of(ctx)
    if asked.made and not cue:
        made: Completion = asked.made
        return made
    completion = service.complete(asked.value, ctx.settings, cue)
    if completion.line is None and completion.answered_tokens <= _MOST_REMEMBERED:
        asked.made = completion
    return completion


def _cached(body: ChatRequest, model: str, ctx: Context) -> int:
    from mockserver.chat.prompt.prefixes import cached_tokens

    return cached_tokens(body, model, ctx.services.prefixes)


def cue_of(ctx: Context) -> Cue | None:
    """What finds the line for a request: its own, else a script's; None if there is neither."""
    if REPLY in ctx.headers:
        line = line_asked_for(ctx.headers[REPLY])
        return lambda *_: line
    return partial(_cue, ctx) if ctx.services.script.rules else None


def _cue(ctx: Context, model: str, last_user: str, body: ChatRequest) -> Line | None:
    from mockserver.chat.script.question import Question

    cued = ctx.services.script.answer(Question(ctx.request, model, last_user, body))
    if cued is None:
        return None
    ctx.tell(REPLY, str(cued.number))
    return cued.line


def _staged(
    body: ChatRequest, completion: Completion, stamp: Stamp, pace: Pace
) -> Slow | SlowEvents:
    """An answer that is waited for, and that a script may break off."""
    waits = pace.waits(completion.choices, stamp.id)
    line = completion.line
    cut = line.cut if line else None
    if not body.get("stream"):
        return Slow(plain(completion, stamp), sum(waits), lost=cut is not None)
    events = timed(completion, stamp, service.usage_shown(body), waits)
    if line and line.error:
        events = broken(events, line.error)
    return SlowEvents(events, cut)


def _completion_id(body: ChatRequest, ctx: Context) -> str:
    """Observed: the header wins over the member, and an empty one counts as absent."""
    header = ctx.headers.get(b"x-request-id")
    named = header.decode("latin-1") if header else body.get("request_id")
    return f"chatcmpl-{named or ctx.ids.hex()}"
