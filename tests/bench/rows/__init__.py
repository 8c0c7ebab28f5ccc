"""The rows of the bench, each in one place, as a function from a bench to an outcome.

H is for requests over HTTP, S for the store, Q for queries, C for starting cold. A letter behind
the number tells a variant of the row: `m` keeps the state in memory, `-1M` takes a million calls.
Ratios compare within one run only; the limits are the applications of `limits`.
"""

from __future__ import annotations

import re

from tests.bench.rows import (  # noqa: F401 (each declares its rows)
    calls,
    chat,
    compaction,
    durability,
    growth,
    objects,
    paths,
    pauses,
    queries,
    starting,
    store,
)
from tests.bench.rows.declared import DECLARED, Row, row

__all__ = ["ROWS", "Row", "row"]

FAMILIES = "HSQC"


def _place(id: str) -> tuple[int, int, str]:
    family, number, variant = re.split(r"(\d+)", id, maxsplit=1)
    return FAMILIES.index(family), int(number), variant


ROWS: dict[str, Row] = {name: DECLARED[name] for name in sorted(DECLARED, key=_place)}
