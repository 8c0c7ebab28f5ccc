"""Load the data files of a server: at the start, and again when they have changed.

A reload keeps the records that clients have made or changed since the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mockserver.chat.script.script import Script
from mockserver.core.codec import decode, peek
from mockserver.core.extras import MissingExtra, extra
from mockserver.core.model import Record
from mockserver.data.kinds import KINDS
from mockserver.data.load import Progress, load, plan
from mockserver.data.source import Source, read
from mockserver.http.context import BASELINE, Services
from mockserver.http.faults import Fault
from mockserver.settings import InvalidSetting, Settings
from mockserver.store.kind import Kind
from mockserver.store.rows import PAGE, Snapshot
from mockserver.store.store import State, Store
from mockserver.trace.calls.kinds import CALLS, DELETED
from mockserver.trace.objects import service as objects
from mockserver.trace.objects.kinds import DELETED_OBJECTS, OBJECTS

TOMBSTONES = {DELETED.name: CALLS, DELETED_OBJECTS.name: OBJECTS}
"""Kinds that mark a record as deleted, and the kind of that record."""


class RecordKey(NamedTuple):
    """A record's project and the parts of its key."""

    scope: str
    key: tuple[str, ...]


def begin(
    services: Services, planned: Iterable[Fault], progress: Progress | None = None
) -> list[str]:
    """Load the demo and the data files of the settings. Returns warnings.

    Their records are for an empty store. Their faults come after those of `planned`. Raises
    DataError, and InvalidSetting for a demo without Faker.
    """
    settings, faults = services.host.settings, services.faults
    script = services.memory[Script]
    # The file of `--save` may not exist yet.
    paths = [path for path in settings.data if path != settings.save or Path(path).exists()]
    sources = [read(Path(path)) for path in paths]
    empty = not len(services.store)
    if settings.demo and empty:
        sources.insert(0, _demo(settings))
    faults.begin(planned)
    script.begin(())
    warnings = load(sources, services, progress) if empty else plan(sources, services)
    faults.begin([planned.fault for planned in faults.planned])
    script.begin([written.rule for written in script.rules])
    return warnings


def reload(services: Services, planned: Iterable[Fault]) -> list[str]:
    """Load the data files as they are now in place of their former contents. Returns warnings.

    Faults and replies start anew. Records that clients have made or changed since stay, with a
    warning for each that differs from a file's. Raises DataError, and changes nothing, if a file
    cannot be loaded.
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


def _demo(settings: Settings) -> Source:
    try:
        with extra("demo", "The demo"):
            from mockserver.data.demo import demo
    except MissingExtra as missing:
        raise InvalidSetting(missing.message) from None

    return Source("demo", demo(settings.seed or 0, settings.demo_size))


def _written(store: Store, before: State) -> Iterator[tuple[Kind, Record]]:
    """The records that differ from the files as they were."""
    for kind in KINDS:
        pages = before.get(kind.name, {})
        for number, text in store.tables[kind.name].items():
            page, place = pages.get(number // PAGE, ()), number % PAGE
            if place >= len(page) or page[place] != text:
                yield kind, decode(text)


def _put_back(store: Store, written: Iterable[tuple[Kind, Record]], before: State) -> Iterator[str]:
    """Keep the records of clients; a warning for each that a file has changed too."""
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
