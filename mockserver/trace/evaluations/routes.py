"""Handlers of the v2 operations, made for each kind of resource."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field, create_model

from mockserver.core.codec import decode, encode
from mockserver.core.errors import missing_field
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.http.answers import Handler, JsonLines
from mockserver.http.bodies import Holding, Raw
from mockserver.http.context import Context
from mockserver.http.dialects import TraceDialect
from mockserver.http.parsers import JsonParser, queried
from mockserver.trace.evaluations import recorded, versioned
from mockserver.trace.evaluations.models import response_model
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.recorded import Recorded
from mockserver.trace.evaluations.versioned import Versioned

Kind = Versioned | Recorded

_IDS = JsonParser(list[str], TraceDialect())


class Handlers:
    """The handlers of one kind of resource."""

    def __init__(self, kind: Kind) -> None:
        item = kind.read_model
        self.list = _list(kind, item)
        self.create = _create(kind)
        self.read = _read(kind, item)
        self.delete = _delete(kind)
        if isinstance(kind, Recorded) and kind.finish:
            self.finish = _finish(kind)


def _list(kind: Kind, item: Any) -> Handler:
    def handler(ctx: Context, query: Any) -> Steps[JsonLines[Any]]:
        """One item a line."""
        project = project_in(ctx)

        def shown(some: list[bytes]) -> list[bytes]:
            return [encode(kind.response(decode(text), project)) for text in some]

        texts = yield from kind.select(query, project)
        return JsonLines((yield from in_steps(texts, shown)))

    return queried(_typed(handler, Steps[JsonLines[item]], query=kind.page))


def _create(kind: Kind) -> Handler:
    def handler(body: Any, ctx: Context) -> Record:
        """The id of the new item. Observed: 200, not 201."""
        return kind.create(body, project_in(ctx))

    return _typed(handler, kind.create_model, body=kind.body)


def _read(kind: Kind, item: Any) -> Handler:
    def handler(ctx: Context) -> Mapping[str, object]:
        """One item."""
        project = project_in(ctx)
        return kind.response(kind.find(ctx.path, project), project)

    return _typed(handler, item)


def _delete(kind: Kind) -> Handler:
    def handler(body: Raw, ctx: Context, query: Any) -> Record:
        """`{"num_deleted"}`. The ids are in the query string or, as from older clients, in the
        body."""
        ids = getattr(query, kind.ids)
        if not ids and body.content.strip() not in (b"", b"null"):
            ids = _IDS.parse(body.content, ctx.headers)
        elif not ids and kind.ids_required:
            raise missing_field("body")
        return {"num_deleted": kind.delete(ctx.path, ids, project_in(ctx))}

    # The parameter is described as required, though ids in the body will do.
    config = ConfigDict(
        defer_build=True, json_schema_extra={"required": [kind.ids]} if kind.ids_required else None
    )
    fields: Any = {kind.ids: (list[str], Field(default_factory=list))}
    body = Annotated[Raw, Holding(list[str] if kind.ids_required else list[str] | None)]
    query = create_model("DeletedIds", __config__=config, **fields)
    response = response_model(f"{kind.name}DeleteRes", kind.deleted, {"num_deleted": int})
    return queried(_typed(handler, response, body=body, query=query))


def _finish(kind: Recorded) -> Handler:
    def handler(body: Any, ctx: Context) -> Record:
        """`{"success": true}`."""
        project = project_in(ctx)
        assert kind.finish, "else there is no such row"
        kind.finish(kind.find(ctx.path, project), project, ctx.clock.now(), body)
        return {"success": True}

    def bodiless(ctx: Context) -> Record:
        """`{"success": true}`. A body is ignored."""
        return handler(None, ctx)

    response = response_model(f"{kind.name}FinishRes", None, {"success": bool})
    if kind.finish_body is None:
        return _typed(bodiless, response)
    return _typed(handler, response, body=kind.finish_body)


def _typed(handler: Handler, response: Any, **models: Any) -> Handler:
    """Annotate a handler with the models of its response, its body and its query."""
    handler.__annotations__.update(models, **{"return": response})
    return handler


def project_in(ctx: Context, name: str | None = None) -> ProjectContext:
    """A project by its name, by default the one in the path. Raises a 400 for a bad name."""
    name = check_project(name or f"{ctx.path['entity']}/{ctx.path['project']}")
    return ProjectContext(name, ctx.store, ctx.clock, ctx.ids, ctx.settings, ctx.user)


ops = Handlers(versioned.OP)
datasets = Handlers(versioned.DATASET)
scorers = Handlers(versioned.SCORER)
evaluations = Handlers(versioned.EVALUATION)
models = Handlers(versioned.MODEL)
evaluation_runs = Handlers(recorded.RUN)
predictions = Handlers(recorded.PREDICTION)
scores = Handlers(recorded.SCORE)
