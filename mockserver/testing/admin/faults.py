"""Planned failures, over HTTP."""

from __future__ import annotations

from mockserver import listing
from mockserver.core.errors import not_found
from mockserver.core.model import Record
from mockserver.http.context import Context
from mockserver.http.faults import Fault, Planned


def find(ctx: Context) -> Record:
    """Every fault that stands, and how often it was used."""
    return {"faults": [shown(planned) for planned in ctx.services.faults.planned]}


def read(ctx: Context) -> Record:
    """One fault."""
    for planned in ctx.services.faults.planned:
        if str(planned.number) == ctx.path["id"]:
            return shown(planned)
    raise not_found(f"No fault {ctx.path['id']}")


def plan(body: Fault, ctx: Context) -> Record:
    """Plan a fault, after those that are planned already."""
    listing.check_operation(body.operation)
    return shown(ctx.services.faults.add(body))


def change(body: Fault, ctx: Context) -> Record:
    """Put another fault in the place of one, as if it had not been used."""
    listing.check_operation(body.operation)
    changed = ctx.services.faults.replace(ctx.path["id"], body)
    if changed is None:
        raise not_found(f"No fault {ctx.path['id']}")
    return shown(changed)


def remove(ctx: Context) -> Record:
    """Take one fault away."""
    number = ctx.path["id"]
    gone = ctx.services.faults.remove(lambda planned: str(planned.number) == number)
    if not gone:
        raise not_found(f"No fault {number}")
    return {"dropped": gone}


def clear(ctx: Context) -> Record:
    """Take all faults away."""
    return {"dropped": ctx.services.faults.remove(lambda _: True)}


def shown(planned: Planned) -> Record:
    """A fault with what became of it."""
    return {
        "id": planned.number,
        **planned.fault.model_dump(exclude_defaults=True),
        "operation": planned.fault.operation,
        "text": str(planned.fault),
        "seen": planned.seen,
        "used": planned.used,
        "remaining": planned.remaining,
    }
