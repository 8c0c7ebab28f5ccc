"""Handlers of the chat completion and the list of models."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from mockserver.chat import catalogue, service
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.rendering import read_prompt
from mockserver.chat.prompt.vocabulary import TokenTexts
from mockserver.chat.response.answer import ChatWording, WordedAnswer, stream, timed
from mockserver.chat.response.identity import Identity
from mockserver.chat.response.models import (
    ChatCompletionChunk,
    ChatCompletionResponse,
    Load,
    ModelCard,
    ModelList,
)
from mockserver.chat.response.pace import Pace, pace_of
from mockserver.chat.script.script import REPLY, Script, Unscripted, line_in, unscripted_in
from mockserver.chat.service import Completion, Cue, canonical
from mockserver.chat.structured import FIELDS as GUIDES
from mockserver.core.pauses import pausing
from mockserver.core.steps import Steps
from mockserver.http.answers import Content, Events, JsonBytes, Slow, SlowEvents
from mockserver.http.bodies import Recurring
from mockserver.http.context import Context
from mockserver.http.refusals import ErrorResponse

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line

Answer = (
    JsonBytes[ChatCompletionResponse]
    | Events[ChatCompletionChunk | ErrorResponse]
    | Slow
    | SlowEvents
)

Sent = JsonBytes[Any] | Events[Any] | Slow | SlowEvents


_LONG = GUIDES | {"structured_outputs", "tools", "logprobs", "prompt_logprobs", "echo"}
"""Fields without which a response takes little time."""

_MINUTE = 60
_IN_KEY = frozenset({"messages", "input", "prompt", "tools", "model"})
_MOST_REMEMBERED = 1024
"""Tokens of a completion that is kept for the same request."""


def chat(recurring: Recurring[ChatRequest], ctx: Context) -> Answer | Steps[Answer]:
    """Stated shape, observed behaviour; a stream makes its events as they are sent.

    Work that may take long pauses for other requests.
    """
    if _LONG.isdisjoint(recurring.value):
        return _chat(recurring, ctx)
    return pausing(partial(_chat, recurring, ctx))


def models(ctx: Context) -> ModelList:
    """Observed: outside the interface document, but clients ask for it."""
    return catalogue.listed(ctx.settings)


def model(ctx: Context) -> ModelCard:
    """One model of the list; its id may have slashes. Observed on the clients' side only."""
    return catalogue.card(catalogue.resolve(ctx.path["model"], ctx.settings), ctx.settings)


def _chat(recurring: Recurring[ChatRequest], ctx: Context) -> Answer:
    body, created = recurring.value, ctx.services.clock.seconds()
    completion = _completion(recurring, created, ctx)
    if completion.extras.prompt_ids is not None:
        _remember(completion, ctx)
    name = response_name(body, completion, ctx)
    identity = Identity(f"chatcmpl-{name}", created, cached(completion, ctx))
    wording = ChatWording(completion, identity, service.usage_shown(body))
    return sent(wording, ctx, as_stream=bool(body.get("stream")))


def _completion(recurring: Recurring[ChatRequest], created: int, ctx: Context) -> Completion:
    """The completion. The model's depends on the body and the minute only, and is made once."""
    cue, minute = cue_of(ctx), created // _MINUTE
    if recurring.made and not cue and recurring.made[0] == minute:
        made: Completion = recurring.made[1]
        return made
    completion = service.complete(recurring.value, ctx.services.settings, created, cue)
    if completion.line is None and completion.completion_tokens <= _MOST_REMEMBERED:
        recurring.made = minute, completion
    return completion


def _remember(completion: Completion, ctx: Context) -> None:
    """Remember the texts of the ids in a response, so that clients can detokenize them."""
    token_texts = ctx.services.memory[TokenTexts]
    token_texts.remember(read_prompt(completion.request))
    for choice in completion.choices:
        token_texts.remember(choice.tokens)


def sent(wording: WordedAnswer, ctx: Context, *, as_stream: bool) -> Sent:
    """A response as it is sent: at once, at its pace, or broken off by a script."""
    completion = wording.completion
    line = completion.line
    pace = pace_of(ctx.services.settings, completion.model, line)
    if pace or (line and line.breaks_off):
        return _staged(wording, pace or Pace(), as_stream=as_stream)
    return Events(stream(wording.sections())) if as_stream else wording.plain()


def cached(completion: Completion, ctx: Context) -> int:
    """The number of prompt tokens in the prefix cache."""
    if not ctx.services.settings.prefix_cache:
        return 0
    from mockserver.chat.prompt.prefixes import KnownBlocks, cached_tokens

    known_blocks = ctx.services.memory[KnownBlocks]
    return cached_tokens(completion.request, completion.model, known_blocks)


def cue_of(ctx: Context) -> Cue | None:
    """The function that finds the scripted line of a request: in its header or in the script.

    None if there cannot be one.
    """
    headers, services = ctx.headers, ctx.services
    if REPLY in headers:
        line = line_in(headers[REPLY])
        return lambda *_: line
    unscripted = unscripted_in(headers, services.settings.unscripted)
    if unscripted == "model" and not services.memory[Script].planned:
        return None
    return partial(_cue, ctx, unscripted)


def _cue(
    ctx: Context, unscripted: Unscripted, model: str, last_user: str, body: ChatRequest
) -> Line | None:
    from mockserver.chat.script.models import Line
    from mockserver.chat.script.question import ScriptRequest

    script = ctx.services.memory[Script]
    question = ScriptRequest(ctx.request, model, last_user, body)
    if cued := script.answer(question):
        ctx.add_header(REPLY, str(cued.number))
        return cued.line
    if unscripted == "error":
        raise script.refusal(question)
    return Line(text=last_user) if unscripted == "echo" else None


def _staged(wording: WordedAnswer, pace: Pace, *, as_stream: bool) -> Slow | SlowEvents:
    """A response that is delayed or broken off."""
    completion = wording.completion
    waits = pace.waits(completion.choices, wording.identity.id)
    line = completion.line
    cut = line.cut if line else None
    if not as_stream:
        return Slow(wording.plain(), sum(waits), lost=cut is not None)
    sections = wording.sections()
    events = timed(sections, waits)
    if line and line.error:
        after = sections.uncounted + (line.error.after or 0)
        last = ((0.0, event) for event in wording.failed(line.error))
        events = chain(islice(events, after), last)
    return SlowEvents(events, cut)


def response_name(body: Mapping[str, Any], completion: Completion, ctx: Context) -> str:
    """The response id that a request asks for, else a new one. Observed: the header wins over the
    field, and an empty one counts as absent."""
    if header := ctx.headers.get(b"x-request-id"):
        return header.decode("latin-1")
    return body.get("request_id") or new_name(body, completion, ctx)


def new_name(body: Mapping[str, Any], completion: Completion, ctx: Context) -> str:
    """32 hexadecimal digits. Chosen: with a seed they depend on the request and on how often it
    came."""
    ids = ctx.services.ids
    if not ids.repeatable:
        return ids.hex()
    rest = {name: value for name, value in body.items() if name not in _IN_KEY}
    return ids.hex_of(completion.key + canonical(rest))


def load(ctx: Context) -> Load:
    """The number of responses being sent. Chosen: those of all operations."""
    return {"server_load": ctx.services.host.sending}


def ping(ctx: Context) -> Content:
    """Alive."""
    return Content(b"")
