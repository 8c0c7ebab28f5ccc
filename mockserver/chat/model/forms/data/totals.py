"""Totals: the sum of an order in a text or in an object, for the keys that name one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mockserver.chat.model.demands.shapes.typed import object_of
from mockserver.chat.model.forms.data.sources import source_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, is_named
from mockserver.chat.model.text.numbers import number_of
from mockserver.chat.model.values.matching.records import records_in

_PRICED = object_of({"quantity": {"type": "integer"}, "price": {"type": "number"}})
"""A line of an order."""


def totals(task: Task, names: Iterable[str], found: Mapping[str, Any]) -> dict[str, float]:
    """The sums for the names of totals, such as `subtotal`; none if the text states a sum. `found`
    are the other values of the object."""
    named = [name for name in names if is_named("total", name)]
    if not named or NAMES.matches("stated total", task.text):
        return {}
    source = source_of(task)
    extra = sum(_number({name: found[name]}, "extra") for name in found)
    priced = _total_of(found) or _total_of({"rows": records_in(_PRICED, source, task.now)})
    total = _sum_of(task, source) or (priced and priced + extra)
    if not total:
        return {}
    return {e: round(total - extra * is_named("subtotal", e), 2) for e in named}


def _sum_of(task: Task, source: str) -> float:
    """The sum that the sentence of a source adds up to, else 0: `two tickets at 9 euros each`."""
    is_sentence = "\n" not in source.strip()
    found = task.answer_to(f"{source} How much is that in total?") if is_sentence else None
    is_sum = found is not None and found.text.endswith(f"= {found.value}")
    return float(number_of(found.value)) if found and is_sum else 0


def _total_of(made: Mapping[str, Any]) -> float:
    """The sum of the prices of the records in an object, or the price of its quantity, else 0."""
    lists = (each for each in made.values() if isinstance(each, list) and each)
    rows = next((each for each in lists if isinstance(each[0], dict)), [])
    if not rows:
        return _number(made, "amount") * _number(made, "quantity")
    return sum(_number(row, "amount") * (_number(row, "quantity") or 1) for row in rows)


def _number(row: Mapping[str, Any], kind: str) -> float:
    """The first number of a record under a name of a kind, else 0."""
    numbers = (key for key, each in row.items() if isinstance(each, int | float))
    return next((row[key] for key in numbers if is_named(kind, key)), 0)
