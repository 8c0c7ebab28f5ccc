"""Models of JSON that people write by hand, where an unknown key is a mistake."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from mockserver.core.model import Closed

COMMENT = "//"
SCHEMA = "$schema"
ASIDE = frozenset({COMMENT, SCHEMA})
"""Keys for people and their editors, which are ignored."""

UNKNOWN_KEY = "unknown_key"

Name = Annotated[str, Field(min_length=1)]


class HandWritten(Closed):
    """An object that refuses unknown keys and suggests the nearest known one.

    The key `//` is a comment, `$schema` is for editors; both are ignored.
    """

    @model_validator(mode="before")
    @classmethod
    def _known(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        for key in value:
            if key not in ASIDE and key not in cls.model_fields:
                raise _unknown(key, list(cls.model_fields))
        return {key: item for key, item in value.items() if key not in ASIDE}


def _unknown(key: str, known: list[str]) -> PydanticCustomError:
    nearest = get_close_matches(key, known, n=1, cutoff=0)[0]
    message = "unknown key '{key}'; the nearest known key is '{nearest}'"
    return PydanticCustomError(UNKNOWN_KEY, message, {"key": key, "nearest": nearest})
