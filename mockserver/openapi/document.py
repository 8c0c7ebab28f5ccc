"""An OpenAPI document out of a table of operations.

What an operation takes is read from its handler, as the endpoint reads it: the document cannot
say anything else than what is served.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, Protocol, get_args, get_origin, get_type_hints

from pydantic import BaseModel, TypeAdapter

from mockserver.core.model import Record
from mockserver.core.version import VERSION
from mockserver.wire.answers import Content, Events, JsonLines, Live
from mockserver.wire.bodies import held
from mockserver.wire.multipart import Upload
from mockserver.wire.operation import Handler
from mockserver.wire.parsers import model_of

JSON = "application/json"
BINARY = {"type": "string", "format": "binary"}
FORM = {
    "type": "object",
    "properties": {
        "project_id": {"type": "string"},
        "file": BINARY,
        "expected_digest": {"type": "string"},
    },
    "required": ["project_id", "file"],
}
_MEDIA: Mapping[Any, tuple[str, ...]] = {
    JsonLines: ("application/jsonl", "application/x-ndjson"),
    Events: ("text/event-stream",),
    Live: ("text/event-stream",),
    Content: ("application/octet-stream",),
}
_REF = "#/components/schemas/{model}"
_PARAMETER = re.compile(r"\{(\w+)(?::path)?\}")


class Row(Protocol):
    """A row of a table of operations."""

    @property
    def name(self) -> str:
        """The operation's name."""

    @property
    def method(self) -> str:
        """GET, POST, PUT or DELETE."""

    @property
    def path(self) -> str:
        """The path, parameters in braces."""

    def resolve(self) -> Handler:
        """The handler."""


class Operation(NamedTuple):
    """A row, and how the document calls it."""

    row: Row
    id: str
    tag: str
    security: tuple[str, ...] = ()
    """Names of security schemes, any of which will do."""


def document(
    title: str, operations: Iterable[Operation], schemes: Mapping[str, Record] | None = None
) -> Record:
    """The document, in OpenAPI 3.1. `schemes` are the security schemes that operations name."""
    described = [*map(_Described, operations)]
    schemas, definitions = _schemas(described)
    paths: dict[str, Record] = {}
    for each in described:
        path = _PARAMETER.sub(r"{\1}", each.row.path)
        paths.setdefault(path, {})[each.row.method.lower()] = each.text(schemas)
    components = {"schemas": definitions, "securitySchemes": dict(schemes or {})}
    info = {"title": title, "version": VERSION}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": components}


class _Described:
    """One operation with what its handler's signature says."""

    def __init__(self, operation: Operation) -> None:
        self.operation = operation
        self.row = operation.row
        self.handler = self.row.resolve()
        hints = get_type_hints(self.handler, include_extras=True)
        first, *others = inspect.signature(self.handler).parameters
        self.body: Any = model_of(hints[first]) if others else None
        self.held = held(self.body)
        self.query: type[BaseModel] | None = hints.get("query")
        self.answer: Any = _given(hints["return"])

    def text(self, schemas: Mapping[str, Record]) -> Record:
        """The operation object."""
        _, name, tag, security = self.operation
        text: Record = {
            "operationId": name,
            "summary": self.row.name,
            "description": inspect.getdoc(self.handler) or "",
            "tags": [tag],
            "parameters": [*_in_path(self.row.path), *_in_query(self.query)],
            "responses": self._responses(),
        }
        if self.body:
            needed, content = self.held is None, self._content(schemas)
            text["requestBody"] = {"required": needed, "content": content}
        if security:
            text["security"] = [{scheme: []} for scheme in security]
        return text

    def _content(self, schemas: Mapping[str, Record]) -> Record:
        if self.body is Upload:
            return {"multipart/form-data": {"schema": FORM}}
        others = self.held.media if self.held else ()
        return {
            JSON: {"schema": schemas[self.operation.id]},
            **{media: {"schema": BINARY} for media in others},
        }

    def _responses(self) -> Record:
        kinds = get_args(self.answer) or (self.answer,)
        media = [each for kind in kinds for each in self._media(kind)]
        answers = {"200": {"description": "Done.", "content": {each: {} for each in media}}}
        if self.body or self.query:
            refused = {"description": "The request does not fit.", "content": {JSON: {}}}
            answers["400" if self.operation.tag == "Chat" else "422"] = refused
        return answers

    def _media(self, kind: Any) -> tuple[str, ...]:
        """Bytes are answered to those who send some in the form of theirs."""
        if kind is Content and self.held and self.held.media:
            return self.held.media
        return _MEDIA.get(kind, (JSON,))


def _schemas(described: Iterable[_Described]) -> tuple[dict[str, Record], Record]:
    """The schema of each operation's JSON body by the operation's id, and what they refer to."""
    mode: Literal["validation"] = "validation"
    bodies = [
        (each.operation.id, mode, TypeAdapter(each.held.model if each.held else each.body))
        for each in described
        if each.body not in (None, Upload)
    ]
    found, definitions = TypeAdapter.json_schemas(bodies, ref_template=_REF)
    return {name: schema for (name, _), schema in found.items()}, definitions.get("$defs", {})


def _given(answer: Any) -> Any:
    """What a handler answers; one that works in steps gives it at their end."""
    return get_args(answer)[-1] if get_origin(answer) is Generator else answer


def _in_path(path: str) -> Iterator[Record]:
    for name in _PARAMETER.findall(path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _in_query(model: type[BaseModel] | None) -> Iterator[Record]:
    schema = model.model_json_schema() if model else {}
    for name, part in schema.get("properties", {}).items():
        needed = name in schema.get("required", ())
        yield {"name": name, "in": "query", "required": needed, "schema": part}
