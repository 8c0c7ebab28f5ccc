"""Answers of the table operations, in the listing's order."""

from __future__ import annotations

from pydantic import Field

from mockserver.core.model import Json
from mockserver.openapi.answers.model import Answered, Answers


class TableCreateRes(Answered):
    digest: str
    row_digests: list[str] = Field(default_factory=list)


class TableUpdateRes(Answered):
    digest: str
    updated_row_digests: list[str] = Field(default_factory=list)


class TableRowSchema(Answered):
    """A row, and its position in the table."""

    digest: str
    val: Json
    original_index: int | None = None


class TableQueryRes(Answered):
    rows: list[TableRowSchema]


class TableQueryStatsRes(Answered):
    count: int


class TableStatsRow(Answered):
    count: int
    digest: str
    storage_size_bytes: int | None = None


class TableQueryStatsBatchRes(Answered):
    tables: list[TableStatsRow]


class TableCreateFromDigestsRes(Answered):
    digest: str


ANSWERS: Answers = {
    "trace.tables:create": TableCreateRes,
    "trace.tables:update": TableUpdateRes,
    "trace.tables:query": TableQueryRes,
    "trace.tables:query_stream": TableRowSchema,
    "trace.tables:query_stats": TableQueryStatsRes,
    "trace.tables:query_stats_batch": TableQueryStatsBatchRes,
    "trace.tables:create_from_digests": TableCreateFromDigestsRes,
}
