"""Labels of object versions: tags, which many versions may share, and aliases, which name one each.

The alias `latest` follows from the versions themselves; every other is given by a client. Observed
on the newest engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mockserver.core.codec import peek
from mockserver.core.errors import invalid, not_found
from mockserver.core.limits import LONGEST_ALIAS, LONGEST_TAG
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.store.kind import Kind
from mockserver.store.store import Store
from mockserver.trace.objects.kinds import ALIASES, OBJECTS, TAGS
from mockserver.trace.objects.models import ObjectVersionFilter
from mockserver.trace.objects.versions import LATEST, Name
from mockserver.trace.query.predicates import Predicate

_TAG = re.compile(r"[\w-]+( [\w-]+)*")
_RESERVED = re.compile(r"v[0-9]+", re.ASCII)


def add_tags(store: Store, name: Name, digest: str, tags: Iterable[str]) -> None:
    """Tag a version; tags that it has already stay. Raises a 400, or a 404 for no such version."""
    wanted = dict.fromkeys(tags)
    for tag in wanted:
        _check_tag(tag)
    _check_version(store, name, digest)
    for tag in wanted:
        if not store[TAGS].has(*name, digest, tag):
            store[TAGS].insert({**_labelled(name, digest), "tag": tag})


def remove_tags(store: Store, name: Name, digest: str, tags: Iterable[str]) -> None:
    """Remove tags of a version; an unknown tag is no error."""
    for tag in tags:
        store[TAGS].drop(check_project(name.project), name.object_id, digest, tag)


def set_aliases(store: Store, name: Name, digest: str, aliases: Iterable[str]) -> None:
    """Let aliases name a version; those of another version of the object move.

    Raises a 400, or a 404 for no such version.
    """
    wanted = dict.fromkeys(aliases)
    for alias in wanted:
        _check_alias(alias)
    _check_version(store, name, digest)
    for alias in wanted:
        store[ALIASES].drop(*name, alias)
        store[ALIASES].insert({**_labelled(name, digest), "alias": alias})


def remove_aliases(store: Store, name: Name, aliases: list[str]) -> None:
    """Remove aliases; an unknown one is no error. Raises a 400 for a text that is no alias."""
    for alias in aliases:
        _check_alias(alias)
    for alias in aliases:
        store[ALIASES].drop(check_project(name.project), name.object_id, alias)


def drop_labels(store: Store, name: Name, digest: str) -> None:
    """Drop the labels of a deleted version: a value that comes back has none."""
    for kind in (TAGS, ALIASES):
        for record in _records(store, kind, name.project, object_id=[name.object_id]):
            if record["digest"] == digest:
                store[kind].drop(name.project, *(record[field] for field in kind.key))


def all_tags(store: Store, project: str) -> list[str]:
    """Every tag that some version of the project has, sorted."""
    return sorted(set(store[TAGS].values(check_project(project), "tag")))


def all_aliases(store: Store, project: str) -> list[str]:
    """Every alias of the project, sorted; `latest` as soon as there is an object."""
    given = set(store[ALIASES].values(check_project(project), "alias"))
    return sorted(given | {LATEST} if store[OBJECTS].count(project) else given)


def labels_of(store: Store, version: Record) -> Record:
    """`tags` and `aliases` of a version, as a read shows them; `latest` comes first."""
    project, object_id, digest = (version[part] for part in ("project_id", "object_id", "digest"))
    tags, aliases = (
        sorted(
            record[label]
            for record in _records(store, kind, project, object_id=[object_id])
            if record["digest"] == digest
        )
        for kind, label in ((TAGS, "tag"), (ALIASES, "alias"))
    )
    return {"tags": tags, "aliases": [LATEST, *aliases] if version["is_latest"] else aliases}


def labels_test(store: Store, project: str, wanted: ObjectVersionFilter) -> Predicate:
    """True for a version with any tag and any alias of the filter; empty lists do not count."""
    tagged = {*map(_place, _records(store, TAGS, project, tag=wanted.tags))}
    named = {*map(_place, _records(store, ALIASES, project, alias=wanted.aliases))}
    latest = LATEST in (wanted.aliases or ())

    def passes(version: Record) -> bool:
        return (not wanted.tags or _place(version) in tagged) and (
            not wanted.aliases
            or _place(version) in named
            or (latest and bool(version["is_latest"]))
        )

    return passes


def _records(store: Store, kind: Kind, project: str, **where: list[str] | None) -> list[Record]:
    """The labels of a kind whose fields have one of these values."""
    wanted = {field: values or [] for field, values in where.items()}
    return [*map(peek, store[kind].find(project, wanted).texts)]


def _place(record: Record) -> tuple[str, str]:
    """The object and the digest that a label and its version have in common."""
    return record["object_id"], record["digest"]


def _labelled(name: Name, digest: str) -> Record:
    return {"project_id": name.project, "object_id": name.object_id, "digest": digest}


def _check_version(store: Store, name: Name, digest: str) -> None:
    """Only a digest names the version that is labelled, no index and no alias. Observed."""
    if not store[OBJECTS].has(check_project(name.project), name.object_id, digest):
        raise not_found(f"Object version {name}:{digest} not found")


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
