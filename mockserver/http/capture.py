"""What is kept of bodies: as much as a journal holds, and when it was sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from starlette.types import Message, Send

from mockserver.core.clock import stopwatch
from mockserver.core.limits import LONGEST_KEPT


class Chunk(NamedTuple):
    """A piece of a streamed answer, and when it was sent."""

    sent: float
    content: bytes


class Tape:
    """An ASGI `send` that keeps what passes, up to the bytes that a journal holds."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._room = LONGEST_KEPT + 1
        self.chunks: list[Chunk] = []

    async def __call__(self, message: Message) -> None:
        """Send a message."""
        content = message.get("body", b"")
        if content and self._room > 0:
            self.chunks.append(Chunk(stopwatch(), content[: self._room]))
            self._room -= len(content)
        await self._send(message)


def as_chunks(parts: Iterable[bytes]) -> list[Chunk]:
    """What was sent at once, up to the bytes that a journal holds."""
    now, room, chunks = stopwatch(), LONGEST_KEPT + 1, []
    for part in parts:
        if room > 0:
            chunks.append(Chunk(now, part[:room]))
            room -= len(part)
    return chunks


def cut(content: bytes) -> bytes:
    """As much of a body as is kept."""
    return content if len(content) <= LONGEST_KEPT else content[: LONGEST_KEPT + 1]
