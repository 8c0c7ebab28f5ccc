"""Rules about the fields of a request, and the refusal of a body that has the wrong form."""

from __future__ import annotations

from collections.abc import Callable

from mockserver.chat.models import ChatRequest
from mockserver.core.errors import Malformed

Rule = Callable[[ChatRequest], str | None]
"""Returns a message if the rule is broken."""


def malformed(
    message: str, *where: str | int, kind: str = "value_error", param: str | None = None
) -> Malformed:
    """The refusal of a body, or of the part of it that is there, in pydantic's words."""
    if kind == "value_error":
        message = f"Value error, {message}"
    return Malformed([{"type": kind, "loc": ["body", *where], "msg": message}], param)
