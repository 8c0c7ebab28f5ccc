"""Admission of requests: by any credential, by a known key, or from a local page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from hmac import compare_digest

from mockserver.core.address import is_loopback
from mockserver.core.errors import Unauthorized, forbidden
from mockserver.http.cors import is_allowed
from mockserver.http.dialects import Dialect, Headers
from mockserver.settings import Settings

USER = "mockserver-user"
"""The caller's identity in records. Chosen: one opaque user, whatever the credential."""

_PRIVATE_HOST = (
    rb"(?i)([\d.]+|\[[\da-f:.]+\]|[\w-]+|([\w-]+\.)+(internal|local|localhost|test))?(:\d+)?"
)
"""Hosts that nobody else can point at this machine: addresses, and names outside the public DNS,
such as those of services in a compose file."""

_WITHOUT_PREFLIGHT = frozenset(
    {b"", b"text/plain", b"application/x-www-form-urlencoded", b"multipart/form-data"}
)
"""Content types that a browser lets any page send to any server."""

Admit = Callable[[Dialect, Headers], None]
"""Raises a 401 or a 403 for a request that may not be served."""


def admission(settings: Settings) -> Admit:
    """Choose the check that the settings ask for."""
    if settings.api_key:
        return admit_keys(settings.api_key)
    return admit_anybody if settings.is_open else admit_any_key


def admission_to_control(settings: Settings, *, is_open: bool) -> Admit:
    """Choose the check of the control API.

    From other machines it needs a key of `--api-key`, or `--allow-admin`.
    """
    admit_page = admit_no_foreign_page((settings.host, *settings.allow_host))
    if is_open or settings.allow_admin or is_loopback(settings.host):
        return admit_page
    admit_key = admit_keys(settings.api_key) if settings.api_key else _admit_nobody

    def admit(dialect: Dialect, headers: Headers) -> None:
        admit_page(dialect, headers)
        admit_key(dialect, headers)

    return admit


def _admit_nobody(dialect: Dialect, headers: Headers) -> None:
    raise forbidden(
        "This server listens beyond this machine: it is controlled with a key of --api-key, or "
        "without any if it was started with --allow-admin"
    )


def admit_anybody(dialect: Dialect, headers: Headers) -> None:
    """Admit every request."""


def admit_no_foreign_write(origins: tuple[str, ...]) -> Admit:
    """Make a check that refuses writes by foreign pages, for a server without keys.

    A browser sends a preflight request before a page's write, except for the content types in
    `_WITHOUT_PREFLIGHT`. Pages of `origins` may write.
    """

    def admit(dialect: Dialect, headers: Headers) -> None:
        media_type = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if media_type in _WITHOUT_PREFLIGHT and _is_foreign_page(headers, origins):
            raise forbidden("Pages of other origins may not write here")

    return admit


def admit_any_key(dialect: Dialect, headers: Headers) -> None:
    """Admit a request with any credential that the dialect understands."""
    if not dialect.credential(headers):
        raise Unauthorized


def admit_keys(keys: tuple[str, ...]) -> Admit:
    """Make a check that accepts these keys only."""
    known = [key.encode() for key in keys]

    def admit(dialect: Dialect, headers: Headers) -> None:
        credential = (dialect.credential(headers) or "").encode()
        if not sum(compare_digest(credential, key) for key in known):
            raise Unauthorized

    return admit


def admit_no_foreign_page(names: Iterable[str]) -> Admit:
    """Make a check that refuses foreign pages, for routes without keys.

    A browser sends the requests of any page and only hides the responses from it. It does not even
    hide them if the page's host name points to this machine (DNS rebinding), so a public host name
    is refused unless it is one of `names`.
    """
    ours = {name.lower().encode() for name in names}

    def admit(dialect: Dialect, headers: Headers) -> None:
        host = headers.get(b"host", b"")
        if not (re.fullmatch(_PRIVATE_HOST, host) or host.lower().partition(b":")[0] in ours):
            name = host.decode("latin-1")
            raise forbidden(f"This server is not controlled by the name {name}; see --allow-host")
        if _is_foreign_page(headers):
            raise forbidden("Pages from elsewhere do not control this server")

    return admit


def _is_foreign_page(headers: Headers, origins: tuple[str, ...] = ()) -> bool:
    """True if the request comes from a page outside this machine, this server and `origins`."""
    origin = headers.get(b"origin", b"")
    return bool(origin) and not (
        is_allowed(origin, origins) or origin.partition(b"//")[2] == headers.get(b"host", b"")
    )
