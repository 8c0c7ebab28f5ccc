"""The pace of this machine, by which tests scale their bounds on processor time.

Machines differ, and one that others share gets slower. `slowness` times a known amount of work, so
that a bound holds the same work everywhere.
"""

from __future__ import annotations

import json
from time import process_time

_USUAL = 0.03
"""Seconds that the work takes on a usual machine of 2025."""

_WORK = [{"name": f"field {number}", "values": [number] * 20} for number in range(400)]


def slowness() -> float:
    """How many times slower than usual this machine is just now; 1 for a faster one."""
    began = process_time()
    for _ in range(10):
        text = json.dumps(_WORK)
        words = sorted(text.split(), key=lambda word: word[::-1])
        assert len({*words}) < len(words)
    return max(1.0, (process_time() - began) / _USUAL)
