"""Restore records from their exact form."""

from __future__ import annotations

from collections.abc import Sequence

from mockserver.core.digest import digest_bytes
from mockserver.core.errors import conflict
from mockserver.core.model import Record
from mockserver.data.context import LoadContext
from mockserver.data.kinds import KINDS
from mockserver.data.records import Exact, ExactFile
from mockserver.store.kind import Kind
from mockserver.store.store import Store
from mockserver.trace.calls.kinds import CALLS, DELETED, EARLY
from mockserver.trace.objects.kinds import DELETED_OBJECTS, OBJECTS
from mockserver.trace.objects.labels import drop_labels
from mockserver.trace.objects.versions import Name, metadata

BY_NAME = {kind.name: kind for kind in KINDS}

RIVALS = {kind.name: (CALLS, EARLY, DELETED) for kind in (CALLS, EARLY, DELETED)}
"""Kinds that share their keys: only one of them has a record under a key."""


def restore(context: LoadContext, name: str, exact: Sequence[Exact]) -> None:
    """Keep records of one kind; each replaces the record with its key."""
    kind, store = BY_NAME[name], context.services.store
    records = [one.record(context.project) for one in exact]
    if kind is OBJECTS:
        _drop_objects(store, context.project, {version["object_id"] for version in records})
    for at, (one, record) in enumerate(zip(exact, records, strict=True)):
        with context.errors_at("records", name, at):
            _keep(store, kind, record)
            if isinstance(one, ExactFile):
                _keep_content(store, one, record["digest"])


def _drop_objects(store: Store, project: str, names: set[str]) -> None:
    """Drop objects with all their versions, for two histories do not mix."""
    for kind in (OBJECTS, DELETED_OBJECTS):
        for text in [*store[kind].find(project, {"object_id": [*names]}).texts]:
            version = metadata(text)
            store[kind].drop(project, version["object_id"], version["digest"])
            drop_labels(store, Name(project, version["object_id"]), version["digest"])


def _keep(store: Store, kind: Kind, record: Record) -> None:
    key = [str(record[field]) for field in kind.key]
    for rival in RIVALS.get(kind.name, (kind,)):
        store[rival].drop(record["project_id"], *key)
    store[kind].insert(record)


def _keep_content(store: Store, file: ExactFile, digest: str) -> None:
    content = file.content
    if content is not None:
        if digest_bytes(content) != digest:
            raise conflict(f"the contents have the digest {digest_bytes(content)}")
        store.contents.keep(digest, content)
