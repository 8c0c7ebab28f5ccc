"""Keeping records from the upstream's answers, unless they are here already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
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
from mockserver.trace.calls.kinds import CALLS, DELETED, EARLY
from mockserver.trace.feedback.kinds import FEEDBACK
from mockserver.trace.files import service as files
from mockserver.trace.objects import service as objects
from mockserver.trace.objects.kinds import DELETED_OBJECTS, OBJECTS
from mockserver.trace.objects.models import NewObject
from mockserver.trace.tables import storage
from mockserver.trace.tables.kinds import ROWS

_RIVALS: Mapping[str, tuple[Kind, ...]] = {
    CALLS.name: (CALLS, EARLY, DELETED),
    OBJECTS.name: (OBJECTS, DELETED_OBJECTS),
    FEEDBACK.name: (FEEDBACK,),
    ROWS.name: (ROWS,),
}
"""The kinds in which a record with the same key may be, or have been."""

_ALTERING = ("columns", "expand_columns", "fields", "metadata_only")
"""Fields of a request that change which fields the answer has."""

_ADDED = ("costs", "feedback")
"""Fields that a query may add to the summary of a call."""


class Shown(NamedTuple):
    """A read request, and the items of the upstream's answer."""

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


class Keeper:
    """Keeps the records of answers, and refields the rows of each table so far."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._rows_read: defaultdict[tuple[str, str], dict[int, str]] = defaultdict(dict)

    def calls(self, shown: Shown) -> None:
        """Keep calls."""
        for item in shown.items:
            self._keep(CALLS, shown.project, {**item, "summary": _summary(item)})

    def versions(self, shown: Shown) -> None:
        """Keep versions of objects. The latest of the upstream is the latest here, too."""
        store = self.services.store
        for item in shown.items:
            if record := self._new(OBJECTS, shown.project, item):
                if record["is_latest"]:
                    objects.step_down(store, shown.project, record["object_id"])
                store[OBJECTS].insert(record)

    def feedback(self, shown: Shown) -> None:
        """Keep feedback."""
        for item in shown.items:
            self._keep(FEEDBACK, shown.project, item)

    def values(self, shown: Shown) -> None:
        """Keep the objects behind refs without steps."""
        services = self.services
        order, now = services.settings.digest_order, services.clock.iso()
        for text, value in zip(shown.request["refs"], shown.items, strict=True):
            ref = parse_ref(text)
            if value is not None and not ref.steps:
                new = NewObject(project_id=ref.project_id, object_id=ref.name, val=value)
                objects.publish(services.store, new, order, now, None)

    def rows(self, shown: Shown) -> None:
        """Keep rows, and their table once all rows were read, which its digest proves."""
        project, digest = shown.project, str(shown.request["digest"])
        digests = self._rows_read[project, digest]
        for item in shown.items:
            self._keep(ROWS, project, item)
            digests[item["original_index"]] = item["digest"]
        rows = [digests[at] for at in range(len(digests)) if at in digests]
        if len(rows) == len(digests) and digest_rows(rows) == digest:
            at_once(storage.keep(self.services.store, project, digest, rows))

    def file(self, request: Record, content: bytes) -> None:
        """Keep a file, unless its content has another digest."""
        if digest_bytes(content) == request["digest"]:
            files.keep(self.services.store, request[PROJECT], "", content)

    def _keep(self, kind: Kind, project: str, item: Record) -> None:
        if record := self._new(kind, project, item):
            self.services.store[kind].insert(record)

    def _new(self, kind: Kind, project: str, item: Record) -> Record | None:
        """Make the record of an item; None if there is or was one with its key."""
        store = self.services.store
        record = FORMS[kind.name].model_validate(_known(kind, item)).record(project)
        key = [str(record[field]) for field in kind.key]
        there = any(store[rival].has(project, *key) for rival in _RIVALS[kind.name])
        return None if there else record


def _summary(call: Record) -> Record:
    summary = call.get("summary") or {}
    derived = summary.get("weave") or {}
    left = {name: value for name, value in derived.items() if name not in _ADDED}
    return {**summary, "weave": left}


def _known(kind: Kind, item: Record) -> Record:
    """Select the stored fields of an item, with moments in our form."""
    fields = kind.model.model_fields
    return {
        name: _moment(value) if holds_time(fields[name]) else value
        for name, value in item.items()
        if name in fields and name != PROJECT and not is_derived(fields[name])
    }


def _moment(value: Any) -> Any:
    return iso(parse(value)) if isinstance(value, str) else value
