"""Faults, over HTTP."""

from __future__ import annotations

from mockserver import listing
from mockserver.core.errors import ApiError, not_found
from mockserver.core.model import Record
from mockserver.http.context import Context
from mockserver.http.faults import Fault, Planned


def find(ctx: Context) -> Record:
    """All planned faults, and the number of uses of each."""
    return {"faults": [shown(planned) for planned in ctx.services.faults.planned]}


def read(ctx: Context) -> Record:
    """One fault."""
    for planned in ctx.services.faults.planned:
        if str(planned.number) == ctx.path["id"]:
            return shown(planned)
    raise _missing(ctx)


def plan(body: Fault, ctx: Context) -> Record:
    """Plan a fault, after the others."""
    listing.check_operation(body.operation)
    return shown(ctx.services.faults.add(body))


def change(body: Fault, ctx: Context) -> Record:
    """Replace a fault by another, which begins unused."""
    listing.check_operation(body.operation)
    if changed := ctx.services.faults.replace(ctx.path["id"], body):
        return shown(changed)
    raise _missing(ctx)


def remove(ctx: Context) -> Record:
    """Remove one fault."""
    number = ctx.path["id"]
    if removed := ctx.services.faults.remove(lambda planned: str(planned.number) == number):
        return {"dropped": removed}
    raise _missing(ctx)


def clear(ctx: Context) -> Record:
    """Remove all faults."""
    return {"dropped": ctx.services.faults.remove(lambda _: True)}


def shown(planned: Planned) -> Record:
    """A planned fault as JSON."""
    return {
        "id": planned.number,
        **planned.fault.model_dump(exclude_defaults=True),
        "operation": planned.fault.operation,
        "text": str(planned.fault),
        "seen": planned.seen,
        "used": planned.used,
        "remaining": planned.remaining,
    }


def _missing(ctx: Context) -> ApiError:
    return not_found(f"No fault {ctx.path['id']}")
