"""Kinds of records: the table, key and indexes of each, as a slice declares them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mockserver.core.codec import decode, encode
from mockserver.core.model import Record
from mockserver.core.records import RecordModel


class Seam:
    """The position of the lasting fields in the JSON of a record, found without parsing them.

    The text of a key, with its comma, quotes and colon, occurs in no string, but perhaps as a key
    of a nested object. Cutting there leaves no JSON or other fields: the record is parsed whole.
    """

    def __init__(self, blank: Mapping[str, Any], lasting: tuple[str, ...]) -> None:
        fields = [*blank]
        after = fields[fields.index(lasting[-1]) + 1]
        self._others = [name for name in fields if name not in lasting]
        self._begin, self._end = (b',"%b":' % name.encode() for name in (lasting[0], after))

    def open(self, text: bytes) -> tuple[Record, bytes]:
        """Split a record into its other fields and the JSON of the lasting ones; the latter is
        empty, and the record whole, if the position is not certain."""
        begin, end = text.find(self._begin), text.rfind(self._end)
        if 0 < begin < end:
            try:
                record = decode(text[:begin] + text[end:])
            except ValueError:
                return decode(text), b""
            if [*record] == self._others:
                return record, text[begin:end]
        return decode(text), b""

    def close(self, record: Record, lasting: bytes) -> bytes:
        """The JSON of a record that was opened."""
        text = encode(record)
        at = text.find(self._end) if lasting else 0
        return text[:at] + lasting + text[at:]


@dataclass(frozen=True, slots=True)
class Kind:
    """A table of records that belong to projects.

    `key` names the fields that identify a record within its project; `indexes`, the fields whose
    values find records without a scan; `order`, the field that records are walked by, and
    `sortable` makes its values sort as text. `model` has the fields that every record must have;
    `blank` fills in fields that an edited file leaves out. `lasting` names neighbouring fields
    that never change and may be long: amending a record neither parses nor writes them anew.
    """

    name: str
    key: tuple[str, ...]
    indexes: tuple[str, ...] = ()
    order: str | None = None
    sortable: Callable[[str], str] = str
    scope: str = "project_id"
    model: type[RecordModel] = RecordModel
    lasting: tuple[str, ...] = ()
    blank: Mapping[str, Any] = field(init=False)
    indexed: tuple[str, ...] = field(init=False)
    """All fields whose values are in an index."""
    seam: Seam | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "blank", self.model.blank())
        object.__setattr__(self, "seam", Seam(self.blank, self.lasting) if self.lasting else None)
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
