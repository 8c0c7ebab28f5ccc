"""Find versions of objects by digest, by index, by alias, or as the latest."""

from __future__ import annotations

import re
from typing import NamedTuple

from mockserver.core.codec import decode, encode, peek
from mockserver.core.errors import ApiError, not_found
from mockserver.core.model import Json, Record
from mockserver.store.kind import Kind
from mockserver.store.store import Store
from mockserver.trace.kinds import ALIASES, DELETED_OBJECTS, OBJECTS

LATEST = "latest"

_HEAD = b'{"project_id":'
_VALUE, _AFTER_VALUE = b',"val":', b',"wb_user_id":'
_CONTENT = re.compile(r"[0-9A-Za-z]{43}|[0-9a-f]{64}")
_VERSION = re.compile(r"v([0-9]{1,18})")


class Name(NamedTuple):
    """The name of an object in its project."""

    project: str
    object_id: str

    def __str__(self) -> str:
        return self.object_id


def find(store: Store, project: str, object_id: str, version: str) -> Record:
    """A version by digest, by index (`v0`), by alias, or the `latest`. Raises a 404."""
    record: Record = decode(find_text(store, project, object_id, version))
    return record


def find_text(store: Store, project: str, object_id: str, version: str) -> bytes:
    """The JSON of the same version. The 404 of a deleted version has the time of its deletion."""
    name = Name(project, object_id)
    text = store[OBJECTS].text(*name, version)
    if text is None and (found := _found(store, name, version)):
        text = store[OBJECTS].text(*name, found["digest"])
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
    """The JSON of the same value, cut out of the version's JSON without parsing it."""
    text = store[OBJECTS].text(project, object_id, digest) or b""
    start, end = text.find(_VALUE), text.rfind(_AFTER_VALUE)
    if text.startswith(_HEAD) and 0 < start < end:
        return text[start + len(_VALUE) : end]
    return encode(read_value(store, project, object_id, digest))


def metadata(text: bytes) -> Record:
    """The metadata of a version, which precedes the value; the value is not parsed."""
    end = text.find(_VALUE)
    record: Record = peek(text[:end] + b"}") if text.startswith(_HEAD) and end > 0 else peek(text)
    return record


def latest_of(store: Store, name: Name) -> Record | None:
    """The latest version: usually the last one stored, otherwise one that was published again."""
    last = _last(store, name)
    if last is None or last["is_latest"]:
        return last
    return resolve(versions_of(store, OBJECTS, name), LATEST)


def newest_of(store: Store, name: Name) -> Record | None:
    """The version with the highest index: usually the last one stored, which is the latest."""
    last = _last(store, name)
    if last is None or last["is_latest"]:
        return last
    return max(versions_of(store, OBJECTS, name), key=index_of, default=None)


def versions_of(store: Store, kind: Kind, name: Name) -> list[Record]:
    """The metadata of all versions of an object, either present or deleted."""
    found = store[kind].find(name.project, {"object_id": [name.object_id]})
    return [metadata(text) for text in found.texts]


def resolve(versions: list[Record], version: str) -> Record | None:
    """The version with this digest or index, or the `latest`."""
    index = _VERSION.fullmatch(version)
    for record in versions:
        if version == record["digest"] or (version == LATEST and record["is_latest"]):
            return record
        if index and record["version_index"] == int(index[1]):
            return record
    return None


def index_of(version: Record) -> int:
    """The index of a version in its object, from 0."""
    return int(version["version_index"])


def _last(store: Store, name: Name) -> Record | None:
    text = store[OBJECTS].last(name.project, "object_id", name.object_id)
    return metadata(text) if text else None


def _found(store: Store, name: Name, version: str) -> Record | None:
    """The version, also by an alias; text that looks like a digest is not an alias. Observed."""
    if version == LATEST:
        return latest_of(store, name)
    if found := resolve(versions_of(store, OBJECTS, name), version):
        return found
    alias = None if _CONTENT.fullmatch(version) else store[ALIASES].get(*name, version)
    return alias and store[OBJECTS].get(*name, alias["digest"])


def _not_found(store: Store, name: Name, version: str) -> ApiError:
    deleted = versions_of(store, DELETED_OBJECTS, name)
    newest = max(deleted, key=index_of, default=None)
    found = newest if version == LATEST else resolve(deleted, version)
    if found is None:
        return not_found(f"Obj {name}:{version} not found")
    moment = found["deleted_at"]
    reason = f"{name}:v{found['version_index']} was deleted at {moment}"
    return not_found(reason, deleted_at=moment)
