"""What the models of answers share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

Answers = Mapping[str, Any]
"""The model of a document, or of each line of a stream, by the handler that answers it."""


class Answered(BaseModel):
    """An object that is answered. It is open, as newer services add members."""

    model_config = ConfigDict(defer_build=True)
