"""The rules of objects: publishing a value, and finding a version of it."""

from __future__ import annotations

import re

from mockserver.core.codec import peek
from mockserver.core.digest import DigestOrder, digest_value
from mockserver.core.errors import conflict, forbidden, not_found
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.objects.classes import Classes, classes_of, kind_of
from mockserver.objects.models import NewObject
from mockserver.store.kind import Kind
from mockserver.store.store import Store

OBJECTS = Kind("objects", key=("object_id", "digest"), indexes=("object_id",))

MAX_NAME = 128
_NOT_ALLOWED = re.compile(r"[^\w.-]")
_VERSION = re.compile(r"v(\d+)")


def publish(store: Store, obj: NewObject, order: DigestOrder, now: str, user: str) -> str:
    """Keep a value as the latest version of its object and return its digest.

    A value that is there already stays where it is. Raises a 403 for a bad name, a 400 for
    classes that contradict each other, a 409 if the client expected another digest.
    """
    project = check_project(obj.project_id)
    _check_name(obj.object_id)
    classes = classes_of(obj.val, obj.builtin_object_class or obj.set_base_object_class)
    digest = digest_value(obj.val, order)
    if obj.expected_digest not in (None, digest):
        raise conflict(f"Expected digest {obj.expected_digest}, but the value has {digest}")
    if store[OBJECTS].has(project, obj.object_id, digest):
        return digest
    previous = _versions(store, project, obj.object_id)
    for version in previous:
        if version["is_latest"]:
            store[OBJECTS].amend(_supersede, project, obj.object_id, version["digest"])
    index = max((version["version_index"] for version in previous), default=-1) + 1
    store[OBJECTS].insert(_version(obj, classes, digest, index=index, now=now, user=user))
    return digest


def find(store: Store, project: str, object_id: str, version: str) -> Record:
    """A version by digest, by index (`v0`), or the `latest`. Raises a 404."""
    record = store[OBJECTS].get(check_project(project), object_id, version)
    if record is None:
        record = _find_by_name(store, project, object_id, version)
    if record is None:
        raise not_found(f"Obj {object_id}:{version} not found")
    return record


def _find_by_name(store: Store, project: str, object_id: str, version: str) -> Record | None:
    index = _VERSION.fullmatch(version)
    for record in _versions(store, project, object_id):
        if version == "latest" and record["is_latest"]:
            return record
        if index and record["version_index"] == int(index[1]):
            return record
    return None


def _versions(store: Store, project: str, object_id: str) -> list[Record]:
    found = store[OBJECTS].find(project, {"object_id": [object_id]})
    return [peek(text) for text in found.texts]


def _version(
    obj: NewObject, classes: Classes, digest: str, *, index: int, now: str, user: str
) -> Record:
    return {
        "project_id": obj.project_id,
        "object_id": obj.object_id,
        "created_at": now,
        "deleted_at": None,
        "digest": digest,
        "version_index": index,
        "is_latest": 1,
        "kind": kind_of(obj.val),
        "base_object_class": classes.base,
        "leaf_object_class": classes.leaf,
        "val": obj.val,
        "wb_user_id": user,
        "size_bytes": None,
        "tags": None,
        "aliases": None,
    }


def _supersede(record: Record) -> None:
    record["is_latest"] = 0


def _check_name(name: str) -> None:
    if not name:
        raise forbidden("Object name cannot be empty")
    if len(name) > MAX_NAME:
        raise forbidden(f"Object name too long: {len(name)} characters, at most {MAX_NAME}")
    if wrong := sorted(set(_NOT_ALLOWED.findall(name))):
        raise forbidden(
            f"Invalid object name: {name}. Contains invalid characters: {wrong}. "
            "Allowed are letters, digits, '_', '.' and '-'."
        )
