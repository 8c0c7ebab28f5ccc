"""Requests of the object operations, in the listing's order."""

from __future__ import annotations

from mockserver.core.model import Closed, Json, Open


class NewObject(Open):
    """A value to publish. `set_base_object_class` is the older name of `builtin_object_class`."""

    project_id: str
    object_id: str
    val: Json
    builtin_object_class: str | None = None
    set_base_object_class: str | None = None
    expected_digest: str | None = None
    wb_user_id: str | None = None


class ObjCreateReq(Closed):
    obj: NewObject


class ObjReadReq(Closed):
    project_id: str
    object_id: str
    digest: str
    metadata_only: bool | None = False
    include_tags_and_aliases: bool | None = False
