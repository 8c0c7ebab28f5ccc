"""The connection to a control API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Event, Lock
from typing import Any

import httpx

from mockserver.core.clock import stopwatch

__tracebackhide__ = True  # pytest shows the line of the test

PATIENCE = 10.0
"""Seconds that a server may take to respond, in addition to an intended wait."""

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
    """A connection to one control API, whose client is made at the first request.

    Fields of a query or a body that are None are left out. Every request may raise Refused.
    """

    def __init__(
        self, url: str, transport: httpx.BaseTransport | None = None, key: str | None = None
    ) -> None:
        self.url = url
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._transport = transport
        self._client: httpx.Client | None = None
        self._making = Lock()

    def get(self, path: str, **query: Any) -> Any:
        """Read a path."""
        return self._send("GET", path, params=_fields(query)).json()

    def post(self, path: str, body: Mapping[str, Any] | None = None, patience: float = 0) -> Any:
        """Send a body; the server may take `patience` longer to respond."""
        timeout = PATIENCE + patience
        return self._send("POST", path, json=_fields(body or {}), timeout=timeout).json()

    def put(self, path: str, body: Mapping[str, Any]) -> Any:
        """Send a body that changes the resource."""
        return self._send("PUT", path, json=_fields(body)).json()

    def delete(self, path: str) -> Any:
        """Delete a resource."""
        return self._send("DELETE", path).json()

    def request(self, method: str, path: str, fields: Mapping[str, Any]) -> Any:
        """Send any request; `fields` go into the query of GET and DELETE, else into the body."""
        part = "params" if method in ("GET", "DELETE") else "json"
        return self._send(method, path, **{part: fields}).json()

    def upload(self, path: str, content: bytes, **query: Any) -> Any:
        """Send bytes."""
        return self._send("POST", path, content=content, params=_fields(query)).json()

    def download(self, path: str, **query: Any) -> bytes:
        """Read a path as bytes."""
        return self._send("GET", path, params=_fields(query)).content

    def lines(self, path: str) -> Iterator[str]:
        """Yield the lines of a stream as they arrive, until it ends."""
        endless = httpx.Timeout(PATIENCE, read=None)
        with self._connection().stream("GET", "/__admin" + path, timeout=endless) as response:
            if response.is_error:
                response.read()
            yield from _unless_refused(response).iter_lines()

    def is_ready_within(self, seconds: float) -> bool:
        """Wait until the server is ready. False if it is not ready in time."""
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

    def _send(self, method: str, path: str, **options: Any) -> httpx.Response:
        return _unless_refused(self._connection().request(method, "/__admin" + path, **options))

    def _connection(self) -> httpx.Client:
        with self._making:
            self._client = self._client or httpx.Client(
                base_url=self.url,
                transport=self._transport,
                headers=self._headers,
                timeout=PATIENCE,
                trust_env=False,
                verify=self.url.startswith("https:"),  # certificates take 20 ms to load
            )
            return self._client


def _unless_refused(response: httpx.Response) -> httpx.Response:
    if not response.is_error:
        return response
    try:
        body = response.json()
    except ValueError:
        body = response.text
    raise Refused(response.status_code, reason_in(body))


def _fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _json(value) for name, value in fields.items() if value is not None}


def _json(value: Any) -> Any:
    """Convert a value to JSON. Raises TypeError for a function."""
    if isinstance(value, timedelta):
        return f"{value / MILLISECOND:f}ms"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: _json(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [*map(_json, value)]
    if callable(value):
        raise TypeError("a predicate works only in assertions; for a server use {'pattern': ...}")
    return value


def reason_in(body: Any) -> str:
    """The reason in a refusal of any form."""
    if not isinstance(body, dict):
        return str(body)
    if isinstance(body.get("error"), dict):
        return str(body["error"].get("message"))
    if isinstance(body.get("detail"), list):
        return "; ".join(map(_problem, body["detail"]))
    hint = f"; {body['hint']}" if "hint" in body else ""
    return str(body.get("reason") or body.get("detail") or body.get("message") or body) + hint


def _problem(problem: dict[str, Any]) -> str:
    field = ".".join(map(str, problem["loc"][1:])) or "body"
    return f"{field}: {problem['msg'].removeprefix('Value error, ')}"
