"""Handlers of evaluation results. Observed."""

from __future__ import annotations

from mockserver.core.errors import invalid
from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.context import Context
from mockserver.trace.results import models, service, summary

NO_WORKER = "Evaluate model dispatcher is not set"


def query(body: models.EvalResultsQueryReq, ctx: Context) -> Steps[models.EvalResultsQueryRes]:
    """`{"rows", "total_rows", "summary", "warnings"}`: trials by row and evaluation."""
    project = check_project(f"{ctx.path['entity']}/{ctx.path['project']}")
    return (yield from service.query(ctx.store, project, body, ctx.settings))


def status(body: models.EvaluationStatusReq, ctx: Context) -> models.EvaluationStatusRes:
    """`{"status": {"code"}}` with the details of the code."""
    project = check_project(body.project_id)
    return {"status": summary.status(ctx.store, project, body.call_id)}


def evaluate_model(body: models.EvaluateModelReq, ctx: Context) -> models.EvaluationCallRes:
    """A 400, as from an engine without a worker that runs models."""
    check_project(body.project_id)
    raise invalid(NO_WORKER)


def rescore(body: models.RescoreReq, ctx: Context) -> models.EvaluationRescoreRes:
    """A 400, as for the evaluation of a model."""
    check_project(body.project_id)
    raise invalid(NO_WORKER)
