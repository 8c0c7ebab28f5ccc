"""The records of objects and their labels."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mockserver.core.hand_written import Name
from mockserver.core.model import Json
from mockserver.core.records import Derived, RecordModel, Timestamp


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
