"""Ids of the upstream, for records that are made here a second time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from mockserver.core.ids import Ids

_IN_A_RUN = re.compile(rb'"evaluation_run_id"\s*:\s*"')
_NAMING = frozenset({"id", "trace_id", "evaluation_run_id", "prediction_id", "score_id"})


class QueuedIds(Ids):
    """A source of ids that gives queued ids first, then those of the server."""

    def __init__(self, own: Ids) -> None:
        self._own = own
        self.repeatable = own.repeatable
        self._queued: Iterator[str | None] = iter(())

    def queue(self, ids: Iterable[str | None]) -> None:
        """Set the next ids; None stands for one of the server's own."""
        self._queued = iter(ids)

    def uuid7(self) -> str:
        """The next id."""
        return next(self._queued, None) or self._own.uuid7()

    def hex(self) -> str:
        """Hexadecimal digits of the server's own."""
        return self._own.hex()

    def hex_of(self, key: bytes) -> str:
        """Hexadecimal digits of the server's own, made of a key."""
        return self._own.hex_of(key)

    def chance(self, probability: float) -> bool:
        """A draw of the server's own."""
        return self._own.chance(probability)

    def request(self) -> bytes:
        """A number of the server's own."""
        return self._own.request()


def new_ids(operation: str, request: bytes, answer: Any) -> list[str | None]:
    """The ids in an answer that are not in its request, in the order in which they are made.

    A prediction comes after its trial, of which the answer says nothing.
    """
    made = [found for found in _named(answer) if found.encode() not in request]
    has_trial = operation == "Prediction Create" and _IN_A_RUN.search(request)
    return [None, *made] if has_trial else [*made]


def _named(answer: Any) -> Iterator[str]:
    """Yield the ids of one record, of several in `res`, or in pairs under `ids`."""
    if not isinstance(answer, dict):
        return
    for name, value in answer.items():
        if name in _NAMING and isinstance(value, str):
            yield value
        elif name == "res" and isinstance(value, list):
            for each in value:
                yield from _named(each)
        elif name == "ids" and isinstance(value, list):
            yield from (str(pair[0]) for pair in value if isinstance(pair, list) and pair)
