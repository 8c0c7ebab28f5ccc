"""Prices: create, query and purge those of a project."""

from __future__ import annotations

from mockserver.core.clock import iso
from mockserver.core.ids import Ids
from mockserver.core.model import Record
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonBytes, listed
from mockserver.http.context import Context
from mockserver.store.store import Store
from mockserver.trace.costs import models
from mockserver.trace.kinds import COSTS
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.select import matching, shown_page
from mockserver.trace.query.select import purge as purge_records

SHOWN = tuple(models.CostQueryOutput.__annotations__)
"""The fields in a response. Observed: a query may name others, which it does not return."""

FIELDS = QueryFields.of(models.CostRecord, unknown_field, hidden=frozenset({"project_id"}))


def create(body: models.CostCreateReq, ctx: Context) -> models.CostCreateRes:
    """`{"ids": [[id, model], ...]}`, in the order of the request. Observed."""
    return {"ids": add(ctx.store, body, ctx.ids, ctx.clock.iso(), ctx.user)}


def query(body: models.CostQueryReq, ctx: Context) -> Steps[JsonBytes[models.CostQueryRes]]:
    """`{"results": [...]}`."""
    # Chosen: a query cannot see other projects' prices, as it can in production.
    names = body.fields or SHOWN
    matches, reads = yield from matching(ctx.store[COSTS], body, FIELDS, names)

    def show(price: Record) -> Record:
        return {name: reads[name](price) if name in reads else None for name in SHOWN}

    rows = yield from shown_page(matches, body, show)
    return (yield from listed(b'{"results":[', rows, b"]}"))


def purge(body: models.CostPurgeReq, ctx: Context) -> models.CostPurgeRes:
    """`{}`, also when there was nothing to delete. Observed."""
    refusal = "Can only purge costs by specifying one or more cost ids"
    purge_records(ctx.store[COSTS], body, refusal, lists=True)
    return {}


def add(
    store: Store, request: models.CostCreateReq, ids: Ids, now: str, user: str
) -> list[list[str]]:
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
