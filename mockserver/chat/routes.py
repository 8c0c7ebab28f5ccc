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
from mockserver.chat.script.script import Script
from mockserver.chat.script.unscripted import Unscripted, asked_for, echo, refusal
from mockserver.chat.service import Completion, Cue, canonical
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

_MINUTE = 60
_IN_KEY = frozenset({"messages", "tools", "model"})
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
    name = _completion_id(body, completion, ctx)
    stamp = Stamp(name, services.clock.seconds(), cached)
    line = completion.line
    pace = pace_of(services.settings, completion.model, line)
    if pace or (line and line.breaks_off):
        return _staged(body, completion, stamp, pace or Pace())
    if body.get("stream"):
        return Events(stream(completion, stamp, service.usage_shown(body)))
    return Json(plain(completion, stamp))


def _completion(asked: Recurring[ChatRequest], ctx: Context) -> Completion:
    """The answer. The model's is made of the body and the minute, and need not be made twice."""
    cue = cue_of(ctx)
    minute = ctx.clock.seconds() // _MINUTE
    if asked.made and not cue and asked.made[0] == minute:
        made: Completion = asked.made[1]
        return made
    completion = service.complete(asked.value, ctx.settings, ctx.clock.now(), cue)
    if completion.line is None and completion.answered_tokens <= _MOST_REMEMBERED:
        asked.made = minute, completion
    return completion


def _cached(body: ChatRequest, model: str, ctx: Context) -> int:
    from mockserver.chat.prompt.prefixes import cached_tokens

    return cached_tokens(body, model, ctx.services.prefixes)


def cue_of(ctx: Context) -> Cue | None:
    """What finds the line for a request: its own, a script's, or what stands in for one.

    None if the model answers without being asked.
    """
    if REPLY in ctx.headers:
        line = line_asked_for(ctx.headers[REPLY])
        return lambda *_: line
    unscripted = asked_for(ctx.headers, ctx.settings.unscripted)
    if unscripted == "model" and not ctx.services.memory[Script].rules:
        return None
    return partial(_cue, ctx, unscripted)


def _cue(
    ctx: Context, unscripted: Unscripted, model: str, last_user: str, body: ChatRequest
) -> Line | None:
    from mockserver.chat.script.question import Question

    question = Question(ctx.request, model, last_user, body)
    if cued := ctx.services.memory[Script].answer(question):
        ctx.tell(REPLY, str(cued.number))
        return cued.line
    if unscripted == "error":
        raise refusal(ctx.services.memory[Script], question)
    return echo(question) if unscripted == "echo" else None


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


def _completion_id(body: ChatRequest, completion: Completion, ctx: Context) -> str:
    """Observed: the header wins over the member, and an empty one counts as absent.

    Chosen: else with a seed it tells which request this is and how often it came.
    """
    header = ctx.headers.get(b"x-request-id")
    named = header.decode("latin-1") if header else body.get("request_id")
    if named or not ctx.ids.repeatable:
        return f"chatcmpl-{named or ctx.ids.hex()}"
    rest = {name: value for name, value in body.items() if name not in _IN_KEY}
    return f"chatcmpl-{ctx.ids.hex_of(completion.key + canonical(rest))}"
