"""Who may call: any credential, only known keys, or anybody; no page from elsewhere."""

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

_NOBODYS = re.compile(
    rb"([\d.]+|\[[\da-f:.]+\]|[\w-]+|([\w-]+\.)+(internal|local|localhost|test))?(:\d+)?",
    re.IGNORECASE,
)
"""Hosts whose name nobody can let point here: addresses, and names that no public zone has, such as
those of a compose file's services."""

_UNASKED = frozenset(
    {b"", b"text/plain", b"application/x-www-form-urlencoded", b"multipart/form-data"}
)
"""Content types with which any page may send a request to any server."""

Admit = Callable[[Dialect, Headers], None]


def admission(settings: Settings) -> Admit:
    """The check that the settings ask for."""
    if settings.api_key:
        return admit_keys(settings.api_key)
    return admit_anybody if settings.asks_no_key else admit_any_key


def admission_to_control(settings: Settings, *, is_open: bool) -> Admit:
    """The check of the control API. Other machines need one of the keys, or the settings' leave."""
    admit_page = admit_no_strange_page((settings.host, *settings.allow_host))
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
    """No check at all."""


def admit_no_strange_write(origins: tuple[str, ...]) -> Admit:
    """A check for writes that need no key, of pages but those of `origins`. Raises a 403.

    A browser asks this server before it sends what a page from elsewhere says, but not if that has
    one of these content types.
    """

    def admit(dialect: Dialect, headers: Headers) -> None:
        media_type = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if media_type in _UNASKED and _is_from_elsewhere(headers, origins):
            raise forbidden("Pages from elsewhere write nothing here")

    return admit


def admit_any_key(dialect: Dialect, headers: Headers) -> None:
    """Any non-empty credential in a form the dialect knows. Raises a 401."""
    if not dialect.credential(headers):
        raise Unauthorized


def admit_keys(keys: tuple[str, ...]) -> Admit:
    """A check that takes these keys and no other."""
    known = [key.encode() for key in keys]

    def admit(dialect: Dialect, headers: Headers) -> None:
        shown = (dialect.credential(headers) or "").encode()
        if not sum(compare_digest(shown, key) for key in known):
            raise Unauthorized

    return admit


def admit_no_strange_page(names: Iterable[str]) -> Admit:
    """A check for what asks for no key: anybody but pages from elsewhere. Raises a 403.

    A browser sends what any page asks for, and only keeps the answer from it. It does not even do
    that for a page whose name has begun to point here; so nobody asks by a name that is somebody's,
    except one of `names`.
    """
    ours = {name.lower().encode() for name in names}

    def admit(dialect: Dialect, headers: Headers) -> None:
        asked = headers.get(b"host", b"")
        if not (_NOBODYS.fullmatch(asked) or asked.lower().partition(b":")[0] in ours):
            name = asked.decode("latin-1")
            raise forbidden(f"This server is not controlled by the name {name}; see --allow-host")
        if _is_from_elsewhere(headers):
            raise forbidden("Pages from elsewhere do not control this server")

    return admit


def _is_from_elsewhere(headers: Headers, origins: tuple[str, ...] = ()) -> bool:
    """True if a page sends this that is neither of this machine, of this server nor allowed."""
    origin = headers.get(b"origin", b"")
    return bool(origin) and not (
        is_allowed(origin, origins) or origin.partition(b"//")[2] == headers.get(b"host", b"")
    )
