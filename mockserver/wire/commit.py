"""Group commit: one sync of the disk for every answer that waits for it."""

from __future__ import annotations

import asyncio

from mockserver.store.disk import Disk
from mockserver.store.errors import StoreError
from mockserver.store.ledger import Ledger


class GroupCommit:
    """Rounds of syncing, one after the other, each in a thread.

    Whoever asks while a round is under way waits for the next one: only a sync that begins after
    a write is sure to have it.
    """

    def __init__(self, disk: Disk, ledger: Ledger) -> None:
        self._disk = disk
        self._ledger = ledger
        self._synced = ledger.written
        self._running: asyncio.Task[StoreError | None] | None = None
        self._next: asyncio.Task[StoreError | None] | None = None

    @property
    def settled(self) -> bool:
        """Whether everything written so far would survive a loss of power."""
        return self._synced == self._ledger.written

    async def settle(self) -> StoreError | None:
        """Return when everything written before this call would; or why it may not."""
        if self.settled:
            return None
        if self._next is None:
            self._next = asyncio.ensure_future(self._round(self._running))
        return await asyncio.shield(self._next)

    def sync(self) -> StoreError | None:
        """The same at once, while nobody else is served. Any thread may call it."""
        written = self._ledger.written
        try:
            self._disk.sync()
        except StoreError as error:
            return error
        self._synced = max(self._synced, written)
        return None

    async def _round(self, previous: asyncio.Task[StoreError | None] | None) -> StoreError | None:
        if previous:
            await asyncio.wait([previous])
        self._running, self._next = self._next, None
        return await asyncio.to_thread(self.sync)
