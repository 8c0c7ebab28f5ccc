"""What an operation answers, as the document tells it: media types, schemas, refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mockserver.core.model import Record
from mockserver.http.answers import Content, Events, JsonLines, Live

JSON = "application/json"
LINES = ("application/jsonl", "application/x-ndjson")
BINARY = {"type": "string", "format": "binary"}

Schemas = Mapping[Any, Record]
"""Schemas by the models that they are of."""

_MEDIA: Mapping[Any, tuple[str, ...]] = {
    JsonLines: LINES,
    Events: ("text/event-stream",),
    Live: ("text/event-stream",),
    Content: ("application/octet-stream",),
}
_WORDS = {
    JsonLines: "An item a line.",
    Events: "Of a stream, the data of each event; the last is `[DONE]`.",
    Live: "The data of each event.",
}


class Told(NamedTuple):
    """The models of what an operation answers."""

    done: Any = Any
    """Of the document that is answered, or of each line of it."""

    event: Any = Any
    """Of each event's data."""

    refused: Mapping[str, tuple[str, Any]] = {}
    """Of refusals by their status, with what is said of them."""

    def models(self) -> Iterator[Any]:
        """All of them."""
        yield from (self.done, self.event)
        yield from (model for _, model in self.refused.values())

    def befalling(self, *, secured: bool, taking: bool) -> Told:
        """The same without the refusals that need a credential, or something to be refused."""
        possible = {"401": secured, "422": taking}
        refused = {name: each for name, each in self.refused.items() if possible.get(name, True)}
        return self._replace(refused=refused)


def done(kinds: Iterable[Any], told: Told, schemas: Schemas, forms: tuple[str, ...]) -> Record:
    """The answer that is none of the refusals.

    `kinds` are the types that the handler returns. Bytes are answered to those who send some in
    one of the `forms` of theirs.
    """
    content: Record = {}
    said: dict[str, None] = {"Done.": None}
    for kind in kinds:
        media = forms if kind is Content and forms else _MEDIA.get(kind, (JSON,))
        content |= {each: {"schema": _schema(kind, told, schemas)} for each in media}
        said |= {_WORDS[kind]: None} if kind in _WORDS else {}
    return {"description": " ".join(said), "content": content}


def refused(told: Told, schemas: Schemas) -> dict[str, Record]:
    """Every refusal by its status."""
    return {
        status: {"description": words, "content": {JSON: {"schema": schemas[model]}}}
        for status, (words, model) in told.refused.items()
    }


def _schema(kind: Any, told: Told, schemas: Schemas) -> Record:
    """Stated: that of a stream of lines is an array of them."""
    if kind is Content:
        return BINARY
    if kind in (Events, Live):
        return schemas[told.event]
    schema = schemas[told.done]
    return {"type": "array", "items": schema} if kind is JsonLines else schema
