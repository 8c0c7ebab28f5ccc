"""Kinds of records: the table, key and indexes of each, as a slice declares them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mockserver.core.model import Record
from mockserver.core.records import RecordModel


@dataclass(frozen=True, slots=True)
class Kind:
    """A table of records that belong to projects.

    `key` names the fields that identify a record within its project, `indexes` those that find
    records without a scan, `order` the one that sorts them; `sortable` makes its values sort as
    text. `model` has the fields that every record must have, and `blank` their values for those
    that an edited file lacks.
    """

    name: str
    key: tuple[str, ...]
    indexes: tuple[str, ...] = ()
    order: str | None = None
    sortable: Callable[[str], str] = str
    scope: str = "project_id"
    model: type[RecordModel] = RecordModel
    blank: Mapping[str, Any] = field(init=False)
    indexed: tuple[str, ...] = field(init=False)
    """All fields whose values are in an index."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "blank", self.model.blank())
        indexed = (self.scope, *self.key, *self.indexes, *filter(None, [self.order]))
        object.__setattr__(self, "indexed", indexed)

    def key_of(self, record: Record) -> str:
        """The record's key as one string."""
        if len(self.key) == 1:
            return str(record.get(self.key[0]))
        return key_text([str(record.get(field)) for field in self.key])

    def sort_value(self, record: Record) -> str:
        """The sort value of a record in the kind's order; empty without an order."""
        return self.sortable(str(record.get(self.order))) if self.order else ""


key_text = "\n".join
"""A key of several parts as one string; no part has a line break."""
