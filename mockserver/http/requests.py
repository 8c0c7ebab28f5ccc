"""Requests as the request log keeps them, and as criteria look at them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from starlette.types import Scope

from mockserver.core.codec import decode, encode
from mockserver.core.limits import LONGEST_KEPT
from mockserver.http.bodies import Body
from mockserver.http.capture import Chunk, cut
from mockserver.http.cors import HeaderList

LOOKED_AT = LONGEST_KEPT
"""Bytes of a body in which its project is looked for: clients name it first."""

GENERATION = "mockserver.generation"
"""The key in a request's scope that holds the generation of the state it began in."""

_PROJECT_HEADER = b"openai-project"

_PROJECT = re.compile(
    rb'"project_id"\s*:\s*"([^"\\]{1,200})"|name="project_id"\r\n\r\n([^\r]{1,200})'
)


class LoggedRequest(NamedTuple):
    """A request and its response. A body one byte longer than `LONGEST` has been cut."""

    operation: str
    """Empty if nothing serves the path."""
    method: str
    path: str
    query: bytes
    path_params: Mapping[str, str]
    headers: Mapping[bytes, bytes]
    body: bytes
    started: float
    ended: float
    status: int
    """0 if the connection was dropped before there was one."""
    answer_headers: HeaderList
    answer: bytes | list[Chunk]
    faults: tuple[str, ...]
    late: bool
    """True if its state was replaced while it was served: what it wrote was dropped."""

    @property
    def name(self) -> str:
        """The operation, or method and path if nothing serves it."""
        return self.operation or f"{self.method} {self.path}"

    @property
    def seconds(self) -> float:
        """The time from its arrival to the last byte of the response."""
        return self.ended - self.started

    @property
    def project(self) -> str:
        """The project that the request names first; empty if none is named."""
        return project_of(self.path_params, self.body, self.headers)

    @property
    def number(self) -> str:
        """The request's number, as in the header `X-Mockserver-Request`."""
        return dict(self.answer_headers).get(b"x-mockserver-request", b"").decode()

    @property
    def content(self) -> bytes:
        """The body of the response, joined if it was sent in pieces."""
        answer = self.answer
        return answer if isinstance(answer, bytes) else b"".join(chunk.content for chunk in answer)

    @property
    def weight(self) -> int:
        """Bytes of its headers and bodies."""
        answer = self.answer
        request = head_weight(self.path, self.query, self.headers) + len(self.body)
        if isinstance(answer, bytes):
            return request + len(answer)
        return request + sum(len(chunk.content) for chunk in answer)


RequestHook = Callable[[LoggedRequest], None]
"""Called with each request that is over."""

RequestParts = tuple[Scope, dict[bytes, bytes], bytes, float]
"""ASGI scope, headers, body, and the stopwatch when the request began."""

ResponseParts = tuple[int, HeaderList, bytes | list[Chunk]]
"""Status, headers, and the body, whole or in the pieces that were sent."""

RequestFields = tuple[Any, ...]
"""The fields of a `LoggedRequest` as a plain tuple, which is faster to make."""


def head_weight(path: str, query: bytes, headers: Mapping[bytes, bytes]) -> int:
    """Approximate bytes of a request's head; the names of headers are not counted."""
    return len(path) + len(query) + sum(map(len, headers.values()))


class RequestView:
    """A request as criteria look at it. The body is parsed at the first look."""

    def __init__(
        self,
        operation: str,
        scope: Mapping[str, Any],
        headers: Mapping[bytes, bytes],
        body: Body,
    ) -> None:
        self.operation = operation
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self._scope, self._headers, self._body = scope, headers, body

    @property
    def name(self) -> str:
        """The operation, or method and path if nothing serves it."""
        return self.operation or f"{self.method} {self.path}"

    @property
    def query(self) -> Mapping[str, list[str]]:
        """The values of each parameter."""
        text = self._scope["query_string"].decode("latin-1")
        return parse_qs(text, keep_blank_values=True)

    @property
    def headers(self) -> Mapping[str, str]:
        """Values by lower-case names."""
        pairs = self._headers.items()
        return {name.decode("latin-1"): value.decode("latin-1") for name, value in pairs}

    @cached_property
    def project(self) -> str:
        """The project that it names first; empty if none is named."""
        return project_in(self._scope, self._headers, self._body)

    @cached_property
    def body(self) -> Any:
        """The JSON value of the body, the fields of a form, or the text of anything else."""
        body = self._body
        return value_of(body) if isinstance(body, bytes) else body.fields


class LoggedRequestView(RequestView):
    """A request of the log as criteria look at it."""

    def __init__(self, logged: LoggedRequest) -> None:
        scope = {
            "method": logged.method,
            "path": logged.path,
            "query_string": logged.query,
            "path_params": logged.path_params,
        }
        super().__init__(logged.operation, scope, logged.headers, logged.body)
        self.id = logged.number
        self.status = logged.status
        self.logged = logged

    @cached_property
    def answer(self) -> Any:
        """The JSON value of the response body, or its text."""
        return value_of(self.logged.content)


def value_of(content: bytes) -> Any:
    """The JSON value of a body, or its text if it is none."""
    try:
        return decode(content) if content else None
    except (ValueError, RecursionError):
        return content.decode(errors="replace")


def project_of(path_params: Mapping[str, str], body: bytes, headers: Mapping[bytes, bytes]) -> str:
    """The project that a path, a body or the header of chat clients names; empty if none does."""
    if "entity" in path_params:
        return f"{path_params['entity']}/{path_params['project']}"
    if match := _PROJECT.search(body, 0, LOOKED_AT):
        return (match[1] or match[2]).decode(errors="replace")
    return headers[_PROJECT_HEADER].decode("latin-1") if _PROJECT_HEADER in headers else ""


def project_in(scope: Mapping[str, Any], headers: Mapping[bytes, bytes], body: Body) -> str:
    """The same of a request that has been read, forms included."""
    if isinstance(body, bytes):
        return project_of(scope["path_params"], body, headers)
    return body.fields.get("project_id", "")


def parts_of(scope: Scope, headers: dict[bytes, bytes], body: Body, started: float) -> RequestParts:
    """The parts of a request, its body cut for the request log."""
    text = body if isinstance(body, bytes) else encode(body.fields)
    return scope, headers, cut(text), started
