"""Labels of object versions: tags, which versions may share, and aliases, which name one each.

The alias `latest` follows from the versions; clients set all others. Observed on the newest engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import itemgetter
from typing import NamedTuple

from mockserver.core.codec import peek
from mockserver.core.errors import invalid, not_found
from mockserver.core.limits import LONGEST_ALIAS, LONGEST_TAG
from mockserver.core.model import Record
from mockserver.store.kind import Kind
from mockserver.store.store import Store
from mockserver.trace.kinds import ALIASES, OBJECTS, TAGS
from mockserver.trace.objects.models import ObjectVersionFilter
from mockserver.trace.objects.versions import LATEST, Name
from mockserver.trace.query.compile import Predicate

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


def add(store: Store, label: VersionLabel, name: Name, digest: str, texts: list[str]) -> None:
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


def remove(store: Store, label: VersionLabel, name: Name, digest: str, texts: list[str]) -> None:
    """Remove labels; unknown ones are no error. `digest` matters for tags only."""
    for text in texts:
        key = (name.object_id, digest, text) if label is TAG else (name.object_id, text)
        store[label.kind].drop(name.project, *key)


def drop_labels(store: Store, name: Name, digest: str) -> None:
    """Drop the labels of a deleted version; a value that is published again has none."""
    for label in (TAG, ALIAS):
        remove(store, label, name, digest, _on(store, label, name, digest))


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
