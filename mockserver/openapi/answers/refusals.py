"""What refusals look like, by their status; `4XX` stands for every other one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from mockserver.core.model import Json, JsonObject
from mockserver.openapi.answers.model import Answered


class ValidationError(Answered):
    """A problem and its place, as `["body", "start", "id"]`."""

    loc: list[str | int]
    msg: str
    type: str
    input: Json = None
    ctx: JsonObject = Field(default_factory=dict)


class HTTPValidationError(Answered):
    detail: list[ValidationError] = Field(default_factory=list)


class Unserved(Answered):
    """Refused before the operation was reached."""

    detail: str


class Refusal(Answered):
    """Refused by a rule of the operation. Some tell when what was asked for was deleted, or what
    the limit is."""

    reason: str
    deleted_at: datetime | None = None
    limit: int | None = None


class ErrorInfo(Answered):
    """`code` is the status."""

    message: str
    type: str
    param: str | None
    code: int


class ErrorResponse(Answered):
    error: ErrorInfo


class FlatErrorResponse(ErrorInfo):
    """The older form."""

    object: Literal["error"]


Refusals = Mapping[str, tuple[str, Any]]
"""What is said of a refusal, and its model, by its status."""

TRACE: Refusals = {
    "401": ("No credential, or one that is not accepted.", Unserved),
    "422": ("The request does not fit.", HTTPValidationError | Refusal),
    "4XX": ("The request is refused.", Refusal | Unserved),
}
CHAT: Mapping[str, Refusals] = {
    "nested": {"4XX": ("The request is refused.", ErrorResponse)},
    "flat": {"4XX": ("The request is refused.", FlatErrorResponse)},
}
"""By the style of error bodies."""
