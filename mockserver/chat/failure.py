"""Failures that a script asks for: in place of an answer, or in the middle of a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from mockserver.core.errors import Staged

if TYPE_CHECKING:
    from mockserver.chat.script.models import Failure, Line


def fail_as_told(line: Line, *, streamed: bool) -> None:
    """Raise the refusal that a line is, unless it is for a place within a stream."""
    failure = line.error
    if failure and not (streamed and failure.after is not None):
        raise Staged(failure.status, failure.message, failure.body, failure.headers, line.delay)


def broken(
    events: Iterator[tuple[float, bytes]], failure: Failure
) -> Iterator[tuple[float, bytes]]:
    """A stream in which an error event stands after so many others; then it ends as usual."""
    yield from islice(events, failure.after)
    yield 0, b"data: %b\n\n" % json.dumps(failure.body or _told(failure)).encode()
    yield 0, b"data: [DONE]\n\n"


def _told(failure: Failure) -> dict[str, object]:
    told = {"message": failure.message, "type": "InternalServerError"}
    return {"error": {**told, "param": None, "code": failure.status}}
