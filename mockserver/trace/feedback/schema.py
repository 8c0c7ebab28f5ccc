"""A check of a value against a JSON Schema; both come from clients, so it takes bounded time.

Patterns are matched by an engine without backtracking, references lead nowhere outside the
schema, and a check that takes too many steps counts as a value that does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any

from mockserver.core.codec import encode
from mockserver.core.limits import LARGEST_FIELD_SCHEMA

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


STEPS = 20_000
"""Keywords looked at in one check; a schema of a form has a few dozen."""

Keyword = Callable[..., Any]


class _TooLong(Exception):
    """The check was given up."""


def fits(value: Any, schema: Any) -> bool:
    """True if `value` satisfies `schema`. Nothing fits a schema that is invalid."""
    from jsonschema.exceptions import SchemaError
    from referencing.exceptions import Unresolvable

    if len(encode(schema)) > LARGEST_FIELD_SCHEMA:
        return False
    try:
        return bool(_validator(schema).is_valid(value))
    except (SchemaError, Unresolvable, RecursionError, ArithmeticError, _TooLong):
        return False


def _validator(schema: Any) -> Validator:
    from jsonschema.validators import Draft202012Validator, extend
    from referencing import Registry

    steps = count(1)
    keywords = {**Draft202012Validator.VALIDATORS, "pattern": _pattern, "uniqueItems": _unique}
    keywords["patternProperties"] = _pattern_properties
    counted = {name: _counted(keyword, steps) for name, keyword in keywords.items()}
    bounded = extend(Draft202012Validator, validators=counted)
    bounded.check_schema(schema)
    validator: Validator = bounded(schema, registry=Registry())
    return validator


def _counted(keyword: Keyword, steps: Iterator[int]) -> Keyword:
    def count_and_check(*arguments: Any) -> Any:
        if next(steps) > STEPS:
            raise _TooLong
        return keyword(*arguments)

    return count_and_check


def _pattern(validator: Any, pattern: Any, value: Any, schema: Any) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    if isinstance(value, str) and not _found(pattern, value):
        yield ValidationError("does not match the pattern")


def _pattern_properties(
    validator: Any,
    patterns: dict[str, Any],
    value: Any,
    schema: Any,
) -> Iterator[Any]:
    for pattern, inner in patterns.items():
        for name, item in value.items() if isinstance(value, dict) else ():
            if _found(pattern, name):
                yield from validator.descend(item, inner, path=name, schema_path=pattern)


def _unique(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    if wanted and isinstance(value, list) and len(set(map(encode, value))) < len(value):
        yield ValidationError("has items that are equal")


def _found(pattern: str, words: str) -> bool:
    matcher = _matcher(pattern)
    try:
        matcher.validate_python(words)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=64)
def _matcher(pattern: str) -> Any:
    from pydantic import Field, TypeAdapter
    from pydantic_core import SchemaError

    try:
        return TypeAdapter(Annotated[str, Field(pattern=pattern)])
    except SchemaError:
        raise _TooLong from None
