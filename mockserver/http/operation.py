"""What a row of the listing tells the wire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mockserver.http.dialects import Dialect

Handler = Callable[..., Any]


class Operation(NamedTuple):
    """What the adapter must know of a row of the listing."""

    name: str
    resolve: Callable[[], Handler]
    """Finds the handler, and imports it if need be."""

    dialect: Dialect
    open: bool = False
    """Whether the operation is served without a credential."""
