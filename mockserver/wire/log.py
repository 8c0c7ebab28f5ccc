"""What is said about each request when it is over."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from starlette.types import Scope

_PROJECT = re.compile(
    rb'"project_id"\s*:\s*"([^"\\]{1,200})"|name="project_id"\r\n\r\n([^\r]{1,200})'
)

LOOKED_AT = 1 << 16
"""Bytes of a body in which its project is looked for: clients name it first."""


class Entry(NamedTuple):
    """One request: its operation, the status it got, how many seconds it took."""

    operation: str
    status: int
    seconds: float
    body: bytes
    scope: Scope

    @property
    def project(self) -> str:
        """The project that the path or the body names first; empty if none is named."""
        path = self.scope.get("path_params", {})
        if "entity" in path:
            return f"{path['entity']}/{path['project']}"
        match = _PROJECT.search(self.body, 0, LOOKED_AT)
        return (match[1] or match[2]).decode(errors="replace") if match else ""


Log = Callable[[Entry], None]
