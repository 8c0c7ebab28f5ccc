"""The records of objects and labels; requests and responses, in the listing's order."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.hand_written import Name
from mockserver.core.model import Closed, Json, Open
from mockserver.core.project import InProject, ProjectRequest
from mockserver.core.records import Derived, RecordModel, Timestamp
from mockserver.trace.query.models import PageRequest


class ObjSchema(RecordModel):
    """A version of an object; `is_latest` is 0 or 1, `kind` is `op` or `object`."""

    project_id: str
    object_id: Name
    created_at: Timestamp
    deleted_at: Timestamp | None = None
    digest: Name
    version_index: Annotated[int, Field(ge=0)]
    is_latest: Annotated[int, Field(ge=0, le=1)]
    kind: str
    base_object_class: str | None = None
    leaf_object_class: str | None = None
    val: Json = None
    wb_user_id: str | None = None
    size_bytes: Derived[int] = None
    tags: Derived[list[str]] = None
    aliases: Derived[list[str]] = None


class ObjectTag(RecordModel):
    """A tag of a version."""

    project_id: str
    object_id: Name
    digest: Name
    tag: Name


class ObjectAlias(RecordModel):
    """A name for one version of an object."""

    project_id: str
    object_id: Name
    digest: Name
    alias: Name


class NewObject(InProject, Open, title="ObjSchemaForInsert"):
    """A value to publish. `set_base_object_class` is the older name of `builtin_object_class`."""

    object_id: str
    val: Json
    builtin_object_class: str | None = None
    set_base_object_class: str | None = None
    expected_digest: str | None = None
    wb_user_id: str | None = None


class ObjCreateReq(Closed):
    obj: NewObject


class ObjReadReq(ProjectRequest):
    object_id: str
    digest: str
    metadata_only: bool | None = False
    include_tags_and_aliases: bool | None = False


class ObjDeleteReq(ProjectRequest):
    """Versions by digest, index or `latest`, or all of them."""

    object_id: str
    digests: list[str] | None = None


class ObjectVersionFilter(Closed):
    """Conditions, all of which apply; an empty list is no condition."""

    base_object_classes: list[str] | None = None
    exclude_base_object_classes: list[str] | None = None
    leaf_object_classes: list[str] | None = None
    object_ids: list[str] | None = None
    is_op: bool | None = None
    latest_only: bool | None = None
    tags: list[str] | None = None
    aliases: list[str] | None = None


class ObjQueryReq(PageRequest):
    """A page of versions. Sort fields other than `object_id` and `created_at` are ignored."""

    filter: ObjectVersionFilter | None = None
    metadata_only: bool | None = False
    include_storage_size: bool | None = False
    include_tags_and_aliases: bool | None = False


class TagsReq(ProjectRequest):
    tags: list[str]


class AliasesReq(ProjectRequest):
    aliases: list[str]


class AliasesSetReq(AliasesReq):
    digest: str


class RefsReadBatchReq(Closed):
    refs: list[str]


class ObjCreateRes(TypedDict):
    digest: str
    object_id: str | None


class ObjReadRes(TypedDict):
    obj: ObjSchema


class DeletedObjVersion(TypedDict):
    digest: str
    base_object_class: str | None
    leaf_object_class: str | None


class ObjDeleteRes(TypedDict):
    num_deleted: int
    deleted_versions: list[DeletedObjVersion] | None


class ObjQueryRes(TypedDict):
    objs: list[ObjSchema]


class LabelsRes(TypedDict):
    """Nothing."""


class TagsListRes(TypedDict):
    tags: list[str]


class AliasesListRes(TypedDict):
    aliases: list[str]


class RefsReadBatchRes(TypedDict):
    """A value for each ref, in their order."""

    vals: list[Json]
