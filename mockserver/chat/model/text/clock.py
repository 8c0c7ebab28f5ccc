"""Times of day: `6 pm`, `18:30`, `noon`."""

from __future__ import annotations

import re

CLOCK = r"(?:\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\b\.?)?|noon|midnight)"
"""A time of day."""


def clock_time(text: str) -> str:
    """A time of day as `HH:MM`."""
    bare = text.lower().replace(".", "")
    if bare in ("noon", "midnight"):
        return "12:00" if bare == "noon" else "00:00"
    hour, minute, *_ = [*map(int, re.findall(r"\d+", bare)), 0]
    if bare.endswith(("am", "pm")):
        hour = hour % 12 + (12 if bare.endswith("pm") else 0)
    return f"{hour:02d}:{minute:02d}"


def minutes_of(clock: str) -> int:
    """The minutes from midnight to a time of day."""
    hours, minutes = clock_time(clock).split(":")
    return int(hours) * 60 + int(minutes)
