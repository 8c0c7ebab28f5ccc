"""Handlers of evaluation results."""

from __future__ import annotations

from mockserver.core.errors import invalid
from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.context import Context
from mockserver.trace.results import service
from mockserver.trace.results.models import (
    EvalResultsQueryReq,
    EvalResultsQueryRes,
    EvaluateModelReq,
    EvaluationCallRes,
    EvaluationRescoreRes,
    EvaluationStatusReq,
    EvaluationStatusRes,
    RescoreReq,
)
from mockserver.trace.results.summary import status as status_of

NO_WORKER = "Evaluate model dispatcher is not set"


def query(body: EvalResultsQueryReq, ctx: Context) -> Steps[EvalResultsQueryRes]:
    """`{"rows", "total_rows", "summary", "warnings"}`: trials by row and evaluation. Observed."""
    project = check_project(f"{ctx.path['entity']}/{ctx.path['project']}")
    return (yield from service.query(ctx.store, project, body, ctx.settings))


def status(body: EvaluationStatusReq, ctx: Context) -> EvaluationStatusRes:
    """`{"status": {"code"}}`, with what there is to say of each code. Observed."""
    project = check_project(body.project_id)
    return {"status": status_of(ctx.store, project, body.call_id)}


def evaluate_model(body: EvaluateModelReq, ctx: Context) -> EvaluationCallRes:
    """A 400: no worker is here to run somebody's code, as on an engine without one. Observed."""
    check_project(body.project_id)
    raise invalid(NO_WORKER)


def rescore(body: RescoreReq, ctx: Context) -> EvaluationRescoreRes:
    """A 400, like the evaluation of a model."""
    check_project(body.project_id)
    raise invalid(NO_WORKER)
