"""Create and query the prices of a project."""

from __future__ import annotations

from functools import partial

from mockserver.core.clock import iso
from mockserver.core.codec import encode_items
from mockserver.core.ids import Ids
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps, let_go
from mockserver.store.store import Store
from mockserver.trace.costs.models import CostCreateReq, CostQueryOutput, CostQueryReq, CostRecord
from mockserver.trace.kinds import COSTS
from mockserver.trace.query.conditions import equalities
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.select import check_page, page, select

SHOWN = tuple(CostQueryOutput.__annotations__)
"""The fields in a response. Observed: a query may name others, which it does not return."""

FIELDS = QueryFields.of(CostRecord, unknown_field, hidden=frozenset({"project_id"}))


def create(store: Store, request: CostCreateReq, ids: Ids, now: str, user: str) -> list[list[str]]:
    """Add a price for each model. Returns the id and the model of each."""
    project = request.project
    created = []
    for llm_id, price in request.costs.items():
        record = {
            **COSTS.blank,
            **{name: value for name, value in price if value not in (None, "")},
            "id": ids.uuid7(),
            "project_id": project,
            "pricing_level_id": project,
            "llm_id": llm_id,
            "effective_date": iso(price.effective_date) if price.effective_date else now,
            "created_by": user,
            "created_at": now,
        }
        store[COSTS].insert(record)
        created.append([record["id"], llm_id])
    return created


def query(store: Store, request: CostQueryReq) -> Steps[list[bytes]]:
    """The JSON of the project's own prices, with null for fields that were not requested.

    Chosen: a query cannot see other projects' prices, as it can in production. Raises a 400 for
    an unknown field and for a negative page.
    """
    project = request.project
    check_page(request.limit, request.offset, "non-negative")
    fields = request.fields or SHOWN
    for field in fields:
        if field.lower() != "count(*)":
            FIELDS.find(field)
    found = store[COSTS].find(project, equalities(request.query)).texts
    matches = yield from select(found, request.query, request.sort_by, FIELDS)
    chosen = page(matches, request.limit, request.offset)
    rows = yield from in_steps(chosen, partial(_rows, frozenset(fields)))
    yield from let_go(matches)
    return rows


def _rows(shown: frozenset[str], records: list[Record]) -> list[bytes]:
    rows = [{name: row[name] if name in shown else None for name in SHOWN} for row in records]
    return [encode_items(rows)]
