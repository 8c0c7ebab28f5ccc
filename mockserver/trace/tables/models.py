"""The records of tables; requests and responses, in the listing's order."""

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError
from typing_extensions import TypedDict

from mockserver.core.hand_written import Name
from mockserver.core.model import Closed, Json, JsonObject, Open
from mockserver.core.project import InProject, ProjectRequest
from mockserver.core.records import RecordModel
from mockserver.trace.query.models import PageRequest

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
