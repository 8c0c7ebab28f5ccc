"""Bounds of the size of a query, and of the errors about one.

All of it is chosen. An operand has fourteen possible shapes, so one mistake is reported fourteen
times and each report repeats its input: without bounds, a short query makes a huge answer.
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from mockserver.core.codec import encode
from mockserver.core.errors import invalid
from mockserver.core.limits import (
    LONGEST_INPUT,
    MOST_PROBLEMS,
    MOST_QUERY_LEVELS,
    MOST_QUERY_VALUES,
)


def check_size(value: Any) -> None:
    """Refuse, with a 400, what is nested too deeply or has too many values."""
    level, values = [value], 1
    for _ in range(MOST_QUERY_LEVELS):
        level = [member for holder in level for member in _members(holder)]
        if not level:
            return
        values += len(level)
        if values > MOST_QUERY_VALUES:
            raise invalid(f"Query has more than {MOST_QUERY_VALUES} values")
    raise invalid(f"Query is nested deeper than {MOST_QUERY_LEVELS} levels")


def _members(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def bounded_problems(error: ValidationError, value: Any) -> ValidationError:
    """The same error; a shorter one if there are many problems or `value` is long."""
    size = len(encode(value))
    if error.error_count() <= MOST_PROBLEMS and size <= LONGEST_INPUT:
        return error
    problems = error.errors(include_url=False)[:MOST_PROBLEMS]
    unsaid = f"(not repeated: the query has {size} bytes)"
    return ValidationError.from_exception_data(
        error.title,
        [
            InitErrorDetails(
                type=PydanticCustomError(problem["type"], problem["msg"], problem.get("ctx")),
                loc=problem["loc"],
                input=problem["input"] if size <= LONGEST_INPUT else unsaid,
            )
            for problem in problems
        ],
    )
