"""Kinds of records: the table, key, indexes and record model of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mockserver.core.model import Record

if TYPE_CHECKING:
    from mockserver.core.records import RecordModel


@dataclass(eq=False)
class Kind:
    """A table of records that belong to projects.

    `key` names the fields that identify a record within its project, `indexes` those that find
    records without a scan, `order` the one that sorts them; `sortable` makes its values sort as
    text.
    """

    name: str
    record: str = "core.records:RecordModel"
    """Module and class of the record model, such as `trace.calls.models:CallSchema`; imported when
    a record of the kind is first made or read."""

    key: tuple[str, ...] = ("id",)
    indexes: tuple[str, ...] = ()
    order: str | None = None
    sortable: Callable[[str], str] = str
    scope: str = "project_id"

    @cached_property
    def model(self) -> type[RecordModel]:
        """The fields that every record must have."""
        module, _, name = self.record.partition(":")
        model: type[RecordModel] = getattr(import_module(f"mockserver.{module}"), name)
        return model

    @cached_property
    def blank(self) -> Mapping[str, Any]:
        """The values of the fields that a record in an edited file lacks."""
        return self.model.blank()

    @cached_property
    def indexed(self) -> tuple[str, ...]:
        """All fields whose values are in an index."""
        return (self.scope, *self.key, *self.indexes, *filter(None, [self.order]))

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
