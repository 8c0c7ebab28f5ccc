"""A chat completion from its request: the checks in the engine's order, then the choices."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

import orjson

from mockserver.chat.bounds import check_length
from mockserver.chat.catalogue import resolve
from mockserver.chat.choices import make_choices
from mockserver.chat.decoding.ending import Generation
from mockserver.chat.decoding.prompt_logprobs import NOTHING, Extras, check_values, extras_of
from mockserver.chat.form import check_form
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.models import ChatMessage, ChatRequest
from mockserver.chat.newer import in_older_fields
from mockserver.chat.prompt.messages import count_prompt, read_turns
from mockserver.chat.prompt.rendering import custom
from mockserver.chat.shape import RequestShape, shape_of
from mockserver.core.errors import Staged, invalid
from mockserver.settings import Settings

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line

UsageShown = Literal["never", "last", "always"]
"""The chunks of a stream that have the usage."""


@dataclass(slots=True)
class Completion:
    """The result of a request, from which each route makes its own response."""

    model: str
    role: str
    prompt_tokens: int
    completion_tokens: int
    """The tokens of all choices."""
    choices: list[Generation]
    key: bytes
    """A digest of the seed, the model, the messages and the tools, without any ids."""
    request: ChatRequest
    """The request, newer fields translated."""

    extras: Extras = NOTHING
    line: Line | None = None
    """The scripted line it follows, if any."""

    newer: bool = True
    """True if the response has fields that only newer engines have."""


Cue = Callable[[str, str, ChatRequest], "Line | None"]
"""Finds the scripted line for a model, the last user message and the request."""


def complete(
    body: ChatRequest,
    settings: Settings,
    created: int,
    cue: Cue | None = None,
    *,
    capped: bool = False,
) -> Completion:
    """Answer a request. Raises a 400, and a 404 for an unknown model.

    `capped` cuts a limit down to what the context leaves, as newer engines do.

    The choices are a pure function of the server's seed, the model, the messages, the tools and
    the seed of the request; everything else only cuts them or changes their form.
    """
    sent, strict = body, settings.strict
    body, shape = _read_fields(body, settings)
    model = resolve(body.get("model"), settings)
    reading = Reading(body, read_turns(body))
    written = custom(body) if "chat_template" in body else None
    prompt_tokens = count_prompt(body, reading.turns) if written is None else len(written)
    most = _most_tokens(body, prompt_tokens, settings.context_length, capped=capped)
    _check_limits(body, shape, most, settings)
    # Observed: a continued message keeps its role.
    is_begun = not body.get("add_generation_prompt", True)
    role = body["messages"][-1]["role"] if is_begun else "assistant"
    key = _reply_key(body, model, settings.seed)
    extras = extras_of(body, reading.turns, written, role, key) if shape.has_extras else NOTHING
    line = cue(model, reading.question, sent) if cue else None
    if line and line.error:
        _raise_at_once(line, body)
    choices = make_choices(
        reading, key, most, settings=settings, created=created, is_plain=shape.is_plain, line=line
    )
    completion_tokens = 0
    for choice in choices:
        completion_tokens += len(choice.tokens)
        choice.interval = body.get("stream_interval") or 1
    if extras.logprobs:
        check_values(completion_tokens, extras.logprobs.top)
    return Completion(
        model, role, prompt_tokens, completion_tokens, choices, key, body, extras, line, not strict
    )


def _read_fields(body: ChatRequest, settings: Settings) -> tuple[ChatRequest, RequestShape]:
    """A request with its newer fields translated, and its shape. Raises a 400."""
    shape = shape_of(body)
    if shape.is_newer and not settings.strict:
        body = in_older_fields(body, settings.context_length)
        shape = shape_of(body)
    check_form(body, shape.form, strict=settings.strict)
    return body, shape


def _raise_at_once(line: Line, body: ChatRequest) -> None:
    """Raise the error of a scripted line, unless it is to break off a stream that has begun."""
    error = line.error
    if error and (error.after is None or not body.get("stream")):
        raise Staged(error.status, error.message, error.body, error.headers, line.delay)


def usage_shown(body: ChatRequest) -> UsageShown:
    """Observed: `include_usage` is true by default once there are any stream options."""
    options = body.get("stream_options")
    if options is None or not options.get("include_usage", True):
        return "never"
    return "always" if options.get("continuous_usage_stats") else "last"


def _most_tokens(body: ChatRequest, prompt_tokens: int, context: int, *, capped: bool) -> int:
    """The most tokens of a choice. Raises a 400 if they do not fit the context.

    Observed: newer engines cap what is left of the context silently.
    """
    requested = body.get("max_completion_tokens") or body.get("max_tokens")
    if requested is None:
        if prompt_tokens >= context:
            raise _too_long(context, f"{prompt_tokens} tokens in the messages", "messages")
        return context - prompt_tokens
    if capped and requested <= context and prompt_tokens < context:
        return min(requested, context - prompt_tokens)
    total = prompt_tokens + requested
    if total > context:
        parts = f"{total} tokens ({prompt_tokens} in the messages, {requested} in the completion)"
        raise _too_long(context, parts, "messages or completion")
    return requested


def _check_limits(body: ChatRequest, shape: RequestShape, most: int, settings: Settings) -> None:
    """Check the values of all fields. Raises a 400 for the first invalid one."""
    check_length(body.get("min_tokens", 0), most)
    for rule in shape.limits:
        if broken := rule(body):
            raise invalid(broken)
    # Stated: any priority but 0 is an error without priority scheduling.
    if (priority := body.get("priority")) and not settings.priority_scheduling:
        raise invalid(f"Got priority {priority} but Priority scheduling is not enabled.")


def _too_long(context: int, requested: str, shorten: str) -> Exception:
    return invalid(
        f"This model's maximum context length is {context} tokens. However, you requested "
        f"{requested}. Please reduce the length of the {shorten}."
    )


def _reply_key(body: ChatRequest, model: str, seed: int | None) -> bytes:
    contents = [
        message
        if len(message) == 2 and isinstance(message.get("content"), str)
        else _content_of(message)
        for message in body["messages"]
    ]
    return sha256(canonical([seed, model, contents, body.get("tools") or None])).digest()


def _content_of(message: ChatMessage) -> Mapping[str, Any]:
    """A message without ids and nulls, its reasoning under the older name. A single text part
    counts as its text, and an empty text beside calls as none."""
    content, calls = message.get("content"), message.get("tool_calls")
    contents = {
        "reasoning_content" if name == "reasoning" else name: value
        for name, value in message.items()
        if name != "tool_call_id" and value is not None
    }
    if isinstance(content, list) and len(content) == 1:
        part = content[0]
        if isinstance(part, dict) and part.get("type") == "text":
            contents["content"] = part.get("text")
    if calls:
        contents["tool_calls"] = [
            {**call, "id": None} if isinstance(call, dict) else call for call in calls
        ]
        if not content:
            contents.pop("content", None)
    return contents


def canonical(value: Any) -> bytes:
    """Encode a JSON value with sorted keys; orjson refuses integers beyond 64 bits."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return json.dumps(value, sort_keys=True).encode()
