"""A chat completion from its request: the checks in the contract's order, then the choices."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Literal, NamedTuple

import orjson

from mockserver.core.errors import invalid
from mockserver.inference.aside import NOTHING, Aside, aside_of, check_told
from mockserver.inference.bans import MEMBERS as BANS
from mockserver.inference.bans import Bans, Say
from mockserver.inference.beams import beams
from mockserver.inference.capabilities import check_capabilities
from mockserver.inference.catalogue import resolve
from mockserver.inference.engine import Ending, Generation, generate
from mockserver.inference.form import check_form
from mockserver.inference.models import ChatRequest
from mockserver.inference.prompt import Turn, count_prompt, last_user_text, read_turns, text_of
from mockserver.inference.sampling import check_sampling, check_volume, is_greedy, stop_strings
from mockserver.inference.voice import longer_reply, reply
from mockserver.settings import Settings

UsageShown = Literal["never", "last", "always"]
"""In which chunks of a stream usage is told."""


class Completion(NamedTuple):
    """An answer before it is worded: who answers, what the prompt cost, and the choices."""

    model: str
    role: str
    prompt_tokens: int
    choices: list[Generation]
    aside: Aside = NOTHING


def complete(body: ChatRequest, settings: Settings) -> Completion:
    """Answer a request. Raises a 400, a 404 for an unknown model, a 501 for what is not built.

    The choices are a pure function of the server's seed, the model, the messages, the tools and
    the seed of the request; everything else only cuts them or changes how they are told.
    """
    check_form(body, settings.strict)
    model = resolve(body.get("model"), settings)
    turns = read_turns(body)
    prompt_tokens = count_prompt(body, turns)
    most = _most_tokens(body, prompt_tokens, settings.context_length)
    check_sampling(body, most)
    check_capabilities(body, turns)
    role, key = _role(body), _reply_key(body, model, settings.seed)
    aside = aside_of(body, turns, role, key)
    choices = _choices(body, turns, key, most)
    check_told(aside, sum(len(choice.tokens) for choice in choices))
    return Completion(model, role, prompt_tokens, choices, aside)


def usage_shown(body: ChatRequest) -> UsageShown:
    """Observed: `include_usage` is true by default once there are any stream options."""
    options = body.get("stream_options")
    if options is None or not options.get("include_usage", True):
        return "never"
    return "always" if options.get("continuous_usage_stats") else "last"


def _most_tokens(body: ChatRequest, prompt_tokens: int, context: int) -> int:
    """How many tokens a choice may have. Raises a 400 if they do not fit the context."""
    asked = body.get("max_completion_tokens") or body.get("max_tokens")
    if asked is None:
        if prompt_tokens >= context:
            raise _too_long(context, f"{prompt_tokens} tokens in the messages", "messages")
        return context - prompt_tokens
    total = prompt_tokens + asked
    if total > context:
        parts = f"{total} tokens ({prompt_tokens} in the messages, {asked} in the completion)"
        raise _too_long(context, parts, "messages or completion")
    return asked


def _too_long(context: int, requested: str, shorten: str) -> Exception:
    return invalid(
        f"This model's maximum context length is {context} tokens. However, you requested "
        f"{requested}. Please reduce the length of the {shorten}."
    )


_STOP_RULES = frozenset(
    {"stop", "stop_token_ids", "include_stop_str_in_output", "ignore_eos"},
)
"""Members that most requests do without."""


def _ending(body: ChatRequest, most: int, bans: Bans | None) -> Ending:
    least = body.get("min_tokens", 0)
    if _STOP_RULES.isdisjoint(body) and bans is None:
        return Ending(most, least)
    return Ending(
        most,
        least,
        stop_strings(body),
        frozenset(body.get("stop_token_ids") or ()),
        body.get("include_stop_str_in_output", False),
        body.get("ignore_eos", False) or (bans is not None and bans.bar_the_end),
    )


def _role(body: ChatRequest) -> str:
    """Observed: without a generation prompt the answer speaks for the last message's author."""
    if body.get("add_generation_prompt", True):
        return "assistant"
    return body["messages"][-1]["role"]


def _reply_key(body: ChatRequest, model: str, seed: int | None) -> bytes:
    return sha256(_canonical([seed, model, body["messages"], body.get("tools")])).digest()


def _canonical(value: Any) -> bytes:
    """One text per JSON value; orjson has none for integers beyond 64 bits."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return json.dumps(value, sort_keys=True).encode()


def _choices(body: ChatRequest, turns: list[Turn], key: bytes, most: int) -> list[Generation]:
    """Every choice is what the model says to a key of its own, ended by the rules."""
    message, n = last_user_text(turns), body.get("n") or 1
    bans = None if BANS.isdisjoint(body) else Bans(body, message)
    ending = _ending(body, most, bans)
    check_volume(n, ending.wanted)
    say: Say = partial(_words, message, _lead(body, turns), ending.wanted)
    if body.get("use_beam_search"):
        return beams(say, key, n, most, body.get("length_penalty", 1.0))
    if bans:
        say = partial(bans.obeyed, say, most)
    return [generate(say(each), ending) for each in _keys(body, key, n)]


def _keys(body: ChatRequest, key: bytes, n: int) -> list[bytes]:
    """Choice i of seed s is choice 0 of seed s + i; no seed counts as -1, as observed."""
    if is_greedy(body):
        return [key + b"greedy"]
    seed = body.get("seed")
    first = -1 if seed is None else seed
    return [b"%b%d" % (key, number) for number in range(first, first + n)]


def _lead(body: ChatRequest, turns: list[Turn]) -> str:
    """What goes between a message that is continued and its continuation."""
    begun = text_of(turns[-1]) if body.get("continue_final_message") else ""
    return " " if begun and not begun[-1].isspace() else ""


def _words(message: str, lead: str, wanted: int, key: bytes) -> Sequence[str]:
    tokens = longer_reply(key, message, wanted) if wanted else reply(key, message)
    return (lead + tokens[0], *tokens[1:]) if lead else tokens
