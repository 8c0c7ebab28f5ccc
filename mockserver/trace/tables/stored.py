"""The records of tables: rows, and the order of rows in a table."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mockserver.core.hand_written import Name
from mockserver.core.model import JsonObject
from mockserver.core.records import RecordModel

Count = Annotated[int, Field(ge=0)]


class RowRecord(RecordModel):
    """A row, which any number of tables may share."""

    project_id: str
    digest: Name
    val: JsonObject


class TableRecord(RecordModel):
    """A table; `whole` is true if no row was missing when it was made."""

    project_id: str
    digest: Name
    count: Count
    whole: bool


class TablePart(RecordModel):
    """The digests of up to a thousand rows of a table, in order."""

    project_id: str
    digest: Name
    part: Count
    row_digests: list[str]
