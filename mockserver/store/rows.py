"""The documents of one table, each held as the bytes of its JSON.

Bytes are the smallest form Python has for a document, cannot be changed behind the store's back,
and go to the wire and to the file as they are. Every write of the package passes through the
three doors here, which keep the indexes in step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mockserver.core.codec import decode, encode
from mockserver.core.model import Record
from mockserver.store.index import Indexes


class Rows:
    """Documents by number: the number is TinyDB's doc_id, and never used twice."""

    def __init__(self) -> None:
        self._texts: dict[int, bytes] = {}
        self._next = 1
        self.indexes: Indexes | None = None

    def __len__(self) -> int:
        return len(self._texts)

    def __contains__(self, number: object) -> bool:
        return number in self._texts

    def numbers(self) -> Iterator[int]:
        """The numbers of all documents, as they are now."""
        return iter(tuple(self._texts))

    def text(self, number: int) -> bytes:
        """The document's JSON. Raises KeyError."""
        return self._texts[number]

    def record(self, number: int) -> Record:
        """The document as a copy the caller may change. Raises KeyError."""
        record: Record = decode(self._texts[number])
        return record

    def next_number(self) -> int:
        """The number the next document should get."""
        return self._next

    def insert(self, number: int, record: Record) -> bytes:
        """Keep a new document; its JSON is returned."""
        text = _exact(encode(record))
        self._keep(number, text, record)
        return text

    def replace(self, number: int, old: Record, new: Record) -> bytes:
        """Put `new` in the place of `old`, which is the document as it stands."""
        text = _exact(encode(new))
        if self.indexes and not self.indexes.same_place(old, new):
            self.indexes.remove(number, old)
            self.indexes.add(number, new)
        self._texts[number] = text
        return text

    def delete(self, number: int) -> None:
        """Drop a document. Raises KeyError."""
        if self.indexes:
            self.indexes.remove(number, self.record(number))
        del self._texts[number]

    def snapshot(self) -> Mapping[int, bytes]:
        """All documents as they are now; costs a pointer for each."""
        return self._texts.copy()

    def restore(self, snapshot: Mapping[int, bytes]) -> None:
        """Become `snapshot` again. Costs a comparison per document, and work per difference."""
        for number in self.numbers():
            if snapshot.get(number) is not self._texts[number]:
                self.delete(number)
        for number, text in snapshot.items():
            if number not in self._texts:
                self._keep(number, text, decode(text))
        self._texts = dict(snapshot)
        self._next = max(snapshot, default=0) + 1

    def index(self, indexes: Indexes) -> None:
        """Keep `indexes` in step from now on, beginning with the documents that are here."""
        for number in self.numbers():
            indexes.add(number, self.record(number))
        self.indexes = indexes

    def _keep(self, number: int, text: bytes, record: Record) -> None:
        if self.indexes:
            self.indexes.add(number, record)
        self._texts[number] = text
        self._next = max(self._next, number + 1)


def _exact(text: bytes) -> bytes:
    """A copy without spare room: the encoder's own result keeps a buffer of several kilobytes."""
    return bytes(memoryview(text))
