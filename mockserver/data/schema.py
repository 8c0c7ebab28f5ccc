"""The JSON Schema of data files, for editors."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from mockserver.core.hand_written import COMMENT
from mockserver.core.model import Record
from mockserver.data.models import SCHEMA, DataFile


class _Schema(GenerateJsonSchema):
    """Pydantic's schema of the models, in whose objects remarks are allowed."""

    def model_schema(self, schema: Any) -> Record:
        """A closed object with the key for remarks beside its own."""
        made: Record = super().model_schema(schema)
        if "properties" in made:
            made["properties"] = {**made["properties"], COMMENT: {"description": "A remark."}}
        return made


def schema() -> Record:
    """The schema of a whole file."""
    made = DataFile.model_json_schema(schema_generator=_Schema, mode="validation")
    made["properties"] = {SCHEMA: {"type": "string"}, **made["properties"]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}
