"""Values for the next call from the results of the calls before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import stems_of, words_of
from mockserver.chat.model.reading import ToolResult
from mockserver.chat.model.texts import value_of
from mockserver.chat.model.values.fields import Property, is_of

_MOST_RECORDS = 200
_DEEPEST = 6


def values_from(
    results: Sequence[ToolResult], fields: Sequence[Property], question: str
) -> dict[str, Any]:
    """The values for fields in the records that fit a question best."""
    asked = frozenset(stems_of(question))
    records = [record for result in results for record in _records_of(result)][:_MOST_RECORDS]
    records.sort(key=lambda record: -len(asked & _stems(record)))
    pairs = [pair for record in records for pair in record.items()]
    values = {}
    for field in fields:
        fits = [(_fit(field, key), value) for key, value in pairs if _is_typed(value, field)]
        degree, value = max(fits, key=lambda each: each[0], default=(0, None))
        if degree:
            values[field.name] = str(value) if field.type in ("string", "") else value
    return values


def _records_of(result: ToolResult) -> Iterator[Mapping[str, Any]]:
    """All objects in a result, outer ones first."""
    try:
        waiting = [(value_of(result.text), 0)]
    except ValueError:
        return
    while waiting:
        value, depth = waiting.pop(0)
        if isinstance(value, dict):
            yield value
        inner = value.values() if isinstance(value, dict) else value
        if isinstance(value, (dict, list)) and depth < _DEEPEST:
            waiting += [(each, depth + 1) for each in inner]


def _stems(record: Mapping[str, Any]) -> set[str]:
    return {stem for each in record.values() if isinstance(each, str) for stem in stems_of(each)}


def _is_typed(value: Any, field: Property) -> bool:
    """True if a value is a text or a number that a field can take."""
    is_scalar = isinstance(value, (str, int, float)) and not isinstance(value, bool)
    is_number = field.type in ("integer", "number") and is_of(value, field.type)
    return is_scalar and (is_number or field.type in ("string", ""))


def _fit(field: Property, key: str) -> int:
    """The degree to which a key of a result fits a field: the same words most, then `id` and
    `event_id`, then `email` and a field such as `to`."""
    named, keyed = words_of(field.name), words_of(key)
    if named == keyed:
        return 3
    if is_reference(field) and named[-1:] == keyed[-1:]:
        return 2
    return int(takes_address(field) and not words("fields.mail").isdisjoint(keyed))


def is_reference(field: Property) -> bool:
    """True if a field takes an id, which users seldom know."""
    return not words("fields.references").isdisjoint(words_of(field.name)[-1:])


def takes_address(field: Property) -> bool:
    """True if a field takes an e-mail address, such as `to`."""
    addressed = words("fields.addressed")
    return field.kind == "email" or not addressed.isdisjoint(words_of(field.name))
