"""Resources whose items are calls: what makes one, and the rules that hold for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from pydantic import BaseModel

from mockserver.core.codec import decode, encode, peek
from mockserver.core.errors import not_found
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.trace.calls import query as queries
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import CallsFilter, CallsQueryReq
from mockserver.trace.evaluations.models import Named, Page, Responses
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.roles import Roles
from mockserver.trace.query.select import check_page, last_row

Finish = Callable[[Record, ProjectContext, datetime, Any], None]
"""Ends a call, again if need be, at a moment and with what its client said."""


@dataclass(frozen=True, slots=True)
class RecordedKind:
    """Runs, predictions or scores."""

    name: str
    item: str
    """The name of an id, in answers and paths."""

    body: type[BaseModel]
    record: Callable[[Any, ProjectContext], str]
    """From the body to the id of the call that is made of it."""

    page: type[Page]
    is_listed: Callable[[Record, Any, Roles], bool]
    """True if a call is of this kind and on the page."""

    answer: Callable[[Record, Roles], Mapping[str, object]]
    named: type[Named]
    """The model of the request that names calls to delete."""

    responses: Responses

    finish: Finish | None = None

    ending: type[BaseModel] | None = None
    """The model of the request that finishes a call, if it has a body."""

    settle: Callable[[Record, ProjectContext], None] | None = None
    """Finishes a call that is due by itself, if this one is."""

    ids_required: ClassVar[bool] = True

    def lines(self, page: Page, project: ProjectContext) -> Steps[list[bytes]]:
        """The calls of this kind, the oldest first; also calls that clients made themselves."""
        check_page(page.limit, page.offset)
        candidates = _candidates(page, project)
        texts = yield from queries.query(project.store, candidates, project.settings)
        roles, last = Roles(project.store, project.name), last_row(page.limit, page.offset)

        def listed(group: list[bytes]) -> list[bytes]:
            return [text for text in group if self.is_listed(peek(text), page, roles)]

        rows = (yield from in_steps(texts, listed, last))[page.offset or 0 : last]
        return (
            yield from in_steps(rows, lambda group: [self._line(text, project) for text in group])
        )

    def create(self, body: Any, project: ProjectContext) -> Record:
        """Record a call. Raises a 404 for a run and a 400 for a scorer that are none."""
        return {self.item: self.record(body, project)}

    def read(self, path: Mapping[str, str], project: ProjectContext) -> Mapping[str, object]:
        """A call. Observed: any call is read as what is asked for. Raises a 404."""
        return self._answer(self.find(path[self.item], project), project)

    def delete(self, path: Mapping[str, str], ids: list[str], project: ProjectContext) -> int:
        """Delete calls and their descendants; how many were named or found."""
        return calls.delete(project.store, project.name, ids, project.clock.iso())

    def find(self, call_id: str, project: ProjectContext) -> Record:
        """The call itself. Raises a 404."""
        call = project.call(call_id)
        if call is None:
            raise not_found(f"{self.name.capitalize()} {call_id} not found")
        return call

    def _line(self, text: bytes, project: ProjectContext) -> bytes:
        return encode(self._answer(decode(text), project))

    def _answer(self, call: Record, project: ProjectContext) -> Mapping[str, object]:
        if project.settings.progression and self.settle:
            self.settle(call, project)
            call = project.call(call["id"]) or call
        return self.answer(call, Roles(project.store, project.name))


def _candidates(page: Page, project: ProjectContext) -> CallsQueryReq:
    """The calls of the project or, if only one run is asked for, of its trace."""
    run_id = getattr(page, "evaluation_run_id", None)
    if not run_id:
        return CallsQueryReq(project_id=project.name)
    run = project.call(run_id)
    trace = CallsFilter(trace_ids=[run["trace_id"] if run else run_id])
    return CallsQueryReq(project_id=project.name, filter=trace)
