"""Lines of the write-ahead log: each is one document after a change.

A line begins with the CRC-32 of the rest, so that a single flipped bit is detected. Lines of
earlier versions have no checksum.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from zlib import crc32

from mockserver.core.codec import decode
from mockserver.store.errors import REPAIR, StoreError

LogLine = tuple[str, int, bytes | None]
"""A document after a change: its table, its number, and its JSON or None if it was deleted."""

TableTexts = dict[str, dict[int, bytes]]
"""The JSON of documents by table and number."""


def apply(line: LogLine, tables: TableTexts) -> None:
    """Repeat the change of a line."""
    table, number, text = line
    documents = tables.setdefault(table, {})
    if text is None:
        documents.pop(number, None)
    else:
        documents[number] = text


def encode(lines: Sequence[LogLine], *, goes_on: bool = False) -> bytes:
    """Encode the lines of one write. All but the last are marked as unfinished; with `goes_on`, the
    last is too. Documents are copied once, into the result."""
    parts: list[bytes] = []
    last = None if goes_on else len(lines)
    for place, (table, number, document) in enumerate(lines, 1):
        more, data = b"" if place == last else _MORE, b"" if document is None else b',"d":'
        begin, text = b'{"t":%b,"k":%d%b%b' % (_label(table), number, more, data), document or b""
        checksum = crc32(b"}", crc32(text, crc32(begin)))
        parts += (b"%08x %b" % (checksum, begin), text, b"}\n")
    return b"".join(parts)


def read(text: bytes, file: str) -> Iterator[LogLine]:
    """Parse every line of a segment. Raises StoreError, which names the `file`."""
    for at, line in numbered(text):
        if (parsed := parse(line)) is None:
            raise StoreError(f"{file}:{at} is damaged; {REPAIR}")
        yield parsed


def numbered(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Number the lines of a segment, from 1."""
    return enumerate(text.removesuffix(b"\n").split(b"\n") if text else [], 1)


def parse(line: bytes) -> LogLine | None:
    """Parse one line; None if it is damaged."""
    match = _match(line)
    if not match:
        return None
    try:
        if not match[_CHECKSUM] and match[_TEXT] is not None:
            decode(match[_TEXT])
        return _table(match[_TABLE]), int(match[_NUMBER]), match[_TEXT]
    except (ValueError, RecursionError):
        return None


def complete(text: bytes) -> int:
    """The length without an unfinished write at the end. A damaged line does not count as one."""
    end = text.rfind(b"\n") + 1
    if _match(text[end:-1]):
        return len(text)
    while end:
        start = text.rfind(b"\n", 0, end - 1) + 1
        match = _match(text[start : end - 1])
        if not match or not match[_GOES_ON]:
            break
        end = start
    return end


_MORE = b',"m":1'
"""Marks a line that is not the last of its write."""

_LINE = re.compile(
    rb'(?:([0-9a-f]{8}) )?(\{"t":("(?:[^"\\]|\\.)*"),"k":(\d{1,18})(,"m":1)?(?:,"d":(\{.*\}))?\})'
)
_CHECKSUM, _CHECKED, _TABLE, _NUMBER, _GOES_ON, _TEXT = range(1, 7)


def _match(line: bytes) -> re.Match[bytes] | None:
    """Match one line; None if its form or its checksum is wrong."""
    match = _LINE.fullmatch(line)
    if match and match[_CHECKSUM] and int(match[_CHECKSUM], 16) != crc32(match[_CHECKED]):
        return None
    return match


@cache
def _label(table: str) -> bytes:
    return json.dumps(table).encode()


@cache
def _table(label: bytes) -> str:
    return str(json.loads(label))
