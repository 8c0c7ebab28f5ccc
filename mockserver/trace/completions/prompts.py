"""Published prompts, whose messages precede those of a request, and variables in both."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from mockserver.core.errors import invalid
from mockserver.core.limits import LONGEST_COMPLETION_PROMPT
from mockserver.core.model import Json, with_texts
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.store.store import Store
from mockserver.trace.objects import versions as objects
from mockserver.trace.objects.versions import LATEST


def messages_of(store: Store, prompt: str, project: str) -> list[Json]:
    """The messages of a prompt: a ref, `name:version`, or `name` for the latest.

    Raises a 404 for an unknown object, a 400 for one that is not a prompt.
    """
    if prompt.startswith(SCHEME):
        ref = parse_ref(prompt)
        if not ref.version:
            raise invalid(f"{prompt} is not a ref to an object")
        project, name, version = ref.project_id, ref.name, ref.version
    else:
        name, _, version = prompt.partition(":")
    found = objects.find(store, project, name, version or LATEST)
    kind, value = found["base_object_class"], found["val"]
    if kind not in ("Prompt", "MessagesPrompt"):
        raise invalid(f"{prompt} is not a prompt, its class is {kind}")
    messages = value.get("messages", [])
    if not isinstance(messages, list):
        raise invalid(f"The messages of prompt {prompt} are not a list")
    return messages


def filled(messages: list[Json], variables: Mapping[str, Json]) -> list[Json]:
    """Messages with each `{name}` replaced, except in those of the assistant. Observed.

    Raises a 400 for a name without a value, and for a brace without a partner. Chosen: also for
    texts that are longer than `LONGEST_COMPLETION_PROMPT` together.
    """
    fill = _Filling(variables).fill
    return [
        message
        if isinstance(message, dict) and message.get("role") == "assistant"
        else with_texts(message, fill)
        for message in messages
    ]


class _Filling:
    """Fills the variables of one request into texts, up to a total length."""

    def __init__(self, variables: Mapping[str, Json]) -> None:
        self._values = {name: str(value) for name, value in variables.items()}
        self._left = LONGEST_COMPLETION_PROMPT

    def fill(self, text: str) -> str:
        """Python's format language with plain names only: `{a.b}` could reach into objects."""
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
            known = ", ".join(sorted(self._values)) or "none"
            raise invalid(f"Template variable {name!r} has no value; known variables: {known}")
        return self._take(self._values[name])

    def _take(self, text: str) -> str:
        self._left -= len(text)
        if self._left < 0:
            raise invalid(
                f"The messages are longer than {LONGEST_COMPLETION_PROMPT} characters "
                "with their variables"
            )
        return text
