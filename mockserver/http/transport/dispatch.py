"""Dispatch: find the endpoint of a request, or refuse it with an explanation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.routing import Router as StarletteRouter
from starlette.types import Receive, Scope, Send

from mockserver.core.codec import encode
from mockserver.core.errors import ApiError
from mockserver.core.masking import reduced_query
from mockserver.http import cors
from mockserver.http.auth import admission
from mockserver.http.context import Context, Services
from mockserver.http.dialects import ChatDialect, Headers
from mockserver.http.endpoint import Endpoint
from mockserver.http.headers import header_line, headers_in
from mockserver.http.requests import Head, head_of
from mockserver.http.response import JSON, HttpResponse, response_to, whole
from mockserver.http.transport.router import RECENT, RouteMatch, Router

CONTROL = "/__"
"""The prefix of this server's own paths, which the request log omits."""

CHAT = "/v1/"
"""The prefix of the chat side's paths."""

MESSAGES = "/v1/messages"
"""The prefix of the paths of Anthropic's protocol."""


class Unknown(NamedTuple):
    """A hint why nothing serves a path, and the clients whose error format it takes."""

    hint: str
    as_chat: bool = False
    as_anthropic: bool = False


class KnownHead(NamedTuple):
    """A head seen before, its endpoint, and the length of its body."""

    head: Head
    endpoint: Endpoint
    length: int


Explain = Callable[[str, str], Unknown]
"""Explains why nothing serves a method and a path."""

Link = Callable[[str], str | None]
"""Returns the console page for a path, if there is one."""

LONGEST_KNOWN = 4096
"""Bytes of the longest head that is remembered."""

IN_PATHS = "/:@!$&'()*+,;=~"
"""Characters that are not escaped in a path, beside letters, digits, `-`, `.` and `_`."""


class Dispatch(StarletteRouter):
    """A Starlette router that looks endpoints up in a table; Starlette handles the lifespan.

    Starlette tries its routes one by one, which halves the speed of the last of seventy.
    """

    def __init__(
        self,
        explain: Explain,
        link: Link,
        control: Callable[[], Router[Endpoint]],
        services: Services,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._table = Router[Endpoint]()
        self._explain = explain
        self._link = link
        self._make_control = control
        self._control: Router[Endpoint] | None = None
        self._services = services
        self.known: dict[bytes, KnownHead] = {}
        """The heads of earlier direct requests, by their bytes."""

    def serve(self, table: Router[Endpoint], services: Services) -> None:
        """Serve this table with these services from now on."""
        self._table = table
        self._services = services
        self._control = None
        self.known = {}

    def remember(self, text: bytes, known: KnownHead) -> None:
        """Remember a head unless it is long. When there are too many, all are dropped: most clients
        send only a few."""
        if len(text) <= LONGEST_KNOWN:
            if len(self.known) == RECENT:
                self.known.clear()
            self.known[text] = known

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await super().app(scope, receive, send)
            return
        found = self.find(_path(scope))
        scope["path_params"] = found.path_params if found else {}
        endpoint = found.methods.get(scope["method"]) if found else None
        if endpoint:
            await endpoint(scope, receive, send)
        elif scope["method"] == "OPTIONS":
            await self._preflight(scope).send(receive, send)
        else:
            await self._refuse(scope, receive, send)

    def find(self, path: str) -> RouteMatch[Endpoint] | None:
        """Find the endpoints of a path by method."""
        return self._table.find(path) or self._find_control(path)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        head, generation = head_of(scope), self._services.store.transaction.generation
        request = Context(self._services, "", head, b"", generation)
        response = self._unadmitted(scope, head.headers) or self._refusal(scope)
        number = b"x-mockserver-request: %d\r\n" % self._services.ids.request()
        shared = number + cors.allow(head.headers.get(b"origin", b""), self._origins(scope))
        response = response._replace(headers=response.headers + shared)
        await response.send(receive, send)
        content = response.content
        if isinstance(content, bytes) and not _path(scope).startswith(CONTROL):
            lines = [
                header_line(name, reduced_query(value))
                for name, value in headers_in(response.headers)
            ]
            shown = response._replace(headers=b"".join(lines))
            self._services.request_log.add(request, shown, content)

    def _preflight(self, scope: Scope) -> HttpResponse:
        headers = dict(scope["headers"])
        requested = headers.get(b"access-control-request-headers", b"")
        allowed = cors.preflight(headers.get(b"origin", b""), requested, self._origins(scope))
        return whole(200, b"", allowed)

    def _origins(self, scope: Scope) -> tuple[str, ...]:
        """The foreign origins that may call a path; the control API allows none."""
        is_control = _path(scope).startswith(CONTROL)
        return () if is_control else self._services.settings.allow_origin

    def _unadmitted(self, scope: Scope, headers: Headers) -> HttpResponse | None:
        """The refusal of a chat request without a key. Observed: the chat side checks the key
        before the path and the method."""
        if not _path(scope).startswith(CHAT):
            return None
        dialect = self._chat
        try:
            admission(self._services.settings)(dialect, headers)
        except ApiError as error:
            return response_to(dialect.refuse(error), headers, b"")
        return None

    def _refusal(self, scope: Scope) -> HttpResponse:
        path = _path(scope)
        if found := self.find(path):
            allowed = ", ".join(sorted(found.methods)).encode()
            refused = ApiError(405, "Method Not Allowed")
            content = self._worded(path, refused, Unknown("", as_chat=path.startswith(CHAT)))
            return whole(405, content, JSON + header_line(b"allow", allowed))
        bare = path.rstrip("/")
        if bare != path and self._table.find(bare):
            return _redirect(307, scope, bare)
        if scope["method"] in ("GET", "HEAD") and (target := self._link(path)):
            return _redirect(302, scope, target)
        unknown = self._explain(scope["method"], path)
        return whole(404, self._worded(path, ApiError(404, "Not Found"), unknown), JSON)

    def _find_control(self, path: str) -> RouteMatch[Endpoint] | None:
        if not path.startswith(CONTROL):
            return None
        self._control = self._control or self._make_control()
        return self._control.find(path)

    def _worded(self, path: str, error: ApiError, unknown: Unknown) -> bytes:
        """FastAPI's body; on the chat side also an error object with the hint in its message, the
        only part that clients show."""
        hint = unknown.hint
        body = {"detail": error.message, **({"hint": hint} if hint else {})}
        if unknown.as_chat:
            error.message += f": {path}: {hint}" if hint else ""
            if unknown.as_anthropic:
                error.extra["type"] = "not_found_error"
            body |= self._chat.body(error)
        return encode(body | ({"type": "error"} if unknown.as_anthropic else {}))

    @property
    def _chat(self) -> ChatDialect:
        return ChatDialect(self._services.settings.error_style)


def _redirect(status: int, scope: Scope, path: str) -> HttpResponse:
    query = scope["query_string"]
    target = quote(scope.get("root_path", "") + path, safe=IN_PATHS).encode()
    location = target + (b"?" + query if query else b"")
    return whole(status, encode({"detail": "Moved"}), JSON + header_line(b"location", location))


def _path(scope: Scope) -> str:
    path: str = scope["path"]
    root: str = scope.get("root_path", "")
    return path.removeprefix(root) if root else path
