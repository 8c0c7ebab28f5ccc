"""Handlers of the v2 operations: each is written once, and made for a kind of resource."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from mockserver.core.errors import missing_field
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonLines
from mockserver.http.bodies import Holding, Raw
from mockserver.http.context import Context
from mockserver.http.dialects import TraceDialect
from mockserver.http.operation import Handler
from mockserver.http.parameters import queried
from mockserver.http.parsers import JsonParser
from mockserver.trace.evaluations import catalogue
from mockserver.trace.evaluations.models import Named
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.recorded import Finish, RecordedKind
from mockserver.trace.evaluations.versioned import Versioned

Kind = Versioned | RecordedKind

_IDS = JsonParser(list[str], TraceDialect())


class Handlers(NamedTuple):
    """The handlers of one kind of resource."""

    list: Handler
    create: Handler
    read: Handler
    delete: Handler
    finish: Handler | None = None


def _list(kind: Kind) -> Handler:
    def handler(ctx: Context, query: Any) -> Steps[JsonLines[Any]]:
        """One item a line, with `limit`, `offset` and what else the kind's page knows."""
        return JsonLines((yield from kind.lines(query, _project(ctx))))

    lines = Steps[JsonLines[kind.responses.read]]  # type: ignore[name-defined]
    return queried(_typed(handler, lines, query=kind.page))


def _create(kind: Kind) -> Handler:
    def handler(body: Any, ctx: Context) -> Record:
        """The id of the new item. Observed: 200, not 201."""
        return kind.create(body, _project(ctx))

    return _typed(handler, kind.responses.create, body=kind.body)


def _read(kind: Kind) -> Handler:
    def handler(ctx: Context) -> Mapping[str, object]:
        """One item."""
        return kind.read(ctx.path, _project(ctx))

    return _typed(handler, kind.responses.read)


def _delete(kind: Kind) -> Handler:
    def handler(body: Raw, ctx: Context, query: Named) -> Record:
        """`{"num_deleted"}`. Ids stand in the query string, as clients send them, or else in the
        body, as older descriptions have them."""
        ids = query.ids or _ids(kind, body, ctx)
        return {"num_deleted": kind.delete(ctx.path, ids, _project(ctx))}

    listed = Holding(list[str] if kind.ids_required else list[str] | None)
    deleted, body = kind.responses.delete, Annotated[Raw, listed]
    return queried(_typed(handler, deleted, body=body, query=kind.named))


def _finish(kind: RecordedKind, finish: Finish) -> Handler:
    def handler(body: Any, ctx: Context) -> Record:
        """`{"success": true}`."""
        project = _project(ctx)
        finish(kind.find(ctx.path[kind.item], project), project, ctx.clock.now(), body)
        return {"success": True}

    def bodiless(ctx: Context) -> Record:
        """`{"success": true}`. A client has nothing to say; any body is passed over."""
        return handler(None, ctx)

    finished = kind.responses.finish
    if kind.ending is None:
        return _typed(bodiless, finished)
    return _typed(handler, finished, body=kind.ending)


def _typed(handler: Handler, response: Any, **models: Any) -> Handler:
    """The handler with the models of its response, its body and its query."""
    handler.__annotations__.update(models, **{"return": response})
    return handler


def _ids(kind: Kind, body: Raw, ctx: Context) -> list[str]:
    """The ids in the body."""
    if body.content.strip() not in (b"", b"null"):
        found: list[str] = _IDS.parse(body.content, ctx.headers)
        return found
    if kind.ids_required:
        raise missing_field("body")
    return []


def _project(ctx: Context) -> ProjectContext:
    name = check_project(f"{ctx.path['entity']}/{ctx.path['project']}")
    return ProjectContext(name, ctx.store, ctx.clock, ctx.ids, ctx.settings, ctx.user)


def _handlers(kind: Kind) -> Handlers:
    same = _list(kind), _create(kind), _read(kind), _delete(kind)
    if isinstance(kind, RecordedKind) and kind.finish:
        return Handlers(*same, _finish(kind, kind.finish))
    return Handlers(*same)


ops = _handlers(catalogue.OP)
datasets = _handlers(catalogue.DATASET)
scorers = _handlers(catalogue.SCORER)
evaluations = _handlers(catalogue.EVALUATION)
models = _handlers(catalogue.MODEL)
evaluation_runs = _handlers(catalogue.RUN)
predictions = _handlers(catalogue.PREDICTION)
scores = _handlers(catalogue.SCORE)
