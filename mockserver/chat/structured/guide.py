"""The constraint that a request puts on the words of its reply, and the replies that obey it.

Chosen where the engine leaves it open: the constraint decides over bans, and where it ends the
reply ends, whatever `min_tokens` and `ignore_eos` ask for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from mockserver.chat.decoding.bans import Say
from mockserver.chat.decoding.sampling import schema_wanted
from mockserver.chat.model.demands.shapes import schema_in
from mockserver.chat.model.values.fill import certain_values_for, filled
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END
from mockserver.chat.structured.blanks import blanks_of, spaced
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.grammar import write as write_derived
from mockserver.chat.structured.pattern import Pattern
from mockserver.chat.structured.tags import write_tagged
from mockserver.core.errors import invalid

ANY_OBJECT = {
    "type": "object",
    "properties": {
        "subject": {"type": "string"},
        "answer": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["answer"],
}
"""Chosen: what an object is like that may be any."""


class ReplyContext(NamedTuple):
    """A reply to be written: what the user said and when, the budget that all replies to the
    request share, the blanks between the tokens of JSON, and the key that decides the rest."""

    hint: str
    now: datetime
    budget: Budget
    blanks: str
    key: bytes


Write = Callable[[ReplyContext], str]
"""A way to obey a constraint."""


def guided(body: ChatRequest, hint: str, now: datetime) -> Say | None:
    """The model's words under the constraint of a request, if there is one."""
    write = _by_format(body) or _by_field(body)
    if write is None:
        return None
    budget = Budget.of_choices(body.get("n") or 1)
    blanks = blanks_of(body.get("guided_whitespace_pattern"))
    return partial(_say, write, partial(ReplyContext, hint, now, budget, blanks))


def _say(write: Write, reply_to: Callable[[bytes], ReplyContext], key: bytes) -> tuple[str, ...]:
    """The tokens of a reply. Raises a 400 that says what cannot be obeyed, and where."""
    reply = reply_to(key)
    try:
        text = write(reply)
        reply.budget.spend_on(text)
    except Unservable as refused:
        raise invalid(f"Grammar error: {refused}") from None
    return tuple(split(text)) or (END,)


def _by_format(body: ChatRequest) -> Write | None:
    form: Mapping[str, Any] = body.get("response_format") or {}
    kind = form.get("type")
    if kind == "json_object":
        return partial(_object, schema_in(body["messages"]), Budget.of_choices(body.get("n") or 1))
    if kind == "structural_tag":
        return partial(_tagged, form)
    return None


def _by_field(body: ChatRequest) -> Write | None:
    wanted = {**body, "guided_json": schema_wanted(body)}
    for field, write in _FIELDS.items():
        if (value := wanted.get(field)) is not None:
            return partial(write, value)
    return None


def _json(wanted: Any, reply: ReplyContext) -> str:
    # A judge's verdict needs the whole model, which other replies do not wait for.
    from mockserver.chat.model.forms.places import judged_for

    found = certain_values_for(wanted, reply.hint, reply.now)
    found |= judged_for(wanted, reply.hint, reply.key, reply.now)
    return spaced(filled(wanted, found, reply.key, reply.hint, reply.budget), reply.blanks)


def _object(schema: dict[str, Any] | None, budget: Budget, reply: ReplyContext) -> str:
    """Any object, but of the schema that the conversation asks for if that can be obeyed with the
    budget that there is for it beside the request's own."""
    if schema is not None:
        with suppress(Unservable):
            return _json(schema, reply._replace(budget=budget))
    return _json(ANY_OBJECT, reply)


def _json_or_text(wanted: Any, reply: ReplyContext) -> str:
    """Observed: the schema may be JSON in a text."""
    return _checked_json(json.loads(wanted) if isinstance(wanted, str) else wanted, reply)


def _checked_json(wanted: Any, reply: ReplyContext) -> str:
    if not isinstance(wanted, dict | bool):
        raise Unservable("a schema is an object or a boolean")
    return _json(wanted, reply)


def _matching(pattern: str, reply: ReplyContext) -> str:
    return Pattern.of(pattern).text(Draws(reply.key), reply.budget)


def _choice(options: list[str], reply: ReplyContext) -> str:
    return Draws(reply.key).pick(options)


def _derived(grammar: str, reply: ReplyContext) -> str:
    return write_derived(grammar, reply.key, reply.budget)


def _tagged(form: Any, reply: ReplyContext) -> str:
    return write_tagged(
        form,
        {
            "json_schema": lambda schema: _checked_json(schema, reply),
            "regex": lambda pattern: _matching(_text(pattern), reply),
            "grammar": lambda grammar: _derived(_text(grammar), reply),
        },
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unservable("patterns and grammars are texts")
    return value


def _tag_in_text(tag: str, reply: ReplyContext) -> str:
    """Stated: the field has as JSON the contents of the format of this name."""
    try:
        form = json.loads(tag)
    except (ValueError, RecursionError):
        raise Unservable("the structural tag is not JSON") from None
    return _tagged(form, reply)


_FIELDS: Mapping[str, Callable[..., str]] = {
    "guided_json": _json_or_text,
    "guided_regex": _matching,
    "guided_choice": _choice,
    "guided_grammar": _derived,
    "structural_tag": _tag_in_text,
}
