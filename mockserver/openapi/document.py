"""An OpenAPI document from a table of operations.

The bodies and responses of an operation come from the signature of its handler, as in its endpoint,
so the document cannot differ from the server.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, get_type_hints

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import WithDefaultSchema

from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.core.project import PATTERN
from mockserver.core.version import VERSION
from mockserver.http.answers import JsonLines
from mockserver.http.bodies import held
from mockserver.http.control import Control
from mockserver.http.multipart import Upload
from mockserver.http.parsers import model_of
from mockserver.listing import Row
from mockserver.openapi.responses import (
    BINARY,
    JSON,
    LINES,
    SENT,
    TAKEN,
    Mode,
    Refusals,
    Schemas,
    possible,
    refused,
    sent,
    success,
)

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
        self.answers = [*dict.fromkeys(sent(hints["return"]))]
        has_input = bool(self.body or self.query)
        self.refusals = possible(refusals, secured=bool(security), has_input=has_input)

    def models(self) -> Iterator[tuple[Any, Mode]]:
        """The models of its JSON bodies and responses."""
        if self.body not in (None, Upload):
            yield self._json(), TAKEN
        yield from ((answer.model, SENT) for answer in self.answers)
        yield from ((model, SENT) for _, model in self.refusals.values())

    def _json(self) -> Any:
        return self.held.model if self.held else self.body

    def text(self, schemas: Schemas) -> Record:
        """The operation object."""
        forms = self.held.media if self.held else ()
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
            "responses": {
                "200": success(self.answers, schemas, forms),
                **refused(self.refusals, schemas),
            },
        }
        if self.body:
            content = self._content(schemas, forms)
            text["requestBody"] = {"required": self.held is None, "content": content}
        if self.security:
            text["security"] = [{scheme: []} for scheme in self.security]
        return text

    def _content(self, schemas: Schemas, forms: tuple[str, ...]) -> Record:
        if self.body is Upload:
            return {"multipart/form-data": {"schema": {"$ref": _REF.format(model=FORM_NAME)}}}
        return {
            JSON: {"schema": schemas[self._json(), TAKEN]},
            **{media: {"schema": BINARY} for media in forms},
        }


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
