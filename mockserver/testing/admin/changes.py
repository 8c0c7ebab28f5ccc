"""Changes of calls, for the stream of events."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from mockserver.core.codec import peek
from mockserver.core.model import Record
from mockserver.store.transaction import Change

MOST = 500
"""Calls of one project in an event; `more` says that there are others."""

MOST_KEPT = 2000
"""Changes that wait to be sent; older ones are dropped."""

ChangedCall = tuple[str, str | None, str | None, str]
"""Id, trace and parent of a call, and the kind of change."""


class Changes:
    """The changes since the last `take`. Of several changes to a call the last one counts."""

    def __init__(self) -> None:
        self._kept: deque[Change] = deque(maxlen=MOST_KEPT)
        self.missed = False
        """True if changes were dropped."""

    def note(self, kept: list[Change]) -> None:
        """Note the changes of a transaction, from any thread.

        They are parsed later, so that writers do not wait for followers.
        """
        self.missed |= len(self._kept) + len(kept) > MOST_KEPT
        self._kept.extend(kept)

    def clear(self) -> None:
        """Drop all changes noted so far."""
        self._kept.clear()
        self.missed = False

    def take(self) -> Iterator[Record]:
        """Yield the changes, a record for each project."""
        by_project: dict[str, dict[str, ChangedCall]] = {}
        while self._kept:
            change = self._kept.popleft()
            if found := _row(change):
                project, row = found
                by_project.setdefault(project, {})[row[0]] = row
        for project, rows in by_project.items():
            changed = list(rows.values())
            yield {"project": project, "changed": changed[:MOST], "more": len(changed) > MOST}


def _row(change: Change) -> tuple[str, ChangedCall] | None:
    """The project of a change, and the call that has changed; None for other records."""
    record = peek(change.after or change.before or b"null")
    if change.table == "calls":
        row = (record["id"], record["trace_id"], record["parent_id"], _what(change))
        return record["project_id"], row
    if change.table == "feedback":
        _, is_call, call = record["weave_ref"].rpartition("/call/")
        return (record["project_id"], (call, None, None, "feedback")) if is_call else None
    return None


def _what(change: Change) -> str:
    if change.after is None:
        return "delete"
    ended = peek(change.after)["ended_at"] is not None
    if change.before is None:
        return "end" if ended else "start"
    return "end" if ended and peek(change.before)["ended_at"] is None else "update"
