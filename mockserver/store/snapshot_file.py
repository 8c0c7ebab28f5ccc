"""The snapshot file: plain TinyDB JSON, one document a line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mockserver.core.codec import decode, encode
from mockserver.store.contents import share_mode, sync_folder
from mockserver.store.errors import StoreError
from mockserver.store.rows import Rows

FORMAT = 2
"""The version that the table `_mockserver` tells; a file of TinyDB, or of version 1, has none."""

SLICE = 64 * 1024
"""Bytes written before other requests get their turn."""

Tables = dict[str, dict[int, bytes]]

_OURS = "_mockserver"

_OWN_LINE = re.compile(rb'"(\d+)":(\{.*\}),?')
_SEVERAL = re.compile(rb'\},[ \t]*"\d+"[ \t]*:')
"""Between two documents on a line, as only a hand puts them."""

_OWN_TABLE = re.compile(rb'[{}],?("(?:[^"\\]|\\.)*"):\{')


def read(path: Path) -> Tables:
    """The tables of a database file, also of one that TinyDB wrote or that a hand edited.

    A file that is not there, or is empty, has no tables. Raises StoreError.
    """
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from None
    try:
        tables = _read_lines(text) or _read_json(text)
        version = _version(tables.pop(_OURS, {}))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError(f"{path} is not a TinyDB file: {error}") from None
    if version > FORMAT:
        raise StoreError(f"{path} is of format {version}; this mockserver reads up to {FORMAT}")
    return tables


def write(aside: Path, path: Path, tables: Mapping[str, Rows]) -> Iterator[None]:
    """Write a snapshot of what is at `path`, pausing after each slice; documents may come and go
    meanwhile."""
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
    """Make a finished snapshot the database file. May be called from any thread."""
    with aside.open("rb") as file:
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


def _read_lines(text: bytes) -> Tables:
    """The tables of a file in our own form; none at all if any line is of another form."""
    if _SEVERAL.search(text):
        return {}
    tables: Tables = {}
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


def _version(documents: Mapping[int, bytes]) -> int:
    """The version of the format that a file tells."""
    return int(decode(documents[1])["format"]) if 1 in documents else 1


def _read_json(text: bytes) -> Tables:
    tables = decode(text) if text.strip() else {}
    return {name: _encoded(name, table) for name, table in tables.items()}


def _encoded(name: str, table: Mapping[str, Any]) -> dict[int, bytes]:
    for number, document in table.items():
        if not isinstance(document, dict):
            raise ValueError(f"document {number} of table {name} is not an object")
    return {int(number): encode(document) for number, document in table.items()}
