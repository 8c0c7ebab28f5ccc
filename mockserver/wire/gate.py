"""Who may call: any credential, only known keys, or anybody."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest

from mockserver.core.errors import unauthorized
from mockserver.wire.dialects import Dialect, Headers

USER = "mockserver-user"
"""The caller's identity in records. Chosen: one opaque user, whatever the credential."""

Admit = Callable[[Dialect, Headers], None]


def admit_anybody(dialect: Dialect, headers: Headers) -> None:
    """No check at all."""


def admit_any_key(dialect: Dialect, headers: Headers) -> None:
    """Any non-empty credential in a form the dialect knows. Raises a 401."""
    if not dialect.credential(headers):
        raise unauthorized()


def admit_keys(keys: tuple[str, ...]) -> Admit:
    """A check that takes these keys and no other."""
    known = [key.encode() for key in keys]

    def admit(dialect: Dialect, headers: Headers) -> None:
        shown = (dialect.credential(headers) or "").encode()
        if not sum(compare_digest(shown, key) for key in known):
            raise unauthorized()

    return admit
