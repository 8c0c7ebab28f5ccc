"""The state of a server, over HTTP: records, reset and snapshots."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mockserver.chat.prompt.prefixes import KnownBlocks
from mockserver.chat.prompt.vocabulary import TokenTexts
from mockserver.chat.responses.answer import KeptResponses
from mockserver.chat.script.script import Script
from mockserver.core.codec import peek
from mockserver.core.errors import conflict, not_found
from mockserver.core.model import Record
from mockserver.http.answers import JsonBytes
from mockserver.http.context import BASELINE, Context, Services
from mockserver.http.parsers import queried
from mockserver.testing.admin.models import NewSnapshot, Reset, StateQuery


def counts(ctx: Context) -> Record:
    """The number of records of each kind."""
    return {"counts": ctx.store.counts()}


@queried
def records(ctx: Context, query: StateQuery) -> JsonBytes[Any]:
    """The newest stored records of one kind, the newest last."""
    rows = ctx.store.tables.get(ctx.path["kind"])
    if rows is None:
        known = ", ".join(ctx.store.tables)
        raise not_found(f"No kind {ctx.path['kind']!r}; known: {known}")
    texts = [text for _, text in rows.items()]
    if query.project is not None:
        texts = [text for text in texts if peek(text).get("project_id") == query.project]
    return b'{"records":[' + b",".join(texts[-query.limit :]) + b"]}"


def reset(body: Reset, ctx: Context) -> Record:
    """Return to the initial state or to an empty one, as a whole or in one project."""
    before = Counter(ctx.store.counts())
    state = {} if body.to == "empty" else ctx.services.host.snapshots[BASELINE]
    ctx.store.restore(state, body.project)
    before.subtract(ctx.store.counts())
    dropped = _drop_plans(ctx.services, body.project)
    records = {kind: count for kind, count in before.items() if count > 0}
    return {"dropped": {"records": records, **dropped}}


def list_snapshots(ctx: Context) -> Record:
    """The names of all snapshots."""
    return {"snapshots": list(ctx.services.host.snapshots)}


def take_snapshot(body: NewSnapshot, ctx: Context) -> Record:
    """Take a snapshot under a name, replacing an earlier one."""
    if body.name == BASELINE:
        raise conflict("The baseline is the initial state and cannot be replaced")
    ctx.services.host.snapshots[body.name] = ctx.store.snapshot()
    return {"name": body.name, "counts": ctx.store.counts()}


def restore(ctx: Context) -> Record:
    """Restore the records of a snapshot."""
    snapshots, name = ctx.services.host.snapshots, ctx.path["name"]
    if name not in snapshots:
        raise not_found(f"No snapshot {name!r}; known: {', '.join(snapshots)}")
    ctx.store.restore(snapshots[name])
    return {"name": name, "counts": ctx.store.counts()}


def drop_snapshots(ctx: Context) -> Record:
    """Drop all snapshots but the baseline."""
    snapshots = ctx.services.host.snapshots
    names = [name for name in snapshots if name != BASELINE]
    for name in names:
        del snapshots[name]
    return {"dropped": names}


def _drop_plans(services: Services, project: str | None) -> Record:
    """Drop requests and faults; without a project also replies, clock, ids and settings."""
    faults, request_log = services.faults, services.request_log
    if project is not None:
        return {
            "requests": request_log.clear(project),
            "faults": faults.remove(
                [fault for fault in faults.planned if fault.value.project == project]
            ),
        }
    script = services.memory[Script]
    planned = {"faults": len(faults.planned), "replies": len(script.planned)}
    dropped = {"requests": request_log.clear(), **planned}
    faults.clear()
    script.clear()
    services.clock.restart()
    services.ids.restart()
    services.memory[KnownBlocks].clear()
    services.memory[KeptResponses].clear()
    services.memory[TokenTexts].clear()
    if services.settings != services.host.settings:
        services.host.configure(services.host.settings)
    return dropped
