"""The effects of faults on one request: delays, refusals, and responses sent damaged."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from starlette.types import Message, Send

from mockserver.core.errors import ApiError, Unauthorized
from mockserver.http.faults import AppliedFault
from mockserver.http.streams import error_event, typed_error_event

if TYPE_CHECKING:
    from mockserver.http.fault import Fault

TEXTS = {
    429: "Too many requests",
    500: "Internal server error",
    502: "Bad gateway",
    503: "Service unavailable",
    504: "Gateway timeout",
}


END_OF_EVENT = b"\n\n"


class Dropped(Exception):
    """Raised to close the connection without the rest of the response."""


async def apply(faults: Sequence[AppliedFault]) -> None:
    """Delay the request. Raises Dropped, or the error of the first fault that refuses it."""
    for fault, wait in faults:
        await asyncio.sleep(fault.delay)
        if fault.drop:
            raise Dropped
        if fault.limit is not None:
            raise _refusal(fault, 429, wait)
        if fault.status:
            raise _refusal(fault, fault.status, fault.retry_after)


def _refusal(fault: Fault, status: int, retry_after: float | None) -> ApiError:
    headers = {} if retry_after is None else {"retry-after": str(ceil(retry_after))}
    if status == 401 and not fault.message:
        return Unauthorized(headers)
    message = fault.message or TEXTS.get(status, f"Refused with {status}, as planned")
    return ApiError(status, message, headers=headers)


class Distorted:
    """An ASGI `send` that sends a response in pieces: late, malformed, or cut off.

    A piece is a row of JSON Lines, an event, or half of any other body. A stream of events may
    also end with an error event.
    """

    def __init__(self, send: Send, faults: Sequence[Fault]) -> None:
        self._send = send
        self._first = sum(fault.first_token for fault in faults)
        self._further = sum(fault.token for fault in faults)
        self._cut = min((fault.cut for fault in faults if fault.cut is not None), default=None)
        self._failing = [fault for fault in faults if fault.error is not None]
        self._failed = False
        self._malformed = {fault.malformed for fault in faults}
        self._sent = 0
        self._end = b""

    async def __call__(self, message: Message) -> None:
        """Send a message. Raises Dropped where the response is cut off."""
        if message["type"] == "http.response.start":
            self._end = _terminator(dict(message["headers"]).get(b"content-type", b""))
            await self._send(message)
            return
        for piece in _pieces(message.get("body", b""), self._end):
            if not self._failed:
                await self._send_piece(piece)
        if not message.get("more_body", False):
            self._check()
            await self._send({"type": "http.response.body", "body": b""})

    async def _send_piece(self, piece: bytes) -> None:
        self._check()
        await asyncio.sleep(self._further if self._sent else self._first)
        if failing := [fault for fault in self._failing if fault.error == self._sent]:
            self._failed = self._end == END_OF_EVENT
            piece = self._error(failing[0], piece) if self._failed else piece
        self._sent += 1
        if self._sent in self._malformed:
            piece = _malform(piece, self._end)
        await self._send({"type": "http.response.body", "body": piece, "more_body": True})

    def _error(self, fault: Fault, piece: bytes) -> bytes:
        """The error event that replaces a piece; typed and numbered if the others are."""
        message = fault.message or TEXTS[500]
        if piece.startswith(b"event: "):
            return typed_error_event(message, self._sent)
        return error_event(message)

    def _check(self) -> None:
        if self._cut is not None and self._sent >= self._cut:
            raise Dropped


def _terminator(content_type: bytes) -> bytes:
    if content_type.startswith(b"text/event-stream"):
        return END_OF_EVENT
    return b"\n" if b"jsonl" in content_type or b"ndjson" in content_type else b""


def _pieces(content: bytes, end: bytes) -> list[bytes]:
    if end:
        return [piece + end for piece in content.split(end)[:-1]]
    half = len(content) // 2
    return [part for part in (content[:half], content[half:]) if part]


def _malform(piece: bytes, end: bytes) -> bytes:
    """A piece of the same length that is not JSON."""
    text = piece.removesuffix(end)
    half = len(text) // 2
    return text[:half] + b"#" * (len(text) - half) + end
