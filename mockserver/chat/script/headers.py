"""The request headers about scripted replies: a line, and what answers if no rule matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, cast, get_args

from pydantic import ValidationError

from mockserver.core.codec import header_text
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import misfit

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line

REPLY = b"x-mockserver-reply"
UNSCRIPTED = b"x-mockserver-unscripted"

Unscripted = Literal["model", "echo", "error"]
"""The reply if no rule matches: the model's, the last user message, or an error that lists the
rules and why each did not match."""


def line_in(header: bytes) -> Line:
    """The line in a header: JSON if it begins with `{`, otherwise the text of the line.

    Raises a 400 that names the header.
    """
    from mockserver.chat.script.models import Line

    text = header_text(header)
    try:
        line = Line.model_validate_json(text) if text.startswith("{") else Line(text=text)
    except ValidationError as error:
        raise _refusal(misfit(error)) from None
    if not line.model_fields_set:
        raise _refusal("a reply needs something to answer")
    return line


def unscripted_in(headers: Mapping[bytes, bytes], usual: Unscripted) -> Unscripted:
    """The value of the header, which holds if no rule matches, else the usual one. Raises a 400."""
    if UNSCRIPTED not in headers:
        return usual
    named = headers[UNSCRIPTED].decode("latin-1").strip().lower()
    if named not in get_args(Unscripted):
        raise invalid(f"X-Mockserver-Unscripted: must be model, echo or error, got {named!r}")
    return cast("Unscripted", named)


def _refusal(why: str) -> ApiError:
    return invalid(f"X-Mockserver-Reply: {why}")
