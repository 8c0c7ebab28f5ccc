"""What one app has, made from its settings: state, time, ids, plans."""

from __future__ import annotations

from pathlib import Path

from mockserver import listing
from mockserver.core.clock import Clock
from mockserver.core.ids import Ids
from mockserver.core.seen import Seen
from mockserver.data.kinds import KINDS
from mockserver.script.script import Script
from mockserver.settings import InvalidSetting, Settings, flag
from mockserver.store.store import Store
from mockserver.wire.commit import GroupCommit
from mockserver.wire.context import Host, Services
from mockserver.wire.exchange import Log
from mockserver.wire.faults import ANY, Fault, Faults
from mockserver.wire.journal import Journal
from mockserver.wire.wording import parse_fault


def make_services(settings: Settings, log: Log | None) -> Services:
    """The services of a new app; its state is what the database holds, if there is one.

    Raises StoreError if that is unreadable, InvalidSetting if a price list or a fault is.
    """
    if settings.prices:
        _check_prices(settings.prices)
    clock, faults = Clock(settings.now), planned(settings)
    path = Path(settings.db) if settings.db else None
    store = Store(KINDS, path, durable=settings.fsync)
    ids = _ids(clock, settings, store)
    return Services(
        store,
        clock,
        ids,
        settings,
        Journal(store.transaction, settings.journal, log),
        Faults(clock, ids.apart("faults"), faults),
        Script(),
        Host(settings),
        Seen(),
        GroupCommit(store.disk, store.transaction) if store.disk and settings.fsync else None,
    )


def planned(settings: Settings) -> list[Fault]:
    """The faults that stand from the start. Raises InvalidSetting."""
    names = {ANY, *(row.name for row in listing.OPERATIONS)}
    try:
        faults = [parse_fault(text) for text in settings.fault]
    except ValueError as error:
        raise InvalidSetting(f"{flag('fault')}: {error}") from None
    for fault in faults:
        if fault.operation not in names:
            raise InvalidSetting(f"{flag('fault')}: there is no operation {fault.operation!r}")
    return faults


def _ids(clock: Clock, settings: Settings, store: Store) -> Ids:
    """With a seed, a row of ids that is not the one by which a stored state was made."""
    ids = Ids(clock, settings.seed)
    return ids.apart(f"after {len(store)} records") if len(store) else ids


def _check_prices(path: str) -> None:
    from mockserver.costs.prices import default_prices

    default_prices(path)
