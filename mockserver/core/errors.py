"""Every refusal the service can make, named for its situation.

Services raise these; `wire.dialects` alone turns one into bytes. The texts are part of the
interface: clients show them to people, and some match on their first words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Problem = Mapping[str, Any]
"""One entry of a 422 body: type, loc, msg, input and, for some types, ctx."""


class ApiError(Exception):
    """A refusal: an HTTP status, a sentence for people, and extra members for the body."""

    def __init__(
        self,
        status: int,
        message: str,
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})


class Malformed(ApiError):
    """The body (or query string) does not fit the operation's model; nothing was looked up yet.

    Trace side: 422 with one entry per problem. Chat side: 400 of type `Bad Request`.
    """

    def __init__(self, problems: Sequence[Problem], param: str | None = None) -> None:
        super().__init__(422, "The request does not fit the operation's model", {"param": param})
        self.problems = list(problems)


class Unparsable(ApiError):
    """The body is not text in any JSON encoding, or is nested beyond what the parser reads."""

    def __init__(self) -> None:
        super().__init__(400, "There was an error parsing the body")


class Unauthorized(ApiError):
    """No credential, or one this server was told not to accept: a 401 in each side's own words."""

    def __init__(self, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(401, "Not authenticated", headers=headers)


class Staged(ApiError):
    """A refusal that somebody planned: after so many seconds, perhaps with a body of its own."""

    def __init__(
        self, status: int, message: str, body: Any, headers: Mapping[str, str], wait: float
    ) -> None:
        super().__init__(status, message, headers=headers)
        self.body = body
        self.wait = wait


def invalid(message: str) -> ApiError:
    """400: well formed, but refused by a rule of the operation."""
    return ApiError(400, message)


def forbidden(message: str) -> ApiError:
    """403: a field or a name the service does not allow."""
    return ApiError(403, message)


def not_found(message: str, **extra: Any) -> ApiError:
    """404: the record is not there; `deleted_at` in `extra` says that it once was."""
    return ApiError(404, message, extra)


def conflict(message: str) -> ApiError:
    """409: what the client expected differs from what the service computed."""
    return ApiError(409, message)


def too_large(limit: int) -> ApiError:
    """413: more than `limit` bytes, or ids. Clients split their batch and try again."""
    return ApiError(413, "Request too large", {"limit": limit})


def cannot_keep(why: str) -> ApiError:
    """507: the disk refused, so nothing of the request was kept."""
    return ApiError(507, why)


def missing_field(*loc: str | int, input: Any = None) -> Malformed:
    """The 422 for one required part that is absent."""
    problem = {"type": "missing", "loc": list(loc), "msg": "Field required", "input": input}
    return Malformed([problem])
