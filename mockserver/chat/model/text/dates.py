"""Dates that a text names in figures or in words: `3 May`, `next Friday`, `in two weeks`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from mockserver.chat.model.text.numbers import numbers_in
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.periods import moved

MONTHS = (
    "january february march april may june july august september october november december".split()
)
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTH = (
    rf"(?:{'|'.join(f'{month[:3]}(?:{month[3:]})?' for month in MONTHS)}|sept)"
    r"(?:(?<=\b\w{3})\.|(?<=\bsept)\.)?"
)
DATE = pattern(
    rf"\b(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}/\d{{1,2}}/\d{{4}}|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH},?(?: \d{{4}})?"
    rf"|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}}\b)?"
    r"|today|(?:day after )?tomorrow|(?:day before )?yesterday"
    r"|(?:next|this|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|christmas(?: day)?|new year'?s(?: day)?|halloween)\b",
    re.IGNORECASE,
)
"""A date with a day, a day beside today, or a holiday."""

_YEAR = pattern(r"\b\d{4}\b")
_HOLIDAYS = {"chr": (12, 25), "new": (1, 1), "hal": (10, 31)}
"""The month and the day of holidays, by the first letters of their names."""

_DAY_FIRST = pattern(
    r"(?i)(?:\(|\bfrom |\b(?:is|are|given|written) (?:in |as ))(?:the )?(?:DD/MM|day/month)"
)
_SLASHES = pattern(r"(?<=\d)/(?=\d{1,2}/\d{4}\b|\d{4}\b)")
_UNITS = ("day", "week", "month", "year")
_SHIFTS = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}
"""The days from today to the day that a word names."""


def dates_in(text: str, now: datetime) -> Iterator[date]:
    """The dates in a text, in order.

    A date without a year is in the first year that a date of the text has, else in the current
    year; a holiday is the next one. The day comes first if the text says so: `(DD/MM/YYYY)`.
    """
    if _DAY_FIRST.search(text):
        text = _SLASHES.sub(".", text)
    found = [match[0] for match in DATE.finditer(text)]
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
