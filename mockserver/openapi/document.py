"""An OpenAPI document from a table of operations.

The bodies and responses of an operation come from the signature of its handler, as in its endpoint,
so the document cannot differ from the server.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import WithDefaultSchema

from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.core.project import PATTERN
from mockserver.core.version import VERSION
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
from mockserver.http.bodies import Upload, held
from mockserver.http.control import Control
from mockserver.http.parsers import model_of
from mockserver.http.refusals import (
    ErrorResponse,
    FlatErrorResponse,
    HTTPValidationError,
    ReasonBody,
    Unserved,
)
from mockserver.listing import Row

JSON = "application/json"
LINES = ("application/jsonl", "application/x-ndjson")
EVENTS = ("text/event-stream",)
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

_KINDS: Mapping[Any, tuple[tuple[str, ...], str]] = {
    JsonBytes: ((JSON,), ""),
    JsonLines: (LINES, "One item per line."),
    Events: (EVENTS, "If streamed, the data of each event; the last is `[DONE]`."),
    LiveEvents: (EVENTS, "The data of each event."),
    Content: (("application/octet-stream",), ""),
}
"""The media types and the description of each kind of response."""

_SLOWER = (Slow, SlowEvents)
"""Kinds that another kind of the same handler describes."""

FORM = {
    "type": "object",
    "properties": {
        "project_id": {"type": "string", "pattern": PATTERN},
        "file": BINARY,
        "expected_digest": {"type": "string"},
    },
    "required": ["project_id", "file"],
}
FORM_NAME = "Body_file_create_file_create_post"
ACCEPT = {
    "name": "accept",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "default": LINES[0]},
}
"""The header that selects the media type of a stream of lines."""

_REF = "#/components/schemas/{model}"
_PARAMETER = re.compile(r"\{(\w+)(?::path)?\}")


def document(
    title: str,
    operations: Iterable[DescribedOperation],
    schemes: Mapping[str, Record] | None = None,
) -> Record:
    """The document, in OpenAPI 3.1. `schemes` are the security schemes that operations name."""
    described = [*operations]
    schemas, definitions = _schemas(described)
    paths: dict[str, Record] = {}
    for each in described:
        path = _PARAMETER.sub(r"{\1}", each.row.path)
        paths.setdefault(path, {})[each.row.method.lower()] = each.text(schemas)
    definitions[FORM_NAME] = FORM
    components = {"schemas": definitions, "securitySchemes": dict(schemes or {})}
    info = {"title": title, "version": VERSION}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": components}


class DescribedOperation:
    """A row with its id and tag, and with the types in the signature of its handler.

    `security` has the names of security schemes; any one of them suffices.
    """

    def __init__(
        self,
        row: Row | Control,
        name: str,
        tag: str,
        security: tuple[str, ...] = (),
        refusals: Refusals = MappingProxyType({}),
    ) -> None:
        self.row, self.id, self.tag, self.security = row, name, tag, security
        self.handler = row.resolve()
        hints = get_type_hints(self.handler, include_extras=True)
        first, *others = inspect.signature(self.handler).parameters
        self.body: Any = model_of(hints[first]) if others else None
        self.held = held(self.body)
        self.query: type[BaseModel] | None = hints.get("query")
        self.answers = [*dict.fromkeys(_sent(hints["return"]))]
        possible = {"401": bool(security), "422": bool(self.body or self.query)}
        self.refusals = {
            status: refusal for status, refusal in refusals.items() if possible.get(status, True)
        }

    def models(self) -> Iterator[tuple[Any, Mode]]:
        """The models of its JSON bodies and responses."""
        if self.body not in (None, Upload):
            yield self._json(), TAKEN
        yield from ((answer.model, SENT) for answer in self.answers)
        yield from ((model, SENT) for _, model in self.refusals.values())

    def text(self, schemas: Schemas) -> Record:
        """The operation object."""
        text: Record = {
            "operationId": self.id,
            "summary": self.row.name,
            "description": inspect.getdoc(self.handler) or "",
            "tags": [self.tag],
            "parameters": [
                *map(_in_path, _PARAMETER.findall(self.row.path)),
                *_in_query(self.query),
                *([ACCEPT] if any(answer.kind is JsonLines for answer in self.answers) else []),
            ],
            "responses": {"200": self._success(schemas), **self._refusals(schemas)},
        }
        if self.body:
            content = self._content(schemas)
            text["requestBody"] = {"required": self.held is None, "content": content}
        if self.security:
            text["security"] = [{scheme: []} for scheme in self.security]
        return text

    def _content(self, schemas: Schemas) -> Record:
        if self.body is Upload:
            return {"multipart/form-data": {"schema": {"$ref": _REF.format(model=FORM_NAME)}}}
        return {
            JSON: {"schema": schemas[self._json(), TAKEN]},
            **{media: {"schema": BINARY} for media in self._held_media()},
        }

    def _success(self, schemas: Schemas) -> Record:
        """The response of success; bytes have the media types of the body, if it has any."""
        content: Record = {}
        words = {"Done.": None}
        for kind, model in self.answers:
            media, description = _KINDS[kind]
            if kind is Content:
                media = self._held_media() or media
            schema = BINARY if kind is Content else schemas[model, SENT]
            if kind is JsonLines:  # Stated: a stream of lines is an array of them.
                schema = {"type": "array", "items": schema}
            content |= {each: {"schema": schema} for each in media}
            words |= {description: None} if description else {}
        return {"description": " ".join(words), "content": content}

    def _refusals(self, schemas: Schemas) -> dict[str, Record]:
        return {
            status: {"description": words, "content": {JSON: {"schema": schemas[model, SENT]}}}
            for status, (words, model) in self.refusals.items()
        }

    def _json(self) -> Any:
        return self.held.model if self.held else self.body

    def _held_media(self) -> tuple[str, ...]:
        return self.held.media if self.held else ()


class _Sent(NamedTuple):
    """A kind of response that a handler may return, and the model of its content."""

    kind: Any
    model: Any = Any


def _sent(annotation: Any) -> Iterator[_Sent]:
    """Yield the kinds of response in a return annotation; a generator returns one at its end."""
    origin = get_origin(annotation)
    if origin is Generator:
        yield from _sent(get_args(annotation)[-1])
    elif origin in (Union, UnionType):
        for part in get_args(annotation):
            yield from _sent(part)
    elif origin in _KINDS:
        yield _Sent(origin, *get_args(annotation))
    elif annotation in _KINDS:
        yield _Sent(annotation)
    elif annotation not in _SLOWER:
        yield _Sent(JsonBytes, Any if annotation is Later else annotation)


class _Generator(GenerateJsonSchema):
    """Schemas as typed clients need them.

    Such clients treat a field with a default as always present. That is right for a response; in a
    request, the description has the default instead.
    """

    def default_schema(self, schema: WithDefaultSchema) -> Record:
        described = super().default_schema(schema)
        if self.mode == "serialization" and described.get("default") is not None:
            return described
        default = described.pop("default", None)
        if default is not None:
            described["description"] = f"Default: {encode(default).decode()}"
        return described


def _schemas(described: Iterable[DescribedOperation]) -> tuple[Schemas, Record]:
    """The schema of each model, and the definitions to which the schemas refer."""
    models = dict.fromkeys(chain.from_iterable(each.models() for each in described))
    adapters = [((model, mode), mode, TypeAdapter(model)) for model, mode in models]
    found, rest = TypeAdapter.json_schemas(adapters, ref_template=_REF, schema_generator=_Generator)
    definitions = rest.get("$defs", {})
    names = {name: schema.get("title", name) for name, schema in definitions.items()}
    schemas = {key: _renamed(schema, names) for (key, _), schema in found.items()}
    return schemas, {names[name]: _renamed(part, names) for name, part in definitions.items()}


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """Refer to schemas by their titles, which are the stated names."""
    if isinstance(schema, list):
        return [_renamed(part, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _renamed(part, names) for key, part in schema.items()}
    if isinstance(reference := parts.get("$ref"), str):
        parts["$ref"] = _REF.format(model=names[reference.rpartition("/")[2]])
    return parts


def _in_path(name: str) -> Record:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _in_query(model: type[BaseModel] | None) -> Iterator[Record]:
    schema = model.model_json_schema() if model else {}
    for name, part in schema.get("properties", {}).items():
        needed = name in schema.get("required", ())
        yield {"name": name, "in": "query", "required": needed, "schema": part}
