"""Requests and responses of the object operations, in the listing's order."""

from __future__ import annotations

from typing_extensions import TypedDict

from mockserver.core.model import Closed, Json, Open
from mockserver.core.project import InProject, ProjectRequest
from mockserver.trace.objects.stored import ObjSchema
from mockserver.trace.query.models import Count, SortBy


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


class ObjQueryReq(ProjectRequest):
    """A page of versions. Sort fields other than `object_id` and `created_at` are ignored."""

    filter: ObjectVersionFilter | None = None
    limit: Count | None = None
    offset: Count | None = None
    sort_by: list[SortBy] | None = None
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
