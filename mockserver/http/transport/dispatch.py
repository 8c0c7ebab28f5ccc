"""From a request line to its endpoint, or to the explanation why there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.routing import Router as StarletteRouter
from starlette.types import Receive, Scope, Send

from mockserver.core.clock import stopwatch
from mockserver.core.codec import encode
from mockserver.core.errors import ApiError
from mockserver.http import cors
from mockserver.http.auth import admission
from mockserver.http.context import Services
from mockserver.http.dialects import ChatDialect, Headers
from mockserver.http.endpoint import Endpoint
from mockserver.http.exchange import GENERATION
from mockserver.http.response import JSON, Reply, reply_to, whole
from mockserver.http.transport.router import Found, Router

CONTROL = "/__"
"""How the paths begin that are ours and not the service's; they are not journaled."""

CHAT = "/v1/"
"""How the paths of the chat side begin."""

Explain = Callable[[str], str]
"""From an unknown path to a sentence that helps."""


class Dispatch(StarletteRouter):
    """Starlette's router, asked only for what is not an HTTP request of ours.

    Its linear match costs the last of seventy routes half its speed; `table` costs all the same.
    """

    def __init__(
        self,
        explain: Explain,
        control: Callable[[], Router[Endpoint]],
        services: Services,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._table = Router[Endpoint]()
        self._explain = explain
        self._make_control = control
        self._control: Router[Endpoint] | None = None
        self._services = services
        self._transaction = services.store.transaction

    def serve(self, table: Router[Endpoint]) -> None:
        """Serve the rows of this table from now on."""
        self._table = table
        self._control = None

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; lifespan goes to Starlette."""
        if scope["type"] != "http":
            await super().app(scope, receive, send)
        elif endpoint := self.match(scope):
            await endpoint(scope, receive, send)
        elif scope["method"] == "OPTIONS":
            await _preflight(scope).send(receive, send)
        else:
            await self._refuse(scope, receive, send)

    def match(self, scope: Scope) -> Endpoint | None:
        """The endpoint of a request, whose path parameters are then in the scope."""
        path = _path(scope)
        found = self._table.find(path) or self._find_control(path)
        if found is None:
            return None
        scope["path_params"] = found.path_params
        scope[GENERATION] = self._transaction.generation
        return found.methods.get(scope["method"])

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = stopwatch()
        headers = dict(scope["headers"])
        reply = self._unadmitted(scope, headers) or self._refusal(scope)
        reply.headers.append((b"x-mockserver-request", self._services.ids.request()))
        reply.headers.extend(cors.allow(headers.get(b"origin", b"")))
        await reply.send(receive, send)
        if isinstance(reply.content, bytes) and not _path(scope).startswith(CONTROL):
            generation = self._transaction.generation
            asked = ({**scope, GENERATION: generation}, headers, b"", started)
            self._services.journal.add("", asked, (reply.status, reply.headers, reply.content))

    def _unadmitted(self, scope: Scope, headers: Headers) -> Reply | None:
        """Observed: on the chat side the key is looked at first, whatever the path or the method
        is."""
        if not _path(scope).startswith(CHAT):
            return None
        settings = self._services.settings
        dialect = ChatDialect(settings.error_style)
        try:
            admission(settings)(dialect, headers)
        except ApiError as error:
            return reply_to(dialect.refuse(error), headers, [])
        return None

    def _refusal(self, scope: Scope) -> Reply:
        path = _path(scope)
        if found := self._table.find(path) or self._find_control(path):
            allowed = ", ".join(sorted(found.methods)).encode()
            content = encode({"detail": "Method Not Allowed"})
            return whole(405, content, [JSON, (b"allow", allowed)])
        bare = path.rstrip("/")
        if bare != path and self._table.find(bare):
            query = scope["query_string"]
            target = bare.encode() + (b"?" + query if query else b"")
            return whole(307, encode({"detail": "Moved"}), [JSON, (b"location", target)])
        return whole(404, encode(self._not_found(path)), [JSON])

    def _find_control(self, path: str) -> Found[Endpoint] | None:
        if not path.startswith(CONTROL):
            return None
        self._control = self._control or self._make_control()
        return self._control.find(path)

    def _not_found(self, path: str) -> dict[str, Any]:
        """FastAPI's own body; on the chat side also in the shape that its clients can show."""
        detail, hint = "Not Found", self._explain(path)
        if not path.startswith(CHAT):
            return {"detail": detail, "hint": hint}
        message = f"{detail}: {hint}"
        error = {"message": message, "type": "NotFoundError", "param": None, "code": 404}
        return {"detail": detail, "hint": hint, "error": error}


def _preflight(scope: Scope) -> Reply:
    headers = dict(scope["headers"])
    asked = headers.get(b"access-control-request-headers", b"")
    return whole(200, b"", cors.preflight(headers.get(b"origin", b""), asked))


def _path(scope: Scope) -> str:
    path: str = scope["path"]
    root: str = scope.get("root_path", "")
    return path.removeprefix(root) if root else path
