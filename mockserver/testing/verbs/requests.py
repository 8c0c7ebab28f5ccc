"""Requests that a server has heard, as a test sees them."""

from __future__ import annotations

from typing import Any

from mockserver.testing.verbs.channel import ALL, Channel, Refused

__tracebackhide__ = True  # pytest shows the line of the test


class Request:
    """One request of the journal, its answer, and what became of it."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        """Everything that the control API tells of it."""
        self.id: str = record["id"]
        self.operation: str | None = record["operation"]
        self.method: str = record["method"]
        self.path: str = record["path"]
        self.project: str | None = record["project"]
        self.status: int | None = record["status"]
        self.milliseconds: float = record["ms"]
        self.late: bool = record["late"]
        self.faults: list[str] = record["faults"]
        self.headers: dict[str, str] = record["request"]["headers"]
        self.body: Any = record["request"]["body"]
        self.answer: Any = record["answer"]["body"]

    @property
    def name(self) -> str:
        """The operation or, if nothing serves the path, what was asked for."""
        return self.operation or f"{self.method} {self.path}"

    def __repr__(self) -> str:
        return f"<{self.id}: {self.name} {self.status}>"


class Requests(list[Request]):
    """Requests, the newest last."""

    def where(self, **wanted: Any) -> Requests:
        """Those whose attributes are as named: `where(operation="Call End", status=200)`."""
        return Requests(
            request
            for request in self
            if all(getattr(request, name) == value for name, value in wanted.items())
        )


class Listener:
    """The verbs that ask what a server has heard."""

    channel: Channel

    @property
    def requests(self) -> Requests:
        """The requests since the last reset, the newest last."""
        found = self.channel.get("/requests", limit=ALL)["requests"]
        return Requests(map(Request, found))

    @property
    def unmatched(self) -> Requests:
        """The requests that nothing serves."""
        return Requests(map(Request, self.channel.get("/requests/unmatched")["requests"]))

    def request(self, number: str) -> Request:
        """The request whose answer told this `X-Mockserver-Request`. Raises Refused."""
        return Request(self.channel.get(f"/requests/{number}"))

    def hits(self) -> dict[str, int]:
        """How often each operation was called since the last reset."""
        routes = self.channel.get("/routes")["routes"]
        return {row["operation"]: row["hits"] for row in routes}

    def clear_requests(self) -> None:
        """Forget all requests."""
        self.channel.delete("/requests")

    def count(self, operation: str | None = None, **wanted: Any) -> int:
        """How many requests fit. `status`, `project`, `body` and `answer` narrow it: an object
        fits one that has at least its members."""
        return int(self.channel.post("/requests/count", operation=operation, **wanted)["count"])

    def assert_called(
        self, operation: str | None = None, *, times: int | None = None, **wanted: Any
    ) -> None:
        """That requests were made that fit as for `count`: at least one, or `times`."""
        try:
            self.channel.post("/requests/verify", operation=operation, times=times, **wanted)
        except Refused as refusal:
            if refusal.status != 409:
                raise
            raise AssertionError(refusal.reason) from None

    def wait_for(
        self, operation: str | None = None, *, times: int = 1, timeout: float = 5, **wanted: Any
    ) -> None:
        """Return as soon as so many requests were made; fail after `timeout` seconds."""
        asked = {"operation": operation, "times": times, "timeout": timeout, **wanted}
        found = self.channel.post("/requests/wait", patience=timeout, **asked)
        if not found["met"]:
            raise AssertionError(f"after {timeout:g} s: {found['reason']}")
