"""What a project has by name: files, tables, datasets, objects, prices."""

from __future__ import annotations

from mockserver.core.model import Json
from mockserver.core.refs import SCHEME
from mockserver.costs import service as costs
from mockserver.costs.models import CostCreateInput, CostCreateReq
from mockserver.data.models import Cost, Dataset, File, Object, Table
from mockserver.data.scene import Scene
from mockserver.data.times import Moment
from mockserver.files import service as files
from mockserver.objects import service as objects
from mockserver.objects.models import NewObject
from mockserver.tables import service as tables
from mockserver.tables.models import NewTable
from mockserver.wire.gate import USER


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
    value = {
        "_type": "Dataset",
        "_class_name": "Dataset",
        "_bases": ["Object", "BaseModel"],
        "name": dataset.name,
        "description": dataset.description,
        "rows": f"{SCHEME}{scene.project}/table/{add_table(scene, dataset)}",
    }
    publish(scene, dataset.name, value, dataset.at)


def add_object(scene: Scene, obj: Object) -> None:
    """Publish the versions in their order."""
    for value in obj.versions:
        publish(scene, obj.name, value, obj.at, obj.builtin)


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
