"""Requests, in the forms that endpoints and criteria use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import parse_qs

from starlette.types import Scope

from mockserver.core.codec import decode
from mockserver.core.limits import LONGEST_KEPT
from mockserver.core.masking import CREDENTIALS, reduced, reduced_query
from mockserver.http.bodies import Body

LOOKED_AT = LONGEST_KEPT
"""Bytes of a body that are searched for its project: clients send it first."""

_PROJECT_HEADER = b"openai-project"

_PROJECT = re.compile(
    rb'"project_id"\s*:\s*"([^"\\]{1,200})"|name="project_id"\r\n\r\n([^\r]{1,200})'
)


@dataclass(eq=False)
class Head:
    """A request without its body. Requests with equal heads may share one, so it never changes."""

    method: str
    path: str
    query: bytes
    headers: Mapping[bytes, bytes]
    path_params: Mapping[str, str]
    raw_path: bytes = b""
    """The path before percent-decoding; empty where nobody needs it."""
    checked_by: object = None
    """The endpoint that has checked the headers."""

    @cached_property
    def kept(self) -> Head:
        """The head with masked credentials, for the request log."""
        headers = dict(self.headers)
        for name in CREDENTIALS.intersection(headers):
            headers[name] = reduced(headers[name])
        query = reduced_query(self.query) if self.query else b""
        return Head(self.method, self.path, query, headers, self.path_params)

    @cached_property
    def weight(self) -> int:
        """Approximate bytes of the head; the names of headers are not counted."""
        return len(self.path) + len(self.query) + sum(map(len, self.headers.values()))


class RequestView:
    """A request in the form that criteria test. The body is parsed on first access."""

    def __init__(self, operation: str, head: Head, body: Body) -> None:
        self.operation = operation
        self.method, self.path = head.method, head.path
        self._head, self._body = head, body

    @property
    def name(self) -> str:
        """The operation, or method and path if nothing serves it."""
        return self.operation or f"{self.method} {self.path}"

    @property
    def query(self) -> Mapping[str, list[str]]:
        """The values of each parameter."""
        return parse_qs(self._head.query.decode("latin-1"), keep_blank_values=True)

    @property
    def headers(self) -> Mapping[str, str]:
        """Values by lower-case names."""
        pairs = self._head.headers.items()
        return {name.decode("latin-1"): value.decode("latin-1") for name, value in pairs}

    @cached_property
    def project(self) -> str:
        """The project that it names first; empty if none is named."""
        return project_of(self._head, self._body)

    @cached_property
    def body(self) -> Any:
        """The JSON value of the body, the fields of a form, or the text of anything else."""
        body = self._body
        return value_of(body) if isinstance(body, bytes) else body.fields


def value_of(content: bytes) -> Any:
    """The JSON value of a body, or its text if it is not JSON."""
    try:
        return decode(content) if content else None
    except (ValueError, RecursionError):
        return content.decode(errors="replace")


def head_of(scope: Scope) -> Head:
    """The head of a request that has come through ASGI."""
    return Head(
        scope["method"],
        scope["path"],
        scope["query_string"],
        dict(scope["headers"]),
        scope.get("path_params", {}),
        scope.get("raw_path") or b"",
    )


def project_of(head: Head, body: Body) -> str:
    """The project named by the path, the body or the header of chat clients; empty if none is."""
    if not isinstance(body, bytes):
        return body.fields.get("project_id", "")
    params = head.path_params
    if "entity" in params:
        return f"{params['entity']}/{params['project']}"
    if match := _PROJECT.search(body, 0, LOOKED_AT):
        return (match[1] or match[2]).decode(errors="replace")
    return head.headers.get(_PROJECT_HEADER, b"").decode("latin-1")
