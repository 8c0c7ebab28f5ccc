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
    records.sort(key=lambda record: -len(asked.intersection(stems_of(" ".join(_texts(record))))))
    values = {field.name: _value_from(records, field) for field in fields}
    return {name: value for name, value in values.items() if value is not None}


def _value_from(records: Sequence[Mapping[str, Any]], field: Property) -> Any:
    """The value whose key fits a field best, from the first record that has one."""
    found = [
        (_fit(field, key), typed)
        for record in records
        for key, value in record.items()
        if (typed := _typed(value, field.type)) is not None
    ]
    degree, value = max(found, key=lambda each: each[0], default=(0, None))
    return value if degree else None


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


def _texts(record: Mapping[str, Any]) -> Iterator[str]:
    return (value for value in record.values() if isinstance(value, str))


def _typed(value: Any, type_: str) -> Any:
    """A scalar as a value of a type, None if it is none."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    if type_ in ("string", ""):
        return str(value)
    return value if type_ in ("integer", "number") and is_of(value, type_) else None


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
