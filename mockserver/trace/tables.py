"""Tables: created from rows, from digests and from another table; measured and read.

Rows are stored by digest, and the order of a table in parts of a thousand. A page reads only its
own parts, so the hundredth page of a large table costs as much as the first. Responses copy the
stored bytes of rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError
from typing_extensions import TypedDict

from mockserver.core.codec import decode, encode, peek
from mockserver.core.digest import DigestOrder, check_digest, digest_rows, digest_value
from mockserver.core.errors import ApiError, invalid, not_found
from mockserver.core.hand_written import Name
from mockserver.core.model import Closed, Json, JsonObject, Open, Record
from mockserver.core.project import InProject, ProjectRequest
from mockserver.core.records import RecordModel
from mockserver.core.steps import UNREAD, Steps, each, in_steps
from mockserver.http.answers import JsonBytes, JsonLines, listed
from mockserver.http.context import Context
from mockserver.store.store import Store
from mockserver.trace.kinds import PARTS, ROWS, TABLES
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields, inside, steps_of
from mockserver.trace.query.models import PageRequest
from mockserver.trace.query.select import Ranked, check_page, last_row, page, page_in_order, ranking

Number = Annotated[int, Field(ge=0)]


class RowRecord(RecordModel):
    """A row, which any number of tables may share."""

    project_id: str
    digest: Name
    val: JsonObject


class TableRecord(RecordModel):
    """A table; `whole` is true if no row was missing when it was made."""

    project_id: str
    digest: Name
    count: Number
    whole: bool


class TablePart(RecordModel):
    """The digests of up to a thousand rows of a table, in order."""

    project_id: str
    digest: Name
    part: Number
    row_digests: list[str]


class NewTable(InProject, Open, title="TableSchemaForInsert"):
    rows: list[JsonObject]
    expected_digest: str | None = None


class TableCreateReq(Closed):
    LONGEST: ClassVar = ("table", "rows")

    table: NewTable


class NewRow(Open, title="TableAppendSpecPayload"):
    row: JsonObject


class Index(Open, title="TablePopSpecPayload"):
    index: int


class RowAtIndex(Open, title="TableInsertSpecPayload"):
    index: int
    row: JsonObject


class TableAppendSpec(Open):
    append: NewRow


class TablePopSpec(Open):
    pop: Index


class TableInsertSpec(Open):
    insert: RowAtIndex


_UPDATES = frozenset({"append", "pop", "insert"})


def _one_update(value: Any) -> Any:
    if isinstance(value, dict) and len(_UPDATES.intersection(value)) > 1:
        raise PydanticCustomError("several_updates", "Input should be one of append, pop, insert")
    return value


Update = Annotated[TableAppendSpec | TablePopSpec | TableInsertSpec, BeforeValidator(_one_update)]


class TableUpdateReq(ProjectRequest):
    LONGEST: ClassVar = ("updates",)

    base_digest: str
    updates: list[Update]


class TableRowFilter(Closed):
    row_digests: list[str] | None = None


class TableQueryReq(PageRequest):
    """A page of rows. A sort field is a dotted path inside the row."""

    digest: str
    filter: TableRowFilter | None = None


class TableQueryStatsReq(ProjectRequest):
    digest: str


class TableQueryStatsBatchReq(ProjectRequest):
    digests: list[str] | None = Field(default_factory=list)
    include_storage_size: bool | None = False


class TableCreateFromDigestsReq(ProjectRequest):
    """The digests of existing rows, in the order of the table."""

    row_digests: list[str]
    expected_digest: str | None = None


class TableCreateRes(TypedDict):
    digest: str
    row_digests: list[str]


class TableUpdateRes(TypedDict):
    digest: str
    updated_row_digests: list[str]


class TableRowSchema(TypedDict):
    """A row with its position in the table."""

    digest: str
    val: Json
    original_index: int | None


class TableQueryRes(TypedDict):
    rows: list[TableRowSchema]


class TableQueryStatsRes(TypedDict):
    count: int


class TableStatsRow(TypedDict):
    count: int
    digest: str
    storage_size_bytes: int | None


class TableQueryStatsBatchRes(TypedDict):
    tables: list[TableStatsRow]


class TableCreateFromDigestsRes(TypedDict):
    digest: str


PART = 1000
"""Row digests in one part."""

Place = tuple[int, str]
"""A position in a table, and the digest of the row there."""


def create(body: TableCreateReq, ctx: Context) -> Steps[JsonBytes[TableCreateRes]]:
    """`{"digest", "row_digests"}`, the latter in the order of the rows. Observed."""
    steps = keep(ctx.store, body.table, ctx.settings.digest_order)
    made = yield from ctx.store.in_one(steps, len(body.table.rows))
    return encode({"digest": made.digest, "row_digests": made.rows})


def create_from_digests(
    body: TableCreateFromDigestsReq, ctx: Context
) -> Steps[TableCreateFromDigestsRes]:
    """`{"digest"}`. Clients send large tables in pieces and combine them this way. Observed."""
    project, rows, digest = body.project, body.row_digests, digest_rows(body.row_digests)
    check_digest(digest, body.expected_digest, "table")
    yield from ctx.store.in_one(keep_order(ctx.store, project, digest, rows), len(rows))
    return {"digest": digest}


def update(body: TableUpdateReq, ctx: Context) -> Steps[TableUpdateRes]:
    """`{"digest", "updated_row_digests"}`, the latter one per update. Observed."""
    steps = _updated(ctx.store, body, ctx.settings.digest_order)
    made = yield from ctx.store.in_one(steps, len(body.updates))
    return {"digest": made.digest, "updated_row_digests": made.rows}


def query(body: TableQueryReq, ctx: Context) -> Steps[JsonBytes[TableQueryRes]]:
    """`{"rows"}`: each with its digest, its value and its position in the table. Observed."""
    rows = yield from _rows(ctx.store, body)
    return (yield from listed(b'{"rows":[', rows, b"]}"))


def query_stream(body: TableQueryReq, ctx: Context) -> Steps[JsonLines[TableRowSchema]]:
    """A row per line."""
    return JsonLines((yield from _rows(ctx.store, body)))


def query_stats(body: TableQueryStatsReq, ctx: Context) -> TableQueryStatsRes:
    """`{"count"}`. Chosen: a 404 for an unknown table, where the service fails."""
    return {"count": count(ctx.store, body.project, body.digest)}


def query_stats_batch(
    body: TableQueryStatsBatchReq, ctx: Context
) -> Steps[TableQueryStatsBatchRes]:
    """`{"tables"}`: one entry per known digest, with its size on request. Observed."""
    # Bytes are counted in JSON as the service writes it; repeated rows count each time.
    project, store = body.project, ctx.store
    digests = dict.fromkeys(body.digests or ())
    tables = [table for digest in digests if (table := store[TABLES].get(project, digest))]
    reader = StoredRows(store, project)

    def sizes(places: list[Place]) -> list[int]:
        return [len(json.dumps(row["val"])) for row in reader.records(places)]

    stats: list[TableStatsRow] = []
    for table in tables:
        digest, size = table["digest"], None
        if body.include_storage_size:
            places = enumerate(row_order(store, project, digest))
            size = sum((yield from in_steps(places, sizes)))
        stats.append({"count": table["count"], "digest": digest, "storage_size_bytes": size})
    return {"tables": stats}


def _rows(store: Store, request: TableQueryReq) -> Steps[list[bytes]]:
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
    request: TableQueryReq,
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


class Made(NamedTuple):
    """The digests of a new table, and of the rows that were added or removed to make it."""

    digest: str
    rows: list[str]


class RowReader:
    """Reads rows of one table by their digests.

    Most reads are of neighbouring rows, so the search for a digest begins in the part where the
    last one was found. After many long searches, a set of all digests is faster. To make the set
    for each request takes 13 ms instead of 0.7 for one of 100,000 rows.
    """

    PATIENCE = 20

    def __init__(self, store: Store, project: str, digest: str) -> None:
        self._rows, self._project = store[ROWS], project
        self._parts = [*_parts(store, project, digest)]
        self._patience = self.PATIENCE * len(self._parts)
        self._at = 0

    def read(self, row: str) -> JsonObject:
        """The value of a row. Raises a 404."""
        record = self._rows.get(self._project, row)
        if record is None or not self._has(row):
            raise not_found(f"Row digest {row} not found")
        value: JsonObject = record["val"]
        return value

    def _has(self, row: str) -> bool:
        if self._patience < 0:
            return row in self._digests
        needle, parts = encode(row), self._parts
        for at in (*range(self._at, len(parts)), *range(self._at)):
            self._patience -= 1
            if needle in parts[at]:
                self._at = at
                return True
        return False

    @cached_property
    def _digests(self) -> frozenset[str]:
        return frozenset(_digests(self._parts))


class StoredRows:
    """The rows of one project, as of the creation of this reader; missing rows are left out."""

    def __init__(self, store: Store, project: str) -> None:
        self._texts = store[ROWS].reader(project)
        self._opening = encode({"project_id": project})[:-1] + b","

    def lines(self, places: list[Place]) -> list[bytes]:
        """Rows as in responses: `{"digest", "val", "original_index"}`.

        Stored bytes begin with the project, which responses leave out.
        """
        opening = self._opening
        start = len(opening)
        return [
            b'{%b,"original_index":%d}' % (text[start:-1], at)
            if text.startswith(opening)
            else self._rewritten(text, at)
            for (at, _), text in self._found(places)
            if text
        ]

    def records(self, places: list[Place]) -> list[Record]:
        """The same rows as records, which must not be changed."""
        found = self._found(places)
        return [{**peek(text), "original_index": at} for (at, _), text in found if text]

    def _found(self, places: list[Place]) -> Iterable[tuple[Place, bytes | None]]:
        return zip(places, self._texts([row for _, row in places]), strict=True)

    def _rewritten(self, text: bytes, at: int) -> bytes:
        record = decode(text)
        return encode({"digest": record["digest"], "val": record["val"], "original_index": at})


def keep(store: Store, table: NewTable, order: DigestOrder) -> Steps[Made]:
    """Store rows and their table. Raises a 409 if the client expected another digest."""
    project = table.project
    rows = yield from in_steps(table.rows, lambda some: [digest_value(row, order) for row in some])
    digest = digest_rows(rows)
    check_digest(digest, table.expected_digest, "table")
    pairs = zip(rows, table.rows, strict=True)
    yield from each(pairs, lambda pair: _keep_row(store, project, *pair))
    yield from keep_order(store, project, digest, rows)
    return Made(digest, rows)


def _updated(store: Store, request: TableUpdateReq, order: DigestOrder) -> Steps[Made]:
    """Store a table made from another by changes, in their order; the other one stays.

    Raises a 404 for an unknown base, a 400 for an index outside the table.
    """
    project = request.project
    _check_table(store, project, request.base_digest)
    rows = list(row_order(store, project, request.base_digest))
    touched = yield from in_steps(
        request.updates,
        lambda changes: [_apply(change, store, project, rows, order) for change in changes],
    )
    digest = digest_rows(rows)
    yield from keep_order(store, project, digest, rows)
    return Made(digest, touched)


def count(store: Store, project: str, digest: str) -> int:
    """The number of rows of a table. Raises a 404."""
    return int(_check_table(store, project, digest)["count"])


def keep_order(store: Store, project: str, digest: str, rows: Sequence[str]) -> Steps[None]:
    """Store the order of rows under the table's digest; an existing table does not change."""
    if store[TABLES].has(project, digest):
        return
    table, whole = {"project_id": project, "digest": digest}, True
    for part, start in enumerate(range(0, len(rows), PART)):
        digests = list(rows[start : start + PART])
        whole = whole and all(store[ROWS].has(project, row) for row in digests)
        store[PARTS].insert({**table, "part": part, "row_digests": digests})
        yield
    store[TABLES].insert({**table, "count": len(rows), "whole": whole})


def row_order(
    store: Store, project: str, digest: str, first: int = 0, limit: int | None = None
) -> Iterator[str]:
    """The digests of at most `limit` rows from `first` on, including missing rows.

    They are as of the call, however late the iterator is drained.
    """
    number, skipped = divmod(first, PART)
    touched = None if limit is None else (skipped + limit + PART - 1) // PART
    parts = [*page(_parts(store, project, digest, number), touched, None)]
    return page(_digests(parts), limit, skipped)


def _keep_row(store: Store, project: str, digest: str, value: JsonObject) -> None:
    if not store[ROWS].has(project, digest):
        store[ROWS].insert({"project_id": project, "digest": digest, "val": value})


def _check_table(store: Store, project: str, digest: str) -> Record:
    record = store[TABLES].get(project, digest)
    if record is None:
        raise not_found(f"Table {project}:{digest} not found")
    return record


def _apply(change: Update, store: Store, project: str, rows: list[str], order: DigestOrder) -> str:
    """Change `rows` in place. Returns the digest of the row that was added or removed."""
    match change:
        case TablePopSpec(pop=Index(index=index)) if 0 <= index < len(rows):
            return rows.pop(index)
        case TableAppendSpec(append=NewRow(row=row)):
            index = len(rows)
        case TableInsertSpec(insert=RowAtIndex(index=index, row=row)) if 0 <= index <= len(rows):
            pass
        case _:
            raise invalid("Index out of range")
    digest = digest_value(row, order)
    _keep_row(store, project, digest, row)
    rows.insert(index, digest)
    return digest


def _digests(parts: Iterable[bytes]) -> Iterator[str]:
    return chain.from_iterable(peek(part)["row_digests"] for part in parts)


def _parts(store: Store, project: str, digest: str, first: int = 0) -> Iterator[bytes]:
    part = first
    while text := store[PARTS].text(project, digest, str(part)):
        yield text
        part += 1
