"""Versions of objects: find them by digest, index or alias, label them, and query them.

Labels are tags, which versions may share, and aliases, which name one version each. The alias
`latest` follows from the versions; clients set all others. Observed on the newest engine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from mockserver.core.codec import decode, encode, peek
from mockserver.core.errors import ApiError, invalid, not_found
from mockserver.core.limits import LONGEST_ALIAS, LONGEST_TAG
from mockserver.core.model import Json, Record
from mockserver.core.steps import Steps, in_steps
from mockserver.store.index import Where
from mockserver.store.kind import Kind
from mockserver.store.store import Store
from mockserver.trace.kinds import ALIASES, DELETED_OBJECTS, OBJECTS, TAGS
from mockserver.trace.objects.models import ObjectVersionFilter, ObjQueryReq, ObjReadReq
from mockserver.trace.query.compile import Predicate
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.select import Ranked, check_page, page_in_order, ranking

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


_TAG = re.compile(r"[\w-]+( [\w-]+)*")
_RESERVED = re.compile(r"v[0-9]+", re.ASCII)


def _check_tag(tag: str) -> None:
    if not tag:
        raise invalid("tag name must not be empty")
    if len(tag) > LONGEST_TAG:
        raise invalid(f"tag name must be at most {LONGEST_TAG} characters")
    if not _TAG.fullmatch(tag):
        raise invalid(
            f"tag name '{tag}' is invalid: only alphanumeric characters, hyphens, underscores, and "
            "single spaces between words are allowed"
        )


def _check_alias(alias: str) -> None:
    if not alias:
        raise invalid("alias name must not be empty")
    if not alias.strip():
        raise invalid("alias name must not be whitespace-only")
    if len(alias) > LONGEST_ALIAS:
        raise invalid(f"alias name must be at most {LONGEST_ALIAS} characters")
    for letter in "/:":
        if letter in alias:
            raise invalid(f"alias name cannot contain character '{letter}'")
    if _RESERVED.fullmatch(alias):
        raise invalid(f"alias name '{alias}' is reserved (matches version pattern v<number>)")
    if alias == LATEST:
        raise invalid(f"alias name '{LATEST}' is reserved")


class VersionLabel(NamedTuple):
    """A kind of label: its table, its field there, and a check that raises a 400."""

    kind: Kind
    field: str
    check: Callable[[str], None]


TAG = VersionLabel(TAGS, "tag", _check_tag)
ALIAS = VersionLabel(ALIASES, "alias", _check_alias)


def add_labels(
    store: Store, label: VersionLabel, name: Name, digest: str, texts: list[str]
) -> None:
    """Label a version; an alias of another version moves to this one.

    Raises a 400 for a malformed label, a 404 if no version has this digest. Observed: an index or
    an alias cannot name the version here.
    """
    for text in texts:
        label.check(text)
    if not store[OBJECTS].has(name.project, name.object_id, digest):
        raise not_found(f"Object version {name}:{digest} not found")
    fields = {"project_id": name.project, "object_id": name.object_id, "digest": digest}
    for text in dict.fromkeys(texts):
        store[label.kind].put({**fields, label.field: text})


def remove_labels(
    store: Store, label: VersionLabel, name: Name, digest: str, texts: list[str]
) -> None:
    """Remove labels; unknown ones are no error. `digest` matters for tags only."""
    for text in texts:
        key = (name.object_id, digest, text) if label is TAG else (name.object_id, text)
        store[label.kind].drop(name.project, *key)


def drop_labels(store: Store, name: Name, digest: str) -> None:
    """Drop the labels of a deleted version; a value that is published again has none."""
    for label in (TAG, ALIAS):
        remove_labels(store, label, name, digest, _on(store, label, name, digest))


def all_labels(store: Store, label: VersionLabel, project: str) -> list[str]:
    """Every label of a kind in the project, sorted; `latest` if there is any object."""
    texts = set(store[label.kind].values(project, label.field))
    has_latest = label is ALIAS and store[OBJECTS].count(project)
    return sorted(texts | {LATEST} if has_latest else texts)


def labels_of(store: Store, version: Record) -> Record:
    """`tags` and `aliases` of a version for a response; `latest` comes first."""
    name = Name(version["project_id"], version["object_id"])
    tags, aliases = (sorted(_on(store, label, name, version["digest"])) for label in (TAG, ALIAS))
    return {"tags": tags, "aliases": [LATEST, *aliases] if version["is_latest"] else aliases}


def labels_test(store: Store, project: str, conditions: ObjectVersionFilter) -> Predicate:
    """True for a version with any tag and any alias of the filter; empty lists do not count."""
    tags, aliases = conditions.tags or [], conditions.aliases or []
    tagged = {*map(_version, _records(store, TAG, project, tag=tags))}
    named = {*map(_version, _records(store, ALIAS, project, alias=aliases))}

    def passes(version: Record) -> bool:
        is_named = _version(version) in named or (LATEST in aliases and version["is_latest"])
        return (not tags or _version(version) in tagged) and (not aliases or bool(is_named))

    return passes


def _on(store: Store, label: VersionLabel, name: Name, digest: str) -> list[str]:
    """The labels of a kind on a version."""
    records = _records(store, label, name.project, object_id=[name.object_id])
    return [record[label.field] for record in records if record["digest"] == digest]


def _records(store: Store, label: VersionLabel, project: str, **where: list[str]) -> list[Record]:
    """The labels of a kind whose fields have one of these values."""
    return [*map(peek, store[label.kind].find(project, where).texts)]


_version = itemgetter("object_id", "digest")
"""The object and the digest, which a label and its version have in common."""


OBJECT_FIELDS = QueryFields(
    refuse=unknown_field,
    columns=frozenset({"object_id", "version_index"}),
    times=frozenset({"created_at"}),
)
SORTABLE = frozenset({"object_id", "created_at"})
OLDEST_FIRST = [SortBy(field="created_at", direction="asc")]


def query(store: Store, request: ObjQueryReq) -> Steps[list[bytes]]:
    """The JSON of the versions that match, in order, without deleted ones."""
    project = request.project
    check_page(request.limit, request.offset)
    conditions = request.filter or ObjectVersionFilter()
    order = [key for key in request.sort_by or () if key.field in SORTABLE] or OLDEST_FIRST
    rank = ranking(order, OBJECT_FIELDS, "version_index")
    passes = passing(store, project, conditions)

    def rank_all(texts: list[bytes]) -> list[Ranked[bytes]]:
        versions = zip(map(metadata, texts), texts, strict=True)
        return [(rank(record), text) for record, text in versions if passes(record)]

    texts = store[OBJECTS].find(project, _where(conditions)).texts
    ranked = yield from in_steps(texts, rank_all)
    rows = yield from page_in_order(ranked, request)
    return (yield from in_steps(rows, partial(map, partial(shown, store, request))))


def has_any(store: Store, project: str, conditions: ObjectVersionFilter) -> bool:
    """True if any version passes the filter."""
    texts = store[OBJECTS].find(project, _where(conditions)).texts
    return any(map(passing(store, project, conditions), map(metadata, texts)))


def shown(store: Store, request: ObjReadReq | ObjQueryReq, text: bytes) -> bytes:
    """A version with the fields that a request includes; often just the stored bytes."""
    sized = isinstance(request, ObjQueryReq) and request.include_storage_size
    if not (request.metadata_only or sized or request.include_tags_and_aliases):
        return text
    record = decode(text)
    if sized:
        record["size_bytes"] = len(json.dumps(record["val"]))
    if request.include_tags_and_aliases:
        record |= labels_of(store, record)
    if request.metadata_only:
        record["val"] = {}
    return encode(record)


def passing(store: Store, project: str, conditions: ObjectVersionFilter) -> Predicate:
    """True if a version passes the filter; its value is not read."""
    where, excluded = _where(conditions).items(), conditions.exclude_base_object_classes
    has_labels = labels_test(store, project, conditions)

    def passes(record: Record) -> bool:
        base = record["base_object_class"]
        return (
            not (where and any(record[field] not in values for field, values in where))
            and (not excluded or (base is not None and base not in excluded))
            and (conditions.is_op is None or conditions.is_op == (record["kind"] == "op"))
            and (not conditions.latest_only or bool(record["is_latest"]))
            and has_labels(record)
        )

    return passes


def _where(conditions: ObjectVersionFilter) -> Where:
    where = {
        "object_id": conditions.object_ids,
        "base_object_class": conditions.base_object_classes,
        "leaf_object_class": conditions.leaf_object_classes,
    }
    return {field: values for field, values in where.items() if values}
