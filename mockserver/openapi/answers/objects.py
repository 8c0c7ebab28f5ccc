"""Answers of the object operations, in the listing's order."""

from __future__ import annotations

from datetime import datetime

from mockserver.core.model import Json
from mockserver.openapi.answers.model import Answered, Answers


class ObjCreateRes(Answered):
    digest: str
    object_id: str | None = None


class ObjSchema(Answered):
    """A version of an object; `is_latest` is 0 or 1, `kind` is `op` or `object`."""

    project_id: str
    object_id: str
    created_at: datetime
    deleted_at: datetime | None = None
    digest: str
    version_index: int
    is_latest: int
    kind: str
    base_object_class: str | None
    leaf_object_class: str | None = None
    val: Json
    wb_user_id: str | None = None
    size_bytes: int | None = None
    tags: list[str] | None = None
    aliases: list[str] | None = None


class ObjReadRes(Answered):
    obj: ObjSchema


class DeletedObjVersion(Answered):
    digest: str
    base_object_class: str | None = None
    leaf_object_class: str | None = None


class ObjDeleteRes(Answered):
    num_deleted: int
    deleted_versions: list[DeletedObjVersion] | None = None


class ObjQueryRes(Answered):
    objs: list[ObjSchema]


class RefsReadBatchRes(Answered):
    """A value for each ref, in their order."""

    vals: list[Json]


ANSWERS: Answers = {
    "trace.objects:create": ObjCreateRes,
    "trace.objects:read": ObjReadRes,
    "trace.objects:delete": ObjDeleteRes,
    "trace.objects:query": ObjQueryRes,
    "trace.objects:refs_read_batch": RefsReadBatchRes,
}
