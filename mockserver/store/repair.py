"""Repair of a damaged database: keep every record that can be read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mockserver.store import lines, snapshot_file
from mockserver.store.errors import StoreError
from mockserver.store.kind import Kind
from mockserver.store.lock import FileLock
from mockserver.store.log import Log
from mockserver.store.rows import BAD_DOCUMENT, Tables
from mockserver.store.transaction import Transaction

ASIDE = ".damaged"
"""Suffix of the damaged files, which are kept."""


class Repaired(NamedTuple):
    """The result of a repair: the records kept, and the parts dropped."""

    kept: dict[str, int]
    """Records by table."""
    dropped: list[str]
    """A sentence for each part that could not be read."""


def repair(path: Path, kinds: Iterable[Kind]) -> Repaired:
    """Write a new database of every readable record, and keep the damaged files.

    Files without damage are left as they are. Raises StoreError.
    """
    lock = FileLock(path)
    try:
        tables = Tables(kinds, Transaction())
        dropped = [*_read(path, tables)]
        if dropped:
            _replace(path, tables)
    except OSError as error:
        raise StoreError(f"cannot repair {path}: {error.strerror}") from None
    finally:
        lock.release()
    kept = {name: len(rows) for name, rows in tables.items() if len(rows)}
    return Repaired(kept, dropped)


def _read(path: Path, tables: Tables) -> Iterator[str]:
    """Load every readable document. Yields a sentence for each part that is not."""
    salvaged = snapshot_file.salvage(path)
    texts = salvaged.tables
    yield from salvaged.dropped
    log = Log(path)
    for number in log.numbers():
        yield from _replay(log.path(number), texts)
    for name, documents in texts.items():
        for number, text in documents.items():
            try:
                tables[name].load({number: text})
            except BAD_DOCUMENT as error:
                yield f"document {number} of table {name} cannot be read: {error}"


def _replay(segment: Path, texts: lines.TableTexts) -> Iterator[str]:
    """Apply the readable lines of a segment. Yields a sentence for each other part."""
    text = segment.read_bytes()
    complete = lines.complete(text)
    for at, line in lines.numbered(text[:complete]):
        parsed = lines.parse(line)
        if parsed is None:
            yield f"{segment}:{at} is damaged"
        else:
            lines.apply(parsed, texts)
    if complete < len(text):
        yield f"{segment} ends with a write that was never finished"


def _replace(path: Path, tables: Tables) -> None:
    """Write a new snapshot file and rename the damaged files."""
    aside = path.with_name(path.name + ".tmp")
    for _ in snapshot_file.write(aside, path, tables):
        pass
    log = Log(path)
    if path.exists():
        damaged = path.with_name(path.name + ASIDE)
        damaged.unlink(missing_ok=True)
        os.link(path, damaged)
    snapshot_file.settle(aside, path)
    for number in log.numbers():
        segment = log.path(number)
        segment.replace(segment.with_name(segment.name + ASIDE))
