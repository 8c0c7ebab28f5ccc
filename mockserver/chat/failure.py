"""Scripted failures: instead of a response, or in the middle of a stream."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from mockserver.core.errors import Staged

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line


def fail_as_scripted(line: Line, *, streamed: bool) -> None:
    """Raise the error of a line, unless it is to break off a stream."""
    failure = line.error
    if failure and not (streamed and failure.after is not None):
        raise Staged(failure.status, failure.message, failure.body, failure.headers, line.delay)


def broken(
    events: Iterator[tuple[float, bytes]], after: int | None, last: Iterator[bytes]
) -> Iterator[tuple[float, bytes]]:
    """The first events of a stream, then its last ones."""
    yield from islice(events, after)
    yield from ((0, event) for event in last)
