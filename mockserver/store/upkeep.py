"""Upkeep of the store between requests: compaction, and closing at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from typing import TYPE_CHECKING

from mockserver.store.errors import StoreError
from mockserver.store.store import Store

if TYPE_CHECKING:
    from mockserver.store.disk import Disk

logger = logging.getLogger("mockserver")

PAUSE = 1.0
"""Seconds between two checks of the log; no write between two checks counts as quiet."""


@asynccontextmanager
async def kept(store: Store) -> AsyncIterator[None]:
    """Compact the store's files while the server runs, and close them when it stops.

    If the server crashes, the files are released as they are: the log has everything.
    """
    upkeep = asyncio.ensure_future(_keep(store.disk)) if store.disk else None
    try:
        yield
    except BaseException:
        await _ended(upkeep)
        store.abandon()
        raise
    await _ended(upkeep)
    store.close()


async def _keep(disk: Disk) -> None:
    seen, complaint = disk.logged, ""
    while True:
        await asyncio.sleep(PAUSE)
        quiet, seen = disk.logged == seen, disk.logged
        if not disk.wants_compaction(quiet=quiet):
            continue
        try:
            await compact(disk)
        except StoreError as error:
            if str(error) != complaint:
                complaint = str(error)
                logger.error(complaint)


async def compact(disk: Disk) -> None:
    """Fold the log into the snapshot file, serving requests between the steps."""
    with closing(disk.compact()) as steps:
        for step in steps:
            await (_in_thread(step) if step else asyncio.sleep(0))


async def _in_thread(step: Callable[[], None]) -> None:
    """Run a step in a thread, and let it finish even if the server stops."""
    running = asyncio.ensure_future(asyncio.to_thread(step))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        await running
        raise


async def _ended(task: asyncio.Future[None] | None) -> None:
    if task:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
