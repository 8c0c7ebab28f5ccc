"""From a data file into the state, through the services."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from mockserver.calls import service as calls
from mockserver.calls.models import EndedCall, StartedCall
from mockserver.core.digest import digest_bytes
from mockserver.core.errors import ApiError
from mockserver.core.ids import Ids
from mockserver.core.project import check_project
from mockserver.data.errors import DataError
from mockserver.data.models import Call, Object, Project
from mockserver.data.read import parse, place, read
from mockserver.data.tally import Tally
from mockserver.objects import service as objects
from mockserver.objects.models import NewObject
from mockserver.wire.context import Services
from mockserver.wire.gate import USER


def load(path: Path, services: Services) -> None:
    """Add what a file holds to the state. Raises DataError.

    The ids follow from the seed and the file's text; they meet none that the server makes.
    """
    text = read(path)
    data = parse(path, text)
    loader = _Loader(path, services, services.ids.apart(digest_bytes(text)))
    with services.store.transaction:
        for name, project in data.projects.items():
            loader.load(name, project)


@dataclass(frozen=True, slots=True)
class _Family:
    """What a call takes over from those above it."""

    project: str
    trace_id: str | None = None
    parent_id: str | None = None
    thread: str | None = None
    turn: str | None = None


class _Loader:
    def __init__(self, path: Path, services: Services, ids: Ids) -> None:
        self._path = path
        self._services = services
        self._ids = ids
        self._now = services.clock.now()

    def load(self, name: str, project: Project) -> None:
        with self._blamed("projects", name):
            check_project(name)
        for at, obj in enumerate(project.objects):
            with self._blamed("projects", name, "objects", at):
                self._publish(name, obj)
        for at, call in enumerate(project.calls):
            with self._blamed("projects", name, "calls", at):
                self._trace(call, _Family(name), self._now)

    @contextmanager
    def _blamed(self, *steps: str | int) -> Iterator[None]:
        """Say where in the file stands what a service refused."""
        try:
            yield
        except (ApiError, OverflowError) as error:
            raise DataError(self._path, [f"{place(*steps)}: {error}"]) from None

    def _publish(self, project: str, obj: Object) -> None:
        order, now = self._services.settings.digest_order, self._services.clock.iso()
        for value in obj.versions:
            version = NewObject(project_id=project, object_id=obj.name, val=value)
            objects.publish(self._services.store, version, order, now, USER)

    def _trace(self, call: Call, above: _Family, begin: datetime) -> tuple[datetime, Tally]:
        """Keep a call and all below it: when the last of them ended, and what they came to."""
        start = self._start(call, above, begin)
        family = _Family(above.project, start.trace_id, start.id, start.thread_id, start.turn_id)
        tally, latest = Tally(), start.started_at
        for child in call.children:
            latest, below = self._trace(child, family, latest)
            tally.include(below)
        if call.runs:
            return latest, tally
        tally.count(call)
        ended = latest if call.took is None else start.started_at + call.took
        self._end(call, start, ended, tally)
        return ended, tally

    def _start(self, call: Call, above: _Family, begin: datetime) -> StartedCall:
        call_id = self._ids.uuid7()
        start = StartedCall(
            project_id=above.project,
            id=call_id,
            op_name=call.op,
            display_name=call.display_name,
            trace_id=above.trace_id or self._ids.uuid7(),
            parent_id=above.parent_id,
            thread_id=call.thread or above.thread,
            turn_id=call.turn or (call_id if call.thread else above.turn),
            started_at=self._moment(call, begin),
            attributes=call.attributes,
            inputs=call.inputs,
        )
        calls.start(self._services.store, start, self._ids, USER)
        return start

    def _end(self, call: Call, start: StartedCall, ended: datetime, tally: Tally) -> None:
        end = EndedCall.model_validate(
            {
                "project_id": start.project_id,
                "id": start.id,
                "ended_at": ended,
                "exception": call.exception,
                "output": call.output,
                "summary": tally.summary(),
            }
        )
        calls.end(self._services.store, end)

    def _moment(self, call: Call, begin: datetime) -> datetime:
        if call.at is None:
            return begin
        return call.at if isinstance(call.at, datetime) else self._now - call.at
