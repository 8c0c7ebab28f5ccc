"""Which constraint a request puts on the words of its reply, and the replies that obey it.

Chosen where the engine leaves it open: the constraint decides over bans, and where it ends the
reply ends, whatever `min_tokens` and `ignore_eos` ask for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from mockserver.core.errors import invalid
from mockserver.inference.guided import schema
from mockserver.inference.guided.draws import Draws
from mockserver.inference.guided.effort import STEPS, STEPS_OF_A_CHOICE, Effort, Unservable
from mockserver.inference.guided.grammar import write as write_derived
from mockserver.inference.guided.pattern import Pattern
from mockserver.inference.guided.prompted import schema_in
from mockserver.inference.guided.tags import write_tagged
from mockserver.inference.models import ChatRequest
from mockserver.inference.tokens import split
from mockserver.inference.vocabulary import END

Write = Callable[[bytes, str, Effort], str]
"""From a key and what the user said to a text."""

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


class Guide:
    """Replies that obey one constraint; all of a request share one effort."""

    def __init__(self, write: Write, hint: str, choices: int) -> None:
        self._write = write
        self._hint = hint
        self._effort = Effort(STEPS + choices * STEPS_OF_A_CHOICE)

    def say(self, key: bytes) -> tuple[str, ...]:
        """The tokens of a reply. Raises a 400 that says what cannot be obeyed, and where."""
        try:
            text = self._write(key, self._hint, self._effort)
        except Unservable as refused:
            raise invalid(f"Grammar error: {refused}") from None
        return tuple(split(text)) or (END,)


def guide_of(body: ChatRequest, hint: str) -> Guide | None:
    """What guides the replies to a request, if anything does."""
    write = _by_format(body) or _by_member(body)
    return Guide(write, hint, body.get("n") or 1) if write else None


def _by_format(body: ChatRequest) -> Write | None:
    form: Mapping[str, Any] = body.get("response_format") or {}
    kind = form.get("type")
    if kind == "json_object":
        return partial(_object, schema_in(body["messages"]))
    if kind == "json_schema" and (wanted := form["json_schema"].get("schema")) is not None:
        return partial(_json, wanted)
    if kind == "structural_tag":
        return partial(write_tagged, form)
    return None


def _by_member(body: ChatRequest) -> Write | None:
    for member, write in _MEMBERS.items():
        if (value := body.get(member)) is not None:
            return partial(write, value)
    return None


def _json(wanted: Any, key: bytes, hint: str, effort: Effort) -> str:
    return schema.write(wanted, key, hint, effort)


def _object(asked: dict[str, Any] | None, key: bytes, hint: str, effort: Effort) -> str:
    """Any object, but of the schema that the conversation asks for if that can be obeyed."""
    if asked is not None:
        with suppress(Unservable):
            return schema.write(asked, key, hint, effort)
    return schema.write(ANY_OBJECT, key, hint, Effort())


def _json_or_text(wanted: Any, key: bytes, hint: str, effort: Effort) -> str:
    """Observed: the schema may be JSON in a text."""
    found = json.loads(wanted) if isinstance(wanted, str) else wanted
    if not isinstance(found, dict | bool):
        raise Unservable("a schema is an object or a boolean")
    return schema.write(found, key, hint, effort)


def _matching(pattern: str, key: bytes, _: str, effort: Effort) -> str:
    return Pattern.of(pattern).text(Draws(key), effort)


def _choice(options: list[str], key: bytes, _: str, __: Effort) -> str:
    return Draws(key).pick(options)


def _derived(grammar: str, key: bytes, _: str, effort: Effort) -> str:
    return write_derived(grammar, key, effort)


def _tagged(tag: str, key: bytes, hint: str, effort: Effort) -> str:
    """Stated: the member holds as JSON what the format of this name holds."""
    try:
        form = json.loads(tag)
    except (ValueError, RecursionError):
        raise Unservable("the structural tag is not JSON") from None
    return write_tagged(form, key, hint, effort)


_MEMBERS: Mapping[str, Callable[..., str]] = {
    "guided_json": _json_or_text,
    "guided_regex": _matching,
    "guided_choice": _choice,
    "guided_grammar": _derived,
    "structural_tag": _tagged,
}
