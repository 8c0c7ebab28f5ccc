"""What the objects slice keeps."""

from __future__ import annotations

from mockserver.store.kind import Kind

OBJECTS = Kind(
    "objects",
    key=("object_id", "digest"),
    indexes=("object_id", "base_object_class", "leaf_object_class"),
)
DELETED_OBJECTS = Kind("deleted_objects", key=("object_id", "digest"), indexes=("object_id",))
