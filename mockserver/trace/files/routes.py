"""Handlers of the file operations."""

from __future__ import annotations

from mockserver.core.errors import Malformed, Problem
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, added_up
from mockserver.http.answers import Content
from mockserver.http.context import Context
from mockserver.http.multipart import Upload
from mockserver.trace.files import models, service
from mockserver.trace.kinds import FILES


def create(body: Upload, ctx: Context) -> models.FileCreateRes:
    """`{"digest"}`. The form has the field `project_id` and the file part `file`; an empty field
    counts as absent. Observed."""
    missing: list[Problem] = [
        {"type": "missing", "loc": ["body", name], "msg": "Field required", "input": None}
        for name, values in (("project_id", body.fields), ("file", body.files))
        if not values.get(name)
    ]
    if missing:
        raise Malformed(missing)
    name, content = body.files["file"]
    project = check_project(body.fields["project_id"])
    expected = body.fields.get("expected_digest") or None
    return {"digest": service.keep(ctx.store, project, name, content, expected)}


def content(body: models.FileContentReadReq, ctx: Context) -> Content:
    """The contents; a 404 for a file of another project. Observed."""
    return Content(service.content(ctx.store, body.project, body.digest))


def stats(body: models.FilesStatsReq, ctx: Context) -> Steps[models.FilesStatsRes]:
    """`{"total_size_bytes"}`. Observed."""
    found = ctx.store[FILES].find(body.project, {}).texts
    return {"total_size_bytes": (yield from added_up(found, service.size))}
