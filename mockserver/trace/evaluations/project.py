"""A project in which v2 requests and data files publish versions and record calls."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mockserver.core.clock import Clock
from mockserver.core.errors import ApiError
from mockserver.core.ids import Ids
from mockserver.core.model import Json, JsonObject, Record
from mockserver.core.refs import table_ref, version_ref
from mockserver.core.steps import at_once
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace import files, tables
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import EndedCall, StartedCall
from mockserver.trace.kinds import CALLS
from mockserver.trace.objects import service as objects
from mockserver.trace.objects import versions
from mockserver.trace.objects.models import NewObject
from mockserver.trace.tables import NewTable

SOURCE = "obj.py"
"""The file with the source of a version."""

NO_SOURCE = "def op(*args, **kwargs):\n    ...  # made by the server, without a source\n"


@dataclass(frozen=True, slots=True)
class ProjectContext:
    """A project with the services that change it."""

    name: str
    store: Store
    clock: Clock
    ids: Ids
    settings: Settings
    user: str

    def publish(self, object_id: str, value: Json, builtin: str | None = None) -> Record:
        """Publish a value and return its version. Raises a 403 for a bad name."""
        new = NewObject(
            project_id=self.name, object_id=object_id, val=value, builtin_object_class=builtin
        )
        order, now = self.settings.digest_order, self.clock.iso()
        digest = objects.publish(self.store, new, order, now, None)
        return versions.find(self.store, self.name, object_id, digest)

    def publish_op(self, name: str, source: str | None = None) -> Record:
        """Publish an op and return its version."""
        return self.publish(name, self.op(source))

    def op(self, source: str | None) -> JsonObject:
        """The value of an op, whose source is kept in a file."""
        digest = self.keep_source(source or NO_SOURCE)
        return {"_type": "CustomWeaveType", "weave_type": {"type": "Op"}, "files": {SOURCE: digest}}

    def op_ref(self, name: str) -> str:
        """The ref of an op without a source, published for calls that the server records."""
        return version_ref(self.name, "op", name, self.publish_op(name)["digest"])

    def keep_source(self, source: str) -> str:
        """Keep a source in a file and return its digest."""
        return files.keep(self.store, self.name, SOURCE, source.encode(errors="replace"))

    def source(self, value: JsonObject) -> str | None:
        """The source of a version by its value; None if it has none or its file is missing."""
        digests = value.get("files")
        digest = digests.get(SOURCE) if isinstance(digests, dict) else None
        try:
            return files.read(self.store, self.name, str(digest)).decode(errors="replace")
        except ApiError:
            return None

    def keep_table(self, rows: list[JsonObject]) -> str:
        """Keep rows in a table and return its ref."""
        table = NewTable(project_id=self.name, rows=rows)
        created = at_once(tables.keep(self.store, table, self.settings.digest_order))
        return table_ref(self.name, created.digest)

    def call(self, call_id: str) -> Record | None:
        """A call that is not deleted."""
        return self.store[CALLS].get(self.name, call_id)

    def start(
        self,
        call_id: str,
        at: datetime,
        op_name: str,
        inputs: JsonObject,
        *,
        trace_id: str,
        parent_id: str | None = None,
        marks: JsonObject | None = None,
    ) -> None:
        """Record a running call. The marks go under `attributes.weave`."""
        start = StartedCall(
            project_id=self.name,
            id=call_id,
            trace_id=trace_id,
            parent_id=parent_id,
            op_name=op_name,
            started_at=at,
            attributes={"weave": marks} if marks else {},
            inputs=inputs,
        )
        calls.start(self.store, start, self.ids, self.user)

    def end(
        self,
        call_id: str,
        output: Json,
        at: datetime,
        summary: Any = None,
        exception: str | None = None,
    ) -> None:
        """End a call."""
        end = EndedCall(
            project_id=self.name,
            id=call_id,
            ended_at=at,
            exception=exception,
            output=output,
            summary=summary or {},
        )
        calls.end(self.store, end)
