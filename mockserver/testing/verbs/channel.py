"""The connection to a control API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from mockserver.core.clock import stopwatch
from mockserver.core.model import Record

if TYPE_CHECKING:
    import httpx

__tracebackhide__ = True  # pytest shows the line of the test

PATIENCE = 10.0
"""Seconds that a server may take to answer, beside those of an intended wait."""

PAUSE = 0.02
"""Seconds between two attempts to reach a server that is away."""

MILLISECOND = timedelta(milliseconds=1)

ALL = 1_000_000
"""More requests, and more records, than any test has."""


class Refused(Exception):
    """The control API refused a request; the text is its reason."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Channel:
    """A connection to one control API, whose client is made at the first request."""

    def __init__(
        self, url: str, transport: httpx.BaseTransport | None = None, key: str | None = None
    ) -> None:
        self.url = url
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._transport = transport
        self._client: httpx.Client | None = None
        self._making = Lock()

    def get(self, path: str, **query: Any) -> Any:
        """Read a path; fields of the query that are None are left out."""
        return self._request("GET", path, params=_named(query))

    def post(self, at: str, /, body: Mapping[str, Any] | None = None, patience: float = 0) -> Any:
        """Send a body, without the fields that are None."""
        return self._request("POST", at, json=_named(body or {}), timeout=PATIENCE + patience)

    def put(self, at: str, /, **body: Any) -> Any:
        """Send a body that changes the resource."""
        return self._request("PUT", at, json=_named(body))

    def delete(self, path: str) -> Any:
        """Delete a resource."""
        return self._request("DELETE", path)

    def upload(self, path: str, content: bytes, **query: Any) -> Any:
        """Send bytes."""
        return self._request("POST", path, content=content, params=_named(query))

    def download(self, path: str, **query: Any) -> bytes:
        """Read a path as bytes."""
        return self._send("GET", path, params=_named(query)).content

    def is_ready_within(self, seconds: float) -> bool:
        """Wait until the server is ready. False if it is not in time."""
        import httpx

        end = stopwatch() + seconds
        while True:
            with suppress(httpx.TransportError, Refused):
                self._send("GET", "/ready", timeout=max(seconds, PAUSE))
                return True
            if stopwatch() >= end:
                return False
            Event().wait(PAUSE)

    def close(self) -> None:
        """Close the connection."""
        if self._client:
            self._client.close()
            self._client = None

    def request(self, method: str, path: str, fields: dict[str, Any]) -> Any:
        """Send any request; `fields` are those of its query or else of its body."""
        place = "params" if method in ("GET", "DELETE") else "json"
        return self._request(method, path, **{place: fields})

    def lines(self, path: str) -> Iterator[str]:
        """Yield the lines of a stream as they arrive, until it ends."""
        import httpx

        endless = httpx.Timeout(PATIENCE, read=None)
        with self._connection().stream("GET", "/__admin" + path, timeout=endless) as answer:
            if answer.is_error:
                answer.read()
            yield from _unless_refused(answer).iter_lines()

    def _request(self, method: str, path: str, **options: Any) -> Any:
        return self._send(method, path, **options).json()

    def _send(self, method: str, path: str, **options: Any) -> httpx.Response:
        answer = self._connection().request(method, "/__admin" + path, **options)
        return _unless_refused(answer)

    def _connection(self) -> httpx.Client:
        with self._making:
            self._client = self._client or self._new_client()
            return self._client

    def _new_client(self) -> httpx.Client:
        import httpx

        return httpx.Client(
            base_url=self.url,
            transport=self._transport,
            headers=self._headers,
            timeout=PATIENCE,
            trust_env=False,
            verify=self.url.startswith("https:"),  # certificates take 20 ms to load
        )


def _unless_refused(answer: httpx.Response) -> httpx.Response:
    if answer.is_error:
        raise Refused(answer.status_code, _reason(answer))
    return answer


def _named(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _written(value) for name, value in fields.items() if value is not None}


def _written(value: Any) -> Any:
    """Convert a value for the control API. Raises TypeError for a function."""
    if isinstance(value, timedelta):
        return f"{value / MILLISECOND:f}ms"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: _written(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [*map(_written, value)]
    if callable(value):
        raise TypeError("a predicate stays in its process; a server takes {'pattern': ...}")
    return value


def _reason(answer: httpx.Response) -> str:
    """The sentence in a refusal of any form."""
    try:
        body = answer.json()
    except ValueError:
        return answer.text
    if isinstance(body.get("detail"), list):
        return "; ".join(map(_problem, body["detail"]))
    hint = f"; {body['hint']}" if "hint" in body else ""
    return str(body.get("reason") or f"{body.get('detail')}{hint}")


def _problem(problem: Record) -> str:
    return f"{_place(problem['loc'])}: {problem['msg'].removeprefix('Value error, ')}"


def _place(loc: list[str | int]) -> str:
    return ".".join(map(str, loc[1:])) or "body"
