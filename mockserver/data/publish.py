"""What a project has by name: files, tables, datasets, objects, prices."""

from __future__ import annotations

from mockserver.core.refs import parse_ref
from mockserver.core.steps import at_once
from mockserver.data.models import Cost, Dataset, File, Model, Object, Scorer, Table
from mockserver.data.scene import Scene
from mockserver.http.auth import USER
from mockserver.trace.costs import service as costs
from mockserver.trace.costs.models import CostCreateInput, CostCreateReq
from mockserver.trace.evaluations import values
from mockserver.trace.evaluations.models import DatasetCreateBody, ModelCreateBody, ScorerCreateBody
from mockserver.trace.files import service as files
from mockserver.trace.objects import service as objects
from mockserver.trace.objects.models import NewObject
from mockserver.trace.tables import service as tables
from mockserver.trace.tables.models import NewTable


def add_file(scene: Scene, file: File) -> None:
    """Keep a file's contents."""
    files.keep(scene.services.store, scene.project, file.name, file.content)


def add_table(scene: Scene, table: Table) -> None:
    """Keep rows, and let refs name them."""
    settings, rows = scene.services.settings, scene.resolved(table.rows)
    new = NewTable(project_id=scene.project, rows=rows)
    made = at_once(tables.create(scene.services.store, new, settings.digest_order))
    scene.names.call_table(scene.project, table.name, made.digest)


def add_dataset(scene: Scene, dataset: Dataset) -> None:
    """Publish rows under a name."""
    body = DatasetCreateBody(
        name=dataset.name, description=dataset.description, rows=scene.resolved(dataset.rows)
    )
    project = scene.at(dataset.at)
    value = values.dataset(body, project, dataset.name)
    scene.names.call_table(scene.project, dataset.name, parse_ref(value["rows"]).name)
    project.publish(dataset.name, value)


def add_object(scene: Scene, obj: Object) -> None:
    """Publish the versions in their order."""
    store, order = scene.services.store, scene.services.settings.digest_order
    for value in obj.versions:
        version = NewObject(
            project_id=scene.project,
            object_id=obj.name,
            val=scene.resolved(value),
            builtin_object_class=obj.builtin,
        )
        objects.publish(store, version, order, scene.stamp(obj.at), USER)


def add_model(scene: Scene, model: Model) -> None:
    """Publish the versions of a model, its attributes beside its source."""
    project = scene.at(model.at)
    for attributes in model.versions:
        body = ModelCreateBody(
            name=model.name,
            description=model.description,
            source_code=model.source,
            attributes=scene.resolved(attributes),
        )
        project.publish(model.name, values.model(body, project, model.name))


def add_scorer(scene: Scene, scorer: Scorer) -> None:
    """Publish a scorer and its two ops."""
    project = scene.at(scorer.at)
    body = ScorerCreateBody(
        name=scorer.name, description=scorer.description, op_source_code=scorer.source
    )
    project.publish(scorer.name, values.scorer(body, project, scorer.name))


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
