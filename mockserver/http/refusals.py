"""What refusals look like, as the dialects word them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from mockserver.core.model import JsonObject
from mockserver.core.records import Stamp


class ValidationError(TypedDict):
    """A problem and its place, as `["body", "start", "id"]`."""

    loc: list[str | int]
    msg: str
    type: str
    input: NotRequired[Any]
    ctx: NotRequired[JsonObject]


class HTTPValidationError(TypedDict):
    """Every problem of a request that does not fit."""

    detail: NotRequired[list[ValidationError]]


class Unserved(TypedDict):
    """Refused before the operation was reached."""

    detail: str


class Refused(TypedDict):
    """Refused by a rule of the operation. Some tell when what was asked for was deleted, or what
    the limit is."""

    reason: str
    deleted_at: NotRequired[Stamp]
    limit: NotRequired[int]


class ErrorInfo(TypedDict):
    """`code` is the status."""

    message: str
    type: str
    param: str | None
    code: int


class ErrorResponse(TypedDict):
    """The nested form."""

    error: ErrorInfo


class FlatErrorResponse(ErrorInfo):
    """The older form."""

    object: Literal["error"]
