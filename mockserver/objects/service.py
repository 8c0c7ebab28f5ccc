"""The rules of objects: publishing a value, finding a version of it, deleting versions.

A deleted version moves to a table of its own, which keeps its index from being given again and
knows when it went.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mockserver.core.codec import decode, encode, peek
from mockserver.core.digest import DigestOrder, digest_value
from mockserver.core.errors import ApiError, conflict, forbidden, invalid, not_found
from mockserver.core.model import Json, Record
from mockserver.core.project import check_project
from mockserver.objects.classes import Classed, classed, kind_of
from mockserver.objects.kinds import DELETED_OBJECTS, OBJECTS
from mockserver.objects.models import NewObject
from mockserver.store.kind import Kind
from mockserver.store.store import Store

LATEST = "latest"

MOST_DELETED = 100
"""Versions that one request may name for deletion."""

MAX_NAME = 128
_HEAD = b'{"project_id":'
_VALUE, _AFTER_VALUE = b',"val":', b',"wb_user_id":'
_NOT_ALLOWED = re.compile(r"[^\w.-]")
_VERSION = re.compile(r"v([0-9]{1,18})")


class Name(NamedTuple):
    """An object, in which versions are found."""

    project: str
    object_id: str

    def __str__(self) -> str:
        return self.object_id


def publish(store: Store, obj: NewObject, order: DigestOrder, now: str, user: str | None) -> str:
    """Keep a value as the latest version of its object and return its digest.

    A value that is there already stays where it is; one that was deleted comes back as a new
    version. Raises a 403 for a bad name, a 400 for a value that is none of its class, a 409 if
    the client expected another digest.
    """
    name = Name(check_project(obj.project_id), obj.object_id)
    check_name(name.object_id)
    value = classed(obj.val, obj.builtin_object_class or obj.set_base_object_class)
    digest = digest_value(value.value, order)
    if obj.expected_digest not in (None, digest):
        raise conflict(f"Expected digest {obj.expected_digest}, but the value has {digest}")
    if store[OBJECTS].has(*name, digest):
        return digest
    latest = _latest(store, name)
    index = _next_index(store, name, latest)
    store[DELETED_OBJECTS].drop(*name, digest)
    if latest:
        store[OBJECTS].amend(_demote, *name, latest["digest"])
    store[OBJECTS].insert(_version(name, value, digest, index=index, now=now, user=user))
    return digest


def find(store: Store, project: str, object_id: str, version: str) -> Record:
    """A version by digest, by index (`v0`), or the `latest`. Raises a 404."""
    record: Record = decode(find_text(store, project, object_id, version))
    return record


def find_text(store: Store, project: str, object_id: str, version: str) -> bytes:
    """The JSON of the same version. Raises a 404; for a deleted one it says when it went."""
    name = Name(check_project(project), object_id)
    text = store[OBJECTS].text(*name, version)
    if text is None:
        found = _found(store, name, version)
        text = store[OBJECTS].text(*name, found["digest"]) if found else None
    if text is None:
        raise _not_found(store, name, version)
    return text


def read_value(store: Store, project: str, object_id: str, digest: str) -> Json:
    """The value of a version by its digest; null if it was deleted. Raises a 404."""
    if record := store[OBJECTS].get(project, object_id, digest):
        return record["val"]
    if store[DELETED_OBJECTS].has(project, object_id, digest):
        return None
    raise not_found(f"Obj {object_id}:{digest} not found")


def value_text(store: Store, project: str, object_id: str, digest: str) -> bytes:
    """The JSON of the same value: cut out of the version's, it is not looked into."""
    text = store[OBJECTS].text(project, object_id, digest) or b""
    start, end = text.find(_VALUE), text.rfind(_AFTER_VALUE)
    if text.startswith(_HEAD) and 0 < start < end:
        return text[start + len(_VALUE) : end]
    return encode(read_value(store, project, object_id, digest))


def delete(store: Store, name: Name, named: list[str], now: str) -> list[Record]:
    """Delete the versions named, or all if none is; returns what they were.

    Raises a 404 if there are none or fewer than names, a 400 for too many names.
    """
    if len(named) > MOST_DELETED:
        raise invalid(
            f"Object delete request contains {len(named)} objects. "
            f"Please delete {MOST_DELETED} or fewer objects at a time."
        )
    deleted = _chosen(_versions(store, OBJECTS, name), name, named)
    for version in deleted:
        record = find(store, *name, version["digest"])
        store[OBJECTS].drop(*name, version["digest"])
        store[DELETED_OBJECTS].insert({**record, "deleted_at": now, "is_latest": 0})
    _promote_newest(store, name)
    return deleted


def _chosen(versions: list[Record], name: Name, named: list[str]) -> list[Record]:
    """Chosen as the service does it: two names of one version are one name too many."""
    names = set(named)
    found = [_resolve(versions, text) for text in named] if named else versions
    chosen = {record["digest"]: record for record in found if record}
    if not chosen:
        raise not_found(f"Object {name} ({named or None}) not found when deleting.")
    if named and len(names) != len(chosen):
        raise not_found(
            f"Delete request contains {len(named)} digests, but found {len(chosen)} objects "
            f"to delete. Diff digests: {sorted(names - chosen.keys())}"
        )
    return list(chosen.values())


def _found(store: Store, name: Name, version: str) -> Record | None:
    if version == LATEST:
        return _latest(store, name)
    return _resolve(_versions(store, OBJECTS, name), version)


def _latest(store: Store, name: Name) -> Record | None:
    """The latest version: the one kept last, unless the state was put together in another order."""
    text = store[OBJECTS].last(name.project, "object_id", name.object_id)
    newest = metadata(text) if text else None
    if newest is None or newest["is_latest"]:
        return newest
    return _resolve(_versions(store, OBJECTS, name), LATEST)


def _resolve(versions: list[Record], version: str) -> Record | None:
    """The version that is meant by a digest, an index or `latest`."""
    index = _VERSION.fullmatch(version)
    for record in versions:
        if version == record["digest"] or (version == LATEST and record["is_latest"]):
            return record
        if index and record["version_index"] == int(index[1]):
            return record
    return None


def _not_found(store: Store, name: Name, version: str) -> ApiError:
    deleted = _versions(store, DELETED_OBJECTS, name)
    if version == LATEST:
        gone = max(deleted, key=_index, default=None)
    else:
        gone = _resolve(deleted, version)
    if gone is None:
        return not_found(f"Obj {name}:{version} not found")
    moment = gone["deleted_at"]
    reason = f"{name}:v{gone['version_index']} was deleted at {moment}"
    return not_found(reason, deleted_at=moment)


def metadata(text: bytes) -> Record:
    """What versions are found by. It stands before the value, which is not looked into."""
    end = text.find(_VALUE)
    record: Record = peek(text[:end] + b"}") if text.startswith(_HEAD) and end > 0 else peek(text)
    return record


def _versions(store: Store, kind: Kind, name: Name) -> list[Record]:
    found = store[kind].find(name.project, {"object_id": [name.object_id]})
    return [metadata(text) for text in found.texts]


def _index(version: Record) -> int:
    return int(version["version_index"])


def _next_index(store: Store, name: Name, latest: Record | None) -> int:
    """One above every index that was ever given: an index means one version for good."""
    deleted = map(_index, _versions(store, DELETED_OBJECTS, name))
    return max(_index(latest) if latest else -1, max(deleted, default=-1)) + 1


def step_down(store: Store, project: str, object_id: str) -> None:
    """Let no version be the latest, for one that is to come."""
    if latest := _latest(store, Name(project, object_id)):
        store[OBJECTS].amend(_demote, project, object_id, latest["digest"])


def _promote_newest(store: Store, name: Name) -> None:
    """Make the newest version that is left the latest."""
    newest = max(_versions(store, OBJECTS, name), key=_index, default=None)
    if newest and not newest["is_latest"]:
        store[OBJECTS].amend(_promote, *name, newest["digest"])


def _promote(record: Record) -> None:
    record["is_latest"] = 1


def _demote(record: Record) -> None:
    record["is_latest"] = 0


def _version(
    name: Name, value: Classed, digest: str, *, index: int, now: str, user: str | None
) -> Record:
    return {
        "project_id": name.project,
        "object_id": name.object_id,
        "created_at": now,
        "deleted_at": None,
        "digest": digest,
        "version_index": index,
        "is_latest": 1,
        "kind": kind_of(value.value),
        "base_object_class": value.classes.base,
        "leaf_object_class": value.classes.leaf,
        "val": value.value,
        "wb_user_id": user,
        "size_bytes": None,
        "tags": None,
        "aliases": None,
    }


def check_name(name: str) -> None:
    """Refuse a name that no object can have: a 403."""
    if not name:
        raise forbidden("Object name cannot be empty")
    if len(name) > MAX_NAME:
        raise forbidden(f"Object name too long: {len(name)} characters, at most {MAX_NAME}")
    if wrong := sorted(set(_NOT_ALLOWED.findall(name))):
        raise forbidden(
            f"Invalid object name: {name}. Contains invalid characters: {wrong}. "
            "Allowed are letters, digits, '_', '.' and '-'."
        )
