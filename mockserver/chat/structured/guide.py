"""The constraint of a request on the text of its reply, and the replies that obey it.

Chosen, since the engine leaves it open: a constraint overrides bans, and the reply ends with the
constrained text regardless of `min_tokens` and `ignore_eos`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from mockserver.chat.decoding.bans import Say
from mockserver.chat.decoding.sampling import schema_of_reply
from mockserver.chat.model.demands.shapes import schema_in
from mockserver.chat.model.pieces import without_examples
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.values.fill import filled
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
"""Chosen: the schema of `json_object` replies, unless the conversation shows another."""


class ReplyContext(NamedTuple):
    """The input of a constrained reply. All replies to one request share the budget."""

    reading: Reading
    hint: str
    """The user's message, without the examples in it."""

    now: datetime
    budget: Budget
    blanks: str
    """The whitespace between tokens of JSON."""

    key: bytes


Write = Callable[[ReplyContext], str]
"""Writes a text that obeys one constraint."""


def guided(reading: Reading, now: datetime) -> Say | None:
    """The model's replies under the constraint of a request, or None without a constraint."""
    body = reading.body
    write = _writer(body)
    if write is None:
        return None
    hint = without_examples(reading.everything)
    budget = Budget.of_choices(body.get("n") or 1)
    blanks = blanks_of(body.get("guided_whitespace_pattern"))

    def say(key: bytes) -> tuple[str, ...]:
        """The tokens of a reply. Raises a 400 that names what cannot be obeyed, and where."""
        try:
            text = write(ReplyContext(reading, hint, now, budget, blanks, key))
            budget.spend_on(text)
        except Unservable as error:
            raise invalid(f"Grammar error: {error}") from None
        return tuple(split(text)) or (END,)

    return say


def _writer(body: ChatRequest) -> Write | None:
    form: Mapping[str, Any] = body.get("response_format") or {}
    if form.get("type") == "json_object":
        return partial(_object, schema_in(body["messages"]), Budget.of_choices(body.get("n") or 1))
    if form.get("type") == "structural_tag":
        return partial(_tagged, form)
    fields = {**body, "guided_json": schema_of_reply(body)}
    for field, write in _FIELDS.items():
        if (value := fields.get(field)) is not None:
            return partial(write, value)
    return None


def _json(schema: Any, reply: ReplyContext) -> str:
    # Reading a text needs the whole model, which other replies should not have to load.
    from mockserver.chat.model.forms.objects import values_in

    if not isinstance(schema, dict | bool):
        raise Unservable("a schema is an object or a boolean")
    values = values_in(schema, reply.reading, reply.key, reply.now, is_reply=True)
    return spaced(filled(schema, values, reply.key, reply.hint, reply.budget), reply.blanks)


def _object(schema: dict[str, Any] | None, budget: Budget, reply: ReplyContext) -> str:
    """An object of the schema that the conversation shows, if that can be obeyed within a budget
    apart from the request's own; otherwise an object of our own schema."""
    if schema is not None:
        with suppress(Unservable):
            return _json(schema, reply._replace(budget=budget))
    return _json(ANY_OBJECT, reply)


def _json_or_text(schema: Any, reply: ReplyContext) -> str:
    """Observed: the schema may be a string of JSON."""
    return _json(json.loads(schema) if isinstance(schema, str) else schema, reply)


def _matching(pattern: Any, reply: ReplyContext) -> str:
    return Pattern.of(_string(pattern)).text(Draws(reply.key), reply.budget)


def _choice(options: list[str], reply: ReplyContext) -> str:
    return Draws(reply.key).pick(options)


def _derived(grammar: Any, reply: ReplyContext) -> str:
    return write_derived(_string(grammar), reply.key, reply.budget)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise Unservable("patterns and grammars are strings")
    return value


def _tagged(form: Any, reply: ReplyContext) -> str:
    writers = {"json_schema": _json, "regex": _matching, "grammar": _derived}
    return write_tagged(form, lambda kind, value: writers[kind](value, reply))


def _tag_in_text(tag: str, reply: ReplyContext) -> str:
    """Stated: the field is JSON with the contents of the response format of this name."""
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
