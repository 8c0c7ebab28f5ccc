"""The bodies of refusals, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from mockserver.core.model import JsonObject
from mockserver.core.records import Timestamp


class ValidationError(TypedDict):
    """One problem and its place, such as `["body", "start", "id"]`."""

    loc: list[str | int]
    msg: str
    type: str
    input: NotRequired[Any]
    ctx: NotRequired[JsonObject]


class HTTPValidationError(TypedDict):
    """All problems of a request that does not fit its model."""

    detail: NotRequired[list[ValidationError]]


class Unserved(TypedDict):
    """The body of a refusal before the operation was reached."""

    detail: str


class ReasonBody(TypedDict):
    """The body of a refusal by the operation."""

    reason: str
    deleted_at: NotRequired[Timestamp]
    limit: NotRequired[int]


class ErrorInfo(TypedDict):
    """The description of a chat error; `code` is the status."""

    message: str
    type: str
    param: str | None
    code: int


class ErrorResponse(TypedDict):
    """A chat error in the nested form."""

    error: ErrorInfo


class FlatErrorResponse(ErrorInfo):
    """A chat error in the older, flat form."""

    object: Literal["error"]
