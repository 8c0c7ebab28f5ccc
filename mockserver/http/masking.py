"""Credentials as they are kept and shown: enough to tell two apart, too little to use one."""

from __future__ import annotations

from functools import lru_cache

AUTHORIZATION, API_KEY, COOKIE = b"authorization", b"wandb-api-key", b"cookie"
"""Headers that hold credentials for this server."""


@lru_cache(maxsize=64)
def reduced(credential: bytes) -> bytes:
    """A credential's scheme and, of one that is long enough to stay secret, its last four."""
    scheme, space, value = credential.partition(b" ")
    if not space:
        scheme, value = b"", scheme
    return scheme + space + b"..." + (value[-4:] if len(value) > 12 else b"")
