"""Requests that a server has heard, as a test sees them."""

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
    """One request of the request log, its answer, and what became of it."""

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

    @cached_property
    def query(self) -> Mapping[str, Sequence[str]]:
        """The values of each parameter."""
        return parse_qs(self.record["query"], keep_blank_values=True)

    @property
    def name(self) -> str:
        """The operation or, if nothing serves the path, what was asked for."""
        return self.operation or f"{self.method} {self.path}"

    def __repr__(self) -> str:
        return f"<{self.id}: {self.name} {self.status}>"


class Requests(list[Request]):
    """Requests, the newest last."""

    def where(self, operation: str | None = None, **wanted: Unpack[RequestCriteria]) -> Requests:
        """Those that fit: `where("Call End", status=200, body={"end.exception": None})`."""
        criteria = Outcome.model_validate({"operation": operation, **wanted})
        return Requests(filter(criteria.fits, self))


class RequestVerbs:
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

    def find(self, operation: str | None = None, **wanted: Unpack[RequestCriteria]) -> Requests:
        """The requests that fit, the newest last; `RequestCriteria` says what may be named."""
        sent, _ = _apart(wanted)
        asked = {"operation": operation, "limit": ALL, **sent}
        found = self.channel.post("/requests/find", asked)["requests"]
        return Requests(map(Request, found)).where(operation, **_without_since(wanted))

    def count(self, operation: str | None = None, **wanted: Unpack[RequestCriteria]) -> int:
        """How many requests fit."""
        if _apart(wanted)[1]:
            return len(self.find(operation, **wanted))
        asked = {"operation": operation, **wanted}
        return int(self.channel.post("/requests/count", asked)["count"])

    def assert_called(
        self,
        operation: str | None = None,
        *,
        times: int | None = None,
        **wanted: Unpack[RequestCriteria],
    ) -> None:
        """That requests were made that fit: at least one, or `times`."""
        sent, has_predicates = _apart(wanted)
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
        """Return as soon as so many requests were made; fail after `timeout`.

        With `idle`, wait as well until no request has arrived for a tenth of a second.
        """
        patience = in_seconds(timeout)
        sent, has_predicates = _apart(wanted)
        end, enough = stopwatch() + patience, times
        asked = {"operation": operation, "idle": idle, **sent}
        while True:
            left = max(end - stopwatch(), 0)
            asked |= {"times": enough, "timeout": left}
            found = self.channel.post("/requests/wait", asked, patience=left)
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
        """The same as the server's own verdict, by predicates that it cannot have."""
        others: RequestCriteria = {"since": wanted["since"]} if "since" in wanted else {}
        heard = self.find(**others)
        criteria = Outcome.model_validate({"operation": operation, **_without_since(wanted)})
        if reason := judge(heard, criteria, exactly, least).reason:
            raise AssertionError(when + reason)


def _apart(wanted: RequestCriteria) -> tuple[dict[str, Any], bool]:
    """What can be sent to the server, and True if a predicate is left behind."""
    sent = {name: value for name, value in wanted.items() if not has_predicate(value)}
    return sent, len(sent) < len(wanted)


def _without_since(wanted: RequestCriteria) -> RequestCriteria:
    """What a request itself can say; when it came, the server knows."""
    return {name: value for name, value in wanted.items() if name != "since"}  # type: ignore[return-value]
