"""Prompts: published messages that go before a request's own, and the gaps in both."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, NamedTuple

from mockserver.core.errors import invalid
from mockserver.core.model import Json
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.objects import versions as objects
from mockserver.objects.versions import LATEST
from mockserver.store.store import Store

PROMPT_CLASSES = ("Prompt", "MessagesPrompt")


class Version(NamedTuple):
    """A version of an object."""

    project: str
    object_id: str
    version: str


def messages_of(store: Store, prompt: str, project: str) -> list[Json]:
    """The messages of a prompt: a ref, `name:version`, or `name` for the latest.

    Raises a 404 for an object that is not there, a 400 for one that is no prompt.
    """
    found = objects.find(store, *_version(prompt, project))
    kind, value = found["base_object_class"], found["val"]
    if kind not in PROMPT_CLASSES:
        raise invalid(f"{prompt} is not a prompt, its class is {kind}")
    messages = value.get("messages", [])
    if not isinstance(messages, list):
        raise invalid(f"The messages of prompt {prompt} are no list")
    return messages


def filled(messages: list[Json], variables: Mapping[str, Json]) -> list[Json]:
    """Messages with each `{name}` replaced; those of the assistant stay as they are.

    Observed. Raises a 400 for a name without a value, and for a brace that is left alone.
    """
    return [
        message if _is_by_assistant(message) else _filled(message, variables)
        for message in messages
    ]


def _version(prompt: str, project: str) -> Version:
    if prompt.startswith(SCHEME):
        ref = parse_ref(prompt)
        if not ref.version:
            raise invalid(f"{prompt} is no ref to an object")
        return Version(ref.project_id, ref.name, ref.version)
    name, _, version = prompt.partition(":")
    return Version(project, name, version or LATEST)


def _is_by_assistant(message: Json) -> bool:
    return isinstance(message, dict) and message.get("role") == "assistant"


def _filled(value: Any, variables: Mapping[str, Json]) -> Any:
    if isinstance(value, str):
        return _filled_text(value, variables)
    if isinstance(value, dict):
        return {name: _filled(item, variables) for name, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, variables) for item in value]
    return value


def _filled_text(text: str, variables: Mapping[str, Json]) -> str:
    """Python's format language with plain names alone: it could reach into what it names."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        raise invalid(f"{error} in {text!r}") from None
    return "".join(
        literal + (_value(name, specification, conversion, variables) if name is not None else "")
        for literal, name, specification, conversion in parts
    )


def _value(
    name: str, specification: str | None, conversion: str | None, variables: Mapping[str, Json]
) -> str:
    if specification or conversion or name not in variables:
        given = ", ".join(sorted(variables)) or "none"
        raise invalid(f"Template variable {name!r} has no value; there are: {given}")
    return str(variables[name])
