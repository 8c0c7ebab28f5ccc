"""Faults, over HTTP."""

from __future__ import annotations

from mockserver import listing
from mockserver.core.model import Record
from mockserver.http.context import Context
from mockserver.http.fault import Fault
from mockserver.http.faults import ActiveFault


def find(ctx: Context) -> Record:
    """All planned faults, and the number of uses of each."""
    return {"faults": [shown(planned) for planned in ctx.services.faults.planned]}


def read(ctx: Context) -> Record:
    """One fault."""
    return shown(ctx.services.faults.find(ctx.path["id"]))


def plan(body: Fault, ctx: Context) -> Record:
    """Plan a fault, after the others."""
    listing.check_operation(body.operation)
    return shown(ctx.services.faults.add(body))


def change(body: Fault, ctx: Context) -> Record:
    """Replace a fault by another, which begins unused."""
    listing.check_operation(body.operation)
    return shown(ctx.services.faults.replace(ctx.path["id"], body))


def remove(ctx: Context) -> Record:
    """Remove one fault."""
    faults = ctx.services.faults
    return {"dropped": faults.remove([faults.find(ctx.path["id"])])}


def clear(ctx: Context) -> Record:
    """Remove all faults."""
    faults = ctx.services.faults
    return {"dropped": faults.remove(faults.planned)}


def shown(planned: ActiveFault) -> Record:
    """A planned fault as JSON."""
    fault = planned.value
    return {
        "id": planned.number,
        **fault.model_dump(exclude_defaults=True),
        "operation": fault.operation,
        "text": str(fault),
        "seen": planned.seen,
        "used": planned.used,
        "remaining": planned.remaining,
    }
