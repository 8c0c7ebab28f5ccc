"""Documents that are a list of parts, put together without keeping anybody waiting."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from mockserver.core.steps import UNREAD, Steps
from mockserver.http.answers import Json


def listed(before: bytes, parts: list[bytes], after: bytes) -> Steps[Json[Any]]:
    """The parts with commas between them, and what stands around; many are copied in steps."""
    if len(parts) <= UNREAD:
        return Json(b"%b%b%b" % (before, b",".join(parts), after))
    content = BytesIO()
    for at in range(0, len(parts), UNREAD):
        content.write(b"," if at else before)
        content.write(b",".join(parts[at : at + UNREAD]))
        yield
    content.write(after)
    return Json(content.getvalue())
