"""What the models of answers share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from mockserver.core.model import Record

Answers = Mapping[str, Any]
"""The model of a document, or of each line of a stream, by the handler that answers it."""


def _without_nulls(schema: Record) -> None:
    """Typed clients take a member that has a default for one that is always there."""
    for part in schema["properties"].values():
        if "default" in part and part["default"] is None:
            del part["default"]


class Answered(BaseModel):
    """An object that is answered. It is open, as newer services add members."""

    model_config = ConfigDict(defer_build=True, json_schema_extra=_without_nulls)
