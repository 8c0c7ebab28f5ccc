"""Who may call: any credential, only known keys, or anybody; no page from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from hmac import compare_digest

from mockserver.core.errors import Unauthorized, forbidden
from mockserver.settings import Settings
from mockserver.wire.cors import is_local
from mockserver.wire.dialects import Dialect, Headers

USER = "mockserver-user"
"""The caller's identity in records. Chosen: one opaque user, whatever the credential."""

_NOBODYS = re.compile(
    rb"([\d.]+|\[[\da-f:.]+\]|[\w-]+|([\w-]+\.)+(internal|local|localhost|test))?(:\d+)?",
    re.IGNORECASE,
)
"""Hosts whose name nobody can let point here: addresses, and names that no public zone has, such as
those of a compose file's services."""

Admit = Callable[[Dialect, Headers], None]


def admission(settings: Settings) -> Admit:
    """The check that the settings ask for."""
    if settings.api_key:
        return admit_keys(settings.api_key)
    return admit_anybody if settings.asks_no_key else admit_any_key


def admit_anybody(dialect: Dialect, headers: Headers) -> None:
    """No check at all."""


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
        asked, origin = headers.get(b"host", b""), headers.get(b"origin", b"")
        if not (_NOBODYS.fullmatch(asked) or asked.lower().partition(b":")[0] in ours):
            name = asked.decode("latin-1")
            raise forbidden(f"This server is not controlled by the name {name}; see --allow-host")
        if origin and not is_local(origin) and origin.partition(b"//")[2] != asked:
            raise forbidden("Pages from elsewhere do not control this server")

    return admit
