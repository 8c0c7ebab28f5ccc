"""The snapshot file: plain TinyDB JSON, one document a line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mockserver.core.codec import decode, encode
from mockserver.store.contents import share_mode, sync_folder
from mockserver.store.errors import REPAIR, StoreError
from mockserver.store.lines import TableTexts
from mockserver.store.rows import BAD_DOCUMENT, Rows

FORMAT = 2
"""The version in the table `_mockserver`; a file of TinyDB, or of version 1, has none."""

SLICE = 64 * 1024
"""Bytes written before other requests have their turn."""

_OURS = "_mockserver"

_OWN_LINE = re.compile(rb'"(\d{1,18})":(\{.*\}),?')
_SEVERAL = re.compile(rb'\},[ \t]*"\d+"[ \t]*:')
"""Two documents on a line, as only an edited file has them."""

_OWN_TABLE = re.compile(rb'[{}],?("(?:[^"\\]|\\.)*"):\{')

_IS_TABLE = re.compile(rb'^\{|^\},|":\{$')
"""Matches the first line of a table, even if it is damaged at one place."""


class Salvaged(NamedTuple):
    """The readable documents of a file, and a sentence for each other part."""

    tables: TableTexts
    dropped: list[str]


def read(path: Path) -> TableTexts:
    """Read the tables of a database file, whether ours, TinyDB's or edited.

    A file that is not there, or is empty, has no tables. Raises StoreError.
    """
    text = _text(path)
    try:
        tables = _read_lines(text) or _read_json(text)
        ours = tables.pop(_OURS, {})
        version = int(decode(ours[1])["format"]) if 1 in ours else 1
    except BAD_DOCUMENT as error:
        raise StoreError(f"{path} is not a TinyDB file: {error}; {REPAIR}") from None
    if version > FORMAT:
        raise StoreError(f"{path} is of format {version}; this mockserver reads up to {FORMAT}")
    return tables


def salvage(path: Path) -> Salvaged:
    """Read every readable document of a damaged file. Raises StoreError.

    A file that is not in our own form is read as a whole or not at all.
    """
    text = _text(path)
    try:
        salvaged = Salvaged(_read_lines(text) or _read_json(text), [])
    except BAD_DOCUMENT:
        salvaged = _salvage_lines(text, path)
    salvaged.tables.pop(_OURS, None)
    return salvaged


def write(aside: Path, path: Path, tables: Mapping[str, Rows]) -> Iterator[None]:
    """Write a snapshot for `path` into `aside`, pausing after each slice.

    Documents may change in the pauses.
    """
    with aside.open("wb") as file:
        share_mode(path, aside)
        pending: list[bytes] = []
        size = 0
        for line in _lines(tables):
            pending.append(line)
            size += len(line)
            if size >= SLICE:
                file.write(b"".join(pending))
                pending, size = [], 0
                yield
        file.write(b"".join(pending))


def settle(aside: Path, path: Path) -> None:
    """Rename a finished snapshot to the database file, from any thread."""
    with aside.open("r+b") as file:  # Windows syncs no file that cannot be written
        os.fsync(file.fileno())
    os.replace(aside, path)
    sync_folder(path.parent)


def _lines(tables: Mapping[str, Rows]) -> Iterator[bytes]:
    yield b'{"%b":{\n"1":{"format":%d}' % (_OURS.encode(), FORMAT)
    opening = b"\n},"
    for name, rows in tables.items():
        comma = opening + encode(name) + b":{\n"
        for number, text in rows.items():
            yield b'%b"%d":%b' % (comma, number, text)
            comma = b",\n"
    yield b"\n}}\n"


def _read_lines(text: bytes) -> TableTexts:
    """Read a file in our own form; no tables if any line has another form."""
    if _SEVERAL.search(text):
        return {}
    tables: TableTexts = {}
    documents: dict[int, bytes] = {}
    *lines, last = text.splitlines() or [b""]
    for line in lines:
        if match := _OWN_LINE.fullmatch(line):
            documents[int(match[1])] = match[2]
        elif match := _OWN_TABLE.fullmatch(line):
            documents = tables[decode(match[1])] = {}
        else:
            return {}
    return tables if last == b"}}" else {}


def _salvage_lines(text: bytes, path: Path) -> Salvaged:
    """Read the undamaged lines, except those after a damaged name of a table."""
    tables: TableTexts = {}
    dropped: list[str] = []
    documents: dict[int, bytes] | None = None
    for at, line in enumerate(text.split(b"\n"), 1):
        if (match := _OWN_TABLE.fullmatch(line)) and _is_json(match[1]):
            documents = tables.setdefault(decode(match[1]), {})
            continue
        if _IS_TABLE.search(line):
            documents = None
        match = _OWN_LINE.fullmatch(line)
        if match and documents is not None and _is_json(match[2]):
            documents[int(match[1])] = match[2]
        elif line not in (b"", b"}}"):
            dropped.append(f"{path}:{at} is damaged")
    return Salvaged(tables, dropped)


def _is_json(text: bytes) -> bool:
    try:
        decode(text)
    except BAD_DOCUMENT:
        return False
    return True


def _text(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from None


def _read_json(text: bytes) -> TableTexts:
    tables = decode(text) if text.strip() else {}
    if not isinstance(tables, dict):
        raise ValueError("it is not an object")
    return {name: _encoded(name, table) for name, table in tables.items()}


def _encoded(name: str, table: Any) -> dict[int, bytes]:
    if not isinstance(table, Mapping):
        raise ValueError(f"{name} is not a table")
    for number, document in table.items():
        if not isinstance(document, dict):
            raise ValueError(f"document {number} of table {name} is not an object")
    return {int(number): encode(document) for number, document in table.items()}
