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
from mockserver.http.dialects import (
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
"""Schemas by their models and modes."""

Refusals = Mapping[str, tuple[str, Any]]
"""The description and the model of each refusal by its status; `4XX` is every other one."""

TRACE: Refusals = {
    "401": ("The credential is missing or not accepted.", Unserved),
    "422": ("The request is invalid.", HTTPValidationError | ReasonBody),
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
    JsonLines: "One item per line.",
    Events: "If streamed, the data of each event; the last is `[DONE]`.",
    LiveEvents: "The data of each event.",
}
_SLOWER = (Slow, SlowEvents)
"""Kinds that another kind of the same handler describes."""


class Sent(NamedTuple):
    """A kind of response that a handler may return, and the model of its content."""

    kind: Any
    model: Any = Any


def sent(annotation: Any) -> Iterator[Sent]:
    """Yield the kinds of response in a return annotation; a generator returns one at its end."""
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


def possible(refusals: Refusals, *, secured: bool, has_input: bool) -> Refusals:
    """The refusals that an operation can give, with or without credentials and input."""
    needed = {"401": secured, "422": has_input}
    return {status: each for status, each in refusals.items() if needed.get(status, True)}


def success(answers: Iterable[Sent], schemas: Schemas, forms: tuple[str, ...]) -> Record:
    """The response of success; bytes have one of the media types in `forms`, if there are any."""
    content: Record = {}
    words: dict[str, None] = {"Done.": None}
    for kind, model in answers:
        media = forms if kind is Content and forms else _MEDIA[kind]
        content |= {each: {"schema": _schema(kind, model, schemas)} for each in media}
        words |= {_WORDS[kind]: None} if kind in _WORDS else {}
    return {"description": " ".join(words), "content": content}


def refused(refusals: Refusals, schemas: Schemas) -> dict[str, Record]:
    """The response of each refusal, by status."""
    return {
        status: {"description": words, "content": {JSON: {"schema": schemas[model, SENT]}}}
        for status, (words, model) in refusals.items()
    }


def _schema(kind: Any, model: Any, schemas: Schemas) -> Record:
    """The schema of a kind of response. Stated: a stream of lines is an array of them."""
    if kind is Content:
        return BINARY
    schema = schemas[model, SENT]
    return {"type": "array", "items": schema} if kind is JsonLines else schema
