"""Group commit: one sync of the disk for every answer that waits for it."""

from __future__ import annotations

import asyncio
from collections import deque

from mockserver.store.disk import Disk
from mockserver.store.errors import StoreError
from mockserver.store.ledger import Ledger


class GroupCommit:
    """Rounds of syncing, one after the other, each in a thread.

    Whoever asks while a round is under way waits for the next one: only a sync that begins after
    a write is sure to have it. When a sync fails, what it was to make safe is revoked: nobody was
    told of it.
    """

    def __init__(self, disk: Disk, ledger: Ledger) -> None:
        self._disk = disk
        self._ledger = ledger
        ledger.unsafe = deque()
        self._synced = ledger.written
        self.failures = 0
        """How many syncs have failed."""
        self._lost: StoreError | None = None
        self._unheard: StoreError | None = None
        self._running: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    @property
    def settled(self) -> bool:
        """Whether everything written so far would survive a loss of power."""
        return self._synced == self._ledger.written

    async def settle(self, failures: int) -> StoreError | None:
        """Return when everything written before this call would; or why some of it is revoked,
        which was written when there were so many failures."""
        if not self.settled:
            if self._next is None:
                self._next = asyncio.ensure_future(self._round(self._running))
            await asyncio.shield(self._next)
        return self._lost if self.failures > failures else None

    def sync(self) -> StoreError | None:
        """The same at once, while nobody else is served."""
        return self._concluded(self._tried())

    def heard(self) -> StoreError | None:
        """Why something was revoked since this was last asked, if it was."""
        lost, self._unheard = self._unheard, None
        return lost

    async def _round(self, previous: asyncio.Task[None] | None) -> None:
        if previous:
            await asyncio.wait([previous])
        self._running, self._next = self._next, None
        self._concluded(await asyncio.to_thread(self._tried))

    def _tried(self) -> StoreError | None:
        """Runs in any thread."""
        written = self._ledger.written
        try:
            self._disk.sync()
        except StoreError as error:
            return error
        self._synced = max(self._synced, written)
        return None

    def _concluded(self, lost: StoreError | None) -> StoreError | None:
        if lost is None:
            self._ledger.secure(self._synced)
            return None
        self.failures += 1
        self._lost = self._unheard = lost
        self._ledger.revoke()
        self._synced = self._ledger.written
        return lost
