"""Responses that take longer than one time slice, computed while other requests are served."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.types import Receive

from mockserver.core.clock import stopwatch
from mockserver.core.steps import Steps
from mockserver.http.bodies import Disconnected
from mockserver.http.response import HttpResponse
from mockserver.http.streams import departure

SLICE = 0.00015
"""Seconds of work before other requests are served."""

UNFINISHED = object()
"""Returned in place of an answer that needs more time."""


def advance(steps: Steps[Any]) -> Any:
    """Work for one time slice. Returns the answer, or UNFINISHED."""
    turn = stopwatch() + SLICE
    try:
        next(steps)
        while stopwatch() < turn:
            next(steps)
    except StopIteration as end:
        return end.value
    return UNFINISHED


class Unfinished:
    """An incomplete response. `proceed` works for one time slice, and returns it when complete."""

    def __init__(self, proceed: Callable[[], HttpResponse | None]) -> None:
        self._proceed = proceed

    async def finish(self, receive: Receive) -> HttpResponse:
        """Complete the response, serving other requests after each time slice.

        Raises Disconnected if the caller disconnects.
        """
        with departure(receive) as gone:
            while True:
                await asyncio.sleep(0)
                if gone.done():
                    raise Disconnected
                if response := self._proceed():
                    return response
