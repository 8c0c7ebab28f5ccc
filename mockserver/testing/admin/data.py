"""Data files, over HTTP."""

from __future__ import annotations

from typing import Any

from mockserver.core.errors import ApiError
from mockserver.core.model import Record
from mockserver.data.dump import dump, layout
from mockserver.data.load import load as load_sources
from mockserver.data.source import DataError, Source
from mockserver.http.answers import JsonBytes
from mockserver.http.bodies import Raw
from mockserver.http.context import Context
from mockserver.http.parameters import queried
from mockserver.testing.admin.models import ExportQuery, LoadQuery


@queried
def load(body: Raw, ctx: Context, query: LoadQuery) -> Record:
    """Add the content of a data file, or replace the whole state by it.

    An invalid file changes nothing: a 400 with every problem and its line.
    """
    if query.mode == "replace":
        ctx.store.restore({})
    try:
        notices = load_sources([Source(query.name, body.content)], ctx.services)
    except DataError as error:
        raise ApiError(400, str(error), {"problems": error.problems}) from None
    return {"counts": ctx.store.counts(), "notices": notices}


@queried
def export(ctx: Context, query: ExportQuery) -> JsonBytes[Any]:
    """The state as a data file, of one project if `?project=` names it."""
    return JsonBytes(b"".join(layout(dump(ctx.services, query.project))))
