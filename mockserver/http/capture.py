"""Captures of response bodies for the request log: their beginning, and the times of sending."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from starlette.types import Message, Send

from mockserver.core.clock import stopwatch
from mockserver.core.limits import LONGEST_KEPT

CUT = LONGEST_KEPT + 1
"""Bytes of a body that are captured. One more than the log keeps shows that the body is cut."""


class Chunk(NamedTuple):
    """A piece of a streamed response, and the stopwatch when it was sent."""

    sent: float
    content: bytes


class Capture:
    """An ASGI `send` that keeps the body, up to `CUT` bytes."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._left = CUT
        self.chunks: list[Chunk] = []

    async def __call__(self, message: Message) -> None:
        """Send a message."""
        content = message.get("body", b"")
        if content and self._left > 0:
            self.chunks.append(Chunk(stopwatch(), content[: self._left]))
            self._left -= len(content)
        await self._send(message)


def as_chunks(parts: Iterable[bytes]) -> list[Chunk]:
    """The capture of a body that was sent in one write."""
    now, left, chunks = stopwatch(), CUT, []
    for part in parts:
        if left > 0:
            chunks.append(Chunk(now, part[:left]))
            left -= len(part)
    return chunks
