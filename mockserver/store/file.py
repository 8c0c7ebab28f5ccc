"""The database file: plain TinyDB JSON, one document a line, replaced as a whole."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mockserver.core.codec import decode
from mockserver.store.rows import Rows


class StoreError(Exception):
    """The state cannot be read or kept; the text is one sentence for the person who started it."""


def load(path: Path) -> dict[str, dict[int, dict[str, Any]]]:
    """The tables of a database file, also of one that TinyDB wrote or a hand edited.

    A file that does not exist yet, or is empty, has no tables. Raises StoreError.
    """
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from None
    if not text.strip():
        return {}
    try:
        return {name: _documents(name, table) for name, table in decode(text).items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise StoreError(f"{path} is not a TinyDB file: {error}") from None


def save(path: Path, tables: Mapping[str, Rows]) -> None:
    """Write every table, aside first and then in the place of the old file. Raises StoreError."""
    aside = path.with_name(path.name + ".tmp")
    try:
        with aside.open("wb") as file:
            file.writelines(_lines(tables))
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None


def _documents(name: str, table: Any) -> dict[int, dict[str, Any]]:
    documents = {int(number): document for number, document in table.items()}
    for number, document in documents.items():
        if not isinstance(document, dict):
            raise ValueError(f"document {number} of table {name} is not an object")
    return documents


def _lines(tables: Mapping[str, Rows]) -> Iterator[bytes]:
    opening = b"{"
    for name, rows in tables.items():
        if len(rows):
            yield opening + json.dumps(name).encode() + b":{"
            yield from _documents_lines(rows)
            opening = b"\n},"
    yield b"{}" if opening == b"{" else b"\n}}"


def _documents_lines(rows: Rows) -> Iterator[bytes]:
    comma = b"\n"
    for number in rows.numbers():
        yield comma + b'"%d":' % number + rows.text(number)
        comma = b",\n"
