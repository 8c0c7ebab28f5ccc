"""The filter of a calls query: what an index can answer, and what is tested call by call."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_FILTER_VALUES
from mockserver.trace.calls.models import CallsFilter
from mockserver.trace.query.logic import Predicate

UNLIMITED = "wb_user_ids"
"""Observed: the one list that may be longer."""

ANY_VERSION = ":*"

FIELDS = {
    "op_names": "op_name",
    "parent_ids": "parent_id",
    "trace_ids": "trace_id",
    "call_ids": "id",
    "thread_ids": "thread_id",
    "turn_ids": "turn_id",
    "wb_user_ids": "wb_user_id",
}
"""Members of a filter that ask for values of one field."""

EMPTY_MEANS_NONE = {"thread_ids", "turn_ids"}
"""Observed: here an empty list matches nothing; in any other member it asks for nothing."""


def indexed_conditions(
    filter: CallsFilter | None, ops: Callable[[], Iterable[str]]
) -> dict[str, Collection[str]]:
    """The conditions that are plain equality of a field, for the store to pick an index from.

    `ops` tells the names of all ops, in case versions of one are asked for.
    """
    conditions: dict[str, Collection[str]] = {
        FIELDS[member]: values for member, values in _given(filter) if member in FIELDS
    }
    asked = frozenset(conditions.get("op_name", ()))
    if any(name.endswith(ANY_VERSION) for name in asked):
        is_named = _names(asked)
        conditions["op_name"] = [name for name in ops() if is_named(name)]
    return conditions


def predicates(filter: CallsFilter | None, project_id: str) -> list[Predicate]:
    """One test per condition; a call matches that passes all. Raises a 400 for over-long lists."""
    tests = [_test(member, values, project_id) for member, values in _given(filter)]
    if filter and filter.trace_roots_only:
        tests.append(lambda record: record["parent_id"] is None)
    return tests


def _given(filter: CallsFilter | None) -> Iterator[tuple[str, list[str]]]:
    if filter is None:
        return
    for member in type(filter).model_fields:
        values = getattr(filter, member)
        if isinstance(values, list) and (values or member in EMPTY_MEANS_NONE):
            yield member, values


def _test(member: str, values: list[str], project_id: str) -> Predicate:
    if len(values) > MOST_FILTER_VALUES and member != UNLIMITED:
        raise invalid(
            f"Parameter: '{member}' request length is greater than max length "
            f"({MOST_FILTER_VALUES}). Actual length: {len(values)}"
        )
    wanted = frozenset(values)
    if member == "op_names":
        return _op_test(wanted)
    if member in ("input_refs", "output_refs"):
        field = "inputs" if member == "input_refs" else "output"
        return lambda record: not wanted.isdisjoint(_texts(record[field]))
    if member == "wb_run_ids":
        runs = wanted | {f"{project_id}/{run}" for run in wanted if "/" not in run}
        return _value_test("wb_run_id", runs)
    return _value_test(FIELDS[member], wanted)


def _value_test(field: str, wanted: frozenset[str]) -> Predicate:
    return lambda record: record[field] in wanted


def _op_test(wanted: frozenset[str]) -> Predicate:
    is_named = _names(wanted)
    return lambda record: is_named(record["op_name"])


def _names(wanted: frozenset[str]) -> Callable[[str], bool]:
    """Exact names, and prefixes up to the version: `name:*` fits every version of `name`."""
    prefixes = tuple(name[:-1] for name in wanted if name.endswith(ANY_VERSION))
    return lambda name: name in wanted or name.startswith(prefixes)


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value; a ref is a whole text."""
    pending = [value]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)
