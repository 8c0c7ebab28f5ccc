"""The exact form of a data file: records as the service stores them, and their restoration.

A record has the fields of its kind's model, without the project, which is the key above it. A field
with its default value is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model

from mockserver.core.digest import digest_bytes
from mockserver.core.errors import conflict
from mockserver.core.hand_written import HandWritten
from mockserver.core.model import Record
from mockserver.core.records import RecordModel, is_derived
from mockserver.data.context import LoadContext
from mockserver.data.values import FileContents
from mockserver.store.store import Store
from mockserver.trace.kinds import CALLS, DELETED, DELETED_OBJECTS, EARLY, FILES, KINDS, OBJECTS
from mockserver.trace.objects.versions import Name, drop_labels, metadata

PROJECT = "project_id"

_BY_NAME = {kind.name: kind for kind in KINDS}
_RIVALS = {kind.name: (CALLS, EARLY, DELETED) for kind in (CALLS, EARLY, DELETED)}
"""Kinds that share their keys: only one of them has a record under a key."""


class Exact(HandWritten):
    """A record without its project; the field `project_id` keeps its position."""

    def record(self, project: str) -> Record:
        """The record as it is stored."""
        return {**dict(self), PROJECT: project}


class ExactFile(Exact, FileContents):
    """A file with its contents, unless they are lost."""

    def record(self, project: str) -> Record:
        """The record without the contents, which are stored elsewhere."""
        record = super().record(project)
        return {name: record[name] for name in record if name not in FileContents.model_fields}


def exact_form(model: type[RecordModel], base: type[Exact] = Exact) -> type[Exact]:
    """The exact form of a kind; fields that only responses fill in are null."""
    fields: dict[str, Any] = {
        name: (None, None) if name == PROJECT or is_derived(field) else (field.annotation, field)
        for name, field in model.model_fields.items()
    }
    return create_model(f"Exact{model.__name__}", __base__=base, __doc__=model.__doc__, **fields)


FORMS: dict[str, type[Exact]] = {
    kind.name: exact_form(kind.model, ExactFile if kind is FILES else Exact) for kind in KINDS
}


class _Records(HandWritten):
    """Records by their kind, in the order in which they are restored."""


_FIELDS: dict[str, Any] = {
    name: (list[form], Field(default_factory=list))  # type: ignore[valid-type]
    for name, form in FORMS.items()
}

if TYPE_CHECKING:
    Records = _Records
else:
    Records = create_model("Records", __base__=_Records, **_FIELDS)


def restore(context: LoadContext, name: str, exact: Sequence[Exact]) -> None:
    """Store records of one kind; each replaces the record with its key."""
    kind, store, project = _BY_NAME[name], context.store, context.project
    records = [each.record(project) for each in exact]
    if kind is OBJECTS:
        _drop_objects(store, project, {version["object_id"] for version in records})
    for at, (form, record) in enumerate(zip(exact, records, strict=True)):
        with context.errors_at("records", name, at):
            for rival in _RIVALS.get(name, (kind,)):
                store[rival].drop(project, *(str(record[field]) for field in kind.key))
            store[kind].insert(record)
            if isinstance(form, ExactFile) and form.content is not None:
                digest = digest_bytes(form.content)
                if digest != record["digest"]:
                    raise conflict(f"the contents have the digest {digest}")
                store.contents.keep(digest, form.content)


def _drop_objects(store: Store, project: str, names: set[str]) -> None:
    """Drop objects with all their versions, because two histories do not mix."""
    for kind in (OBJECTS, DELETED_OBJECTS):
        for text in [*store[kind].find(project, {"object_id": [*names]}).texts]:
            version = metadata(text)
            name = Name(project, version["object_id"])
            store[kind].drop(*name, version["digest"])
            drop_labels(store, name, version["digest"])
