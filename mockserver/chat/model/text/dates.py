"""Dates and times in words: finding, reading, computing and formatting them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta

from mockserver.chat.model.text.numbers import numbers_in
from mockserver.chat.model.text.patterns import pattern

MONTHS = (
    "january february march april may june july august september october november december".split()
)
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTH = (
    rf"(?:{'|'.join(f'{month[:3]}(?:{month[3:]})?' for month in MONTHS)}|sept)"
    r"(?:(?<=\b\w{3})\.|(?<=\bsept)\.)?"
)
CLOCK = r"(?:\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\b\.?)?|noon|midnight)"
_DATE = pattern(
    rf"\b(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}/\d{{1,2}}/\d{{4}}|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH},?(?: \d{{4}})?"
    rf"|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}}\b)?"
    r"|today|(?:day after )?tomorrow|(?:day before )?yesterday"
    r"|(?:next|this|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|christmas(?: day)?|new year'?s(?: day)?|halloween)\b",
    re.IGNORECASE,
)
_YEAR = pattern(r"\b\d{4}\b")
_HOLIDAYS = {"chr": (12, 25), "new": (1, 1), "hal": (10, 31)}
_FORMAT = pattern(
    r"\b(?:YYYY[-/.]MM(?:[-/.]DD|(?![-/.]DD))|(?:MM[-/.]DD|DD[-/.]MM|MM)[-/.]YYYY?|MM/DD/YY|DD/MM/YY)\b"
    r"|\b(?:year-month-day|month-day-year|day-month-year)\b"
    r"|%(?-i:[YymdBb])(?:[-/.,:T ]{0,2}%[a-z])+Z?",
    re.IGNORECASE,
)
_DAY_FIRST = pattern(
    r"(?i)(?:\(|\bfrom |\b(?:is|are|given|written) (?:in |as ))(?:the )?(?:DD/MM|day/month)"
)
_SLASHES = pattern(r"(?<=\d)/(?=\d{1,2}/\d{4}\b|\d{4}\b)")
PERIOD = pattern(r"(?i)(?:next|this|last|coming) (week|weekend|month|quarter|year)")
_UNITS = ("day", "week", "month", "year")
_SHIFTS = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}


def dates_in(text: str, now: datetime) -> Iterator[date]:
    """The dates in a text, in order.

    A date without a year is in the first year that a date of the text has, else in the current
    year; a holiday is the next one. The day comes first if the text says so: `(DD/MM/YYYY)`.
    """
    if _DAY_FIRST.search(text):
        text = _SLASHES.sub(".", text)
    found = [match[0] for match in _DATE.finditer(text)]
    year = next((each[0] for each in map(_YEAR.search, found) if each), "")
    for name in found:
        if holiday := _HOLIDAYS.get(name[:3].lower()):
            this_year = date(now.year, *holiday)
            yield this_year if this_year >= now.date() else date(now.year + 1, *holiday)
        elif day := day_of(name if _YEAR.search(name) else f"{name} {year}", now):
            yield day


def day_of(text: str, now: datetime) -> date | None:
    """The day that a text names, if any; relative days are counted from `now`."""
    lowered = text.lower()
    words = re.findall("[a-z]+", lowered)
    figures = [int(each) for each in re.findall(r"\d+", lowered)]
    try:
        if "-" in lowered or "/" in lowered or re.match(r"\d+\.\d+\.", lowered):
            return _in_figures(lowered, *figures[:3]) if len(figures) > 2 else None
        month = next(filter(None, map(month_of, words)), 0)
        if not month:
            return _relative(words, figures, now.date())
        year = next((each for each in figures if each > 31), now.year)
        return date(year, month, next((each for each in figures if each <= 31), 1))
    except (ValueError, OverflowError):
        return None


def month_of(name: str) -> int:
    """The number of a month, by the first letters of its name; 0 for any other word."""
    return next((place for place, each in enumerate(MONTHS, 1) if each[:3] == name[:3].lower()), 0)


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


def written(day: date, description: str) -> str:
    """A day in the format that a description names (`MM/DD/YYYY`, `%d.%m.%Y`), else in ISO's."""
    match = _FORMAT.search(description)
    form = match[0] if match else "Y-M-D"
    if "%" not in form:
        form = re.sub("year|month|day|y+|m+|d+", lambda part: f"%{part[0][0]}", form.lower())
        form = form.replace("%y", "%Y")
    return datetime.combine(day, time()).strftime(form)


def rewritten(text: str, description: str, now: datetime) -> str:
    """A text with its dates in the format that a description names."""
    for name, day in ((match[0], day_of(match[0], now)) for match in _DATE.finditer(text)):
        text = text.replace(name, written(day, description)) if day else text
    return text


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


def in_words(day: date) -> str:
    """A date in words: `Friday, 3 May 2024 (2024-05-03)`."""
    return f"{day:%A}, {day.day} {day:%B} {day.year} ({day.isoformat()})"


def _in_figures(text: str, first: int, second: int, third: int) -> date:
    if first > 31:
        return date(first, second, third)
    year = third if third > 99 else 2000 + third
    return date(year, second, first) if "." in text or first > 12 else date(year, first, second)


def _relative(words: Sequence[str], figures: Sequence[int], today: date) -> date:
    """`The day after tomorrow`, `next Friday`, `in two weeks`, `3 days ago`."""
    if "day" in words and ("after" in words or "before" in words):
        return today + timedelta(2 if "after" in words else -2)
    for word in words:
        if word in _SHIFTS:
            return today + timedelta(_SHIFTS[word])
        if word in WEEKDAYS:
            days = WEEKDAYS.index(word) - today.weekday()
            if "last" in words:
                return today - timedelta(-days % 7 or 7)
            return today + timedelta(days % 7 or 7)
    count = figures[0] if figures else next(map(int, numbers_in(" ".join(words))), 1)
    if "ago" in words or "last" in words:
        count = -count
    elif "this" in words:
        count = 0
    unit = next((unit for word in words if (unit := word.removesuffix("s")) in _UNITS), "")
    return moved(today, count, unit) if unit else today
