"""Models of JSON that people write by hand, and plain words for their mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from pydantic import Field, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from mockserver.core.model import Closed

COMMENT = "//"
SCHEMA = "$schema"
ASIDE = frozenset({COMMENT, SCHEMA})
"""Keys for people and their editors, which are ignored."""

UNKNOWN_KEY = "unknown_key"

Name = Annotated[str, Field(min_length=1)]

_WORDS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "dict_type": lambda _: "not an object",
    "list_type": lambda _: "not a list",
    "missing": lambda _: "is missing",
    "model_type": lambda _: "not an object",
    "bool_parsing": lambda _: "neither true nor false",
    "bool_type": lambda _: "neither true nor false",
    "float_parsing": lambda _: "not a number",
    "float_type": lambda _: "not a number",
    "greater_than": lambda limits: f"has to be more than {limits['gt']}",
    "greater_than_equal": lambda limits: f"has to be at least {limits['ge']}",
    "int_from_float": lambda _: "not a whole number",
    "int_parsing": lambda _: "not a whole number",
    "int_type": lambda _: "not a whole number",
    "less_than_equal": lambda limits: f"has to be at most {limits['le']}",
    "literal_error": lambda limits: f"has to be {limits['expected']}",
    "string_too_short": lambda _: "is too short",
    "value_error": lambda limits: str(limits["error"]),
}


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
                raise _unknown(key, cls.model_fields)
        return {key: item for key, item in value.items() if key not in ASIDE}


def plainly(problem: ErrorDetails) -> str:
    """Describe a problem that pydantic found, in plainer words if it is a common one."""
    words = _WORDS.get(problem["type"])
    return words(problem.get("ctx", {})) if words else problem["msg"]


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name most similar to an unknown one."""
    from difflib import get_close_matches

    return get_close_matches(name, known, n=1, cutoff=0)[0]


def _unknown(key: str, known: Iterable[str]) -> PydanticCustomError:
    message = "unknown key '{key}'; the nearest known key is '{nearest}'"
    return PydanticCustomError(UNKNOWN_KEY, message, {"key": key, "nearest": nearest(key, known)})
