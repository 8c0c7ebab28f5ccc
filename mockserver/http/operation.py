"""An operation as its endpoint needs it: a row of the listing without its path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mockserver.http.dialects import Dialect

Handler = Callable[..., Any]


class Operation(NamedTuple):
    """The name of an operation, its handler and its dialect."""

    name: str
    resolve: Callable[[], Handler]
    """Imports the handler's module if need be and returns the handler."""

    dialect: Dialect
    open: bool = False
    """True if the operation is served without a credential."""
