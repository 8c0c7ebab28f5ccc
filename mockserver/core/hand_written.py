"""What people write by hand: objects in which a key that is not known is a mistake."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from mockserver.core.model import Closed

REMARK = "//"
SCHEMA = "$schema"
ASIDE = frozenset({REMARK, SCHEMA})
"""Keys that are for people and their editors."""

UNKNOWN_KEY = "unknown_key"

Name = Annotated[str, Field(min_length=1)]


class HandWritten(Closed):
    """One object. The key `//` holds a remark for people, `$schema` what their editors read."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        for key in given:
            if key not in ASIDE and key not in cls.model_fields:
                raise _unknown(key, list(cls.model_fields))
        return {key: value for key, value in given.items() if key not in ASIDE}


def _unknown(key: str, known: list[str]) -> PydanticCustomError:
    nearest = get_close_matches(key, known, n=1, cutoff=0)[0]
    message = "unknown key '{key}'; the nearest known key is '{nearest}'"
    return PydanticCustomError(UNKNOWN_KEY, message, {"key": key, "nearest": nearest})
