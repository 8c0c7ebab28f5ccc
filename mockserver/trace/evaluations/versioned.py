"""Ops, datasets, scorers, evaluations and models: resources whose versions are objects.

The five rows at the end of this module are all that differs between them. The values that are
published are observed, down to the order of keys, on which older digests depend.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel

from mockserver.core.errors import invalid, not_found
from mockserver.core.model import Json, JsonObject, Record
from mockserver.core.records import Timestamp
from mockserver.core.refs import version_ref
from mockserver.core.steps import Steps
from mockserver.trace.evaluations import models
from mockserver.trace.evaluations.models import ShownField, response_model
from mockserver.trace.evaluations.project import SOURCE, ProjectContext
from mockserver.trace.objects import service as objects
from mockserver.trace.objects import versions
from mockserver.trace.objects.models import ObjectVersionFilter, ObjQueryReq
from mockserver.trace.objects.versions import Name

IDENTITY = {"digest": str, "object_id": str, "version_index": int}
"""The fields that identify a version, with their types."""

SHOWN = ("object_id", "digest", "version_index", "created_at")
"""The fields of a version that every response has, in their order."""


@dataclass(frozen=True, slots=True)
class Versioned:
    """A resource whose versions are ops, or objects of the class with the resource's name."""

    name: str
    body: type[BaseModel]
    value: Callable[[Any, ProjectContext, str], JsonObject]
    """From the request and the object's id to the value to publish."""

    fields: Mapping[str, ShownField]
    """The fields of a response beside the version's identity."""

    text: str | None = None
    """The description of a response."""

    ref: str | None = None
    """The field with the version's ref in the response to a creation."""

    needs_source: bool = False
    """True if a version without a source cannot be read. Observed: it is listed."""

    page: ClassVar[type[models.Page]] = models.Page
    ids: ClassVar[str] = "digests"
    ids_required: ClassVar[bool] = False
    """False because a deletion without digests deletes all versions."""

    deleted: ClassVar[str] = "The number of deleted versions."

    @property
    def create_model(self) -> type[BaseModel]:
        """The response to a creation."""
        parts = "id, digest, version and ref" if self.ref else "id, digest and version"
        fields = {**IDENTITY, **({self.ref: str} if self.ref else {})}
        return response_model(f"{self.name}CreateRes", f"The {parts} of the new version.", fields)

    @property
    def read_model(self) -> type[BaseModel]:
        """The response to a read."""
        kinds = {name: field.kind for name, field in self.fields.items()}
        fields = {**IDENTITY, "created_at": Timestamp, **kinds}
        return response_model(f"{self.name}ReadRes", self.text, fields)

    def select(self, page: models.Page, project: ProjectContext) -> Steps[list[bytes]]:
        """A page of versions, the oldest first, including those that clients published."""
        request = ObjQueryReq(
            project_id=project.name, filter=self._filter(), limit=page.limit, offset=page.offset
        )
        return versions.query(project.store, request)

    def create(self, body: Any, project: ProjectContext) -> Record:
        """Publish a version and the parts that it refers to. Raises a 403 for a bad name."""
        object_id = self.name
        if body.name is not None:
            # Observed: several names may share one object.
            object_id = body.name.replace(" ", "_").replace("/", "_").lower()
        objects.check_name(object_id)
        version = project.publish(object_id, self.value(body, project, object_id))
        ref = version_ref(project.name, "object", object_id, version["digest"])
        response = {name: version[name] for name in IDENTITY}
        return {**response, self.ref: ref} if self.ref else response

    def find(self, path: Mapping[str, str], project: ProjectContext) -> Record:
        """A version by digest, index or `latest`.

        Raises a 404. Chosen: also for an object of another class.
        """
        object_id, digest = path["object_id"], path["digest"]
        version = versions.find(project.store, project.name, object_id, digest)
        if not versions.passing(project.store, project.name, self._filter())(version):
            raise not_found(f"{self.name} {object_id}:{digest} not found")
        if self.needs_source and project.source(version["val"]) is None:
            raise invalid(f"{self.name} {object_id} has no source file")
        return version

    def delete(self, path: Mapping[str, str], digests: list[str], project: ProjectContext) -> int:
        """Delete versions and return their number. Raises a 404 for an unknown version."""
        object_id = path["object_id"]
        if not versions.has_any(project.store, project.name, self._filter([object_id])):
            raise not_found(f"Object {object_id} ({digests or None}) not found when deleting.")
        name, now = Name(project.name, object_id), project.clock.iso()
        return len(objects.delete(project.store, name, digests, now))

    def response(self, version: Record, project: ProjectContext) -> Record:
        """The version in a response."""
        fields = {name: field.read(version, project) for name, field in self.fields.items()}
        return {**{name: version[name] for name in SHOWN}, **fields}

    def _filter(self, object_ids: list[str] | None = None) -> ObjectVersionFilter:
        is_op = self.name == "Op"
        classes = None if is_op else [self.name]
        return ObjectVersionFilter(is_op=is_op, base_object_classes=classes, object_ids=object_ids)


def dataset_value(
    body: models.DatasetCreateBody, project: ProjectContext, object_id: str
) -> JsonObject:
    """A dataset, its rows in a table."""
    rows = project.keep_table(body.rows)
    return {**_head("Dataset", body), "rows": rows}


def scorer_value(
    body: models.ScorerCreateBody, project: ProjectContext, object_id: str
) -> JsonObject:
    """A scorer with the bare digests of its two ops, which are published too."""
    score = project.publish_op(f"{object_id}_score", body.op_source_code)
    summarize = project.publish_op(f"{object_id}_summarize")
    ops = {"score": score["digest"], "summarize": summarize["digest"]}
    return {**_head("Scorer", body), **ops, "column_map": None}


def evaluation_value(
    body: models.EvaluationCreateReq, project: ProjectContext, object_id: str
) -> JsonObject:
    """An evaluation with the bare digests of its three ops, which are published too.

    Attributes may overwrite any field.
    """
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


def model_value(
    body: models.ModelCreateBody, project: ProjectContext, object_id: str
) -> JsonObject:
    """A model, its source in a file. Attributes may overwrite any field."""
    files = {SOURCE: project.keep_source(body.source_code)}
    return {**_head("Model", body), "files": files, **(body.attributes or {})}


def _head(kind: str, body: Any) -> JsonObject:
    return {
        "_type": kind,
        "_class_name": kind,
        "_bases": ["Object", "BaseModel"],
        "name": kind if body.name is None else body.name,
        "description": body.description,
    }


def _field(kind: Any, name: str, default: Json = None) -> ShownField:
    """A field of the value; the default if it is absent or null."""

    def read(version: Record, project: ProjectContext) -> Json:
        value = version["val"].get(name)
        return default if value is None else value

    return ShownField(kind, read)


def _source(version: Record, project: ProjectContext) -> str:
    return project.source(version["val"]) or ""


def _attributes(version: Record, project: ProjectContext) -> JsonObject | None:
    """The fields that not every model has."""
    common = ("_type", "_class_name", "_bases", "name", "description", "files")
    value = version["val"]
    return {key: item for key, item in value.items() if key not in common} or None


def _name(version: Record, project: ProjectContext) -> str:
    """The name of a value or, since clients also publish values without one, of its object."""
    return str(version["val"].get("name") or version["object_id"])


_NAMED = {"name": ShownField(str, _name), "description": _field(str | None, "description")}

OP = Versioned(
    "Op",
    models.OpCreateBody,
    lambda body, project, _: project.op(body.source_code),
    {"code": ShownField(str, _source)},
)
DATASET = Versioned(
    "Dataset",
    models.DatasetCreateBody,
    dataset_value,
    {**_NAMED, "rows": _field(str, "rows", "")},
    "A dataset; `rows` is the ref of its table.",
)
SCORER = Versioned(
    "Scorer",
    models.ScorerCreateBody,
    scorer_value,
    {**_NAMED, "score_op": _field(str, "score", "")},
    ref="scorer",
)
EVALUATION = Versioned(
    "Evaluation",
    models.EvaluationCreateReq,
    evaluation_value,
    {
        **_NAMED,
        "dataset": _field(str, "dataset", ""),
        "scorers": _field(list[str], "scorers", []),
        "trials": _field(int, "trials", 1),
        "evaluation_name": _field(str | None, "evaluation_name"),
        "evaluate_op": _field(str | None, "evaluate"),
        "predict_and_score_op": _field(str | None, "predict_and_score"),
        "summarize_op": _field(str | None, "summarize"),
    },
    ref="evaluation_ref",
)
MODEL = Versioned(
    "Model",
    models.ModelCreateBody,
    model_value,
    {
        **_NAMED,
        "source_code": ShownField(str, _source),
        "attributes": ShownField(JsonObject | None, _attributes),
    },
    ref="model_ref",
    needs_source=True,
)
