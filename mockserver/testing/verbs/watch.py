"""One test's look at a server: what it planned, what was heard, what went wrong."""

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
    """Begins when the test does. `folder` makes a place for what a report has no room for."""

    def __init__(self, server: Controls, folder: Callable[[], Path]) -> None:
        self._server = server
        self._folder = folder
        self._start = real_now()
        self._last: Report | None = None
        server.forget_plans()

    def defects(self) -> list[str]:
        """Why a test fails that did not notice; nothing if it has ended the server itself."""
        import httpx

        try:
            return [
                f"the server failed:\n{each['exception']}" for each in self._requests(failed=True)
            ]
        except httpx.TransportError:
            return []

    def unused(self) -> list[str]:
        """What the test planned and did not need, each in a sentence; the same for a server that
        has ended. What a report says is kept, as the server may end now."""
        import httpx

        try:
            faults, misses = self._faults(), self._misses()
            if faults or misses:
                self._last = self.report()
        except httpx.TransportError:
            return []
        shared = f" (of project {self._server.project} alone)" if self._server.project else ""
        return [
            *(f"planned, but it befell no request: {fault['text']}{shared}" for fault in faults),
            *(missed(miss) + shared for miss in misses),
        ]

    def take_back(self) -> None:
        """Remove the faults and the replies that the test planned."""
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
        server.forget_plans()

    def hits(self) -> dict[str, int]:
        """How often each operation was called; nothing if the server has ended."""
        import httpx

        try:
            return self._server.hits()
        except httpx.TransportError:
            return {}

    def report(self) -> Report:
        """What happened, and where the bodies are."""
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
        """The faults of this test that were not used."""
        planned = self._server.planned_faults
        return [
            fault
            for fault in (self._server.faults if planned else ())
            if fault["id"] in planned and not fault["used"] and not fault.get("optional")
        ]

    def _misses(self) -> list[Record]:
        """The replies of this test that were not used enough."""
        planned = self._server.planned_replies
        misses = self._server.misses() if planned else ()
        return [miss for miss in misses if miss["id"] in planned]

    def _requests(self, **wanted: Any) -> list[Record]:
        asked = self._server.channel.get("/requests", limit=ALL, **wanted)
        requests: list[Record] = asked["requests"]
        return requests

    def _write(self, requests: list[Record]) -> Path:
        path = self._folder() / "requests.jsonl"
        path.write_bytes(b"".join(encode(each) + b"\n" for each in requests))
        return path
