"""What a slice tells the store about one kind of record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mockserver.core.model import Record
from mockserver.core.records import RecordModel


@dataclass(frozen=True, slots=True)
class Kind:
    """A table of records that belong to projects.

    `key` names the fields that identify a record within its project, `indexes` the fields by
    whose value records are found without a scan, `order` the field they are walked by, and
    `sortable` what makes a value of that field sort as a text. `model` has the fields that every
    record must have, `blank` what they hold where a file that a hand edited leaves them out.
    """

    name: str
    key: tuple[str, ...]
    indexes: tuple[str, ...] = ()
    order: str | None = None
    sortable: Callable[[str], str] = str
    scope: str = "project_id"
    model: type[RecordModel] = RecordModel
    blank: Mapping[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "blank", self.model.blank())

    def key_of(self, record: Record) -> str:
        """The record's key as one text."""
        if len(self.key) == 1:
            return str(record.get(self.key[0]))
        return key_text(*(str(record.get(field)) for field in self.key))

    def place_of(self, record: Record) -> str:
        """Where the record stands in the kind's order; all records alike if it has none."""
        return self.sortable(str(record.get(self.order))) if self.order else ""


def key_text(*parts: str) -> str:
    """A key of several parts as one text; no part holds a line break."""
    return "\n".join(parts)
