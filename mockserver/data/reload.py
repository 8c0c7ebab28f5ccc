"""Data files that have changed while a server runs: what they say now, and what clients wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mockserver.chat.script.script import Script
from mockserver.core.codec import decode, peek
from mockserver.core.model import Record
from mockserver.data.beginning import begin
from mockserver.data.kinds import KINDS
from mockserver.http.context import BASELINE, Services
from mockserver.http.faults import Fault
from mockserver.store.kind import Kind
from mockserver.store.rows import PAGE, Snapshot
from mockserver.store.store import State, Store
from mockserver.trace.calls.kinds import CALLS, DELETED
from mockserver.trace.objects import service as objects
from mockserver.trace.objects.kinds import DELETED_OBJECTS, OBJECTS

TOMBSTONES = {DELETED.name: CALLS, DELETED_OBJECTS.name: OBJECTS}
"""What is left of deleted records, and where these are if a file says so again."""


class RecordKey(NamedTuple):
    """A record's project and the parts of its key."""

    scope: str
    key: tuple[str, ...]


def reload(services: Services, planned: Iterable[Fault]) -> list[str]:
    """Load the data files as they are now in the place of what they said before.

    Faults and replies begin anew. Records that clients have made or changed since stay; the answer
    has a sentence for each that stands in the way of a file's. Raises DataError, and keeps
    everything, if a file cannot be loaded.
    """
    store, host = services.store, services.host
    faults = [planned.fault for planned in services.faults.planned]
    rules = [written.rule for written in services.memory[Script].rules]
    before = host.snapshots[BASELINE]
    try:
        with store.transaction:
            written = [*_written(store, before)]
            store.clear()
            host.warnings = begin(services, planned)
            baseline = store.snapshot()
            collisions = [*_put_back(store, written, before)]
    except BaseException:
        services.faults.begin(faults)
        services.memory[Script].begin(rules)
        raise
    host.snapshots[BASELINE] = baseline
    return [*host.warnings, *collisions]


def _written(store: Store, before: State) -> Iterator[tuple[Kind, Record]]:
    """The records that are not as the files had them."""
    for kind in KINDS:
        pages = before.get(kind.name, {})
        for number, text in store.tables[kind.name].items():
            if _text(pages, number) != text:
                yield kind, decode(text)


def _text(pages: Snapshot, number: int) -> bytes | None:
    page, place = pages.get(number // PAGE, ()), number % PAGE
    return page[place] if place < len(page) else None


def _put_back(store: Store, written: Iterable[tuple[Kind, Record]], before: State) -> Iterator[str]:
    """Keep what clients wrote; a sentence for each record of which a file says something new."""
    for kind, record in written:
        place = _place(kind, record)
        live = TOMBSTONES.get(kind.name)
        if live and store[live].has(place.scope, *place.key):
            continue
        text = store[kind].text(place.scope, *place.key)
        if text is not None and text not in _texts(before.get(kind.name, {}), kind, place):
            name = " ".join(place.key)
            yield f"{place.scope}: {kind.name} {name} was written by a client, which stays"
        if kind is OBJECTS:
            objects.keep(store, record)
        else:
            store[kind].drop(place.scope, *place.key)
            store[kind].insert(record)


def _place(kind: Kind, record: Record) -> RecordKey:
    return RecordKey(
        str(record.get(kind.scope)), tuple(str(record.get(field)) for field in kind.key)
    )


def _texts(pages: Snapshot, kind: Kind, place: RecordKey) -> Iterator[bytes]:
    """The records of the files as they were before."""
    for page in pages.values():
        for text in filter(None, page):
            if _place(kind, peek(text)) == place:
                yield text
