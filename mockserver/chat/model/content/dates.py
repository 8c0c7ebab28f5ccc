"""Functions for dates and times that `formulas.txt` uses."""

from __future__ import annotations

from calendar import isleap, monthrange
from collections.abc import Callable, Mapping
from datetime import date, datetime
from fractions import Fraction
from itertools import islice
from typing import Any

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.dates import (
    MONTHS,
    WEEKDAYS,
    clock_time,
    dates_in,
    day_of,
    month_of,
    moved,
)

_NOON = 12 * 60


def is_open(question: str, text: str) -> bool | None:
    """True if the time in a question is within the hours in a text; None if either is missing."""
    hours = CUES.find("opening hours", text)
    at = CUES.find("at a time", CUES.pattern("opening hours").sub("", question))
    if hours is None or at is None:
        return None
    opens, closes, time = map(_minutes, (hours["opens"], hours["closes"], at["time"]))
    closes += _NOON if closes <= opens else 0
    time += _NOON if at["late"] and time < _NOON else 0
    return opens <= time < closes


def in_words(day: date) -> str:
    """A date in words: `Friday, 3 May 2024 (2024-05-03)`."""
    month = MONTHS[day.month - 1].capitalize()
    return f"{_weekday(day)}, {day.day} {month} {day.year} ({day.isoformat()})"


def _minutes(clock: str) -> int:
    """Minutes since midnight."""
    hours, minutes = clock_time(clock).split(":")
    return int(hours) * 60 + int(minutes)


def _weekday(day: date) -> str:
    return WEEKDAYS[day.weekday()].capitalize()


def _time_after(start: str, count: Fraction, unit: str) -> str:
    minutes = _minutes(start) + int(count * (60 if unit.lower() == "hour" else 1))
    return f"{minutes // 60 % 24}:{minutes % 60:02d}"


def _hours_between(start: str, end: str) -> str:
    hours, minutes = divmod((_minutes(end) - _minutes(start)) % 1440, 60)
    return f"{hours} hours" + (f" and {minutes} minutes" if minutes else "")


def _named_day(text: str, now: datetime) -> date:
    """The first day in a text. Raises LookupError."""
    day = next(dates_in(text, now), None)
    if day is None:
        raise LookupError(text)
    return day


def _day(text: str, now: datetime) -> date:
    return next(dates_in(text, now), now.date())


def _span(unit: str, text: str, now: datetime) -> int:
    """The days, weeks, months or years between two dates in a text, or one date and today."""
    other = next(islice(dates_in(text, now), 1, None), now.date())
    first, last = sorted((_named_day(text, now), other))
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    days = (last - first).days
    counts = {"days": days, "weeks": days // 7, "months": months, "years": months // 12}
    return counts[unit.lower()]


DATES: Mapping[str, Callable[..., Any]] = {
    "weekday": _weekday, "time_after": _time_after,
    "hours_between": _hours_between, "month_of": month_of, "named_day": _named_day, "day": _day,
    "next_day": day_of, "span": _span, "is_leap": lambda year: isleap(int(year)),
    "moved": lambda start, count, unit: moved(start, int(count), unit.lower()),
    "days_of_month": lambda name, year, now: monthrange(int(year or now.year), month_of(name))[1],
    "this_year": lambda now: now.year, "this_month": lambda now: MONTHS[now.month - 1].capitalize(),
    "days_left": lambda now: (date(now.year, 12, 31) - now.date()).days,
    "time": lambda now: now.strftime("%H:%M"),
}  # fmt: skip
"""The functions, by their names in formulas."""
