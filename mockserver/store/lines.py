"""The lines of a journal: one document each, as it is after a change."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from mockserver.core.codec import decode
from mockserver.store.errors import StoreError
from mockserver.store.ledger import Change


class Line(NamedTuple):
    """One line read back: the document's text, or None if it was removed."""

    table: str
    number: int
    text: bytes | None


def written(changes: Sequence[Change]) -> bytes:
    """The lines of one write: all but the last say that there are more."""
    return b"".join([*(_line(change, _MORE) for change in changes[:-1]), _line(changes[-1])])


def read(text: bytes, place: str) -> Iterator[Line]:
    """Every line of a segment, which is to be found in `place`. Raises StoreError."""
    lines = text.removesuffix(b"\n").split(b"\n") if text else []
    return (_read(line, f"{place}:{at}") for at, line in enumerate(lines, 1))


def whole(text: bytes) -> int:
    """The length of those writes that are all there."""
    end = text.rfind(b"\n") + 1
    while end and _GOING_ON.match(text, start := text.rfind(b"\n", 0, end - 1) + 1):
        end = start
    return end


_MORE = b',"m":1'
"""In a line of a write that has more."""

_PLACE = rb'\{"t":("(?:[^"\\]|\\.)*"),"k":(\d+)'
_LINE = re.compile(_PLACE + rb"(?:" + _MORE + rb')?(?:,"d":(\{.*\}))?\}')
_GOING_ON = re.compile(_PLACE + _MORE)


def _line(change: Change, more: bytes = b"") -> bytes:
    table = _label(change.rows.name)
    if change.after is None:
        return b'{"t":%b,"k":%d%b}\n' % (table, change.number, more)
    return b'{"t":%b,"k":%d%b,"d":%b}\n' % (table, change.number, more, change.after)


@cache
def _label(table: str) -> bytes:
    return json.dumps(table).encode()


def _read(line: bytes, place: str) -> Line:
    match = _LINE.fullmatch(line)
    if not match or not _is_json(match[3]):
        raise StoreError(f"{place} is damaged; move the journal aside to open the last snapshot")
    return Line(json.loads(match[1]), int(match[2]), match[3])


def _is_json(text: bytes | None) -> bool:
    try:
        return text is None or decode(text) is not None
    except ValueError:
        return False
