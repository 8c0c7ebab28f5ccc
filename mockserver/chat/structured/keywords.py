"""Keywords of JSON Schema that match patterns, on a matcher that never runs away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mockserver.chat.structured.dialect import objects_in
from mockserver.chat.structured.effort import Unservable
from mockserver.chat.structured.pattern import Pattern

Keyword = Callable[[Any, Any, Any, Any], Iterator[Any] | None]
"""From a validator, the keyword's value, an instance and its schema to errors."""

Searches = Callable[[str, str], bool]
"""Whether a pattern is found in a text."""


def pattern_keywords(
    known: Mapping[str, Keyword], searches: Searches, schema: Any
) -> dict[str, Keyword]:
    """Those keywords out of `known` that match patterns, for the documents of one `schema`."""
    replaced = {
        "pattern": _pattern(searches),
        "patternProperties": _pattern_properties(searches),
        "additionalProperties": _additional_properties(searches),
    }
    if unevaluated := known.get("unevaluatedProperties"):
        patterns = [*_name_patterns(schema)]
        replaced["unevaluatedProperties"] = _unevaluated_properties(unevaluated, patterns)
    return {name: keyword for name, keyword in replaced.items() if name in known}


def _pattern(searches: Searches) -> Keyword:
    def judge(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[Any]:
        from jsonschema import ValidationError

        if isinstance(instance, str) and not searches(pattern, instance):
            yield ValidationError(f"`pattern` {pattern} is not found")

    return judge


def _pattern_properties(searches: Searches) -> Keyword:
    def judge(validator: Any, patterns: Any, instance: Any, _: Any) -> Iterator[Any]:
        if isinstance(instance, dict):
            for pattern, schema in patterns.items():
                for name in instance:
                    if searches(pattern, name):
                        yield from validator.descend(instance[name], schema, path=name)

    return judge


def _additional_properties(searches: Searches) -> Keyword:
    def judge(validator: Any, extra: Any, instance: Any, schema: Any) -> Iterator[Any]:
        known, patterns = schema.get("properties", ()), schema.get("patternProperties", ())
        for name in instance if isinstance(instance, dict) else ():
            if name not in known and not any(searches(pattern, name) for pattern in patterns):
                yield from validator.descend(instance[name], extra, path=name)

    return judge


def _unevaluated_properties(known: Keyword, patterns: Sequence[str]) -> Keyword:
    """This keyword of `jsonschema` matches names by itself, so only cheap patterns get there."""

    def judge(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any] | None:
        for name in instance if isinstance(instance, dict) else ():
            if not all(Pattern.of(pattern).is_cheap(name) for pattern in patterns):
                raise Unservable("`unevaluatedProperties` is not followed beside such patterns")
        return known(validator, value, instance, schema)

    return judge


def _name_patterns(schema: Any) -> Iterator[str]:
    for inner in objects_in(schema):
        if isinstance(patterns := inner.get("patternProperties"), dict):
            yield from patterns
