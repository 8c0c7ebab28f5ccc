"""Operations: the part of a row of the listing that its endpoint needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mockserver.http.dialects import Dialect

Handler = Callable[..., Any]


class Operation(NamedTuple):
    """The name of an operation, its handler and its dialect."""

    name: str
    resolve: Callable[[], Handler]
    """Imports the handler on first use and returns it."""

    dialect: Dialect
    open: bool = False
    """True if the operation needs no credential."""
