"""Objects: a value is published as a version, versions are deleted.

A deleted version moves to a table of its own. So its index is not given again, and a read can say
when it was deleted.
"""

from __future__ import annotations

import re
from functools import partial

from mockserver.core.digest import DigestOrder, digest_value
from mockserver.core.errors import conflict, forbidden, invalid, not_found
from mockserver.core.limits import LONGEST_NAME, MOST_VERSIONS_DELETED
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.store.store import Store
from mockserver.trace.objects import labels
from mockserver.trace.objects.classes import Classed, classed, kind_of
from mockserver.trace.objects.kinds import DELETED_OBJECTS, OBJECTS
from mockserver.trace.objects.models import NewObject
from mockserver.trace.objects.versions import (
    Name,
    find,
    index_of,
    latest_of,
    newest_of,
    resolve,
    versions_of,
)

_NOT_ALLOWED = re.compile(r"[^\w.-]")


def publish(store: Store, obj: NewObject, order: DigestOrder, now: str, user: str | None) -> str:
    """Keep a value as the latest version of its object and return its digest.

    A value that is there already keeps its index and its time; a deleted one comes back as a new
    version. Raises a 403 for a bad name, a 400 for a value that does not fit its class, a 409 if
    the client expected another digest.
    """
    name = Name(check_project(obj.project_id), obj.object_id)
    check_name(name.object_id)
    value = classed(obj.val, _builtin(obj))
    digest = digest_value(value.value, order)
    if obj.expected_digest not in (None, digest):
        raise conflict(f"Expected digest {obj.expected_digest}, but the value has {digest}")
    if store[OBJECTS].has(*name, digest):
        _move_latest(store, name, digest)
        return digest
    index = _next_index(store, name)
    store[DELETED_OBJECTS].drop(*name, digest)
    step_down(store, *name)
    store[OBJECTS].insert(_version(name, value, digest, index=index, now=now, user=user))
    return digest


def keep(store: Store, version: Record) -> None:
    """Keep a version that was published before, beside the present ones.

    Its index stays if it is free. If it was the latest, it is so again.
    """
    name = Name(version["project_id"], version["object_id"])
    store[OBJECTS].drop(*name, version["digest"])
    others = versions_of(store, OBJECTS, name)
    if version["version_index"] in map(index_of, others):
        version = {**version, "version_index": _next_index(store, name)}
    if version["is_latest"]:
        step_down(store, *name)
    store[OBJECTS].insert(version)


def delete(store: Store, name: Name, named: list[str], now: str) -> list[Record]:
    """Delete the versions with these names, or all of them. Returns the deleted versions.

    Raises a 404 for a name without a version, a 400 for too many names.
    """
    if len(named) > MOST_VERSIONS_DELETED:
        raise invalid(
            f"Object delete request contains {len(named)} objects. "
            f"Please delete {MOST_VERSIONS_DELETED} or fewer objects at a time."
        )
    deleted = _chosen(versions_of(store, OBJECTS, name), name, named)
    for version in deleted:
        record = find(store, *name, version["digest"])
        store[OBJECTS].drop(*name, version["digest"])
        store[DELETED_OBJECTS].insert({**record, "deleted_at": now, "is_latest": 0})
        labels.drop_labels(store, name, version["digest"])
    _promote_newest(store, name)
    return deleted


def step_down(store: Store, project: str, object_id: str) -> None:
    """Leave no version the latest, so that a new one can be it."""
    if latest := latest_of(store, Name(project, object_id)):
        store[OBJECTS].amend(partial(_mark, is_latest=0), project, object_id, latest["digest"])


def check_name(name: str) -> None:
    """Refuse, with a 403, a name that no object can have."""
    if not name:
        raise forbidden("Object name cannot be empty")
    if len(name) > LONGEST_NAME:
        raise forbidden(f"Object name too long: {len(name)} characters, at most {LONGEST_NAME}")
    if wrong := sorted(set(_NOT_ALLOWED.findall(name))):
        raise forbidden(
            f"Invalid object name: {name}. Contains invalid characters: {wrong}. "
            "Allowed are letters, digits, '_', '.' and '-'."
        )


def _builtin(obj: NewObject) -> str | None:
    """The class that the value has to fit; an empty name is a name as well. Observed."""
    named = obj.builtin_object_class
    return obj.set_base_object_class if named is None else named


def _chosen(versions: list[Record], name: Name, named: list[str]) -> list[Record]:
    """Chosen as the service does it: two names of one version are one name too many."""
    names = set(named)
    found = [resolve(versions, text) for text in named] if named else versions
    chosen = {record["digest"]: record for record in found if record}
    if not chosen:
        raise not_found(f"Object {name} ({named or None}) not found when deleting.")
    if named and len(names) != len(chosen):
        others = ", ".join(map(repr, sorted(names - chosen.keys())))
        raise not_found(
            f"Delete request contains {len(named)} digests, but found {len(chosen)} objects "
            f"to delete. Diff digests: {{{others}}}"
        )
    return list(chosen.values())


def _next_index(store: Store, name: Name) -> int:
    """One above every index so far, also of deleted versions: an index is never given twice."""
    newest = newest_of(store, name)
    deleted = map(index_of, versions_of(store, DELETED_OBJECTS, name))
    return max(index_of(newest) if newest else -1, max(deleted, default=-1)) + 1


def _move_latest(store: Store, name: Name, digest: str) -> None:
    """Make a known version the latest, as the newest engine does. Observed."""
    latest = latest_of(store, name)
    if latest is None or latest["digest"] != digest:
        step_down(store, *name)
        store[OBJECTS].amend(partial(_mark, is_latest=1), *name, digest)


def _promote_newest(store: Store, name: Name) -> None:
    """Make the newest remaining version the latest, if the latest was deleted."""
    newest = None if latest_of(store, name) else newest_of(store, name)
    if newest:
        store[OBJECTS].amend(partial(_mark, is_latest=1), *name, newest["digest"])


def _mark(record: Record, is_latest: int) -> None:
    record["is_latest"] = is_latest


def _version(
    name: Name, value: Classed, digest: str, *, index: int, now: str, user: str | None
) -> Record:
    return {
        **OBJECTS.blank,
        "project_id": name.project,
        "object_id": name.object_id,
        "created_at": now,
        "digest": digest,
        "version_index": index,
        "is_latest": 1,
        "kind": kind_of(value.value),
        "base_object_class": value.classes.base,
        "leaf_object_class": value.classes.leaf,
        "val": value.value,
        "wb_user_id": user,
    }
