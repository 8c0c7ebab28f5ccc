"""Values for the next call from the results of the calls before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.reading.conversation import ToolResult
from mockserver.chat.model.text.literals import value_of
from mockserver.chat.model.text.meaning import stems_of, words_of
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.matching.assignment import best_matches

_MOST_RECORDS = 200
"""The most records of a result that are read."""

_SCALARS = (str, int, float)
"""The types of single values."""

_ORDINALS = {0: "first", 1: "second", 2: "third", 3: "fourth", 4: "fifth", -1: "last"}


def values_from(
    results: Sequence[ToolResult], fields: Sequence[Property], question: str, now: datetime
) -> dict[str, Any]:
    """The values for fields in the records that fit a question best, by their keys or kinds.

    `The second one` is a record of the last result.
    """
    if not results:
        return {}
    asked = frozenset(stems_of(question))
    records = [record for result in results for record in _records_of(result)][:_MOST_RECORDS]
    records.sort(key=lambda record: -len(asked & _stems(record)))
    places = [place for place, word in _ORDINALS.items() if word in words_of(question)]
    if places and (rows := [*_records_of(results[-1])]):
        records = rows[places[0] :][:1] or records
    pairs = [pair for record in records for pair in record.items()]
    text = "\n".join(f"{key}: {value}" for key, value in pairs if isinstance(value, _SCALARS))
    found = best_matches(fields, text, now) if text else {}
    return {name: one.value for name, one in found.items() if one.is_certain}


def _records_of(result: ToolResult) -> Iterator[Mapping[str, Any]]:
    """All objects in a result, outer ones first."""
    try:
        waiting = [value_of(result.text)]
    except ValueError:
        return
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, dict):
            yield value
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value


def _stems(record: Mapping[str, Any]) -> set[str]:
    return {stem for each in record.values() if isinstance(each, str) for stem in stems_of(each)}
