"""Formats of dates: ISO's, those that a description names, and words."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from mockserver.chat.model.text.dates import DATE, day_of
from mockserver.chat.model.text.patterns import pattern

_FORMAT = pattern(
    r"\b(?:YYYY[-/.]MM(?:[-/.]DD|(?![-/.]DD))|(?:MM[-/.]DD|DD[-/.]MM|MM)[-/.]YYYY?|MM/DD/YY|DD/MM/YY)\b"
    r"|\b(?:year-month-day|month-day-year|day-month-year)\b"
    r"|%(?-i:[YymdBb])(?:[-/.,:T ]{0,2}%[a-z])+Z?",
    re.IGNORECASE,
)
"""The name of a format: `MM/DD/YYYY`, `day-month-year`, `%d.%m.%Y`."""


def day_written(day: date, description: str) -> str:
    """A day in the format that a description names (`MM/DD/YYYY`, `%d.%m.%Y`), else in ISO's."""
    match = _FORMAT.search(description)
    form = match[0] if match else "Y-M-D"
    if "%" not in form:
        form = re.sub("year|month|day|y+|m+|d+", lambda part: f"%{part[0][0]}", form.lower())
        form = form.replace("%y", "%Y")
    return datetime.combine(day, time()).strftime(form)


def dates_rewritten(text: str, description: str, now: datetime) -> str:
    """A text with its dates in the format that a description names."""
    for name, day in ((match[0], day_of(match[0], now)) for match in DATE.finditer(text)):
        text = text.replace(name, day_written(day, description)) if day else text
    return text


def in_words(day: date) -> str:
    """A date in words: `Friday, 3 May 2024 (2024-05-03)`."""
    return f"{day:%A}, {day.day} {day:%B} {day.year} ({day.isoformat()})"
