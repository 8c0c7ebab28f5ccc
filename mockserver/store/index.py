"""Indexes of one kind: by key, by field and by order, separate for each project."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from mockserver.core.model import Record
from mockserver.store.kind import Kind, key_text
from mockserver.store.order import Order, ValueRange

Posting = list[int]
"""Numbers of the documents that have a value, rising."""

_TERMS = (str, int, float)
"""Types of values that are indexed directly; others are indexed as text."""

Where = Mapping[str, Collection[str]]
"""The values that each field may have."""


class ProjectIndexes:
    """The indexes of one project's records."""

    __slots__ = ("fields", "keys", "order")

    def __init__(self, kind: Kind) -> None:
        self.keys: dict[str, int] = {}
        self.fields: dict[str, dict[Any, Posting]] = {field: {} for field in kind.indexes}
        self.order = Order()


class Indexes:
    """All indexes of one kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._entries = itemgetter(*kind.indexed)
        self._projects: dict[str, ProjectIndexes] = {}
        self._shared: dict[str, ProjectIndexes] = {}
        """Projects whose keys a reader is using."""

    def add(self, number: int, record: Record) -> None:
        """Add document `number`. O(1) per field, O(log n) in the order."""
        kind = self.kind
        scope = str(record.get(kind.scope))
        project = self._projects.get(scope)
        if project is None:
            project = self._projects[scope] = ProjectIndexes(kind)
        key = kind.key_of(record)
        project.keys[key] = number
        for field, postings in project.fields.items():
            if (value := record.get(field)) is None:
                continue
            term = _term(value)
            posting = postings.get(term)
            if posting is None:
                postings[term] = [number]
            elif number < posting[-1]:
                insort(posting, number)
            else:
                posting.append(number)
        if kind.order:
            project.order.add((kind.sort_value(record), key, number))

    def remove(self, number: int, record: Record) -> None:
        """Remove document `number`; `record` is the one that was added."""
        kind = self.kind
        if self._shared:
            self._unshare()
        project = self._projects[str(record.get(kind.scope))]
        key = kind.key_of(record)
        if project.keys.get(key) == number:
            del project.keys[key]
        for field, postings in project.fields.items():
            if (value := record.get(field)) is not None:
                term = _term(value)
                posting = postings[term]
                del posting[bisect_left(posting, number)]
                if not posting:
                    del postings[term]
        if kind.order:
            project.order.remove((kind.sort_value(record), key, number))

    def same_place(self, old: Record, new: Record) -> bool:
        """True if both records have the same entries in every index."""
        return self._entries(old) == self._entries(new)  # type: ignore[no-any-return]

    def number(self, scope: str, key: Sequence[str]) -> int | None:
        """The number of the document whose key has these parts, or None."""
        project = self._projects.get(scope)
        return project.keys.get(key_text(key)) if project else None

    def keys(self, scope: str) -> Mapping[str, int]:
        """The numbers of the project's documents by key, for a slow reader.

        New documents appear in the mapping; deleted ones stay.
        """
        project = self._projects.get(scope)
        if project is None:
            return {}
        self._shared[scope] = project
        return project.keys

    def walk(self, scope: str, span: ValueRange, *, falling: bool) -> Iterator[int]:
        """Walk the project's documents within a span of the kind's order; without an order, all."""
        project = self._projects.get(scope)
        if project is None:
            return iter(())
        if self.kind.order:
            order = project.order
            return map(itemgetter(2), order.falling(span) if falling else order.rising(span))
        return iter(sorted(project.keys.values(), reverse=falling))

    def scopes(self) -> list[str]:
        """The projects that have documents."""
        return [scope for scope, project in self._projects.items() if project.keys]

    def count(self, scope: str) -> int:
        """The number of documents in the project."""
        project = self._projects.get(scope)
        return len(project.keys) if project else 0

    def values(self, scope: str, field: str) -> list[str]:
        """The values that an indexed field has in the project."""
        project = self._projects.get(scope)
        return list(project.fields[field]) if project else []

    def matching(self, scope: str, where: Where) -> list[int] | None:
        """The documents that match the most selective indexed condition of `where`, rising.

        None if no condition has an index.
        """
        project = self._projects.get(scope)
        if project is None:
            return []
        plans = [
            self._postings(project, field, values)
            for field, values in where.items()
            if field in project.fields or (field,) == self.kind.key
        ]
        cheapest = min(plans, key=lambda postings: sum(map(len, postings)), default=None)
        return None if cheapest is None else sorted(chain.from_iterable(cheapest))

    def _unshare(self) -> None:
        """Copy shared keys before a document is deleted: its number may be used again."""
        for project in self._shared.values():
            project.keys = project.keys.copy()
        self._shared.clear()

    def _postings(
        self, project: ProjectIndexes, field: str, values: Collection[str]
    ) -> list[Posting]:
        if (field,) == self.kind.key:
            return [[project.keys[value]] for value in set(values) if value in project.keys]
        index = project.fields[field]
        return [index[value] for value in set(values) if value in index]


def _term(value: Any) -> Any:
    """The form in which a value is indexed: a list or an object as text."""
    return value if isinstance(value, _TERMS) else str(value)
