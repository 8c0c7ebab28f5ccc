"""Refs in calls, read for the objects that they name: in answers, and for queries to look inside.

Observed on the production engine: a path is expanded if each ref on it is asked for by a path of
its own, in whatever order; the value of an object takes the place of its ref and, being itself an
object, tells the ref as `_ref`. Lists are not looked into. Chosen where nothing is known: the ref
of an object that never was stays as it is, like that of a deleted one.
"""

from __future__ import annotations

from typing import Any

from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Record
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.store.store import Store
from mockserver.trace.objects.refs import Reader
from mockserver.trace.query.fields import Getter, Step, member, step_into, steps_of

REF = "_ref"

MOST_COLUMNS = 1000


class Expansion:
    """The columns of one request that hold refs to be read, each object once."""

    def __init__(self, store: Store, columns: list[str]) -> None:
        self._reader = Reader(store)
        self._paths = sorted(dict.fromkeys(map(steps_of, columns)), key=len)
        self._known: dict[str, Any] = {}

    def expand(self, call: Record) -> Record:
        """The call with what the refs name in place of them; a copy where it differs."""
        for path in self._paths:
            call = self._expanded(call, path)
        return call

    def reach(self, root: str, steps: list[Step]) -> Getter:
        """Reads a value inside a member of a call, and through the refs on the way to it."""
        path: tuple[Step, ...] = (root, *steps)
        crossings = {
            len(start)
            for start in self._paths
            if len(start) < len(path) and path[: len(start)] == start
        }
        return self._across(path, crossings) if crossings else member(root, steps)

    def _across(self, path: tuple[Step, ...], crossings: set[int]) -> Getter:
        def read(call: Record) -> Any:
            value: Any = call
            for at, step in enumerate(path):
                value = step_into(self._value(value) if at in crossings else value, step)
                if value is None:
                    return None
            return value

        return read

    def _expanded(self, value: Any, path: tuple[Step, ...]) -> Any:
        if not path:
            return self._value(value)
        key, *rest = path
        if not isinstance(value, dict) or key not in value:
            return value
        return {**value, key: self._expanded(value[key], tuple(rest))}

    def _value(self, value: Any) -> Any:
        """What a ref names; any other value, and a ref that leads nowhere, as it is."""
        if not isinstance(value, str) or not value.startswith(SCHEME):
            return value
        if value not in self._known:
            self._known[value] = self._read(value)
        return self._known[value]

    def _read(self, text: str) -> Any:
        try:
            ref = parse_ref(text)
            found = self._reader.read(ref) if ref.version else None
        except ApiError:
            return text
        if isinstance(found, dict):
            return {**found, REF: text}
        return text if found is None else found


def expansion_of(store: Store, columns: list[str] | None) -> Expansion | None:
    """None if there is nothing to expand. Raises a 400 for too many columns."""
    if not columns:
        return None
    if len(columns) > MOST_COLUMNS:
        raise invalid(f"More than {MOST_COLUMNS} columns cannot be expanded")
    return Expansion(store, columns)
