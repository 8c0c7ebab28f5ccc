"""A request and its answer, as they are kept and read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from starlette.types import Scope

from mockserver.core.codec import encode
from mockserver.http.bodies import Body
from mockserver.http.capture import LONGEST, Chunk, cut
from mockserver.http.cors import HeaderList

LOOKED_AT = LONGEST
"""Bytes of a body in which its project is looked for: clients name it first."""

GENERATION = "mockserver.generation"
"""The key in a request's scope that holds the generation of the state it began in."""

_PROJECT = re.compile(
    rb'"project_id"\s*:\s*"([^"\\]{1,200})"|name="project_id"\r\n\r\n([^\r]{1,200})'
)


class Exchange(NamedTuple):
    """A request and its answer. Bodies may be one byte too long, which says that they are cut."""

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
    generation: int

    @property
    def name(self) -> str:
        """The operation, or what was asked for in its place."""
        return self.operation or f"{self.method} {self.path}"

    @property
    def seconds(self) -> float:
        """How long it took, to the last byte."""
        return self.ended - self.started

    @property
    def project(self) -> str:
        """The project that the path or the body names first; empty if none is named."""
        return project_of(self.path_params, self.body)

    @property
    def number(self) -> str:
        """The request's number, as `X-Mockserver-Request` told the caller."""
        return dict(self.answer_headers).get(b"x-mockserver-request", b"").decode()

    @property
    def weight(self) -> int:
        """Bytes of its headers and bodies."""
        answer = self.answer
        request = head_weight(self.path, self.query, self.headers) + len(self.body)
        if isinstance(answer, bytes):
            return request + len(answer)
        return request + sum(len(chunk.content) for chunk in answer)


Log = Callable[[Exchange], None]

Asked = tuple[Scope, dict[bytes, bytes], bytes, float]
"""A request: its scope, headers and body, and the stopwatch when it began."""

Answered = tuple[int, HeaderList, bytes | list[Chunk]]
"""An answer: its status, its headers, and the content, whole or in the pieces that were sent."""

Keep = Callable[..., None]
"""Keeps what was asked and what was answered."""

Taken = tuple[Any, ...]
"""An exchange as the journal keeps it: its fields in their order, without a name for each."""


def head_weight(path: str, query: bytes, headers: Mapping[bytes, bytes]) -> int:
    """Bytes of a request before its body, about; names of headers are few and short."""
    return len(path) + len(query) + sum(map(len, headers.values()))


def project_of(path_params: Mapping[str, str], body: bytes) -> str:
    """The project that a path or a body names first; empty if none is named."""
    if "entity" in path_params:
        return f"{path_params['entity']}/{path_params['project']}"
    match = _PROJECT.search(body, 0, LOOKED_AT)
    return (match[1] or match[2]).decode(errors="replace") if match else ""


def project_in(scope: Scope, body: Body) -> str:
    """The same of a request that has been read, forms included."""
    if isinstance(body, bytes):
        return project_of(scope["path_params"], body)
    return body.fields.get("project_id", "")


def asked_of(scope: Scope, headers: dict[bytes, bytes], body: Body, started: float) -> Asked:
    """A request as the journal may have it."""
    text = body if isinstance(body, bytes) else encode(body.fields)
    return scope, headers, cut(text), started
