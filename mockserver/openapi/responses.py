"""The responses of an operation in the document: media types, schemas, refusals."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from mockserver.core.model import Record
from mockserver.http.answers import (
    Content,
    Events,
    JsonBytes,
    JsonLines,
    Later,
    LiveEvents,
    Slow,
    SlowEvents,
)
from mockserver.http.refusals import (
    ErrorResponse,
    FlatErrorResponse,
    HTTPValidationError,
    ReasonBody,
    Unserved,
)

JSON = "application/json"
LINES = ("application/jsonl", "application/x-ndjson")
BINARY = {"type": "string", "format": "binary"}

Mode = Literal["validation", "serialization"]
SENT: Mode = "serialization"
TAKEN: Mode = "validation"

Schemas = Mapping[tuple[Any, Mode], Record]
"""Schemas by the models that they are of, as they are sent or as they are taken."""

Refusals = Mapping[str, tuple[str, Any]]
"""The description and the model of each refusal by its status; `4XX` is every other one."""

TRACE: Refusals = {
    "401": ("No credential, or one that is not accepted.", Unserved),
    "422": ("The request does not fit.", HTTPValidationError | ReasonBody),
    "4XX": ("The request is refused.", ReasonBody | Unserved),
}
CHAT: Mapping[str, Refusals] = {
    "nested": {"4XX": ("The request is refused.", ErrorResponse)},
    "flat": {"4XX": ("The request is refused.", FlatErrorResponse)},
}
"""By the style of error bodies."""

_MEDIA: Mapping[Any, tuple[str, ...]] = {
    JsonBytes: (JSON,),
    JsonLines: LINES,
    Events: ("text/event-stream",),
    LiveEvents: ("text/event-stream",),
    Content: ("application/octet-stream",),
}
_WORDS = {
    JsonLines: "An item a line.",
    Events: "Of a stream, the data of each event; the last is `[DONE]`.",
    LiveEvents: "The data of each event.",
}
_SLOWER = (Slow, SlowEvents)
"""Answers that another one of the same handler describes."""


class Sent(NamedTuple):
    """An answer that a handler may return: how it is sent, and the model of what it holds."""

    kind: Any
    model: Any = Any


def sent(annotation: Any) -> Iterator[Sent]:
    """The answers that a return annotation names; work in steps answers at its end."""
    origin = get_origin(annotation)
    if origin is Generator:
        yield from sent(get_args(annotation)[-1])
    elif origin in (Union, UnionType):
        for part in get_args(annotation):
            yield from sent(part)
    elif origin in _MEDIA:
        yield Sent(origin, *get_args(annotation))
    elif annotation in _MEDIA:
        yield Sent(annotation)
    elif annotation not in _SLOWER:
        yield Sent(JsonBytes, Any if annotation is Later else annotation)


def befalling(refusals: Refusals, *, secured: bool, taking: bool) -> Refusals:
    """The refusals without those that need a credential, or something to be refused."""
    possible = {"401": secured, "422": taking}
    return {status: each for status, each in refusals.items() if possible.get(status, True)}


def done(answers: Iterable[Sent], schemas: Schemas, forms: tuple[str, ...]) -> Record:
    """The answer that is none of the refusals.

    Bytes are answered to those who send some in one of the `forms` of theirs.
    """
    content: Record = {}
    said: dict[str, None] = {"Done.": None}
    for kind, model in answers:
        media = forms if kind is Content and forms else _MEDIA[kind]
        content |= {each: {"schema": _schema(kind, model, schemas)} for each in media}
        said |= {_WORDS[kind]: None} if kind in _WORDS else {}
    return {"description": " ".join(said), "content": content}


def refused(refusals: Refusals, schemas: Schemas) -> dict[str, Record]:
    """Every refusal by its status."""
    return {
        status: {"description": words, "content": {JSON: {"schema": schemas[model, SENT]}}}
        for status, (words, model) in refusals.items()
    }


def _schema(kind: Any, model: Any, schemas: Schemas) -> Record:
    """Stated: that of a stream of lines is an array of them."""
    if kind is Content:
        return BINARY
    schema = schemas[model, SENT]
    return {"type": "array", "items": schema} if kind is JsonLines else schema
