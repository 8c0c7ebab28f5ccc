"""The two dialects of the service: the trace side and the chat side.

A dialect defines which credentials and bodies its side accepts, and the format of its errors.
All of it is observed: the trace side is a FastAPI application, the chat side is vLLM's server.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from mockserver.core.codec import encode
from mockserver.core.errors import ApiError, Malformed, Staged, Unauthorized, Unparsable
from mockserver.core.refs import check_refs
from mockserver.http.headers import HeaderLines, header_line

Headers = Mapping[bytes, bytes]


class Refusal(NamedTuple):
    """The response of a refused request."""

    status: int
    content: bytes
    headers: HeaderLines = b""
    wait: float = 0
    """Seconds to wait before it is sent."""


class Dialect(Protocol):
    """Credentials, bodies and refusals of one side of the interface."""

    def credential(self, headers: Headers) -> str | None:
        """The API key in the headers, or None."""

    def expect(self, headers: Headers) -> None:
        """Refuse a JSON body whose Content-Type says something else."""

    def vet(self, body: bytes) -> None:
        """Refuse a valid body that breaks a rule of the side."""

    def refuse(self, error: ApiError) -> Refusal:
        """The response for an error."""


class TraceDialect:
    """Refusals are `{"reason": …}`, or FastAPI's `{"detail": …}` where the framework answers."""

    vet = staticmethod(check_refs)
    """Refuses malformed refs anywhere in a body."""

    def credential(self, headers: Headers) -> str | None:
        """The key of Basic (before or after the colon), Bearer, or the exporters' own header."""
        scheme, _, value = headers.get(b"authorization", b"").partition(b" ")
        scheme = scheme.lower()
        if scheme == b"basic":
            return _basic_key(value)
        if scheme == b"bearer":
            return value.strip().decode("latin-1") or None
        return headers.get(b"wandb-api-key", b"").decode("latin-1") or None

    def expect(self, headers: Headers) -> None:
        """Accept any Content-Type: one official client sends none."""

    def refuse(self, error: ApiError) -> Refusal:
        """Answer 422 with a `detail` list, 401 and broken text with a `detail`, else a `reason`."""
        headers = _lines_of(error)
        if isinstance(error, Malformed):
            content = encode({"detail": error.problems})
        elif error.status == 401:
            content = encode({"detail": error.message})
            headers += header_line(b"www-authenticate", b"Basic")
        elif isinstance(error, Unparsable):
            content = encode({"detail": error.message})
        else:
            content = encode({"reason": error.message, **error.extra})
        return Refusal(error.status, content, headers)


class ChatDialect:
    """Refusals are `{"error": {message, type, param, code}}`, or flat in the older style."""

    _TYPES: Mapping[int, str] = {
        400: "BadRequestError",
        401: "authentication_error",
        403: "PermissionDeniedError",
        404: "NotFoundError",
        405: "MethodNotAllowedError",
        413: "RequestTooLargeError",
        429: "RateLimitError",
        501: "NotImplementedError",
        503: "ServiceUnavailableError",
        507: "InsufficientStorageError",
    }

    def __init__(self, style: str = "nested") -> None:
        self._flat = style == "flat"

    def credential(self, headers: Headers) -> str | None:
        """The key of Bearer, in upper or lower case."""
        scheme, _, value = headers.get(b"authorization", b"").partition(b" ")
        return value.strip().decode("latin-1") or None if scheme.lower() == b"bearer" else None

    def expect(self, headers: Headers) -> None:
        """Refuse any other Content-Type than `application/json`."""
        media_type = headers.get(b"content-type", b"").partition(b";")[0]
        if media_type.strip().lower() != b"application/json":
            message = "Unsupported Media Type: Only 'application/json' is allowed"
            raise Malformed(
                [{"type": "value_error", "loc": ["header", "content-type"], "msg": message}]
            )

    def vet(self, body: bytes) -> None:
        """Accept any text in a conversation."""

    def refuse(self, error: ApiError) -> Refusal:
        """Answer 400 of type `Bad Request` to a malformed body, with its problems as text."""
        if isinstance(error, Malformed):
            text, param = _problems_text(error), error.extra.get("param")
            body = self._worded(400, text, "Bad Request", param)
            return Refusal(400, encode(body))
        refusal = Refusal(error.status, encode(self.body(error)), _lines_of(error))
        if isinstance(error, Staged):
            content = refusal.content if error.body is None else encode(error.body)
            return refusal._replace(content=content, wait=error.wait)
        return refusal

    def body(self, error: ApiError) -> dict[str, Any]:
        """The body for an error other than Malformed."""
        message = "Invalid Authentication" if isinstance(error, Unauthorized) else error.message
        usual = self._TYPES.get(error.status, "InternalServerError")
        kind, param = error.extra.get("type", usual), error.extra.get("param")
        return self._worded(error.status, message, kind, param)

    def _worded(
        self, status: int, message: str, kind: str, param: str | None = None
    ) -> dict[str, Any]:
        body = {"message": message, "type": kind, "param": param, "code": status}
        return {"object": "error", **body} if self._flat else {"error": body}


def _basic_key(value: bytes) -> str | None:
    try:
        user, _, password = b64decode(value, validate=True).decode().partition(":")
    except (NotBase64, UnicodeDecodeError):
        return None
    return password or user or None


def _problems_text(error: Malformed) -> str:
    """The problems as vLLM prints them, as a Python list, but without the caller's input."""
    return str(
        [
            {
                key: tuple(value) if key == "loc" else value
                for key, value in problem.items()
                if key != "input"
            }
            for problem in error.problems
        ]
    )


def _lines_of(error: ApiError) -> HeaderLines:
    return b"".join(
        [header_line(name.encode(), value.encode()) for name, value in error.headers.items()]
    )
