"""How a row is declared: id, title, target, and the function that measures it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.bench.bench import Bench
from tests.bench.figures import Outcome, Target

Measurement = Callable[[Bench], Outcome]


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    id: str
    title: str
    target: Target | None
    """None for a row that is only for comparison."""
    measure: Measurement
    million: bool
    """True if it takes a million calls, and so minutes: it is measured only on request."""


DECLARED: dict[str, Row] = {}


def row(
    id: str, title: str, target: Target | None, *, million: bool = False
) -> Callable[[Measurement], Measurement]:
    """Declare a row. Raises ValueError for a duplicate id."""

    def declare(measure: Measurement) -> Measurement:
        if id in DECLARED:
            raise ValueError(f"row {id} is declared twice")
        DECLARED[id] = Row(id, title, target, measure, million)
        return measure

    return declare
