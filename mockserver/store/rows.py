"""The documents of one table, each held as the bytes of its JSON.

Bytes are the smallest form of a document in Python, they cannot be changed behind the store's
back, and they are sent and written without conversion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import cast

from mockserver.core.codec import decode, encode_exactly, peek
from mockserver.core.model import Record
from mockserver.store.index import Indexes
from mockserver.store.kind import Kind
from mockserver.store.order import EVERYTHING
from mockserver.store.transaction import Transaction

PAGE = 256
"""Documents per page. A document costs eight bytes in a page, a hundred in a dict."""

AHEAD = 64
"""Documents that are looked up at a time: one by one, it would cost as much as parsing them."""

BAD_DOCUMENT = (ValueError, TypeError, LookupError, ArithmeticError, RecursionError)
"""Errors of loading a document that is not a record of its table."""

Page = list[bytes | None]
"""The JSON of documents by position, or None."""
FrozenPage = tuple[bytes | None, ...]
BLANK: FrozenPage = (None,) * PAGE
Snapshot = Mapping[int, FrozenPage]
"""All pages at one moment; the bytes are shared with the live rows."""


class Rows:
    """Documents by number, TinyDB's doc_id."""

    def __init__(self, name: str, transaction: Transaction, indexes: Indexes | None = None) -> None:
        self.name = name
        self.indexes = indexes
        self._transaction = transaction
        self._pages: dict[int, Page] = {}
        self._own: set[int] = set()
        self._count = 0
        self._last: int | None = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.current(number) is not None

    def numbers(self) -> Iterator[int]:
        """The numbers of all documents, rising. Documents may change meanwhile."""
        return (number for number, _ in self.items())

    def current(self, number: int) -> bytes | None:
        """The document's JSON; None if there is no such document."""
        return self._pages.get(number // PAGE, BLANK)[number % PAGE]

    def text(self, number: int) -> bytes:
        """The document's JSON. Raises KeyError."""
        text = self.current(number)
        if text is None:
            raise KeyError(number)
        return text

    def texts(self, numbers: Iterable[int]) -> Iterator[bytes]:
        """The JSON of documents in the order of `numbers`, all of which must exist.

        The result shows the present state, however slowly it is read: a page that a reader shares
        is copied before it changes.
        """
        pages, source = self._share(), iter(numbers)
        ahead = iter(lambda: list(islice(source, AHEAD)), [])
        texts = ([pages[number // PAGE][number % PAGE] for number in group] for group in ahead)
        return cast("Iterator[bytes]", chain.from_iterable(texts))

    def reader(self) -> Callable[[int], bytes | None]:
        """A function from number to JSON, or None, that shows the present state."""
        pages = self._share()
        return lambda number: pages.get(number // PAGE, BLANK)[number % PAGE]

    def record(self, number: int) -> Record:
        """A copy of the document. Raises KeyError."""
        record: Record = decode(self.text(number))
        return record

    def next_number(self) -> int:
        """The number for the next document: one above the highest."""
        if self._last is None:
            self._last = self._highest()
        return self._last + 1

    def insert(self, number: int, record: Record) -> bytes:
        """Store a new document. Returns its JSON."""
        text = encode_exactly(record)
        if self.indexes:
            self.indexes.add(number, record)
        self._place(number, text)
        return text

    def replace(self, number: int, old: Record, new: Record) -> None:
        """Replace a document; `old` is its present value."""
        if self.indexes and not self.indexes.same_place(old, new):
            self.indexes.remove(number, old)
            self.indexes.add(number, new)
        self._place(number, encode_exactly(new))

    def amend(self, number: int, change: Callable[[Record], None]) -> None:
        """Change a document: `change` replaces values in it, and alters none in place."""
        old = self.record(number)
        new = old.copy()
        change(new)
        self.replace(number, old, new)

    def delete(self, number: int) -> None:
        """Delete a document. Raises KeyError."""
        if self.indexes:
            self.indexes.remove(number, self.record(number))
        self._place(number, None)

    def items(self) -> Iterator[tuple[int, bytes]]:
        """Number and JSON of every document, rising. Documents may change meanwhile."""
        for at in sorted(self._pages):
            for number, text in enumerate(self._pages.get(at, BLANK), at * PAGE):
                if text is not None:
                    yield number, text

    def load(self, texts: Mapping[int, bytes]) -> None:
        """Load documents at the start. Raises BAD_DOCUMENT if one is not a record."""
        for number, text in texts.items():
            record, kept = peek(text), text
            if self.indexes:
                blank = self.indexes.kind.blank
                if not blank.keys() <= record.keys():
                    record = {**blank, **decode(text)}
                    kept = encode_exactly(record)
                self.indexes.add(number, record)
            self._store(number, kept)

    def put_back(self, number: int, text: bytes | None) -> None:
        """Restore a document after a failed transaction."""
        self._reindex(number, text)
        self._store(number, text)

    def snapshot(self) -> Snapshot:
        """All documents in their present state; costs one pointer each."""
        return {at: tuple(page) for at, page in self._pages.items()}

    def restore(self, snapshot: Snapshot) -> None:
        """Restore a snapshot. Costs a comparison per page, and work per difference."""
        for at in self._pages.keys() | snapshot.keys():
            now, then = tuple(self._pages.get(at, BLANK)), snapshot.get(at, BLANK)
            if now != then:
                self._restore_page(at * PAGE, now, then)

    def restore_scope(self, snapshot: Snapshot, scope: str) -> None:
        """Restore a snapshot in one project. A number taken by another document is replaced."""
        if self.indexes is None:
            return
        field = self.indexes.kind.scope
        for number in list(self.indexes.walk(scope, EVERYTHING, falling=False)):
            self.delete(number)
        for at, page in snapshot.items():
            for number, text in enumerate(page, at * PAGE):
                if text is not None and str((record := peek(text)).get(field)) == scope:
                    free = number if self.current(number) is None else self.next_number()
                    self.indexes.add(free, record)
                    self._place(free, text)

    def _restore_page(self, first: int, now: FrozenPage, then: FrozenPage) -> None:
        for number, (current, text) in enumerate(zip(now, then, strict=True), first):
            if current is not text:
                self._reindex(number, text)
                self._place(number, text)

    def _reindex(self, number: int, text: bytes | None) -> None:
        if self.indexes is None:
            return
        if (now := self.current(number)) is not None:
            self.indexes.remove(number, peek(now))
        if text is not None:
            self.indexes.add(number, peek(text))

    def _place(self, number: int, text: bytes | None) -> None:
        self._transaction.note(self, number, self._store(number, text))

    def _share(self) -> dict[int, Page]:
        """All pages, for a reader; they will be copied before they change."""
        self._own.clear()
        return self._pages.copy()

    def _store(self, number: int, text: bytes | None) -> bytes | None:
        """Set or delete a document without indexes. Returns its former JSON."""
        at, place = number // PAGE, number % PAGE
        if at not in self._own:
            self._pages[at] = [*self._pages.get(at, BLANK)]
            self._own.add(at)
        page = self._pages[at]
        before, page[place] = page[place], text
        self._count += (text is not None) - (before is not None)
        if text is None:
            self._last = None if number == self._last else self._last
        elif self._last is not None and number > self._last:
            self._last = number
        return before

    def _highest(self) -> int:
        for at in sorted(self._pages, reverse=True):
            for place in reversed(range(len(self._pages[at]))):
                if self._pages[at][place] is not None:
                    return at * PAGE + place
        return 0


class Tables(dict[str, Rows]):
    """The rows of all tables by name. A table of a known kind has indexes; any other is made when
    it is first used."""

    def __init__(self, kinds: Iterable[Kind], transaction: Transaction) -> None:
        super().__init__({kind.name: Rows(kind.name, transaction, Indexes(kind)) for kind in kinds})
        self.transaction = transaction

    def __missing__(self, name: str) -> Rows:
        rows = self[name] = Rows(name, self.transaction)
        return rows
