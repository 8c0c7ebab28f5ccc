"""Publish and delete versions of objects.

A value without classes that is published with a built-in class is completed with every field of
that class and the names of its bases. Observed: so is each part that has a class of its own. A
deleted version moves to a table of its own, so that its index is not used again and a read can
tell when it was deleted.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from mockserver.core.digest import DigestOrder, check_digest, digest_value
from mockserver.core.errors import forbidden, invalid, not_found
from mockserver.core.limits import LONGEST_NAME, MOST_VERSIONS_DELETED
from mockserver.core.model import Json, JsonObject, Record, misfit
from mockserver.store.store import Store
from mockserver.trace.kinds import DELETED_OBJECTS, OBJECTS
from mockserver.trace.objects import versions
from mockserver.trace.objects.models import NewObject
from mockserver.trace.objects.versions import Name
from mockserver.trace.query.models import CallsFilter, SortBy

_NOT_ALLOWED = re.compile(r"[^\w.-]")

ROOTS = ("Object", "BaseObject")

UNNAMED = frozenset({"Closed", "Deferred", "Open", "Operator"})
"""Classes that the service does not have."""

STRICT = (CallsFilter, SortBy)
"""The closed models whose base in the service is `BaseModelStrict`."""


class Classes(NamedTuple):
    """The classes of a value: the one that clients filter by, and its own."""

    base: str | None = None
    leaf: str | None = None


def publish(store: Store, obj: NewObject, order: DigestOrder, now: str, user: str | None) -> str:
    """Store a value as the latest version of its object and return its digest.

    An existing value keeps its index and its time; a deleted one comes back as a new version.
    Raises a 403 for a bad name, a 400 for a value that does not fit its class, a 409 if the client
    expected another digest.
    """
    name = Name(obj.project, obj.object_id)
    check_name(name.object_id)
    builtin = obj.builtin_object_class
    value, classes = classed(obj.val, obj.set_base_object_class if builtin is None else builtin)
    digest = digest_value(value, order)
    check_digest(digest, obj.expected_digest, "value")
    if store[OBJECTS].has(*name, digest):
        latest = versions.latest_of(store, name)
        if latest is None or latest["digest"] != digest:  # Observed on the newest engine.
            step_down(store, *name)
            _set_latest(store, name, digest, 1)
        return digest
    index = _next_index(store, name)
    store[DELETED_OBJECTS].drop(*name, digest)
    step_down(store, *name)
    version = {
        **OBJECTS.blank,
        "project_id": name.project,
        "object_id": name.object_id,
        "created_at": now,
        "digest": digest,
        "version_index": index,
        "is_latest": 1,
        "kind": kind_of(value),
        "base_object_class": classes.base,
        "leaf_object_class": classes.leaf,
        "val": value,
        "wb_user_id": user,
    }
    store[OBJECTS].insert(version)
    return digest


def keep(store: Store, version: Record) -> None:
    """Put back a version that was published before.

    It keeps its index if that is free, and is the latest again if it was.
    """
    name = Name(version["project_id"], version["object_id"])
    store[OBJECTS].drop(*name, version["digest"])
    others = versions.versions_of(store, OBJECTS, name)
    if version["version_index"] in map(versions.index_of, others):
        version = {**version, "version_index": _next_index(store, name)}
    if version["is_latest"]:
        step_down(store, *name)
    store[OBJECTS].insert(version)


def delete(store: Store, name: Name, digests: list[str], now: str) -> list[Record]:
    """Delete the versions with these digests, or all of them. Returns the deleted versions.

    Raises a 404 for an unknown version, a 400 for too many.
    """
    if len(digests) > MOST_VERSIONS_DELETED:
        raise invalid(
            f"Object delete request contains {len(digests)} objects. "
            f"Please delete {MOST_VERSIONS_DELETED} or fewer objects at a time."
        )
    deleted = _selected(versions.versions_of(store, OBJECTS, name), name, digests)
    for version in deleted:
        record = versions.find(store, *name, version["digest"])
        store[OBJECTS].drop(*name, version["digest"])
        store[DELETED_OBJECTS].insert({**record, "deleted_at": now, "is_latest": 0})
        versions.drop_labels(store, name, version["digest"])
    if not versions.latest_of(store, name) and (newest := versions.newest_of(store, name)):
        _set_latest(store, name, newest["digest"], 1)
    return deleted


def step_down(store: Store, project: str, object_id: str) -> None:
    """Let no version be the latest, before another one becomes it."""
    name = Name(project, object_id)
    if latest := versions.latest_of(store, name):
        _set_latest(store, name, latest["digest"], 0)


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


def classed(value: Json, builtin: str | None) -> tuple[Json, Classes]:
    """A value as it is stored, with its classes by `_class_name` and `_bases` or by `builtin`.

    Raises a 400 if these contradict each other, and for a value that does not fit its class.
    """
    if not isinstance(value, dict):
        if builtin is not None:
            raise invalid("object_class cannot be provided for non-dict objects")
        return value, Classes()
    if declared := _declared(value):
        if builtin not in (None, declared.leaf):
            contradiction = f"{declared.leaf} != {builtin}"
            raise invalid(f"object_class must match val's defined object class: {contradiction}")
        return value, declared
    if builtin is None:
        return value, Classes()
    value = _completed(value, builtin)
    declared = _declared(value)
    if declared is None:  # `ChartConfig`, which is only a part of others, is no object. Observed.
        raise invalid(f"Unexpected error: could not get object classes for {value}")
    return value, declared


def kind_of(value: Any) -> str:
    """`op` or `object`."""
    if not isinstance(value, dict) or "_type" not in value:
        return "object"
    weave_type = value.get("weave_type")
    named = weave_type.get("type") if isinstance(weave_type, dict) else value["_type"]
    return "op" if named == "Op" else "object"


def _selected(known: list[Record], name: Name, digests: list[str]) -> list[Record]:
    """The versions to delete. A version may be named only once, as in the service."""
    found = [versions.resolve(known, text) for text in digests] if digests else known
    selected = {record["digest"]: record for record in found if record}
    if not selected:
        raise not_found(f"Object {name} ({digests or None}) not found when deleting.")
    if digests and len(set(digests)) != len(selected):
        others = ", ".join(map(repr, sorted(set(digests) - selected.keys())))
        raise not_found(
            f"Delete request contains {len(digests)} digests, but found {len(selected)} objects "
            f"to delete. Diff digests: {{{others}}}"
        )
    return list(selected.values())


def _next_index(store: Store, name: Name) -> int:
    """One above every index so far, also of deleted versions: no index is used twice."""
    newest = versions.newest_of(store, name)
    deleted = map(versions.index_of, versions.versions_of(store, DELETED_OBJECTS, name))
    return max(versions.index_of(newest) if newest else -1, max(deleted, default=-1)) + 1


def _set_latest(store: Store, name: Name, digest: str, is_latest: int) -> None:
    store[OBJECTS].amend(lambda record: record.update(is_latest=is_latest), *name, digest)


def _declared(value: dict[str, Any]) -> Classes | None:
    bases, leaf = value.get("_bases"), value.get("_class_name")
    if not isinstance(bases, list) or len(bases) < 2 or not isinstance(leaf, str):
        return None
    if bases[-1] != "BaseModel" or bases[-2] not in ROOTS:
        return None
    base = bases[-3] if len(bases) > 2 else leaf
    return Classes(base, leaf) if isinstance(base, str) else None


def _completed(value: JsonObject, name: str) -> JsonObject:
    from mockserver.trace.objects.builtin import BUILTIN

    model = BUILTIN.get(name)
    if model is None:
        raise invalid(f"Unknown object class: {name}")
    try:
        return _dump(model.model_validate(value))
    except ValidationError as error:
        raise invalid(f"Invalid {name}: {misfit(error)}") from None


def _dump(value: BaseModel) -> JsonObject:
    model = type(value)
    fields = {
        info.alias or name: _plain(getattr(value, name))
        for name, info in model.model_fields.items()
    }
    names = [base.__name__ for base in model.__mro__[1:-1]]
    bases = [name for name in names if name not in UNNAMED]
    if model in STRICT:
        bases.insert(0, "BaseModelStrict")
    name = model.model_config.get("title") or model.__name__
    return {"_type": name, **fields, "_class_name": name, "_bases": bases}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return _dump(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
