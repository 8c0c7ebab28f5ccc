"""Failures that a script asks for: in place of an answer, or in the middle of a stream."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from mockserver.core.errors import Staged

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line


def fail_as_scripted(line: Line, *, streamed: bool) -> None:
    """Raise the refusal that a line is, unless it is for a place within a stream."""
    failure = line.error
    if failure and not (streamed and failure.after is not None):
        raise Staged(failure.status, failure.message, failure.body, failure.headers, line.delay)


def broken(
    events: Iterator[tuple[float, bytes]], after: int | None, last: Iterator[bytes]
) -> Iterator[tuple[float, bytes]]:
    """A stream that ends in another way after so many events."""
    yield from islice(events, after)
    yield from ((0, event) for event in last)
