"""Answers that take longer than a slice of time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.types import Receive

from mockserver.core.clock import stopwatch
from mockserver.core.steps import Steps
from mockserver.http.bodies import Disconnected
from mockserver.http.response import Reply
from mockserver.http.streams import departure

SLICE = 0.00015
"""Seconds of work between turns for everybody else: whoever asks meanwhile waits for one or two."""

UNFINISHED = object()
"""In place of an answer that needs more time."""


def advance(steps: Steps[Any]) -> Any:
    """Work for one slice. The answer, or UNFINISHED."""
    turn = stopwatch() + SLICE
    try:
        while stopwatch() < turn:
            next(steps)
    except StopIteration as end:
        return end.value
    return UNFINISHED


class Unfinished:
    """In place of a reply: `proceed` works for one more slice, and returns the reply in the end."""

    def __init__(self, proceed: Callable[[], Reply | None]) -> None:
        self._proceed = proceed

    async def finish(self, receive: Receive) -> Reply:
        """Make the reply, with a turn for everybody else after each slice.

        Raises Disconnected when the caller has gone.
        """
        with departure(receive) as gone:
            while True:
                await asyncio.sleep(0)
                if gone.done():
                    raise Disconnected
                if reply := self._proceed():
                    return reply
