"""What one app has, made from its settings: state, time, ids, plans."""

from __future__ import annotations

from pathlib import Path

from mockserver import listing
from mockserver.chat.script.script import Script
from mockserver.core.bounded_set import Seen
from mockserver.core.clock import Clock
from mockserver.core.errors import ApiError
from mockserver.core.ids import Ids
from mockserver.data.kinds import KINDS
from mockserver.http.context import Host, Services
from mockserver.http.exchange import Log
from mockserver.http.fault_notation import parse_fault
from mockserver.http.faults import Fault, Faults
from mockserver.http.request_log import Journal
from mockserver.settings import InvalidSetting, Settings, flag
from mockserver.store.store import Store


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
    )


def planned(settings: Settings) -> list[Fault]:
    """The faults that stand from the start. Raises InvalidSetting."""
    faults = [_fault(text) for text in settings.fault]
    if settings.latency:
        faults.append(Fault(delay=settings.latency, optional=True))
    return faults


def _fault(text: str) -> Fault:
    try:
        fault = parse_fault(text)
        listing.check_operation(fault.operation)
    except (ValueError, ApiError) as error:
        raise InvalidSetting(f"{flag('fault')} {text!r}: {error}") from None
    return fault


def _ids(clock: Clock, settings: Settings, store: Store) -> Ids:
    """With a seed, a row of ids that is not the one by which a stored state was made."""
    ids = Ids(clock, settings.seed)
    return ids.apart(f"after {len(store)} records") if len(store) else ids


def _check_prices(path: str) -> None:
    from mockserver.trace.costs.prices import default_prices

    default_prices(path)
