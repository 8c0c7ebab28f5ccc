"""Libraries that only some uses need: `pip install 'mockserver[demo]'` adds those of one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mockserver.core.errors import ApiError


class MissingExtra(ApiError):
    """501: a library is not installed; the message says what for, and how to install it."""


@contextmanager
def extra(name: str, use: str) -> Iterator[None]:
    """A block that imports the libraries of an extra. Raises MissingExtra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("mockserver"):
            raise
        raise MissingExtra(501, f"{use} needs more: pip install 'mockserver[{name}]'") from None
