"""Values of versions: from a request to a value, and from a value to the fields of a response.

Observed, down to the order of keys, which older digests depend on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mockserver.core.model import Json, JsonObject, Record
from mockserver.trace.evaluations.models import (
    DatasetCreateBody,
    EvaluationCreateReq,
    ModelCreateBody,
    OpCreateBody,
    ScorerCreateBody,
)
from mockserver.trace.evaluations.project import SOURCE, ProjectContext

Read = Callable[[Record, ProjectContext], Json]
"""From a version to a field of an answer."""

_MODELS_OWN = frozenset({"_type", "_class_name", "_bases", "name", "description", "files"})


def op(body: OpCreateBody, project: ProjectContext, object_id: str) -> JsonObject:
    """The source, or a stand-in for it, in a file."""
    return project.op(body.source_code)


def dataset(body: DatasetCreateBody, project: ProjectContext, object_id: str) -> JsonObject:
    """The rows in a table."""
    rows = project.keep_table(body.rows)
    return {**_head("Dataset", body), "rows": rows}


def scorer(body: ScorerCreateBody, project: ProjectContext, object_id: str) -> JsonObject:
    """Two ops beside it, named by their bare digests."""
    score = project.publish_op(f"{object_id}_score", body.op_source_code)
    summarize = project.publish_op(f"{object_id}_summarize")
    ops = {"score": score["digest"], "summarize": summarize["digest"]}
    return {**_head("Scorer", body), **ops, "column_map": None}


def evaluation(body: EvaluationCreateReq, project: ProjectContext, object_id: str) -> JsonObject:
    """Three ops beside it, named by their bare digests. Attributes may overwrite anything."""
    ops = ("evaluate", "predict_and_score", "summarize")
    return {
        **_head("Evaluation", body),
        "dataset": body.dataset,
        "scorers": body.scorers or [],
        "trials": body.trials,
        "evaluation_name": body.evaluation_name,
        "metadata": None,
        "preprocess_model_input": None,
        **{op: project.publish_op(f"{object_id}.{op}")["digest"] for op in ops},
        **(body.eval_attributes or {}),
    }


def model(body: ModelCreateBody, project: ProjectContext, object_id: str) -> JsonObject:
    """The source in a file. Attributes may overwrite anything."""
    files = {SOURCE: project.keep_source(body.source_code)}
    return {**_head("Model", body), "files": files, **(body.attributes or {})}


def field(name: str, default: Json = None) -> Read:
    """A field of the value; the default for an absent or null one."""

    def read(version: Record, project: ProjectContext) -> Json:
        found = version["val"].get(name)
        return default if found is None else found

    return read


def name(version: Record, project: ProjectContext) -> str:
    """The name that the value has, else its object's: clients publish values without one."""
    return str(version["val"].get("name") or version["object_id"])


def source(version: Record, project: ProjectContext) -> str:
    """The source; empty if there is none, as for most that clients publish."""
    return project.source(version["val"]) or ""


def attributes(version: Record, project: ProjectContext) -> JsonObject | None:
    """The attributes of a model beside the fields that every model has."""
    value = version["val"]
    return {key: item for key, item in value.items() if key not in _MODELS_OWN} or None


def _head(kind: str, body: Any) -> JsonObject:
    return {
        "_type": kind,
        "_class_name": kind,
        "_bases": ["Object", "BaseModel"],
        "name": kind if body.name is None else body.name,
        "description": body.description,
    }
