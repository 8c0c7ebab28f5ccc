"""The scripted reply in the header of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from mockserver.core.codec import header_text
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import misfit

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line

REPLY = b"x-mockserver-reply"


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


def _refusal(why: str) -> ApiError:
    return invalid(f"X-Mockserver-Reply: {why}")
