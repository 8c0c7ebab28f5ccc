"""Handlers of the table operations."""

from __future__ import annotations

from collections.abc import Iterable

from mockserver.core.codec import encode, peek
from mockserver.core.errors import ApiError, invalid
from mockserver.core.steps import UNREAD, Steps, in_steps
from mockserver.http.answers import JsonBytes, JsonLines, listed
from mockserver.http.context import Context
from mockserver.store.store import Store
from mockserver.trace.kinds import TABLES
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields, inside, steps_of
from mockserver.trace.query.select import Ranked, check_page, last_row, page_in_order, ranking
from mockserver.trace.tables import models, service
from mockserver.trace.tables.service import Place, StoredRows, row_order


def create(body: models.TableCreateReq, ctx: Context) -> Steps[JsonBytes[models.TableCreateRes]]:
    """`{"digest", "row_digests"}`, the latter in the order of the rows. Observed."""
    steps = service.create(ctx.store, body.table, ctx.settings.digest_order)
    made = yield from ctx.store.in_one(steps, len(body.table.rows))
    return encode({"digest": made.digest, "row_digests": made.rows})


def create_from_digests(
    body: models.TableCreateFromDigestsReq, ctx: Context
) -> Steps[models.TableCreateFromDigestsRes]:
    """`{"digest"}`. Clients send large tables in pieces and combine them this way. Observed."""
    steps = service.create_from_digests(ctx.store, body)
    return {"digest": (yield from ctx.store.in_one(steps, len(body.row_digests)))}


def update(body: models.TableUpdateReq, ctx: Context) -> Steps[models.TableUpdateRes]:
    """`{"digest", "updated_row_digests"}`, the latter one per update. Observed."""
    steps = service.update(ctx.store, body, ctx.settings.digest_order)
    made = yield from ctx.store.in_one(steps, len(body.updates))
    return {"digest": made.digest, "updated_row_digests": made.rows}


def query(body: models.TableQueryReq, ctx: Context) -> Steps[JsonBytes[models.TableQueryRes]]:
    """`{"rows"}`: each with its digest, its value and its position in the table. Observed."""
    rows = yield from _rows(ctx.store, body)
    return (yield from listed(b'{"rows":[', rows, b"]}"))


def query_stream(
    body: models.TableQueryReq, ctx: Context
) -> Steps[JsonLines[models.TableRowSchema]]:
    """A row per line."""
    return JsonLines((yield from _rows(ctx.store, body)))


def query_stats(body: models.TableQueryStatsReq, ctx: Context) -> models.TableQueryStatsRes:
    """`{"count"}`. Chosen: a 404 for an unknown table, where the service fails."""
    return {"count": service.count(ctx.store, body.project, body.digest)}


def query_stats_batch(
    body: models.TableQueryStatsBatchReq, ctx: Context
) -> Steps[models.TableQueryStatsBatchRes]:
    """`{"tables"}`: one entry per known digest, with its size on request. Observed."""
    return {"tables": (yield from service.measure(ctx.store, body))}


def _rows(store: Store, request: models.TableQueryReq) -> Steps[list[bytes]]:
    """The JSON of the rows that match, in order; none for an unknown table."""
    project = request.project
    check_page(request.limit, request.offset)
    for key in request.sort_by or ():
        if not key.field.strip():
            raise invalid("Sort field cannot be empty")
        if not all(key.field.split(".")):
            raise _dots(key.field)
    text = store[TABLES].text(project, request.digest)
    if text is None:
        return []
    table = peek(text)
    reader, digests = StoredRows(store, project), request.filter and request.filter.row_digests
    chosen = frozenset(digests or ())
    if request.sort_by or chosen or not table["whole"]:
        places = enumerate(row_order(store, project, request.digest))
        return (yield from _filtered(places, request, reader, chosen))
    first = min(request.offset or 0, table["count"])
    rows = row_order(store, project, request.digest, first, request.limit)
    return (yield from in_steps(enumerate(rows, first), reader.lines, at_a_time=UNREAD))


def _filtered(
    places: Iterable[Place],
    request: models.TableQueryReq,
    reader: StoredRows,
    chosen: frozenset[str],
) -> Steps[list[bytes]]:
    first, last = request.offset or 0, last_row(request.limit, request.offset)

    def among(group: list[Place]) -> list[Place]:
        return [place for place in group if place[1] in chosen] if chosen else group

    if not request.sort_by:
        found = in_steps(places, lambda group: reader.lines(among(group)), last, at_a_time=UNREAD)
        return (yield from found)[first:last]
    rank = ranking(request.sort_by, ROW_FIELDS, tie="")

    def ranked(group: list[Place]) -> list[Ranked[Place]]:
        rows = reader.records(among(group))
        return [(rank(row), (row["original_index"], row["digest"])) for row in rows]

    rows = yield from page_in_order((yield from in_steps(places, ranked)), request)
    return (yield from in_steps(rows, reader.lines, at_a_time=UNREAD))


def _dots(field: str) -> ApiError:
    return invalid(
        f"Invalid sort field '{field}': field names cannot start/end with dots "
        "or contain consecutive dots"
    )


def _inside(path: str) -> QueryField:
    """A value inside the row; the empty path, which no request can have, is its position."""
    if not path:
        return QueryField(lambda row: row["original_index"], Comparison.COLUMN)
    return QueryField(inside("val", list(steps_of(path))), Comparison.JSON)


ROW_FIELDS = QueryFields(refuse=_dots, elsewhere=_inside)
