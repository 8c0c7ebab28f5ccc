"""Refusals: the errors of the service, named for their situation.

Services raise them, and `http.dialects` turns them into responses. The texts are part of the
interface: clients show them to people, and some match their first words. `Unusable` is for the user
of the command line and of the fixtures, not for clients.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Problem = Mapping[str, Any]
"""One entry of a 422 body: type, loc, msg, input and, for some types, ctx."""


class ApiError(Exception):
    """A refusal: an HTTP status, a message, and extra fields of the body."""

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
    """A body or query string that does not fit the operation's model.

    Trace side: 422 with one entry per problem. Chat side: 400 of type `Bad Request`.
    """

    def __init__(self, problems: Sequence[Problem], param: str | None = None) -> None:
        super().__init__(422, "The request does not fit the operation's model", {"param": param})
        self.problems = list(problems)


class Unparsable(ApiError):
    """A body that is not text in a JSON encoding, or is nested too deep to parse."""

    def __init__(self) -> None:
        super().__init__(400, "There was an error parsing the body")


class Unauthorized(ApiError):
    """A missing credential, or one that this server does not accept."""

    def __init__(self, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(401, "Not authenticated", headers=headers)


class Staged(ApiError):
    """A refusal of a scripted reply, after `wait` seconds and perhaps with a body."""

    def __init__(
        self, status: int, message: str, body: Any, headers: Mapping[str, str], wait: float
    ) -> None:
        super().__init__(status, message, headers=headers)
        self.body = body
        self.wait = wait


class Unusable(Exception):
    """A setting, a file, a database or an address cannot be used; the text is one sentence."""


def invalid(message: str) -> ApiError:
    """400: the request breaks a rule of the operation."""
    return ApiError(400, message)


def forbidden(message: str) -> ApiError:
    """403: a field or a name the service does not allow."""
    return ApiError(403, message)


def not_found(message: str, **extra: Any) -> ApiError:
    """404: there is no such record; `deleted_at` in `extra` shows that it was deleted."""
    return ApiError(404, message, extra)


def conflict(message: str) -> ApiError:
    """409: the client expects another value than the service computed."""
    return ApiError(409, message)


def too_large(limit: int) -> ApiError:
    """413: more than `limit` bytes or ids. Clients split their batch and try again."""
    return ApiError(413, "Request too large", {"limit": limit})


def cannot_keep(why: str) -> ApiError:
    """507: the store cannot write, so nothing of the request was kept."""
    return ApiError(507, why)


def missing_field(*loc: str | int, input: Any = None) -> Malformed:
    """The 422 for one required field that is missing."""
    problem = {"type": "missing", "loc": list(loc), "msg": "Field required", "input": input}
    return Malformed([problem])
