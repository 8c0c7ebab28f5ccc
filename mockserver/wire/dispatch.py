"""From a request line to its endpoint, or to the explanation why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starlette.routing import BaseRoute
from starlette.routing import Router as StarletteRouter
from starlette.types import Receive, Scope, Send

from mockserver.core.clock import stopwatch
from mockserver.core.codec import encode
from mockserver.core.ids import Ids
from mockserver.wire import cors
from mockserver.wire.cors import HeaderList
from mockserver.wire.endpoint import JSON, Endpoint, send_whole
from mockserver.wire.log import Entry, Log
from mockserver.wire.router import Router

Explain = Callable[[str], str]
"""From an unknown path to a sentence that helps."""


class Dispatch(StarletteRouter):
    """Starlette's router, asked only for what is not an HTTP request of ours.

    Its linear match costs the last of seventy routes half its speed; `table` costs all the same.
    """

    def __init__(
        self,
        routes: Sequence[BaseRoute],
        table: Router[Endpoint],
        explain: Explain,
        ids: Ids,
        log: Log | None = None,
        **options: Any,
    ) -> None:
        super().__init__(routes, **options)
        self._table = table
        self._explain = explain
        self._ids = ids
        self._log = log

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; lifespan goes to Starlette."""
        if scope["type"] != "http":
            await super().app(scope, receive, send)
            return
        found = self._table.find(_path(scope))
        endpoint = found and found.methods.get(scope["method"])
        if found and endpoint:
            scope["path_params"] = found.path_params
            await endpoint(scope, receive, send)
        elif scope["method"] == "OPTIONS":
            await self._preflight(scope, send)
        elif found:
            allowed = ", ".join(sorted(found.methods)).encode()
            await self._refuse(scope, send, 405, "Method Not Allowed", [(b"allow", allowed)])
        else:
            await self._not_found(scope, send)

    async def _preflight(self, scope: Scope, send: Send) -> None:
        headers = dict(scope["headers"])
        asked = headers.get(b"access-control-request-headers", b"")
        await send_whole(200, b"", cors.preflight(headers.get(b"origin", b""), asked), send)

    async def _not_found(self, scope: Scope, send: Send) -> None:
        path = _path(scope)
        bare = path.rstrip("/")
        if bare != path and self._table.find(bare):
            query = scope["query_string"]
            target = bare.encode() + (b"?" + query if query else b"")
            await self._refuse(scope, send, 307, "Moved", [(b"location", target)])
        else:
            await self._refuse(scope, send, 404, "Not Found", [])

    async def _refuse(
        self, scope: Scope, send: Send, status: int, detail: str, extra: HeaderList
    ) -> None:
        started = stopwatch()
        body = self._body(_path(scope), status, detail)
        headers = [JSON, *extra, (b"x-mockserver-request", self._ids.request())]
        headers += cors.allow(dict(scope["headers"]).get(b"origin", b""))
        await send_whole(status, encode(body), headers, send)
        if self._log:
            name = f"{scope['method']} {scope['path']}"
            self._log(Entry(name, status, stopwatch() - started, b"", scope))

    def _body(self, path: str, status: int, detail: str) -> dict[str, Any]:
        """FastAPI's own body; on the chat side also in the shape that its clients can show."""
        body: dict[str, Any] = {"detail": detail}
        if status == 404:
            body["hint"] = self._explain(path)
            if path.startswith("/v1/"):
                message = f"{detail}: {body['hint']}"
                kind = {"message": message, "type": "NotFoundError", "param": None, "code": 404}
                body["error"] = kind
        return body


def _path(scope: Scope) -> str:
    path: str = scope["path"]
    root: str = scope.get("root_path", "")
    return path.removeprefix(root) if root else path
