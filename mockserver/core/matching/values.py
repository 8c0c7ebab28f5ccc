"""Expected values, and the differences of a value from one.

An expected object matches an object that has at least its keys, an expected list a list of the
same length, item by item. A key may be a path into the value, `messages[-1].content`. Any part of
an expected value may be a matcher, `{"contains": "weather"}`, or in Python a predicate.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from mockserver.core.codec import encode
from mockserver.core.hand_written import HandWritten
from mockserver.core.limits import LONGEST_MATCHER
from mockserver.core.matching.paths import parse_path, values_at
from mockserver.core.matching.patterns import Captured, compiled, search
from mockserver.core.model import leaves

SHOWN = 60
"""Characters of a value that are shown in a sentence."""

DEEPEST = 100
"""Levels of an expected value, which is compared recursively."""


class Matcher(HandWritten):
    """A condition on one value: exactly one of the four fields."""

    exact: Any = None
    contains: str | None = None
    pattern: str | None = Field(None, max_length=LONGEST_MATCHER)
    present: bool | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise ValueError("use one of exact, contains, pattern and present")
        if self.pattern is not None:
            compiled(self.pattern)
        return self

    def __str__(self) -> str:
        if self.contains is not None:
            return f"{short(self.contains)} in it"
        if self.pattern is not None:
            return f"the pattern {short(self.pattern)}"
        return short(self.exact)

    def capture(self, value: Any) -> Captured | None:
        """Match a value. Returns the captured groups of the pattern; None without a match."""
        if self.contains is not None:
            contained = isinstance(value, str) and self.contains.lower() in value.lower()
            return {} if contained else None
        if self.pattern is not None:
            return search(self.pattern, value) if isinstance(value, str) else None
        return {} if _same(self.exact, value) else None

    def problem(self, values: list[Any], at: str, captured: MutableMapping[str, str]) -> str | None:
        """The reason why none of the values matches; None if one does."""
        if self.present is not None:
            if bool(values) == self.present:
                return None
            return f"{at}: {'is missing' if self.present else 'is present'}"
        for value in values:
            found = self.capture(value)
            if found is not None:
                captured.update(found)
                return None
        got = f"got {short(values[0])}" if values else "is missing"
        return f"{at}: expected {self}, {got}"

    def implies(self, other: Matcher) -> bool:
        """True if every value that matches the other matcher certainly matches this one."""
        if self == other:
            return True
        if other.present is False or self.present is False:
            return False
        if self.present:
            return True
        if "exact" in other.model_fields_set:
            return self.capture(other.exact) is not None
        return self.contains is not None and self.capture(other.contains) is not None


def _exact(value: Any) -> Any:
    return value if isinstance(value, dict | Matcher) else {"exact": value}


def _contained(value: Any) -> Any:
    return {"contains": value} if isinstance(value, str) else value


def _expected(value: Any, depth: int = 0) -> Any:
    """Parse the matchers in an expected value. Raises ValueError for an invalid path."""
    if depth > DEEPEST:
        raise ValueError(f"nested more than {DEEPEST} deep")
    if isinstance(value, list):
        return [_expected(item, depth + 1) for item in value]
    if not isinstance(value, dict):
        return value
    if value and value.keys() <= Matcher.model_fields.keys():
        return Matcher.model_validate(value)
    for key in value:
        if "[" in key:
            parse_path(key)
    return {key: _expected(item, depth + 1) for key, item in value.items()}


Plain = str | float | bool | list[Any] | None
"""Any JSON value but an object."""

Exact = Annotated[Matcher, BeforeValidator(_exact, json_schema_input_type=Matcher | Plain)]
"""A matcher; any value but an object must be equal."""

Contained = Annotated[Matcher, BeforeValidator(_contained, json_schema_input_type=Matcher | str)]
"""A matcher; a string must be contained."""

Expected = Annotated[Any, BeforeValidator(_expected)]
"""An expected value."""


def differences(
    expected: Any, found: Any, at: str, captured: MutableMapping[str, str]
) -> Iterator[str]:
    """Yield a sentence for each part of a value that is not as expected."""
    if isinstance(expected, Matcher):
        if problem := expected.problem([found], at, captured):
            yield problem
    elif callable(expected):
        if not expected(found):
            yield f"{at}: {_name(expected)} is not true of {short(found)}"
    elif isinstance(expected, dict) and isinstance(found, dict):
        for key, item in expected.items():
            yield from _at_path(item, found, key, f"{at}.{key}", captured)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (item, value) in enumerate(zip(expected, found, strict=True)):
            yield from differences(item, value, f"{at}[{index}]", captured)
    elif not _same(expected, found):
        yield f"{at}: expected {short(expected)}, got {short(found)}"


def matchers_in(expected: Any) -> Iterator[Matcher]:
    """The matchers in an expected value."""
    return (leaf for leaf in leaves(expected) if isinstance(leaf, Matcher))


def has_predicate(expected: Any) -> bool:
    """True if an expected value contains a predicate."""
    return any(map(callable, leaves(expected)))


def implies(one: Any, other: Any) -> bool:
    """True if every value that matches `other` certainly matches `one`."""
    if isinstance(one, Matcher) or isinstance(other, Matcher):
        return _matcher(one).implies(_matcher(other))
    if isinstance(one, dict) and isinstance(other, dict):
        return all(key in other and implies(item, other[key]) for key, item in one.items())
    return _same(one, other)


def short(value: Any, most: int = SHOWN) -> str:
    """A value as JSON, shortened for a sentence."""
    text = encode(_plain(value)).decode(errors="replace")
    return text if len(text) <= most else text[:most] + "..."


def _at_path(
    expected: Any, found: Any, path: str, at: str, captured: MutableMapping[str, str]
) -> Iterator[str]:
    """Compare the value at a path; of several values, the nearest one."""
    values = [found[path]] if path in found else list(values_at(found, path))
    if isinstance(expected, Matcher):
        if problem := expected.problem(values, at, captured):
            yield problem
    elif not values:
        yield f"{at}: expected {short(expected)}, is missing"
    else:
        yield from min(
            (list(differences(expected, each, at, captured)) for each in values), key=len
        )


def _matcher(expected: Any) -> Matcher:
    return expected if isinstance(expected, Matcher) else Matcher(exact=expected)


def _plain(expected: Any) -> Any:
    """Turn the matchers of an expected value back into objects."""
    if isinstance(expected, Matcher):
        return expected.model_dump(exclude_unset=True)
    if isinstance(expected, dict):
        return {key: _plain(value) for key, value in expected.items()}
    return [_plain(item) for item in expected] if isinstance(expected, list) else expected


def _name(predicate: Any) -> str:
    name: str = getattr(predicate, "__name__", "the predicate")
    return "the predicate" if name == "<lambda>" else name


def _same(expected: Any, found: Any) -> bool:
    """True if two values are equal, where true is not 1."""
    return bool(expected == found) and isinstance(expected, bool) == isinstance(found, bool)
