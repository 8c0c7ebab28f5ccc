"""Indexes of one kind: by key, by field, by order; all of them per project."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from operator import itemgetter
from typing import Any

from mockserver.core.model import Record
from mockserver.store.kind import Kind, key_text
from mockserver.store.order import Order, Span

Posting = list[int]
"""The numbers of documents that have a value, rising."""

Where = Mapping[str, Collection[str]]
"""Conditions by field: the values that the field may have."""


class Project:
    """The indexes of one project's records."""

    __slots__ = ("fields", "keys", "order")

    def __init__(self, kind: Kind) -> None:
        self.keys: dict[str, int] = {}
        self.fields: dict[str, dict[Any, Posting]] = {field: {} for field in kind.indexes}
        self.order = Order()


class Indexes:
    """Every index of one kind, kept in step with its rows."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._projects: dict[str, Project] = {}
        self._lent: dict[str, Project] = {}
        """Projects whose keys a reader may have."""

    def add(self, number: int, record: Record) -> None:
        """Enter document `number`. O(1) per field, O(log n) in the order."""
        kind = self.kind
        scope = str(record.get(kind.scope))
        project = self._projects.get(scope)
        if project is None:
            project = self._projects[scope] = Project(kind)
        key = kind.key_of(record)
        project.keys[key] = number
        for field, postings in project.fields.items():
            if (value := record.get(field)) is not None:
                posting = postings.setdefault(_term(value), [])
                if posting and number < posting[-1]:
                    insort(posting, number)
                else:
                    posting.append(number)
        if kind.order:
            project.order.add((kind.place_of(record), key, number))

    def is_whole(self, record: Record) -> bool:
        """Whether the record has the members that its kind must have."""
        return self.kind.blank.keys() <= record.keys()

    def whole(self, record: Record) -> Record:
        """The record with blanks in place of what it lacks."""
        return {**self.kind.blank, **record}

    def remove(self, number: int, record: Record) -> None:
        """Take document `number` out again; `record` is what `add` was given."""
        kind = self.kind
        if self._lent:
            self._leave_lent()
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
            project.order.remove((kind.place_of(record), key, number))

    def same_place(self, old: Record, new: Record) -> bool:
        """Whether both records stand at the same place in every index."""
        kind = self.kind
        watched = (kind.scope, *kind.key, *kind.indexes, *filter(None, [kind.order]))
        return all(old.get(field) == new.get(field) for field in watched)

    def number(self, scope: str, *key: str) -> int | None:
        """The document with a key of these parts, if there is one."""
        project = self._projects.get(scope)
        return project.keys.get(key_text(*key)) if project else None

    def keys(self, scope: str) -> Mapping[str, int]:
        """The project's documents by their keys, for a reader who may take its time: documents
        join them that are new, and none leaves."""
        project = self._projects.get(scope)
        if project is None:
            return {}
        self._lent[scope] = project
        return project.keys

    def walk(self, scope: str, span: Span, *, falling: bool) -> Iterator[int]:
        """The project's documents within a span of the kind's order; without an order, all."""
        project = self._projects.get(scope)
        if project is None:
            return iter(())
        if self.kind.order:
            order = project.order
            return map(itemgetter(2), order.falling(span) if falling else order.rising(span))
        return iter(sorted(project.keys.values(), reverse=falling))

    def numbers(self, scope: str) -> Iterator[int]:
        """The project's documents."""
        project = self._projects.get(scope)
        return iter(sorted(project.keys.values())) if project else iter(())

    def belongs(self, record: Record, scope: str) -> bool:
        """Whether a record is one of the project's."""
        return str(record.get(self.kind.scope)) == scope

    def scopes(self) -> list[str]:
        """The projects that have documents."""
        return [scope for scope, project in self._projects.items() if project.keys]

    def count(self, scope: str) -> int:
        """How many documents the project has."""
        project = self._projects.get(scope)
        return len(project.keys) if project else 0

    def values(self, scope: str, field: str) -> list[str]:
        """The values that an indexed field has in the project."""
        project = self._projects.get(scope)
        return list(project.fields[field]) if project else []

    def matching(self, scope: str, where: Where) -> list[int] | None:
        """Documents that fit the most selective condition of `where` that has an index, rising.

        None means that no condition has one.
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

    def _leave_lent(self) -> None:
        """Leave keys that were lent to those who have them, before a document goes: its number
        may be given again."""
        for project in self._lent.values():
            project.keys = project.keys.copy()
        self._lent.clear()

    def _postings(self, project: Project, field: str, values: Collection[str]) -> list[Posting]:
        if (field,) == self.kind.key:
            return [[project.keys[value]] for value in set(values) if value in project.keys]
        index = project.fields[field]
        return [index[value] for value in set(values) if value in index]


def _term(value: Any) -> Any:
    return value if isinstance(value, str | int | float) else str(value)
