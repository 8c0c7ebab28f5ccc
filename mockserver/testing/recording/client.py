"""The HTTP client of the upstream: which headers are sent on, and which come back."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

from mockserver.core.errors import ApiError
from mockserver.http.cors import HeaderList
from mockserver.http.dialects import Headers
from mockserver.http.requests import Head
from mockserver.listing import Side
from mockserver.settings import InvalidSetting, Settings, flag

if TYPE_CHECKING:
    import httpx

_OF_ONE_HOP = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-authenticate",
        b"proxy-authorization",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
        b"content-length",
    }
)
_NOT_SENT = _OF_ONE_HOP | {b"host", b"expect", b"cookie", b"accept-encoding"}
_NOT_RETURNED = _OF_ONE_HOP | {b"content-encoding", b"set-cookie", b"date", b"server", b"vary"}
_OURS = b"x-mockserver-"
_REPLACED = (_OURS, b"access-control-")
_CREDENTIALS = frozenset({b"authorization", b"wandb-api-key"})


class OpenResponse(NamedTuple):
    """The head of an upstream's response, and its body as a stream."""

    status: int
    headers: HeaderList
    media_type: str
    body: AsyncGenerator[bytes, None]
    """The decompressed pieces. Raises a 502 or 504 if the body breaks off or is too long."""

    async def whole(self) -> bytes:
        """Read the whole body."""
        return b"".join([piece async for piece in self.body])


class Upstream:
    """The upstream servers, one for each side that has one."""

    def __init__(self, urls: Mapping[Side, str], settings: Settings) -> None:
        self.urls = urls
        self._key = settings.upstream_key
        self._silence = settings.upstream_timeout
        self._longest = settings.max_upload
        self._client: httpx.AsyncClient | None = None

    @property
    def secrets(self) -> list[bytes]:
        """The forms of the upstream key that must be masked."""
        return [credential(side, self._key) for side in Side] if self._key else []

    async def send(self, side: Side, head: Head, body: bytes) -> OpenResponse:
        """Send a request to the upstream. Raises a 502 or a 504 that names it."""
        client, url = self._connected(), self.urls[side]
        with self._naming(url):
            request = client.build_request(
                head.method,
                url + _target(head),
                headers=self._sent(side, head.headers),
                content=body or None,
            )
            answer = await client.send(request, stream=True)
        returned = [*_returned(answer.headers.raw)]
        media_type = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
        return OpenResponse(answer.status_code, returned, media_type, self._body(answer, url))

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

    def _sent(self, side: Side, headers: Headers) -> HeaderList:
        """The caller's headers, its credential replaced if there is a key for the upstream."""
        dropped = _NOT_SENT | (_CREDENTIALS if self._key else frozenset())
        sent = [
            (name, value)
            for name, value in headers.items()
            if name not in dropped and not name.startswith(_OURS)
        ]
        if self._key:
            sent.append((b"authorization", credential(side, self._key)))
        return [*sent, (b"accept-encoding", b"identity")]

    async def _body(self, answer: httpx.Response, url: str) -> AsyncGenerator[bytes, None]:
        room = self._longest
        try:
            with self._naming(url):
                async for piece in answer.aiter_bytes():
                    room -= len(piece)
                    if room < 0:
                        limit = f"{flag('max_upload')} {self._longest}"
                        raise ApiError(502, f"The upstream {url} answers more than {limit}")
                    yield piece
        finally:
            await answer.aclose()

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
            raise ApiError(502, f"The upstream {url} does not answer: {why}") from None


def urls_of(settings: Settings) -> dict[Side, str]:
    """The upstream of each side. Raises InvalidSetting."""
    found: dict[Side, str] = {}
    for text in settings.upstream:
        side, named, url = text.partition("=")
        sides = [Side(side)] if named and side in {*Side} else [*Side]
        found |= dict.fromkeys(sides, _base(url if len(sides) == 1 else text))
    return found


def credential(side: Side, key: str) -> bytes:
    """Make an Authorization header as the official clients of a side do."""
    if side is Side.CHAT:
        return b"Bearer " + key.encode()
    return b"Basic " + b64encode(b"api:" + key.encode())


def _base(url: str) -> str:
    """Check a base URL; a /v1 at its end, which chat clients include, is removed."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise InvalidSetting(f"{flag('upstream')} {url!r}: {error}") from None
    if "@" in parts.netloc:
        raise InvalidSetting(f"{flag('upstream')}: the key goes into {flag('upstream_key')}")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        raise InvalidSetting(f"{flag('upstream')} {url!r}: not the URL of a server")
    return url.rstrip("/").removesuffix("/v1")


def _target(head: Head) -> str:
    """The path and query of the request."""
    path = head.raw_path or quote(head.path).encode()
    return (path + (b"?" + head.query if head.query else b"")).decode("latin-1")


def _returned(headers: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, bytes]]:
    for name, value in headers:
        known = name.lower()
        if known not in _NOT_RETURNED and not known.startswith(_REPLACED):
            yield known, value
