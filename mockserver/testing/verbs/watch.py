"""The watch of one test over a server: its faults, its replies, its requests, its defects."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx

from mockserver.core.clock import real_now
from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.testing.verbs.channel import ALL, Refused
from mockserver.testing.verbs.report import Report, missed, report
from mockserver.testing.verbs.verbs import Controls

T = TypeVar("T")


class Watch:
    """A watch over a server from the beginning of a test; a test may end its server.

    `folder` makes a folder for the full bodies.
    """

    def __init__(self, server: Controls, folder: Callable[[], Path]) -> None:
        self._server = server
        self._folder = folder
        self._start = real_now()
        self._last: Report | None = None
        server.clear_plans()

    def defects(self) -> list[str]:
        """Describe the defects of the server."""
        failed = _while_running(lambda: self._requests(failed=True)) or []
        return [f"the server failed:\n{request['exception']}" for request in failed]

    def hits(self) -> dict[str, int]:
        """The number of calls of each operation."""
        return _while_running(self._server.hits) or {}

    def unused(self) -> list[str]:
        """Describe the unused faults and replies.

        If there are any, the report is made now, since the server may end before pytest asks for
        it.
        """
        problems = _while_running(self._unused) or []
        if problems:
            self._last = self.report()
        return problems

    def take_back(self) -> None:
        """Remove the faults and replies that the test planned."""
        server = self._server
        plans = [
            *(f"/faults/{number}" for number in server.planned_faults),
            *(f"/replies/{number}" for number in server.planned_replies),
        ]
        with suppress(httpx.TransportError):
            for path in plans:
                with suppress(Refused):
                    server.channel.delete(path)
        server.clear_plans()

    def report(self) -> Report:
        """Report the requests, and the file that has their full bodies."""
        if self._last:
            return self._last
        try:
            requests, misses = self._requests(), self._server.misses()
            title, lines = report(requests, self._unused_faults(), misses, self._start)
        except httpx.HTTPError as error:
            return Report(f"mockserver: {self._server} does not respond", [f"  {error}"])
        if requests:
            path = self._folder() / "requests.jsonl"
            path.write_bytes(b"".join(encode(request) + b"\n" for request in requests))
            lines.append(f"  full bodies: {path}")
        return Report(title, lines)

    def _unused(self) -> list[str]:
        server = self._server
        misses = server.misses() if server.planned_replies else ()
        shared = f" (of project {server.project} alone)" if server.project else ""
        return [
            *(
                f"planned, but no request met it: {fault['text']}{shared}"
                for fault in self._unused_faults()
            ),
            *(missed(miss) + shared for miss in misses if miss["id"] in server.planned_replies),
        ]

    def _unused_faults(self) -> list[Record]:
        planned = self._server.planned_faults
        return [
            fault
            for fault in (self._server.faults if planned else ())
            if fault["id"] in planned and not fault["used"] and not fault.get("optional")
        ]

    def _requests(self, **query: Any) -> list[Record]:
        return list(self._server.channel.get("/requests", limit=ALL, **query)["requests"])


def _while_running(read: Callable[[], T]) -> T | None:
    """Read from the server; None if the test has ended it."""
    try:
        return read()
    except httpx.TransportError:
        return None
