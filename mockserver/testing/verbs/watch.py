"""The watch of one test over a server: its faults, its replies, its requests, its defects."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from mockserver.core.clock import real_now
from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.testing.verbs.channel import ALL, Refused
from mockserver.testing.verbs.report import Report, missed, report
from mockserver.testing.verbs.verbs import Controls


class Watch:
    """A watch from the beginning of a test. `folder` makes a folder for the full bodies."""

    def __init__(self, server: Controls, folder: Callable[[], Path]) -> None:
        self._server = server
        self._folder = folder
        self._start = real_now()
        self._last: Report | None = None
        server.clear_plans()

    def defects(self) -> list[str]:
        """Sentences about defects of the server; none if the test has ended it."""
        import httpx

        try:
            return [
                f"the server failed:\n{each['exception']}" for each in self._requests(failed=True)
            ]
        except httpx.TransportError:
            return []

    def unused(self) -> list[str]:
        """Sentences about unused faults and replies; none if the server has ended.

        The report is made now, since the server may end before the test is reported.
        """
        import httpx

        try:
            faults, misses = self._faults(), self._misses()
            if faults or misses:
                self._last = self.report()
        except httpx.TransportError:
            return []
        shared = f" (of project {self._server.project} alone)" if self._server.project else ""
        return [
            *(f"planned, but no request met it: {fault['text']}{shared}" for fault in faults),
            *(missed(miss) + shared for miss in misses),
        ]

    def take_back(self) -> None:
        """Remove the faults and replies that the test planned."""
        import httpx

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

    def hits(self) -> dict[str, int]:
        """The calls of each operation; none if the server has ended."""
        import httpx

        try:
            return self._server.hits()
        except httpx.TransportError:
            return {}

    def report(self) -> Report:
        """Report what happened, and where the full bodies are."""
        import httpx

        if self._last:
            return self._last
        try:
            requests, faults, misses = self._requests(), self._faults(), self._server.misses()
        except httpx.HTTPError as error:
            return Report(f"mockserver: {self._server} cannot be asked", [f"  {error}"])
        title, lines = report(requests, faults, misses, self._start)
        if requests:
            lines.append(f"  full bodies: {self._write(requests)}")
        return Report(title, lines)

    def _faults(self) -> list[Record]:
        """The unused faults of this test."""
        planned = self._server.planned_faults
        return [
            fault
            for fault in (self._server.faults if planned else ())
            if fault["id"] in planned and not fault["used"] and not fault.get("optional")
        ]

    def _misses(self) -> list[Record]:
        """The replies of this test that were not used often enough."""
        planned = self._server.planned_replies
        misses = self._server.misses() if planned else ()
        return [miss for miss in misses if miss["id"] in planned]

    def _requests(self, **wanted: Any) -> list[Record]:
        found = self._server.channel.get("/requests", limit=ALL, **wanted)
        requests: list[Record] = found["requests"]
        return requests

    def _write(self, requests: list[Record]) -> Path:
        path = self._folder() / "requests.jsonl"
        path.write_bytes(b"".join(encode(each) + b"\n" for each in requests))
        return path
