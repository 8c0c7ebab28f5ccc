"""Load files, tables, datasets, objects and prices, each through its service."""

from __future__ import annotations

from mockserver.core.clock import iso
from mockserver.core.refs import parse_ref
from mockserver.data.context import LoadContext
from mockserver.data.models import Cost, Dataset, File, ModelHistory, ObjectHistory, Scorer, Table
from mockserver.http.auth import USER
from mockserver.trace import costs, files
from mockserver.trace.costs import CostCreateInput, CostCreateReq
from mockserver.trace.evaluations import versioned
from mockserver.trace.evaluations.models import DatasetCreateBody, ModelCreateBody, ScorerCreateBody
from mockserver.trace.objects import service as objects
from mockserver.trace.objects.models import NewObject


def add_file(context: LoadContext, file: File) -> None:
    """Store a file."""
    files.keep(context.store, context.project, file.name, file.content or b"")


def add_table(context: LoadContext, table: Table) -> None:
    """Store a table that refs can name."""
    ref = context.at(None).keep_table(context.resolved(table.rows))
    context.tables[context.project, table.name] = parse_ref(ref).name


def add_dataset(context: LoadContext, dataset: Dataset) -> None:
    """Publish a dataset; refs can name its table too."""
    body = DatasetCreateBody(
        name=dataset.name, description=dataset.description, rows=context.resolved(dataset.rows)
    )
    project = context.at(dataset.at)
    value = versioned.dataset_value(body, project, dataset.name)
    context.tables[context.project, dataset.name] = parse_ref(value["rows"]).name
    project.publish(dataset.name, value)


def add_object(context: LoadContext, obj: ObjectHistory) -> None:
    """Publish the versions of an object."""
    order, now = context.services.settings.digest_order, iso(context.moment(obj.at))
    for value in obj.versions:
        version = NewObject(
            project_id=context.project,
            object_id=obj.name,
            val=context.resolved(value),
            builtin_object_class=obj.builtin,
        )
        objects.publish(context.store, version, order, now, USER)


def add_model(context: LoadContext, model: ModelHistory) -> None:
    """Publish the versions of a model for evaluations."""
    project = context.at(model.at)
    for attributes in model.versions:
        body = ModelCreateBody(
            name=model.name,
            description=model.description,
            source_code=model.source,
            attributes=context.resolved(attributes),
        )
        project.publish(model.name, versioned.model_value(body, project, model.name))


def add_scorer(context: LoadContext, scorer: Scorer) -> None:
    """Publish a scorer and its two ops."""
    project = context.at(scorer.at)
    body = ScorerCreateBody(
        name=scorer.name, description=scorer.description, op_source_code=scorer.source
    )
    project.publish(scorer.name, versioned.scorer_value(body, project, scorer.name))


def add_cost(context: LoadContext, cost: Cost) -> None:
    """Store the price of a model."""
    price = CostCreateInput(
        prompt_token_cost=cost.prompt,
        completion_token_cost=cost.completion,
        prompt_token_cost_unit=cost.unit,
        completion_token_cost_unit=cost.unit,
        effective_date=context.moment(cost.at),
        provider_id=cost.provider,
    )
    request = CostCreateReq(project_id=context.project, costs={cost.model: price})
    costs.add(context.store, request, context.ids, context.services.clock.iso(), USER)
