"""The verbs about the requests that a server has received."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Unpack
from urllib.parse import parse_qs

from mockserver.core.clock import stopwatch
from mockserver.core.matching.criteria import Outcome, judge
from mockserver.core.matching.values import has_predicate
from mockserver.core.model import Record
from mockserver.testing.verbs.arguments import Duration, RequestCriteria, in_seconds
from mockserver.testing.verbs.channel import ALL, Channel, Refused

__tracebackhide__ = True  # pytest shows the line of the test


class Request:
    """A request of the request log, with its response."""

    def __init__(self, record: Record) -> None:
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

    def where(self, operation: str | None = None, **criteria: Unpack[RequestCriteria]) -> Requests:
        """The requests that fit: `where("Call End", status=200, body={"end.exception": None})`."""
        return Requests(filter(_outcome(operation, criteria).fits, self))


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
        """The number of calls of each operation since the last reset."""
        routes = self.channel.get("/routes")["routes"]
        return {row["operation"]: row["hits"] for row in routes}

    def clear_requests(self) -> None:
        """Drop all requests."""
        self.channel.delete("/requests")

    def find(self, operation: str | None = None, **criteria: Unpack[RequestCriteria]) -> Requests:
        """Find the requests that fit `RequestCriteria`, the newest last."""
        body = {"operation": operation, "limit": ALL, **_without_predicates(criteria)}
        found = self.channel.post("/requests/find", body)["requests"]
        fits = _outcome(operation, criteria).fits
        return Requests(filter(fits, map(Request, found)))

    def count(self, operation: str | None = None, **criteria: Unpack[RequestCriteria]) -> int:
        """Count the requests that fit."""
        sent = _without_predicates(criteria)
        if sent != criteria:
            return len(self.find(operation, **criteria))
        return int(self.channel.post("/requests/count", {"operation": operation, **sent})["count"])

    def assert_called(
        self,
        operation: str | None = None,
        *,
        times: int | None = None,
        **criteria: Unpack[RequestCriteria],
    ) -> None:
        """Assert that requests were made that fit: at least one, or exactly `times`.

        On failure the message shows the nearest request, field by field.
        """
        sent = _without_predicates(criteria)
        if sent != criteria:
            if reason := self._problem(operation, criteria, times):
                raise AssertionError(reason)
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
        **criteria: Unpack[RequestCriteria],
    ) -> None:
        """Wait until so many requests were made; fail after `timeout`.

        With `idle`, wait as well until no request has arrived for a tenth of a second.
        """
        seconds, sent = in_seconds(timeout), _without_predicates(criteria)
        end, enough = stopwatch() + seconds, times
        while True:
            left = max(end - stopwatch(), 0)
            body = {"operation": operation, "times": enough, "timeout": left, "idle": idle, **sent}
            reply = self.channel.post("/requests/wait", body, patience=left)
            reason = reply["reason"]
            if sent != criteria:
                reason = self._problem(operation, criteria, least=times)
            if not reason:
                return
            if not reply["met"]:
                raise AssertionError(f"after {seconds:g} s: {reason}")
            enough = reply["count"] + 1  # of those counted, a predicate rejects some

    def _problem(
        self,
        operation: str | None,
        criteria: RequestCriteria,
        exactly: int | None = None,
        least: int = 1,
    ) -> str:
        """Judge here, as the server does, since it cannot evaluate predicates."""
        since = {name: value for name, value in criteria.items() if name == "since"}
        found = self.channel.post("/requests/find", {"limit": ALL, **since})["requests"]
        requests = Requests(map(Request, found))
        return judge(requests, _outcome(operation, criteria), exactly, least).reason


def _without_predicates(criteria: RequestCriteria) -> Record:
    """Select the criteria that a server can evaluate."""
    return {name: value for name, value in criteria.items() if not has_predicate(value)}


def _outcome(operation: str | None, criteria: RequestCriteria) -> Outcome:
    """The criteria by which a request is judged here; its time is judged by the server."""
    fields = {name: value for name, value in criteria.items() if name != "since"}
    return Outcome.model_validate({"operation": operation, **fields})
