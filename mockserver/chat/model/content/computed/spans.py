"""Spans of time: between two moments, or from one to a moment to find."""

from __future__ import annotations

import re
from datetime import date, datetime
from fractions import Fraction
from itertools import islice

from mockserver.chat.model.content.cues import FORMULAS
from mockserver.chat.model.text.clock import minutes_of
from mockserver.chat.model.text.dates import dates_in


def time_after(start: str, count: Fraction, unit: str) -> str:
    """The time of day so many hours or minutes after another one."""
    minutes = minutes_of(start) + int(count * (60 if unit.lower() == "hour" else 1))
    return f"{minutes // 60 % 24}:{minutes % 60:02d}"


def hours_between(start: str, end: str) -> str:
    """The hours and minutes from one time of day to the next of another: `8 hours`."""
    hours, minutes = divmod((minutes_of(end) - minutes_of(start)) % 1440, 60)
    return f"{hours} hours" + (f" and {minutes} minutes" if minutes else "")


def offset_of(place: str, text: str) -> Fraction:
    """The hours of a place ahead of UTC: those that a text states, else those of its winter."""
    zone = rf"(?i)\b{re.escape(place)}\b[^.,;\d]{{0,30}}\b(?:UTC|GMT) ?([+-]\d+(?:\.\d+)?)"
    told = re.search(zone, text) or re.fullmatch(r"(?i)(?:UTC|GMT) ?([+-]\d+)", place)
    return Fraction(told[1] if told else FORMULAS.meaning("offsets", place))


def named_day(text: str, now: datetime) -> date:
    """The first day in a text. Raises LookupError."""
    day = next(dates_in(text, now), None)
    if day is None:
        raise LookupError(text)
    return day


def span(unit: str, text: str, now: datetime) -> int:
    """The days, weeks, months or years between two dates in a text, or one date and today. The year
    of the second one is also that of the first."""
    text = FORMULAS.pattern("day of the same year").sub(r"\1 \2", text)
    other = next(islice(dates_in(text, now), 1, None), now.date())
    first, last = sorted((named_day(text, now), other))
    months = (last.year - first.year) * 12 + last.month - first.month
    if last.day < first.day:
        months -= 1
    days = (last - first).days
    return {"weeks": days // 7, "months": months, "years": months // 12}.get(unit.lower(), days)
