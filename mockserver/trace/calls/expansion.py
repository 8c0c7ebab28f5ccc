"""Refs in calls, expanded to the objects that they name, in responses and in queries.

Observed on the production engine: a path is expanded if every ref on it has a path too, in any
order. The value of an object replaces its ref and, if it is a JSON object, has the ref as `_ref`.
The parts of such a path are keys, even digits; lists are not entered. A condition below an expanded
column reads only through refs: a plain value there has no fields. Chosen: a ref to an unknown or
deleted object stays unchanged.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from mockserver.core.errors import ApiError, invalid
from mockserver.core.limits import MOST_COLUMNS
from mockserver.core.model import Record
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.store.store import Store
from mockserver.trace.objects.refs import RefReader
from mockserver.trace.query.fields import Getter, Step, inside, parts_of, step_into, step_of

REF = "_ref"


class Expansion:
    """The columns of one request whose refs are expanded; each object is read once."""

    def __init__(self, store: Store, columns: list[str]) -> None:
        self._paths = sorted(dict.fromkeys(tuple(parts_of(column)) for column in columns), key=len)
        self._object = cache(partial(_object, RefReader(store)))

    def expand(self, call: Record) -> Record:
        """The call with expanded refs; a copy if there are any."""
        for path in self._paths:
            call = self._expanded(call, path)
        return call

    def reach(self, root: str, steps: list[Step]) -> Getter:
        """A getter of a value inside a field of a call, through the refs on the path to it."""
        crossings = {len(start) - 1 for start in self._paths if _leads(start, root, steps)}
        return self._across(root, steps, crossings) if crossings else inside(root, steps)

    def _across(self, root: str, steps: list[Step], crossings: set[int]) -> Getter:
        def read(call: Record) -> Any:
            value = call.get(root)
            for at, step in enumerate(steps):
                if at in crossings:
                    value = self._value(value) if _is_ref(value) else None
                value = _entered(value, step) if at < max(crossings) else step_into(value, step)
                if value is None:
                    return None
            return value

        return read

    def _expanded(self, value: Any, path: tuple[str, ...]) -> Any:
        if not path:
            return self._value(value)
        key, *rest = path
        if not isinstance(value, dict) or key not in value:
            return value
        return {**value, key: self._expanded(value[key], tuple(rest))}

    def _value(self, value: Any) -> Any:
        """The value that a ref names; any other value and a dangling ref are returned unchanged."""
        return self._object(value) if _is_ref(value) else value


def expansion_of(store: Store, columns: list[str] | None) -> Expansion | None:
    """The expansion of columns, or None without columns. Raises a 400 for too many."""
    if not columns:
        return None
    if len(columns) > MOST_COLUMNS:
        raise invalid(f"More than {MOST_COLUMNS} columns cannot be expanded")
    return Expansion(store, columns)


def _object(reader: RefReader, text: str) -> Any:
    try:
        ref = parse_ref(text)
        found = reader.read(ref) if ref.version else None
    except ApiError:
        return text
    if isinstance(found, dict):
        return {**found, REF: text}
    return text if found is None else found


def _leads(start: tuple[str, ...], root: str, steps: list[Step]) -> bool:
    """True if a column is on the path to a value inside it."""
    below = [step_of(part) for part in start[1:]]
    return start[0] == root and len(below) < len(steps) and steps[: len(below)] == below


def _is_ref(value: Any) -> bool:
    return isinstance(value, str) and value.startswith(SCHEME)


def _entered(value: Any, step: Step) -> Any:
    """The next value on the path to a column; digits may also be a key of an object."""
    return value.get(str(step)) if isinstance(value, dict) else step_into(value, step)
