"""Ids of the upstream, for records that are made here a second time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from mockserver.core.ids import Ids

_IN_A_RUN = re.compile(rb'"evaluation_run_id"\s*:\s*"')
_NAMES = frozenset({"id", "trace_id", "evaluation_run_id", "prediction_id", "score_id"})


class QueuedIds(Ids):
    """A source of ids that returns queued ids first; the rest comes from the server's source."""

    def __init__(self, own: Ids) -> None:
        self._own = own
        self.repeatable = own.repeatable
        for draw in (own.hex, own.hex_of, own.chance, own.request):
            setattr(self, draw.__name__, draw)
        self.queue(())

    def queue(self, ids: Iterable[str | None]) -> None:
        """Set the next ids; None means one of the server's own."""
        self._queued = iter(ids)

    def uuid7(self) -> str:
        """The next id."""
        return next(self._queued, None) or self._own.uuid7()


def new_ids(operation: str, request: bytes, reply: Any) -> list[str | None]:
    """The ids in a reply that are not in its request, in the order in which they are made.

    A prediction comes after its trial, whose id the reply does not contain.
    """
    made = [name for name in _ids_in(reply) if name.encode() not in request]
    has_trial = operation == "Prediction Create" and _IN_A_RUN.search(request)
    return [None, *made] if has_trial else [*made]


def _ids_in(reply: Any) -> Iterator[str]:
    """Yield the ids of one record, of several in `res`, or in pairs under `ids`."""
    if not isinstance(reply, dict):
        return
    for name, value in reply.items():
        if name in _NAMES and isinstance(value, str):
            yield value
        elif name == "res" and isinstance(value, list):
            for record in value:
                yield from _ids_in(record)
        elif name == "ids" and isinstance(value, list):
            yield from (str(pair[0]) for pair in value if isinstance(pair, list) and pair)
