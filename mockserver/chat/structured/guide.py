"""The constraint of a request on the text of its reply, and the replies that obey it.

Chosen, since the engine leaves it open: a constraint overrides bans, and the reply ends with the
constrained text regardless of `min_tokens` and `ignore_eos`.

A structural tag holds other constraints between marks. Its older format lists JSON schemas with
their marks; the current one is a tree whose leaves are strings, schemas, patterns and grammars.
Chosen: where a tag allows several texts, the first tag is written once, and free text is empty.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from mockserver.chat.bounds import schema_of_reply
from mockserver.chat.decoding.bans import Say
from mockserver.chat.model.demands.shapes.shapes import schema_in
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.framing import unframed
from mockserver.chat.model.values.fill import filled
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END
from mockserver.chat.structured import grammar
from mockserver.chat.structured.blanks import blanks_of, spaced
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.pattern import Pattern
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

_MOST_LEVELS = 100


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
    budget = Budget.of_choices(body.get("n") or 1)
    blanks = blanks_of(body.get("guided_whitespace_pattern"))

    def say(key: bytes) -> tuple[str, ...]:
        """The tokens of a reply. Raises a 400 that names what cannot be obeyed, and where."""
        try:
            text = write(ReplyContext(reading, reading.question, now, budget, blanks, key))
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
    from mockserver.chat.model.content.remembered.follow_ups import resolved
    from mockserver.chat.model.forms.data.objects import values_in
    from mockserver.chat.model.values.matching.alternatives import decided

    if not isinstance(schema, dict | bool):
        raise Unservable("a schema is an object or a boolean")
    schema = decided(schema, reply.reading.question, reply.now)
    reading = resolved(unframed(reply.reading))
    values = values_in(schema, reading, reply.key, reply.now, is_reply=True)
    return spaced(filled(schema, values, reply.key, reply.hint, reply.budget), reply.blanks)


def _object(schema: dict[str, Any] | None, budget: Budget, reply: ReplyContext) -> str:
    """An object of the schema that the conversation shows, if that can be obeyed within a budget
    apart from the request's own; otherwise an object of our own schema."""
    from mockserver.chat.model.content.remembered.follow_ups import resolved
    from mockserver.chat.model.forms.data.notations import object_in

    if found := object_in(resolved(unframed(reply.reading)), reply.key, reply.now):
        return spaced(json.dumps(found, ensure_ascii=False, separators=(",", ":")), reply.blanks)
    if schema is not None:
        with suppress(Unservable):
            return _json(schema, reply._replace(budget=budget))
    return _json(ANY_OBJECT, reply)


def _matching(pattern: Any, reply: ReplyContext) -> str:
    return Pattern.of(_string(pattern)).text(Draws(reply.key), reply.budget)


def _derived(source: Any, reply: ReplyContext) -> str:
    return grammar.write(_string(source), reply.key, reply.budget)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise Unservable("patterns and grammars are strings")
    return value


def _tag_in_text(tag: str, reply: ReplyContext) -> str:
    """Stated: the field is JSON with the contents of the response format of this name."""
    try:
        form = json.loads(tag)
    except (ValueError, RecursionError):
        raise Unservable("the structural tag is not JSON") from None
    return _tagged(form, reply)


_FIELDS: Mapping[str, Callable[..., str]] = {
    # Observed: the schema may be a string of JSON.
    "guided_json": lambda schema, reply: _json(
        json.loads(schema) if isinstance(schema, str) else schema, reply
    ),
    "guided_regex": _matching,
    "guided_choice": lambda options, reply: Draws(reply.key).pick(options),
    "guided_grammar": _derived,
    "structural_tag": _tag_in_text,
}


def _tagged(form: Any, reply: ReplyContext) -> str:
    """A text that obeys a structural tag."""
    if not isinstance(form, dict):
        raise Unservable("a structural tag is an object")
    if "format" in form:
        return _text(form["format"], reply, 0)
    structures = _list(form, "structures", dict)
    _check_triggers(structures, _list(form, "triggers", str))
    first = structures[0]
    schema = {} if first.get("schema") is None else first["schema"]
    return f"{first['begin']}{_json(schema, reply)}{_mark(first, 'end')}"


_LEAVES: Mapping[str, tuple[str, Callable[[Any, ReplyContext], str]]] = {
    "const_string": ("value", lambda text, _: _mark({"value": text}, "value")),
    "json_schema": ("json_schema", _json),
    "regex": ("pattern", _matching),
    "grammar": ("grammar", _derived),
}
"""The key of a leaf's content, and the function that writes its text, by the type of the leaf."""


def _text(node: Any, reply: ReplyContext, level: int) -> str:
    """The text of a node of the current format, with the nodes below it."""
    if level > _MOST_LEVELS:
        raise Unservable(f"a structural tag has at most {_MOST_LEVELS} levels")
    match kind := node.get("type") if isinstance(node, dict) else None:
        case "any_text":
            return ""
        case "tag":
            return _tag(node, reply, level)
        case "triggered_tags" | "tags_with_separator":
            tags = _list(node, "tags", dict)
            if "triggers" in node:
                _check_triggers(tags, _list(node, "triggers", str))
            return _tag(tags[0], reply, level)
        case "sequence" | "or":
            elements = _list(node, "elements", dict)
            written = elements if kind == "sequence" else elements[:1]
            return "".join(_text(each, reply, level + 1) for each in written)
    if str(kind) not in _LEAVES:
        raise Unservable(f"a structural tag has no format of type {kind!r}")
    field, write = _LEAVES[str(kind)]
    if field not in node:
        raise Unservable(f"a format of type {kind} needs `{field}`")
    return write(node[field], reply)


def _tag(tag: Mapping[str, Any], reply: ReplyContext, level: int) -> str:
    inner = _text(tag.get("content"), reply, level + 1)
    ends = tag.get("end")
    end = ends[0] if isinstance(ends, list) and ends else ends
    return f"{_mark(tag, 'begin')}{inner}{_mark({'end': end}, 'end')}"


def _check_triggers(tags: list[Any], triggers: list[str]) -> None:
    """Each tag has to begin with a trigger."""
    for tag in tags:
        begin = _mark(tag, "begin")
        if not begin.startswith(tuple(triggers)):
            raise Unservable(f"no trigger matches the tag that begins with {begin[:100]}")


def _mark(node: Mapping[str, Any], field: str) -> str:
    text = node.get(field)
    if not isinstance(text, str):
        raise Unservable(f"`{field}` of a structural tag is a string")
    return text


def _list(node: Mapping[str, Any], field: str, kind: type) -> list[Any]:
    """A list of at least one item."""
    items = node.get(field)
    if isinstance(items, list) and items and all(isinstance(each, kind) for each in items):
        return items
    kinds = "objects" if kind is dict else "strings"
    raise Unservable(f"`{field}` of a structural tag is a list of {kinds}, at least one")
