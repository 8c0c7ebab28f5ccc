"""What a project has by name: files, tables, datasets, objects, prices."""

from __future__ import annotations

from mockserver.core.model import Json, JsonObject
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.costs import service as costs
from mockserver.costs.models import CostCreateInput, CostCreateReq
from mockserver.data.models import (
    PLACEHOLDER,
    Cost,
    Dataset,
    Evaluation,
    File,
    Model,
    Object,
    Scorer,
    Table,
)
from mockserver.data.scene import Scene
from mockserver.data.times import Moment
from mockserver.files import service as files
from mockserver.objects import service as objects
from mockserver.objects.models import NewObject
from mockserver.tables import service as tables
from mockserver.tables.models import NewTable
from mockserver.wire.gate import USER

SOURCE = "obj.py"
"""The name under which clients keep the source of an op or a model."""


def add_file(scene: Scene, file: File) -> None:
    """Keep a file's contents."""
    files.keep(scene.services.store, scene.project, file.name, file.content)


def add_table(scene: Scene, table: Table | Dataset) -> str:
    """Keep rows, and let refs name them; their digest."""
    settings, rows = scene.services.settings, scene.resolved(table.rows)
    new = NewTable(project_id=scene.project, rows=rows)
    digest = tables.create(scene.services.store, new, settings.digest_order).digest
    scene.names.call_table(scene.project, table.name, digest)
    return digest


def add_dataset(scene: Scene, dataset: Dataset) -> None:
    """Publish rows as the official clients do."""
    rows = f"{SCHEME}{scene.project}/table/{add_table(scene, dataset)}"
    value = {**_opening("Dataset", dataset), "rows": rows}
    publish(scene, dataset.name, value, dataset.at)


def add_object(scene: Scene, obj: Object) -> None:
    """Publish the versions in their order."""
    for value in obj.versions:
        publish(scene, obj.name, value, obj.at, obj.builtin)


def add_model(scene: Scene, model: Model) -> None:
    """Publish the versions of a model, its attributes beside its source."""
    source = files.keep(scene.services.store, scene.project, SOURCE, model.source.encode())
    for attributes in model.versions:
        value = {**_opening("Model", model), "files": {SOURCE: source}, **attributes}
        publish(scene, model.name, value, model.at)


def add_scorer(scene: Scene, scorer: Scorer) -> None:
    """Publish a scorer and its two ops."""
    score = add_op(scene, f"{scorer.name}_score", scorer.at, scorer.source)
    summarize = add_op(scene, f"{scorer.name}_summarize", scorer.at)
    ops = {"score": _digest(score), "summarize": _digest(summarize), "column_map": None}
    publish(scene, scorer.name, {**_opening("Scorer", scorer), **ops}, scorer.at)


def add_evaluation(scene: Scene, evaluation: Evaluation) -> str:
    """Publish an evaluation and its three ops; its ref."""
    steps = ("evaluate", "predict_and_score", "summarize")
    ops = {step: add_op(scene, f"{evaluation.name}.{step}", evaluation.at) for step in steps}
    value = {
        **_opening("Evaluation", evaluation),
        "dataset": scene.names.ref(scene.project, evaluation.dataset),
        "scorers": [scene.names.ref(scene.project, scorer) for scorer in evaluation.scorers],
        "trials": evaluation.trials,
        "evaluation_name": None,
        "metadata": None,
        "preprocess_model_input": None,
        **{step: _digest(ref) for step, ref in ops.items()},
    }
    return publish(scene, evaluation.name, value, evaluation.at)


def add_op(scene: Scene, name: str, at: Moment | None, source: str = PLACEHOLDER) -> str:
    """Publish an op; its ref."""
    digest = files.keep(scene.services.store, scene.project, SOURCE, source.encode())
    op = {"_type": "CustomWeaveType", "weave_type": {"type": "Op"}, "files": {SOURCE: digest}}
    return publish(scene, name, op, at)


def publish(
    scene: Scene, name: str, value: Json, at: Moment | None, builtin: str | None = None
) -> str:
    """Publish one version; its ref."""
    version = NewObject(
        project_id=scene.project,
        object_id=name,
        val=scene.resolved(value),
        builtin_object_class=builtin,
    )
    store, order = scene.services.store, scene.services.settings.digest_order
    digest = objects.publish(store, version, order, scene.stamp(at), USER)
    return scene.names.ref(scene.project, name, digest)


def _opening(kind: str, thing: Dataset | Model | Scorer | Evaluation) -> JsonObject:
    """The members with which a value of the service's own classes begins. Observed."""
    classes = {"_type": kind, "_class_name": kind, "_bases": ["Object", "BaseModel"]}
    return {**classes, "name": thing.name, "description": thing.description}


def _digest(ref: str) -> str:
    """Scorers and evaluations name their ops so. Observed."""
    return parse_ref(ref).version


def add_cost(scene: Scene, cost: Cost) -> None:
    """Keep a price."""
    price = CostCreateInput(
        prompt_token_cost=cost.prompt,
        completion_token_cost=cost.completion,
        prompt_token_cost_unit=cost.unit,
        completion_token_cost_unit=cost.unit,
        effective_date=scene.moment(cost.at),
        provider_id=cost.provider,
    )
    request = CostCreateReq(project_id=scene.project, costs={cost.model: price})
    now = scene.services.clock.iso()
    costs.create(scene.services.store, request, scene.ids, now, USER)
