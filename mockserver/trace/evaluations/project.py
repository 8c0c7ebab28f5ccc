"""One project as the v2 resources see it: parts of versions to keep, calls to record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.core.clock import Clock
from mockserver.core.errors import ApiError
from mockserver.core.ids import Ids
from mockserver.core.model import Json, JsonObject, Record
from mockserver.core.refs import table_ref, version_ref
from mockserver.core.steps import at_once
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.calls.models import CompleteCall, EndedCall, StartedCall
from mockserver.trace.files import service as files
from mockserver.trace.objects import service as objects
from mockserver.trace.objects import versions
from mockserver.trace.objects.models import NewObject
from mockserver.trace.tables import service as tables
from mockserver.trace.tables.models import NewTable

SOURCE = "obj.py"
"""The file of a version that holds its source."""

NO_SOURCE = "def op(*args, **kwargs):\n    ...  # made by the server, without a source\n"


class Position(NamedTuple):
    """The place of a call in its trace."""

    id: str
    trace_id: str
    parent_id: str | None = None


class Event(NamedTuple):
    """One call to be recorded; `marks` go under `attributes.weave`."""

    op_name: str
    inputs: JsonObject
    marks: JsonObject
    at: datetime


@dataclass(frozen=True, slots=True)
class ProjectContext:
    """A project, with everything that it takes to keep something in it."""

    name: str
    store: Store
    clock: Clock
    ids: Ids
    settings: Settings
    user: str

    def publish(self, object_id: str, value: Json) -> Record:
        """The version that now has this value. Raises a 403 for a bad name."""
        new = NewObject(project_id=self.name, object_id=object_id, val=value)
        order, now = self.settings.digest_order, self.clock.iso()
        digest = objects.publish(self.store, new, order, now, None)
        return versions.find(self.store, self.name, object_id, digest)

    def publish_op(self, name: str, source: str | None = None) -> Record:
        """The version of an op with this source, or with none to speak of."""
        return self.publish(name, self.op(source))

    def op(self, source: str | None) -> JsonObject:
        """The value of an op."""
        digest = self.keep_source(source or NO_SOURCE)
        return {"_type": "CustomWeaveType", "weave_type": {"type": "Op"}, "files": {SOURCE: digest}}

    def op_ref(self, name: str) -> str:
        """The ref of an op of this name, which is made for calls that no client's op made."""
        return version_ref(self.name, "op", name, self.publish_op(name)["digest"])

    def keep_source(self, source: str) -> str:
        """The digest of the file of a source."""
        return files.keep(self.store, self.name, SOURCE, source.encode(errors="replace"))

    def source(self, value: JsonObject) -> str | None:
        """The source of a version by its value; None if it has none that can be read."""
        named = value.get("files")
        digest = named.get(SOURCE) if isinstance(named, dict) else None
        try:
            return files.content(self.store, self.name, str(digest)).decode(errors="replace")
        except ApiError:
            return None

    def keep_table(self, rows: list[JsonObject]) -> str:
        """The ref of the table of these rows."""
        table = NewTable(project_id=self.name, rows=rows)
        made = at_once(tables.create(self.store, table, self.settings.digest_order))
        return table_ref(self.name, made.digest)

    def call(self, call_id: str) -> Record | None:
        """A call that can be seen."""
        return self.store[CALLS].get(self.name, call_id)

    def start(self, place: Position, event: Event) -> None:
        """Record a call that runs."""
        call = StartedCall(**self._started(place, event))
        calls.start(self.store, call, self.ids, self.user)

    def complete(self, place: Position, event: Event, output: Json) -> None:
        """Record a call that is over as soon as it started."""
        started = self._started(place, event)
        call = CompleteCall(**started, ended_at=event.at, output=output, summary={})
        calls.complete(self.store, call, self.ids, self.user)

    def end(self, call_id: str, output: Json, at: datetime, summary: Any = None) -> None:
        """End a call."""
        end = EndedCall(
            project_id=self.name, id=call_id, ended_at=at, output=output, summary=summary or {}
        )
        calls.end(self.store, end)

    def _started(self, place: Position, event: Event) -> dict[str, Any]:
        return {
            **place._asdict(),
            "project_id": self.name,
            "op_name": event.op_name,
            "started_at": event.at,
            "attributes": {"weave": event.marks} if event.marks else {},
            "inputs": event.inputs,
        }
