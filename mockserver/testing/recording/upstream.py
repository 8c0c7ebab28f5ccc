"""The upstream: its HTTP client, the headers that pass in each direction, and credentials."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from mockserver.core.clock import stopwatch
from mockserver.core.errors import ApiError
from mockserver.http.dialects import Headers
from mockserver.http.headers import Header
from mockserver.http.requests import Head
from mockserver.listing import Listing, Row, Side
from mockserver.settings import InvalidSetting, Settings, flag
from mockserver.testing.recording.replies import UpstreamResponse

if TYPE_CHECKING:
    import httpx

SHORTEST = 8
"""Characters from which a credential counts as secret; `any` does not."""

_ONE_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding "
    b"upgrade content-length".split()
)
"""Headers about one connection, which are not passed on."""

_NOT_SENT = _ONE_HOP | {b"host", b"expect", b"cookie", b"accept-encoding"}
_NOT_RETURNED = _ONE_HOP | {b"content-encoding", b"set-cookie", b"date", b"server", b"vary"}
_OURS = b"x-mockserver-"
_REPLACED = (_OURS, b"access-control-")
_CREDENTIALS = frozenset({b"authorization", b"wandb-api-key"})

_SECRET = re.compile(rb"auth|cookie|key|password|secret|token")
_SEPARATOR = re.compile(rb"[\s;,=]+")


@dataclass
class OpenResponse(UpstreamResponse):
    """A response of the upstream that is still arriving."""

    pieces: AsyncGenerator[bytes, None] = field(init=False)
    """The decompressed body. Raises a 502 or 504 if it breaks off or is too long."""


class Upstream:
    """The upstream servers, one for each side that has one. Raises InvalidSetting."""

    def __init__(self, settings: Settings) -> None:
        self._urls = _urls(settings)
        self._key = settings.upstream_key
        self._silence = settings.upstream_timeout
        self._longest = settings.max_upload
        self._client: httpx.AsyncClient | None = None

    def serves(self, row: Row) -> bool:
        """True if requests of a row are forwarded. This server always serves its own health."""
        ours = row.listings is Listing.OWN or row.path == "/health"
        return row.side in self._urls and not ours

    @property
    def secrets(self) -> list[bytes]:
        """The forms of the upstream key that must be masked."""
        return [credential(side, self._key) for side in Side] if self._key else []

    async def send(self, side: Side, head: Head, body: bytes) -> OpenResponse:
        """Send a request to the upstream. Raises a 502 or a 504 that names it."""
        url, start = self._urls[side], stopwatch()
        path = head.raw_path or quote(head.path).encode()
        target = path + (b"?" + head.query if head.query else b"")
        with self._naming(url):
            request = self._connected().build_request(
                head.method,
                url + target.decode("latin-1"),
                headers=self._sent(side, head.headers),
                content=body or None,
            )
            response = await self._connected().send(request, stream=True)
        media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        opened = OpenResponse(response.status_code, [*_returned(response.headers.raw)], media_type)
        opened.pieces = self._pieces(response, url, opened, start)
        return opened

    async def close(self) -> None:
        """Close the connections."""
        if self._client:
            await self._client.aclose()

    def _connected(self) -> httpx.AsyncClient:
        if self._client is None:
            import httpx

            limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
            self._client = httpx.AsyncClient(timeout=self._silence, limits=limits)
        return self._client

    def _sent(self, side: Side, headers: Headers) -> list[Header]:
        """The caller's headers, with the key for the upstream, if any, as their credential."""
        dropped = _NOT_SENT | (_CREDENTIALS if self._key else frozenset())
        sent = [
            (name, value)
            for name, value in headers.items()
            if name not in dropped and not name.startswith(_OURS)
        ]
        if self._key:
            sent.append((b"authorization", credential(side, self._key)))
        return [*sent, (b"accept-encoding", b"identity")]

    async def _pieces(
        self, response: httpx.Response, url: str, opened: OpenResponse, start: float
    ) -> AsyncGenerator[bytes, None]:
        left = self._longest
        try:
            with self._naming(url):
                async for piece in response.aiter_bytes():
                    opened.last = stopwatch() - start
                    opened.first = opened.first or opened.last
                    left -= len(piece)
                    if left < 0:
                        limit = f"{flag('max_upload')} {self._longest}"
                        raise ApiError(502, f"The response of the upstream {url} exceeds {limit}")
                    yield piece
        finally:
            await response.aclose()

    @contextmanager
    def _naming(self, url: str) -> Iterator[None]:
        """Turn errors of the connection into a 502 or a 504 that names the upstream."""
        import httpx

        try:
            yield
        except httpx.TimeoutException:
            message = f"The upstream {url} was silent for {self._silence:g} s"
            raise ApiError(504, message) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = str(error) or type(error).__name__
            raise ApiError(502, f"The upstream {url} does not respond: {why}") from None


def credential(side: Side, key: str) -> bytes:
    """Make an Authorization header as the official clients of a side do."""
    if side is Side.CHAT:
        return b"Bearer " + key.encode()
    return b"Basic " + b64encode(b"api:" + key.encode())


def secrets_of(headers: Headers, *more: bytes) -> list[bytes]:
    """The secrets in the headers of a request, the longest first."""
    values = [value for name, value in headers.items() if _SECRET.search(name)]
    found = {secret for value in (*values, *more) for secret in _forms(value)}
    return sorted((secret for secret in found if len(secret) >= SHORTEST), key=len, reverse=True)


def masked(text: bytes, secrets: Iterable[bytes]) -> bytes:
    """Replace each secret by as many asterisks, so that lengths stay right."""
    for secret in secrets:
        if secret in text:
            text = text.replace(secret, b"*" * len(secret))
    return text


def _urls(settings: Settings) -> dict[Side, str]:
    """The upstream of each side. Raises InvalidSetting."""
    urls: dict[Side, str] = {}
    for text in settings.upstream:
        side, named, url = text.partition("=")
        if named and side in {*Side}:
            urls[Side(side)] = _base(url)
        else:
            urls |= dict.fromkeys(Side, _base(text))
    return urls


def _base(url: str) -> str:
    """Check a base URL, and remove a trailing /v1, which chat clients include."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise InvalidSetting(f"{flag('upstream')} {url!r}: {error}") from None
    if "@" in parts.netloc:
        raise InvalidSetting(f"{flag('upstream')}: the key goes into {flag('upstream_key')}")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        raise InvalidSetting(f"{flag('upstream')} {url!r}: not the URL of a server")
    return url.rstrip("/").removesuffix("/v1")


def _returned(headers: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, bytes]]:
    for name, value in headers:
        lower = name.lower()
        if lower not in _NOT_RETURNED and not lower.startswith(_REPLACED):
            yield lower, value


def _forms(value: bytes) -> Iterator[bytes]:
    """Yield a header's value and its parts, each also as in JSON and decoded from Basic."""
    for part in {value, value.partition(b" ")[2].strip(), *_SEPARATOR.split(value)}:
        yield part
        yield json.dumps(part.decode("latin-1"))[1:-1].encode()
        try:
            decoded = b64decode(part, validate=True)
        except ValueError:
            continue
        if b":" in decoded:
            yield decoded
            yield from decoded.split(b":", 1)
