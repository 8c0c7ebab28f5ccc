"""Which calls have changed, for those who follow a server."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from mockserver.core.codec import peek
from mockserver.core.model import Record
from mockserver.store.transaction import Kept

MOST = 500
"""Calls of one project that are told at a time; of more only that there are."""

MOST_KEPT = 2000
"""Changes that wait to be told; the oldest go first."""

Row = tuple[str, str | None, str | None, str]
"""Id, trace and parent of a call, and what became of it."""


class Changes:
    """What has changed since it was told last. Of several changes to a call the last one counts."""

    def __init__(self) -> None:
        self._kept: deque[Kept] = deque(maxlen=MOST_KEPT)
        self.missed = False
        """True if some were forgotten untold."""

    def note(self, kept: list[Kept]) -> None:
        """Remember what a transaction has changed, whatever thread it is in. Nothing is looked at
        yet: whoever writes does not wait for those who follow."""
        self.missed |= len(self._kept) + len(kept) > MOST_KEPT
        self._kept.extend(kept)

    def forget(self) -> None:
        """Tell nothing of what was noted so far."""
        self._kept.clear()
        self.missed = False

    def take(self) -> Iterator[Record]:
        """What there is to tell, a record for each project."""
        told: dict[str, dict[str, Row]] = {}
        while self._kept:
            change = self._kept.popleft()
            if found := _row(change):
                project, row = found
                told.setdefault(project, {})[row[0]] = row
        for project, rows in told.items():
            changed = list(rows.values())
            yield {"project": project, "changed": changed[:MOST], "more": len(changed) > MOST}


def _row(change: Kept) -> tuple[str, Row] | None:
    """The call that a change is about, and its project."""
    record = peek(change.after or change.before or b"null")
    if change.table == "calls":
        row = (record["id"], record["trace_id"], record["parent_id"], _what(change))
        return record["project_id"], row
    if change.table == "feedback":
        _, is_call, call = record["weave_ref"].rpartition("/call/")
        return (record["project_id"], (call, None, None, "feedback")) if is_call else None
    return None


def _what(change: Kept) -> str:
    if change.after is None:
        return "delete"
    ended = peek(change.after)["ended_at"] is not None
    if change.before is None:
        return "end" if ended else "start"
    return "end" if ended and peek(change.before)["ended_at"] is None else "update"
