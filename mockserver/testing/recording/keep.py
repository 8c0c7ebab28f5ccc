"""Keeping records from the upstream's responses, unless they already exist here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mockserver.core.clock import iso, parse
from mockserver.core.digest import digest_bytes, digest_rows
from mockserver.core.model import Record
from mockserver.core.records import holds_time, is_derived
from mockserver.core.refs import parse_ref
from mockserver.core.steps import at_once
from mockserver.data.records import FORMS, PROJECT
from mockserver.http.context import Services
from mockserver.store.kind import Kind
from mockserver.trace import files, tables
from mockserver.trace.kinds import CALLS, DELETED, DELETED_OBJECTS, EARLY, FEEDBACK, OBJECTS, ROWS
from mockserver.trace.objects import service as objects
from mockserver.trace.objects.models import NewObject

_RIVALS: Mapping[str, tuple[Kind, ...]] = {
    CALLS.name: (CALLS, EARLY, DELETED),
    OBJECTS.name: (OBJECTS, DELETED_OBJECTS),
    FEEDBACK.name: (FEEDBACK,),
    ROWS.name: (ROWS,),
}
"""The kinds in which a record with the same key may be, or have been."""

_ALTERING = ("columns", "expand_columns", "fields", "metadata_only")
"""Fields of a request that change which fields the response has."""

_ADDED = ("costs", "feedback")
"""Fields that a query may add to the summary of a call."""


class Shown(NamedTuple):
    """A read request, and the items of the upstream's response."""

    request: Record
    items: list[Any]

    @property
    def project(self) -> str:
        """The project of the request."""
        return str(self.request.get(PROJECT))

    @property
    def is_complete(self) -> bool:
        """True if the items have exactly the stored fields."""
        return not any(self.request.get(field) for field in _ALTERING)


class RowsRead(defaultdict[tuple[str, str], dict[int, str]]):
    """The digests of the rows of each table that were read so far, by project and table."""

    def __init__(self) -> None:
        super().__init__(dict)


def calls(services: Services, shown: Shown) -> None:
    """Keep calls."""
    items = [{**item, "summary": _summary(item)} for item in shown.items]
    _keep(services, CALLS, shown.project, items)


def versions(services: Services, shown: Shown) -> None:
    """Keep versions of objects. The latest of the upstream is the latest here, too."""
    store = services.store
    for item in shown.items:
        if record := _new(services, OBJECTS, shown.project, item):
            if record["is_latest"]:
                objects.step_down(store, shown.project, record["object_id"])
            store[OBJECTS].insert(record)


def feedback(services: Services, shown: Shown) -> None:
    """Keep feedback."""
    _keep(services, FEEDBACK, shown.project, shown.items)


def values(services: Services, shown: Shown) -> None:
    """Keep the objects behind refs without steps."""
    order, now = services.settings.digest_order, services.clock.iso()
    for text, value in zip(shown.request["refs"], shown.items, strict=True):
        ref = parse_ref(text)
        if value is not None and not ref.steps:
            new = NewObject(project_id=ref.project_id, object_id=ref.name, val=value)
            objects.publish(services.store, new, order, now, None)


def rows(services: Services, shown: Shown) -> None:
    """Keep rows, and their table once all rows were read, which its digest proves."""
    project, digest = shown.project, str(shown.request["digest"])
    _keep(services, ROWS, project, shown.items)
    digests = services.memory[RowsRead][project, digest]
    digests.update((item["original_index"], item["digest"]) for item in shown.items)
    in_order = [digests[at] for at in range(len(digests)) if at in digests]
    if len(in_order) == len(digests) and digest_rows(in_order) == digest:
        at_once(tables.keep_order(services.store, project, digest, in_order))


def file(services: Services, request: Record, content: bytes) -> None:
    """Keep a file, unless its content has another digest."""
    if digest_bytes(content) == request["digest"]:
        files.keep(services.store, request[PROJECT], "", content)


def _keep(services: Services, kind: Kind, project: str, items: Iterable[Record]) -> None:
    for item in items:
        if record := _new(services, kind, project, item):
            services.store[kind].insert(record)


def _new(services: Services, kind: Kind, project: str, item: Record) -> Record | None:
    """Make the record of an item; None if there is or was one with its key."""
    record = FORMS[kind.name].model_validate(_known(kind, item)).record(project)
    key = [str(record[field]) for field in kind.key]
    exists = any(services.store[rival].has(project, *key) for rival in _RIVALS[kind.name])
    return None if exists else record


def _summary(call: Record) -> Record:
    summary = call.get("summary") or {}
    derived = summary.get("weave") or {}
    stored = {name: value for name, value in derived.items() if name not in _ADDED}
    return {**summary, "weave": stored}


def _known(kind: Kind, item: Record) -> Record:
    """Select the stored fields of an item, with its moments in the stored form."""
    fields = kind.model.model_fields
    return {
        name: iso(parse(value)) if isinstance(value, str) and holds_time(fields[name]) else value
        for name, value in item.items()
        if name in fields and name != PROJECT and not is_derived(fields[name])
    }
