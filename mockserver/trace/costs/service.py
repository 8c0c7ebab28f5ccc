"""The prices of a project: created, queried and purged."""

from __future__ import annotations

from functools import partial

from mockserver.core.clock import iso
from mockserver.core.codec import encode_items
from mockserver.core.ids import Ids
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps, let_go
from mockserver.store.store import Store
from mockserver.trace.costs.kinds import COSTS, CostRecord
from mockserver.trace.costs.models import (
    USD,
    CostCreateInput,
    CostCreateReq,
    CostPurgeReq,
    CostQueryOutput,
    CostQueryReq,
)
from mockserver.trace.query.conditions import equalities
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.purge import purged_ids
from mockserver.trace.query.select import check_page, page, select

SHOWN = tuple(CostQueryOutput.__annotations__)
"""The fields of a price that a query answers. Observed: it may name others, and shows none."""

FIELDS = QueryFields.of(CostRecord, unknown_field, hidden=frozenset({"project_id"}))
COUNT = "count(*)"

NOT_BY_ID = "Can only purge costs by specifying one or more cost ids"


def create(store: Store, request: CostCreateReq, ids: Ids, now: str, user: str) -> list[list[str]]:
    """Keep a price for each model, beside earlier ones. Returns the id and the model of each."""
    project = check_project(request.project_id)
    made = []
    for llm_id, price in request.costs.items():
        record = _record(project, llm_id, price, cost_id=ids.uuid7(), now=now, user=user)
        store[COSTS].insert(record)
        made.append([record["id"], llm_id])
    return made


def query(store: Store, request: CostQueryReq) -> Steps[list[bytes]]:
    """The JSON of the project's own prices, with null for fields that were not asked for.

    Chosen: a query sees no other project's prices; production lets it. Raises a 400 for an
    unknown field and for a negative page.
    """
    project = check_project(request.project_id)
    check_page(request.limit, request.offset, "non-negative")
    shown = _shown(request.fields)
    found = store[COSTS].find(project, equalities(request.query)).texts
    matches = yield from select(found, request.query, request.sort_by, FIELDS)
    chosen = page(matches, request.limit, request.offset)
    rows = yield from in_steps(chosen, partial(_rows, shown))
    yield from let_go(matches)
    return rows


def purge(store: Store, request: CostPurgeReq) -> None:
    """Delete prices of the project by their ids; unknown ids are no error."""
    project = check_project(request.project_id)
    for cost_id in purged_ids(request.query, NOT_BY_ID, lists=True):
        store[COSTS].drop(project, cost_id)


def _shown(fields: list[str] | None) -> frozenset[str]:
    if not fields:
        return frozenset(SHOWN)
    for field in fields:
        if field.lower() != COUNT:
            FIELDS.find(field)
    return frozenset(fields)


def _rows(shown: frozenset[str], records: list[Record]) -> list[bytes]:
    """The JSON of several rows, as it stands in a list."""
    rows = [{name: row[name] if name in shown else None for name in SHOWN} for row in records]
    return [encode_items(rows)]


def _record(
    project: str, llm_id: str, price: CostCreateInput, *, cost_id: str, now: str, user: str
) -> Record:
    return {
        "id": cost_id,
        "project_id": project,
        "pricing_level": "project",
        "pricing_level_id": project,
        "provider_id": price.provider_id or "default",
        "llm_id": llm_id,
        "effective_date": iso(price.effective_date) if price.effective_date else now,
        **price.amounts(),
        "prompt_token_cost_unit": price.prompt_token_cost_unit or USD,
        "completion_token_cost_unit": price.completion_token_cost_unit or USD,
        "created_by": user,
        "created_at": now,
    }
