"""Messages about invalid values, for people who typed them."""

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


def plainly(problem: ErrorDetails) -> str:
    """Describe a problem that pydantic found, in plainer words if it is a common one."""
    words = _WORDS.get(problem["type"])
    return words(problem.get("ctx", {})) if words else problem["msg"]
