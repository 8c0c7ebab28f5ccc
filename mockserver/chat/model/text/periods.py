"""Periods: the weeks, months and years from a day on, or around it."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from mockserver.chat.model.text.patterns import pattern

PERIOD = pattern(r"(?i)(?:next|this|last|coming) (week|weekend|month|quarter|year)")
"""A period that a text names."""


def moved(start: date, count: int, unit: str) -> date:
    """Add a number of days, weeks, months or years. Raises OverflowError or ValueError."""
    if unit in ("day", "week"):
        return start + timedelta(count * (7 if unit == "week" else 1))
    months = start.year * 12 + start.month - 1 + count * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))


def period_of(text: str, day: date) -> tuple[date, date]:
    """The first and the last day of the period that a text names, such as `next week`, and that a
    day is in; else the day twice."""
    name = PERIOD.fullmatch(text)
    unit = name[1].lower() if name else ""
    if unit.startswith("week"):
        monday = day - timedelta(day.weekday())
        return monday + timedelta(5 if unit == "weekend" else 0), monday + timedelta(6)
    if unit == "month":
        return day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1])
    return (date(day.year, 1, 1), date(day.year, 12, 31)) if unit == "year" else (day, day)
