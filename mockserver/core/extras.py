"""Optional libraries, installed for example by `pip install 'mockserver[demo]'`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mockserver.core.errors import ApiError


class MissingExtra(ApiError):
    """501: a library is not installed; the message says what needs it and how to install it."""


@contextmanager
def extra(name: str, use: str) -> Iterator[None]:
    """A context in which the libraries of an extra are imported. Raises MissingExtra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("mockserver"):
            raise
        raise MissingExtra(501, f"{use} needs more: pip install 'mockserver[{name}]'") from None
