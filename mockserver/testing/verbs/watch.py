"""One test's look at a server: what it planned, what was heard, what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mockserver.core.clock import real_now
from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.testing.verbs.channel import ALL
from mockserver.testing.verbs.report import Report, report
from mockserver.testing.verbs.verbs import Controls


class Watch:
    """Begins when the test does. `folder` makes a place for what a report has no room for."""

    def __init__(self, server: Controls, folder: Callable[[], Path]) -> None:
        self._server = server
        self._folder = folder
        self._start = real_now()
        self._before = {fault["id"] for fault in server.faults}

    def complaints(self) -> list[str]:
        """Why a test fails that did not notice: a defect of the server, a fault without effect.

        A server that the test itself has ended has none.
        """
        import httpx

        try:
            broken, unused = self._requests(failed=True), self._unused()
        except httpx.TransportError:
            return []
        return [
            *(f"the server failed:\n{each['exception']}" for each in broken),
            *(f"planned, but it befell no request: {fault['text']}" for fault in unused),
        ]

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

        try:
            requests, unused = self._requests(), self._unused()
        except httpx.HTTPError as error:
            return Report(f"mockserver: {self._server} cannot be asked", [f"  {error}"])
        title, lines = report(requests, unused, self._start)
        if requests:
            lines.append(f"  full bodies: {self._write(requests)}")
        return Report(title, lines)

    def _unused(self) -> list[Record]:
        return [
            fault
            for fault in self._server.faults
            if fault["id"] not in self._before and not fault["used"] and not fault.get("optional")
        ]

    def _requests(self, **wanted: Any) -> list[Record]:
        asked = self._server.channel.get("/requests", limit=ALL, **wanted)
        requests: list[Record] = asked["requests"]
        return requests

    def _write(self, requests: list[Record]) -> Path:
        path = self._folder() / "requests.jsonl"
        path.write_bytes(b"".join(encode(each) + b"\n" for each in requests))
        return path
