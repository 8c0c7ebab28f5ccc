"""The choices of a completion: one reply of the model for each key, ended by the stop rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from mockserver.chat.bounds import check_volume, is_greedy, stop_strings
from mockserver.chat.decoding.bans import FIELDS as BANS
from mockserver.chat.decoding.bans import Bans, Say
from mockserver.chat.decoding.beams import beams
from mockserver.chat.decoding.ending import FIELDS as STOP_RULES
from mockserver.chat.decoding.ending import Ending, Generation, generate, limited
from mockserver.chat.model.content.quoted.reports import results_in_words
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.framing import plain, without_gaps
from mockserver.chat.model.reading.look import is_talk
from mockserver.chat.model.talk.reasoning import (
    budget,
    place_of_reasoning,
    sentences_wanted,
    think,
)
from mockserver.chat.model.talk.sentences import reply
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.tokens import split
from mockserver.chat.reply import Called, ModelReply, Place, after, calling
from mockserver.chat.structured import FIELDS as GUIDES
from mockserver.core.clock import moment_of
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_TOKENS, MOST_WATCHED
from mockserver.settings import Settings

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line

Speak = Callable[[bytes], ModelReply]
"""Makes a reply of several parts from a key, the only source of randomness."""


def make_choices(
    reading: Reading,
    key: bytes,
    most: int,
    *,
    settings: Settings,
    created: int,
    is_plain: bool,
    line: Line | None = None,
) -> list[Generation]:
    """Make all choices, each of at most `most` tokens: tool calls or text.

    An `is_plain` request can only have text. The model adds what a scripted `line` leaves out.
    Chosen: beams are text without reasoning.
    """
    body = reading.body
    n = body.get("n") or 1
    if len(reading.turns) > 2:
        reading = _observed(reading)
    if is_plain and line is None and not settings.reasoning:
        least = body.get("min_tokens", 0)
        check_volume(n, least)
        say = _sayer(reading, least, created)
        return [limited(say(each), most) for each in _keys(body, key, n)]
    bans = None if BANS.isdisjoint(body) else Bans(body, reading.question)
    ending = _ending(body, most, bans)
    check_volume(n, ending.required, MOST_WATCHED if bans else MOST_TOKENS)
    keys = _keys(body, key, n)
    speak = _scripted(line, body) or _caller(without_gaps(reading), settings, created)
    if speak is None and body.get("use_beam_search"):
        say = _sayer(reading, ending.required, created)
        return beams(say, key, n, most, body.get("length_penalty", 1.0))
    if speak is None:
        speak = partial(_as_content, _writer(reading, ending.required, created, bans, most))
    if reason := _reasoner(reading, settings, line):
        if bans and not line:
            reason = partial(bans.allowed, reason, most)
        speak = partial(_with_reasoning, reason, place_of_reasoning(body), speak)
    return _bounded(_ended(speak(key), ending) for key in keys)


def _scripted(line: Line | None, body: ChatRequest) -> Speak | None:
    """The text or the calls of a scripted line, if it has any."""
    if line is None or (line.text is None and not line.calls):
        return None
    calls = [Called(call.name, call.written, call.id or "") for call in line.calls]
    named = isinstance(body.get("tool_choice"), dict)
    scripted = calling(calls, content=line.text, named=named)
    return lambda _: scripted


def _observed(reading: Reading) -> Reading:
    from mockserver.chat.model.tools.observed import with_observations

    return with_observations(reading)


def _caller(reading: Reading, settings: Settings, created: int) -> Speak | None:
    if not reading.body.get("tools"):
        return None
    from mockserver.chat.model.tools.caller import ToolCaller
    from mockserver.chat.model.tools.calls import tasks_of

    tasks = tasks_of(reading, _moment(reading, created), strict=settings.strict)
    return ToolCaller(tasks, reading.body).speak if tasks else None


def _reasoner(reading: Reading, settings: Settings, line: Line | None) -> Say | None:
    if line and line.reasoning is not None:
        scripted = split(line.reasoning)
        return lambda _: scripted
    body = reading.body
    sentences, most = sentences_wanted(body, always=settings.reasoning), budget(body)
    return partial(think, reading.question, sentences, most) if sentences and most != 0 else None


def _ending(body: ChatRequest, most: int, bans: Bans | None) -> Ending:
    least = body.get("min_tokens", 0)
    if STOP_RULES.isdisjoint(body) and bans is None:
        return Ending(most, least)
    return Ending(
        most,
        least,
        stop_strings(body),
        frozenset(body.get("stop_token_ids") or ()),
        body.get("include_stop_str_in_output", False),
        body.get("ignore_eos", False) or (bans is not None and bans.bans_end),
    )


def _keys(body: ChatRequest, key: bytes, n: int) -> list[bytes]:
    """Choice i of seed s is choice 0 of seed s + i; no seed counts as -1, as observed."""
    if is_greedy(body):
        return [key + b"greedy"]
    seed = body.get("seed")
    first = -1 if seed is None else seed
    return [b"%b%d" % (key, number) for number in range(first, first + n)]


def _writer(reading: Reading, wanted: int, created: int, bans: Bans | None, most: int) -> Say:
    """The function that writes text under the constraint of the request, else without what it
    bans."""
    if guided := _guided(reading, created):
        return guided
    say = _sayer(reading, wanted, created)
    return partial(bans.allowed, say, most) if bans else say


def _sayer(reading: Reading, wanted: int, created: int) -> Say:
    """The function that writes text in the demanded form, or about the topic."""
    is_after_results = reading.turns[-1][0] == "tool"
    talk = _words_about_results if is_after_results else _words
    if is_talk(reading):
        return partial(talk, reading, wanted)
    from mockserver.chat.model.writing import Writer

    return Writer(plain(reading), _moment(reading, created), wanted, talk).say


def _moment(reading: Reading, created: int) -> datetime:
    """The time of a reply: the clock's, on the day that the system message says is today."""
    from mockserver.chat.model.content.computed.arithmetic import moment_in

    return moment_in(reading.system, moment_of(created))


def _words(reading: Reading, wanted: int, key: bytes) -> Sequence[str]:
    """Text about the topic, with a blank before it if it continues a message."""
    tokens = reply(key, reading.question, wanted)
    if reading.body.get("continue_final_message"):
        begun = reading.turns[-1][1]
        if begun and not begun[-1].isspace():
            tokens[0] = f" {tokens[0]}"
    return tokens


def _words_about_results(reading: Reading, wanted: int, key: bytes) -> Sequence[str]:
    tokens = split(results_in_words(reading.results))
    if len(tokens) >= wanted:
        return tokens
    first, *rest = reply(key, reading.question, wanted)
    return [*tokens, f" {first}", *rest]


def _guided(reading: Reading, created: int) -> Say | None:
    """The function that writes text under a constraint, if the request has one."""
    if GUIDES.isdisjoint(reading.body):
        return None
    from mockserver.chat.structured.guide import guided

    return guided(reading, _moment(reading, created))


def _as_content(say: Say, key: bytes) -> ModelReply:
    return ModelReply(say(key))


def _with_reasoning(reason: Say, place: Place, speak: Speak, key: bytes) -> ModelReply:
    return after(reason(key), place, speak(key))


def _ended(reply: ModelReply, ending: Ending) -> Generation:
    choice = generate(reply.tokens, ending)
    choice.parts = reply.parts
    if choice.finish_reason == "stop" and choice.stop_reason is None:
        choice.finish_reason = reply.finish
    return choice


def _bounded(choices: Iterable[Generation]) -> list[Generation]:
    """All choices. Raises a 400 as soon as they have too many tokens together."""
    made: list[Generation] = []
    tokens = 0
    for choice in choices:
        made.append(choice)
        tokens += len(choice.tokens)
        if len(made) > 1 and tokens > MOST_TOKENS:
            raise invalid(
                f"{len(made)} of the choices have {tokens} tokens together, more than the "
                f"{MOST_TOKENS} that this server generates for one request."
            )
    return made
