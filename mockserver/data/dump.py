"""Write the whole state as a data file in the exact form, which loads to the same state."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from errno import EINVAL, EISDIR
from pathlib import Path
from shutil import copy

from mockserver.chat.script.script import Script
from mockserver.core.codec import encode
from mockserver.core.model import Json, Record
from mockserver.data.models import VERSION
from mockserver.data.records import FORMS, PROJECT
from mockserver.data.source import DataError, Problem
from mockserver.http.context import Services
from mockserver.store.contents import share_mode
from mockserver.store.snapshot_file import settle
from mockserver.store.store import Store
from mockserver.trace.kinds import FILES

OUTER = 5
"""Levels above the records: file, projects, project, records, kind."""


def dump(services: Services, project: str | None = None) -> Record:
    """A data file of every project, or of one; equal states make equal files.

    It includes the planned faults, for one project only those of that project, and for all projects
    the scripted replies and the replies recorded from an upstream.
    """
    store, projects = services.store, dict[str, Record]()
    with store.transaction:
        for kind in FORMS:
            for record in _records(store, kind):
                name = record.pop(PROJECT)
                if project in (None, name):
                    exact = projects.setdefault(name, {"records": {}})["records"]
                    exact.setdefault(kind, []).append(record)
    faults = [
        {"operation": fault.operation, **fault.model_dump(exclude_defaults=True)}
        for fault in services.faults.values
        if project in (None, fault.project)
    ]
    rules = services.memory[Script].values
    scripted = [rule.model_dump(exclude_unset=True) for rule in rules]
    replies = [] if project else [*scripted, *services.host.recorded()]
    return {
        "mockserver": VERSION,
        "projects": {name: projects[name] for name in sorted(projects)},
        **({"faults": faults} if faults else {}),
        **({"replies": replies} if replies else {}),
    }


def layout(data: Record) -> Iterator[bytes]:
    """The text of a data file in pieces, with a line for each record."""
    yield from _spread(data, OUTER)
    yield b"\n"


def save(path: Path, pieces: Iterable[bytes]) -> None:
    """Replace a file, whole or not at all; the previous one stays beside it as `.bak`.

    At any moment one of the two is in its place, complete and synced. Raises DataError, also for a
    folder.
    """
    try:
        _replace(path.resolve(), pieces)
    except OSError as error:
        raise DataError(str(path), [Problem(0, f"cannot write: {error.strerror}")]) from None


def _spread(value: Json, levels: int) -> Iterator[bytes]:
    """Outer levels with a line for every key or item; inner levels are on one line."""
    if not levels or not value or not isinstance(value, dict | list):
        yield encode(value)
        return
    opening, closing = (b"{", b"}") if isinstance(value, dict) else (b"[", b"]")
    margin = b"\n" + b"  " * (OUTER - levels)
    separator = opening
    for item in value:
        yield separator + margin + b"  "
        if isinstance(value, dict):
            yield encode(item) + b": "
        yield from _spread(value[item] if isinstance(value, dict) else item, levels - 1)
        separator = b","
    yield margin + closing


def _records(store: Store, kind: str) -> Iterator[Record]:
    """The records of one kind in the order of their arrival, without default values."""
    defaults = {
        name: field.get_default(call_default_factory=True)
        for name, field in FORMS[kind].model_fields.items()
        if name != PROJECT and not field.is_required()
    }
    rows = store.tables[kind]
    for record in map(rows.record, rows.numbers()):
        short = {
            name: value
            for name, value in record.items()
            if name not in defaults or value != defaults[name]
        }
        yield {**short, **_content(store, short)} if kind == FILES.name else short


def _content(store: Store, file: Record) -> Record:
    """The contents of a file as text or in base64; nothing if they are lost."""
    content = store.contents.read(file["digest"])
    if content is None:
        return {}
    try:
        return {"text": content.decode()}
    except UnicodeDecodeError:
        return {"base64": b64encode(content).decode()}


def _replace(path: Path, pieces: Iterable[bytes]) -> None:
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "it is a folder")
    if path.exists() and not path.is_file():
        raise OSError(EINVAL, "it is not a regular file")
    aside = path.with_name(path.name + ".tmp")
    try:
        with aside.open("wb") as file:
            share_mode(path, aside)
            file.writelines(pieces)
        if path.exists():
            copy(path, path.with_name(path.name + ".bak"))
        settle(aside, path)
    finally:
        aside.unlink(missing_ok=True)
