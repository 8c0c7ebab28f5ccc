"""Finding rows of a table: in its own order straight from the page, else by a look at each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from mockserver.core.errors import ApiError, invalid
from mockserver.core.project import check_project
from mockserver.query.fields import Field, Fields, Kind, member, steps_of
from mockserver.query.models import SortBy
from mockserver.query.paging import check_page, page
from mockserver.query.sorting import sort_records
from mockserver.store.store import Store
from mockserver.tables.kinds import TABLES
from mockserver.tables.models import TableQueryReq
from mockserver.tables.sheet import Place, Reader, order, places


def query(store: Store, request: TableQueryReq) -> list[bytes]:
    """The JSON of the rows asked for, in order; none of a table that is not there."""
    project = check_project(request.project_id)
    check_page(request.limit, request.offset)
    _check_order(request.sort_by or [])
    table = store[TABLES].get(project, request.digest)
    if table is None:
        return []
    reader = Reader(store, project)
    if table["whole"] and not _chosen(request) and not request.sort_by:
        first = min(request.offset or 0, table["count"])
        rows = page(order(store, project, request.digest, first), request.limit, None)
        return reader.texts(rows, count(first))
    found = list(page(_matches(store, request, reader), request.limit, request.offset))
    return reader.texts([place.row for place in found], [place.at for place in found])


def _matches(store: Store, request: TableQueryReq, reader: Reader) -> Iterator[Place]:
    found = places(store, request.project_id, request.digest)
    if chosen := _chosen(request):
        found = (place for place in found if place.row in chosen)
    if request.sort_by:
        rows = map(reader.record, found)
        ordered = sort_records(rows, request.sort_by, ROW_FIELDS, tie="")
        found = (Place(row["original_index"], row["digest"]) for row in ordered)
    return found


def _chosen(request: TableQueryReq) -> frozenset[str]:
    """The digests that rows are filtered by; none means no filter."""
    return frozenset(request.filter.row_digests or ()) if request.filter else frozenset()


def _check_order(order: list[SortBy]) -> None:
    for field in (key.field for key in order):
        if not field.strip():
            raise invalid("Sort field cannot be empty")
        if not all(field.split(".")):
            raise _dots(field)


def _dots(field: str) -> ApiError:
    return invalid(
        f"Invalid sort field '{field}': field names cannot start/end with dots "
        "or contain consecutive dots"
    )


def _inside(path: str) -> Field:
    """A value inside the row; the empty path, which nobody can ask for, is the row's position."""
    if not path:
        return Field(lambda row: row["original_index"], Kind.COLUMN)
    return Field(member("val", list(steps_of(path))), Kind.JSON)


ROW_FIELDS = Fields(refuse=_dots, elsewhere=_inside)
