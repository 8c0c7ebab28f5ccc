"""The verbs about the requests that a server has received."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Unpack
from urllib.parse import parse_qs

from mockserver.core.clock import stopwatch
from mockserver.core.matching.criteria import Outcome, judge
from mockserver.core.matching.values import has_predicate
from mockserver.testing.verbs.arguments import Duration, RequestCriteria, in_seconds
from mockserver.testing.verbs.channel import ALL, Channel, Refused

__tracebackhide__ = True  # pytest shows the line of the test


class Request:
    """A request of the request log, with its response."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        """The request as the control API gives it."""
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

    @cached_property
    def query(self) -> Mapping[str, Sequence[str]]:
        """The values of each parameter."""
        return parse_qs(self.record["query"], keep_blank_values=True)

    @property
    def name(self) -> str:
        """The operation, or method and path if nothing serves it."""
        return self.operation or f"{self.method} {self.path}"

    def __repr__(self) -> str:
        return f"<{self.id}: {self.name} {self.status}>"


class Requests(list[Request]):
    """Requests, the newest last."""

    def where(self, operation: str | None = None, **wanted: Unpack[RequestCriteria]) -> Requests:
        """The requests that fit: `where("Call End", status=200, body={"end.exception": None})`."""
        criteria = Outcome.model_validate({"operation": operation, **wanted})
        return Requests(filter(criteria.fits, self))


class RequestVerbs:
    """The verbs about the requests that a server has received."""

    channel: Channel

    @property
    def requests(self) -> Requests:
        """The requests since the last reset, the newest last."""
        found = self.channel.get("/requests", limit=ALL)["requests"]
        return Requests(map(Request, found))

    @property
    def unmatched(self) -> Requests:
        """The requests to paths that nothing serves."""
        return Requests(map(Request, self.channel.get("/requests/unmatched")["requests"]))

    def request(self, number: str) -> Request:
        """The request with this number, from `X-Mockserver-Request`. Raises Refused."""
        return Request(self.channel.get(f"/requests/{number}"))

    def hits(self) -> dict[str, int]:
        """The calls of each operation since the last reset."""
        routes = self.channel.get("/routes")["routes"]
        return {row["operation"]: row["hits"] for row in routes}

    def clear_requests(self) -> None:
        """Drop all requests."""
        self.channel.delete("/requests")

    def find(self, operation: str | None = None, **wanted: Unpack[RequestCriteria]) -> Requests:
        """Find the requests that fit `RequestCriteria`, the newest last."""
        sent, _ = _without_predicates(wanted)
        body = {"operation": operation, "limit": ALL, **sent}
        found = self.channel.post("/requests/find", body)["requests"]
        return Requests(map(Request, found)).where(operation, **_without_since(wanted))

    def count(self, operation: str | None = None, **wanted: Unpack[RequestCriteria]) -> int:
        """Count the requests that fit."""
        if _without_predicates(wanted)[1]:
            return len(self.find(operation, **wanted))
        body = {"operation": operation, **wanted}
        return int(self.channel.post("/requests/count", body)["count"])

    def assert_called(
        self,
        operation: str | None = None,
        *,
        times: int | None = None,
        **wanted: Unpack[RequestCriteria],
    ) -> None:
        """Assert that requests were made that fit: at least one, or `times`.

        On failure the message shows the nearest request, field by field.
        """
        sent, has_predicates = _without_predicates(wanted)
        if has_predicates:
            self._assert(operation, wanted, times)
            return
        try:
            self.channel.post("/requests/verify", {"operation": operation, "times": times, **sent})
        except Refused as refusal:
            if refusal.status != 409:
                raise
            raise AssertionError(refusal.reason) from None

    def wait_for(
        self,
        operation: str | None = None,
        *,
        times: int = 1,
        timeout: Duration = 5,
        idle: bool = False,
        **wanted: Unpack[RequestCriteria],
    ) -> None:
        """Wait until so many requests were made; fail after `timeout`.

        With `idle`, wait as well until no request has arrived for a tenth of a second.
        """
        patience = in_seconds(timeout)
        sent, has_predicates = _without_predicates(wanted)
        end, enough = stopwatch() + patience, times
        body = {"operation": operation, "idle": idle, **sent}
        while True:
            left = max(end - stopwatch(), 0)
            body |= {"times": enough, "timeout": left}
            found = self.channel.post("/requests/wait", body, patience=left)
            if not has_predicates or self.count(operation, **wanted) >= times:
                break
            if not found["met"]:
                self._assert(operation, wanted, None, times, f"after {patience:g} s: ")
            enough = found["count"] + 1
        if not found["met"]:
            raise AssertionError(f"after {patience:g} s: {found['reason']}")

    def _assert(
        self,
        operation: str | None,
        wanted: RequestCriteria,
        exactly: int | None,
        least: int = 1,
        when: str = "",
    ) -> None:
        """Judge as the server does, by predicates that it cannot evaluate."""
        others: RequestCriteria = {"since": wanted["since"]} if "since" in wanted else {}
        requests = self.find(**others)
        criteria = Outcome.model_validate({"operation": operation, **_without_since(wanted)})
        if reason := judge(requests, criteria, exactly, least).reason:
            raise AssertionError(when + reason)


def _without_predicates(wanted: RequestCriteria) -> tuple[dict[str, Any], bool]:
    """Select the criteria without predicates. The second value is True if there are others."""
    sent = {name: value for name, value in wanted.items() if not has_predicate(value)}
    return sent, len(sent) < len(wanted)


def _without_since(wanted: RequestCriteria) -> RequestCriteria:
    """Select the criteria that a request can be judged by without its time."""
    return {name: value for name, value in wanted.items() if name != "since"}  # type: ignore[return-value]
