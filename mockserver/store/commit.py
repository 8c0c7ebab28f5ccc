"""Group commit: one sync of the disk for every answer that waits for it."""

from __future__ import annotations

import asyncio

from mockserver.store.disk import Disk


class GroupCommit:
    """Rounds of syncing, one after the other, each in a thread.

    Whoever asks while a round is under way waits for the next one: only a sync that begins after
    a write is sure to have it.
    """

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._running: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    @property
    def settled(self) -> bool:
        """True if everything written so far would survive a loss of power."""
        return self._disk.synced == self._disk.written

    async def settle(self) -> None:
        """Return when everything written before this call would. Raises StoreError."""
        if not self.settled:
            if self._next is None:
                self._next = asyncio.ensure_future(self._round(self._running))
            await asyncio.shield(self._next)
        self._disk.check()

    async def _round(self, previous: asyncio.Task[None] | None) -> None:
        if previous:
            await asyncio.wait([previous])
        self._running, self._next = self._next, None
        await asyncio.to_thread(self._disk.sync)
