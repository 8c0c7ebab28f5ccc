"""Prompts: published messages that go before a request's own, and variables filled into both."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, NamedTuple

from mockserver.core.errors import invalid
from mockserver.core.limits import LONGEST_COMPLETION_PROMPT
from mockserver.core.model import Json
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.store.store import Store
from mockserver.trace.objects import versions as objects
from mockserver.trace.objects.versions import LATEST

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

    Observed. Raises a 400 for a name without a value, and for a brace without a partner. Chosen:
    also a 400 for texts that are longer than `LONGEST_COMPLETION_PROMPT` together.
    """
    filling = _Filling(variables)
    return [message if _is_by_assistant(message) else filling.of(message) for message in messages]


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


class _Filling:
    """The variables of one request, filled into its messages."""

    def __init__(self, variables: Mapping[str, Json]) -> None:
        self._values = {name: str(value) for name, value in variables.items()}
        self._left = LONGEST_COMPLETION_PROMPT

    def of(self, value: Any) -> Any:
        """A JSON value with the variables filled into all its texts."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            return {name: self.of(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self.of(item) for item in value]
        return value

    def _text(self, text: str) -> str:
        """Python's format language, of which only plain names: `{a.b}` could reach into objects."""
        self._take(text)
        try:
            parts = list(Formatter().parse(text))
        except ValueError as error:
            raise invalid(f"{error} in {text[:200]!r}") from None
        return "".join(
            literal + (self._value(name, *how) if name is not None else "")
            for literal, name, *how in parts
        )

    def _value(self, name: str, specification: str | None, conversion: str | None) -> str:
        if specification or conversion or name not in self._values:
            given = ", ".join(sorted(self._values)) or "none"
            raise invalid(f"Template variable {name!r} has no value; there are: {given}")
        return self._take(self._values[name])

    def _take(self, text: str) -> str:
        self._left -= len(text)
        if self._left < 0:
            raise invalid(
                f"The messages are longer than {LONGEST_COMPLETION_PROMPT} characters "
                "with their variables"
            )
        return text
