"""CORS headers for pages from this machine and from the allowed origins."""

from __future__ import annotations

import re
from functools import lru_cache

from mockserver.http.headers import HeaderLines, header_line

ANY = "*"
"""Allows all origins."""

_LOCAL = rb"https?://(?:[\w-]+\.)*(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)(?::\d+)?"
_ALLOWED = b"DELETE, GET, OPTIONS, POST, PUT"
_EXPOSED = (
    b"retry-after, x-mockserver-dropped, x-mockserver-operation, x-mockserver-reply, "
    b"x-mockserver-request"
)


def is_local(origin: bytes) -> bool:
    """True if the origin is on this machine."""
    return bool(re.fullmatch(_LOCAL, origin))


def is_allowed(origin: bytes, origins: tuple[str, ...]) -> bool:
    """True if pages from `origin` may call: it is on this machine, or one of `origins`."""
    return is_local(origin) or ANY in origins or origin.decode("latin-1").lower() in origins


@lru_cache(maxsize=64)
def allow(origin: bytes, origins: tuple[str, ...] = ()) -> HeaderLines:
    """The headers that let a page from `origin` read a response; none if it may not call."""
    if not is_allowed(origin, origins):
        return b""
    return (
        header_line(b"access-control-allow-origin", origin)
        + header_line(b"access-control-allow-credentials", b"true")
        + header_line(b"access-control-expose-headers", _EXPOSED)
        + header_line(b"vary", b"origin")
    )


def preflight(
    origin: bytes, requested_headers: bytes, origins: tuple[str, ...] = ()
) -> HeaderLines:
    """The headers of the response to a preflight request."""
    allowed = allow(origin, origins)
    if not allowed:
        return b""
    return (
        allowed
        + header_line(b"access-control-allow-methods", _ALLOWED)
        + header_line(b"access-control-allow-headers", requested_headers or b"*")
        + header_line(b"access-control-allow-private-network", b"true")
        + header_line(b"access-control-max-age", b"600")
    )
