"""Load the data files of a server: at its start, and again when they have changed.

A reload keeps the records that clients have made or changed since the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from mockserver.chat.script.script import Script
from mockserver.core.codec import decode, peek
from mockserver.core.model import Record
from mockserver.data.load import Progress, load, plan
from mockserver.data.source import Source, read
from mockserver.http.context import BASELINE, Services
from mockserver.http.fault import Fault
from mockserver.settings import Settings
from mockserver.store.kind import Kind
from mockserver.store.rows import PAGE
from mockserver.store.store import State, Store
from mockserver.trace.kinds import CALLS, DELETED, DELETED_OBJECTS, KINDS, OBJECTS
from mockserver.trace.objects import service as objects

TOMBSTONES = {DELETED.name: CALLS, DELETED_OBJECTS.name: OBJECTS}
"""Kinds that mark a record as deleted, and the kind of that record."""


def begin(
    services: Services, planned: Iterable[Fault], progress: Progress | None = None
) -> list[str]:
    """Load the demo and the data files of the settings. Returns warnings.

    Records are loaded into an empty store only. Faults follow the `planned` ones. Raises DataError,
    and InvalidSetting for a demo without Faker.
    """
    settings, faults = services.host.settings, services.faults
    script = services.memory[Script]
    # The file of `--save` may not exist yet.
    paths = [path for path in settings.data if path != settings.save or Path(path).exists()]
    sources = [read(Path(path)) for path in paths]
    is_empty = not len(services.store)
    if settings.demo and is_empty:
        sources.insert(0, _demo(settings))
    faults.begin(planned)
    script.begin(())
    warnings = load(sources, services, progress) if is_empty else plan(sources, services)
    faults.begin(faults.values)
    script.begin(script.values)
    return warnings


def reload(services: Services, planned: Iterable[Fault]) -> list[str]:
    """Replace the former contents of the data files by their present ones. Returns warnings.

    Faults and replies are reset. Records that clients have made or changed stay, with a warning
    for each that a file has changed too. If a file cannot be loaded, raises DataError and changes
    nothing.
    """
    store, host = services.store, services.host
    faults = services.faults.values
    rules = services.memory[Script].values
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
    from mockserver.data.demo import demo

    return Source("demo", demo(settings.seed or 0, settings.demo_size))


def _written(store: Store, before: State) -> Iterator[tuple[Kind, Record]]:
    """The records that clients have made or changed."""
    for kind in KINDS:
        pages = before.get(kind.name, {})
        for number, text in store.tables[kind.name].items():
            page, position = pages.get(number // PAGE, ()), number % PAGE
            if position >= len(page) or page[position] != text:
                yield kind, decode(text)


def _put_back(store: Store, written: Iterable[tuple[Kind, Record]], before: State) -> Iterator[str]:
    """Restore the records of clients. Yields a warning for each that a file has changed too."""
    for kind, record in written:
        scope, *key = _key(kind, record)
        live = TOMBSTONES.get(kind.name)
        if live and store[live].has(scope, *key):
            continue
        text = store[kind].text(scope, *key)
        if text is not None and text not in _texts(before, kind, [scope, *key]):
            name = " ".join(key)
            yield f"{scope}: {kind.name} {name} keeps the change of a client, not that of the file"
        if kind is OBJECTS:
            objects.keep(store, record)
        else:
            store[kind].put(record)


def _key(kind: Kind, record: Record) -> list[str]:
    return [str(record.get(field)) for field in (kind.scope, *kind.key)]


def _texts(before: State, kind: Kind, key: list[str]) -> Iterator[bytes]:
    """The record with this key in the former files."""
    for page in before.get(kind.name, {}).values():
        for text in filter(None, page):
            if _key(kind, peek(text)) == key:
                yield text
