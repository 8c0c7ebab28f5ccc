"""Runs, predictions and scores: resources whose items are calls.

The three rows at the end of this module are all that differs between them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from pydantic import BaseModel

from mockserver.core.codec import peek
from mockserver.core.errors import not_found
from mockserver.core.model import Json, JsonObject, Record
from mockserver.core.records import Timestamp
from mockserver.core.steps import Steps, in_steps
from mockserver.trace.calls import query as queries
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import CallsQueryReq
from mockserver.trace.evaluations import models, recording
from mockserver.trace.evaluations.models import PageInRun, PageOfRuns, ShownField, response_model
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.roles import (
    Roles,
    evaluation_of,
    inputs_of,
    is_run,
    marks,
    model_of,
)
from mockserver.trace.query.models import CallsFilter
from mockserver.trace.query.select import check_page, last_row


@dataclass(frozen=True, slots=True)
class Recorded:
    """A resource whose items are calls with one role in an evaluation."""

    name: str
    item: str
    """The name of an id, in responses and paths."""

    body: type[BaseModel]
    record: Callable[[Any, ProjectContext], str]
    """From the request to the id of the recorded call."""

    page: type[models.Page]
    is_listed: Callable[[Record, Any, Roles], bool]
    """True if a call has the role and meets the conditions of the page."""

    fields: Mapping[str, ShownField]
    """The fields of a response, by a call and the roles of its project's calls."""

    text: str | None = None
    """The description of a response."""

    finish: Callable[[Record, ProjectContext, datetime, Any], None] | None = None
    """Ends a call, again if need be, at a moment and with the body of the request."""

    finish_body: type[BaseModel] | None = None
    settle: Callable[[Record, ProjectContext], None] | None = None
    """Finishes a call that is due by `--progression`."""

    ids_required: ClassVar[bool] = True
    deleted: ClassVar[str] = "The number of deleted calls, including those below."

    @property
    def create_model(self) -> type[BaseModel]:
        """The response to a creation."""
        return response_model(f"{self.name}CreateRes", None, {self.item: str})

    @property
    def read_model(self) -> type[BaseModel]:
        """The response to a read."""
        kinds = {name: field.kind for name, field in self.fields.items()}
        return response_model(f"{self.name}ReadRes", self.text, kinds)

    @property
    def ids(self) -> str:
        """The parameter of a deletion."""
        return f"{self.item}s"

    def select(self, page: models.Page, project: ProjectContext) -> Steps[list[bytes]]:
        """A page of calls with the role, the oldest first, including those of clients."""
        check_page(page.limit, page.offset)
        candidates = CallsQueryReq(project_id=project.name)
        if run_id := getattr(page, "evaluation_run_id", None):
            run = project.call(run_id)
            candidates.filter = CallsFilter(trace_ids=[run["trace_id"] if run else run_id])
        texts = yield from queries.query(project.store, candidates, project.settings)
        roles, last = Roles(project), last_row(page.limit, page.offset)

        def listed(some: list[bytes]) -> list[bytes]:
            return [text for text in some if self.is_listed(peek(text), page, roles)]

        return (yield from in_steps(texts, listed, last))[page.offset or 0 : last]

    def create(self, body: Any, project: ProjectContext) -> Record:
        """Record a call. Raises a 404 for an unknown run, a 400 for a bad scorer."""
        return {self.item: self.record(body, project)}

    def delete(self, path: Mapping[str, str], ids: list[str], project: ProjectContext) -> int:
        """Delete calls and their descendants; returns the number of calls named or found."""
        return calls.delete(project.store, project.name, ids, project.clock.iso())

    def find(self, path: Mapping[str, str], project: ProjectContext) -> Record:
        """The call that a path names, of any role. Observed. Raises a 404."""
        call = project.call(path[self.item])
        if call is None:
            raise not_found(f"{self.name.capitalize()} {path[self.item]} not found")
        return call

    def response(self, call: Record, project: ProjectContext) -> Mapping[str, object]:
        """The call in a response, after it was finished if it is due."""
        if project.settings.progression and self.settle:
            self.settle(call, project)
            call = project.call(call["id"]) or call
        roles = Roles(project)
        return {name: field.read(call, roles) for name, field in self.fields.items()}


def _is_listed_run(call: Record, page: PageOfRuns, roles: Roles) -> bool:
    return (
        is_run(call)
        and _is_any(evaluation_of(call), [*page.evaluations, *page.evaluation_refs])
        and _is_any(model_of(call), [*page.models, *page.model_refs])
        and _is_any(call["id"], page.evaluation_run_ids)
    )


def _is_any(value: str, texts: list[str]) -> bool:
    """True if a value is in a list, whose texts may be joined by commas, or the list is empty."""
    choices = list(filter(None, texts))
    return not choices or any(value in (text, *text.split(",")) for text in choices)


def _is_in_run(call: Record, page: PageInRun, roles: Roles) -> bool:
    return not page.evaluation_run_id or roles.run_id(call) == page.evaluation_run_id


def _status(run: Record, roles: Roles) -> str:
    ended = "failed" if run["exception"] else "completed"
    return ended if run["ended_at"] else "running"


def _value(score: Record, roles: Roles) -> Json:
    """The output of a score. Observed: null is shown as zero."""
    return 0.0 if score["output"] is None else score["output"]


def _of_call(kind: Any, name: str) -> ShownField:
    """A field of the call itself."""
    return ShownField(kind, lambda call, roles: call[name])


_RUN_AND_USER = {
    "evaluation_run_id": ShownField(str | None, lambda call, roles: roles.run_id(call)),
    "wb_user_id": _of_call(str | None, "wb_user_id"),
}

RUN = Recorded(
    "Evaluation Run",
    "evaluation_run_id",
    models.EvaluationRunCreateBody,
    recording.start_run,
    PageOfRuns,
    _is_listed_run,
    {
        "evaluation_run_id": _of_call(str, "id"),
        "evaluation": ShownField(str, lambda call, _: evaluation_of(call)),
        "model": ShownField(str, lambda call, _: model_of(call)),
        "status": ShownField(str | None, _status),
        "started_at": _of_call(Timestamp | None, "started_at"),
        "finished_at": _of_call(Timestamp | None, "ended_at"),
        # Observed: never null, since every call has a derived part in it.
        "summary": _of_call(JsonObject | None, "summary"),
        "source_evaluation_run_id": ShownField(
            str | None, lambda call, _: marks(call).get("source_evaluation_run_id")
        ),
    },
    "A run, which is `running`, `completed` or `failed`.",
    recording.finish_run,
    models.EvaluationRunFinishBody,
    recording.settle_run,
)
PREDICTION = Recorded(
    "Prediction",
    "prediction_id",
    models.PredictionCreateBody,
    recording.predict,
    PageInRun,
    lambda call, page, roles: roles.is_prediction(call) and _is_in_run(call, page, roles),
    {
        "prediction_id": _of_call(str, "id"),
        "model": ShownField(str, lambda call, roles: roles.model(call)),
        "inputs": ShownField(JsonObject, lambda call, _: inputs_of(call)),
        "output": _of_call(Json, "output"),
        **_RUN_AND_USER,
    },
    finish=recording.finish_prediction,
    settle=recording.settle_prediction,
)
SCORE = Recorded(
    "Score",
    "score_id",
    models.ScoreCreateBody,
    recording.score,
    PageInRun,
    lambda call, page, roles: roles.is_score(call) and _is_in_run(call, page, roles),
    {
        "score_id": _of_call(str, "id"),
        "scorer": ShownField(str, lambda call, roles: roles.scorer(call)),
        "value": ShownField(Json, _value),
        **_RUN_AND_USER,
    },
    "A score; its value is any JSON, usually a number.",
)
