"""What is wrong with a value, in the words of somebody who typed it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import ErrorDetails

_WORDS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "dict_type": lambda _: "not an object",
    "list_type": lambda _: "not a list",
    "missing": lambda _: "is missing",
    "model_type": lambda _: "not an object",
    "bool_parsing": lambda _: "neither true nor false",
    "bool_type": lambda _: "neither true nor false",
    "float_parsing": lambda _: "not a number",
    "float_type": lambda _: "not a number",
    "greater_than": lambda told: f"has to be more than {told['gt']}",
    "greater_than_equal": lambda told: f"has to be at least {told['ge']}",
    "int_from_float": lambda _: "not a whole number",
    "int_parsing": lambda _: "not a whole number",
    "int_type": lambda _: "not a whole number",
    "less_than_equal": lambda told: f"has to be at most {told['le']}",
    "literal_error": lambda told: f"has to be {told['expected']}",
    "string_too_short": lambda _: "is too short",
    "value_error": lambda told: str(told["error"]),
}


def plainly(problem: ErrorDetails) -> str:
    """A problem that pydantic found: what people mistype in our words, the rest in its own."""
    words = _WORDS.get(problem["type"])
    return words(problem.get("ctx", {})) if words else problem["msg"]
