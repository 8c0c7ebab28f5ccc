"""Masking of credentials, so that they can be told apart but not used."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote_plus

CREDENTIALS = frozenset({b"authorization", b"wandb-api-key", b"cookie"})
"""Headers with credentials for this server."""

_CREDENTIAL = (
    r"(?i)auth(?!or)|authorization|cookie|api.?key|(?:^|[-_])key$|"
    r"credential|password|secret|token"
)
_PARAMETER = rb"(^|[?&])([^?=&]*)=([^&]*)"
_TEXT_FIELD = r'("([^"\\]*)"\s*:\s*")((?:[^"\\]|\\.)*)'


def is_secret(name: str) -> bool:
    """True if a header, parameter or field of this name is a credential."""
    return bool(re.search(_CREDENTIAL, name))


@lru_cache(maxsize=64)
def reduced(credential: bytes) -> bytes:
    """Reduce a credential to its scheme and, if it is long, its last four characters."""
    scheme, space, value = credential.partition(b" ")
    if not space:
        scheme, value = b"", scheme
    return scheme + space + b"..." + (value[-4:] if len(value) > 12 else b"")


def reduced_text(credential: str) -> str:
    """Reduce a credential in text."""
    return reduced(credential.encode()).decode(errors="replace")


def reduced_query(query: bytes) -> bytes:
    """Reduce the credentials in a query string, or in a URL with one."""

    def parameter(match: re.Match[bytes]) -> bytes:
        before, name, value = match.groups()
        secret = is_secret(unquote_plus(name.decode("latin-1")))
        return before + name + b"=" + (reduced(value) if secret else value)

    return re.sub(_PARAMETER, parameter, query)


def reduced_json(body: bytes) -> bytes:
    """Reduce the credentials in JSON, which may be cut."""

    def field(match: re.Match[str]) -> str:
        before, name, value = match.groups()
        if not is_secret(name):
            return match[0]
        return before + ("..." if "\\" in value else reduced_text(value))

    text = re.sub(_TEXT_FIELD, field, body.decode(errors="surrogateescape"))
    return text.encode(errors="surrogateescape")
