"""Dates and times as people say them: found, read, and written in the forms that fields ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from mockserver.chat.model.patterns import pattern

MONTHS = (
    "january february march april may june july august september october november december".split()
)
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTH = rf"(?:{'|'.join(f'{month[:3]}(?:{month[3:]})?' for month in MONTHS)}|sept)\.?"
CLOCK = r"(?:\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\b\.?)?|noon|midnight)"
_DATE = pattern(
    rf"\b(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}/\d{{1,2}}/\d{{4}}|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH},?(?: \d{{4}})?"
    rf"|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}}\b)?"
    r"|today|tomorrow|yesterday|christmas(?: day)?|new year'?s(?: day)?|halloween)\b",
    re.IGNORECASE,
)
_FEASTS = {"chr": (12, 25), "new": (1, 1), "hal": (10, 31)}
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_WEEKDAYS = "mon tue wed thu fri sat sun".split()
_COUNTS = {
    word: count for count, word in enumerate("zero one two three four five six seven".split())
}
_NUMBERS = pattern(r"\d+")
_LETTERS = pattern(r"[a-z]+")
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_SHIFTS = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}


def dates_in(text: str, now: datetime) -> Iterator[date]:
    """The dates that a text names, in order; those without a year are in this one."""
    for found in _DATE.finditer(text):
        if feast := _FEASTS.get(found[0][:3].lower()):
            this_year = date(now.year, *feast)
            yield this_year if this_year >= now.date() else date(now.year + 1, *feast)
        elif day := day_of(found[0], now):
            yield day


def day_of(text: str, now: datetime) -> date | None:
    """The day that a text names, if it is one; relative ones are counted from `now`."""
    said = text.lower()
    if "-" in said or "/" in said or re.match(r"\d+\.\d+\.", said):
        return _in_figures(said)
    words = _LETTERS.findall(said)
    month = next((_MONTHS.index(word[:3]) + 1 for word in words if word[:3] in _MONTHS), None)
    if month is None or any(word.startswith(tuple(_WEEKDAYS)) and "day" in word for word in words):
        return _relative(words, said, now.date())
    figures = [int(each) for each in _NUMBERS.findall(said)]
    year = next((each for each in figures if each > 31), now.year)
    day = next((each for each in figures if each <= 31), 1)
    return _day(year, month, day)


def written(day: date, wanted: str) -> str:
    """A day in the form that a description asks for: `MM/DD/YYYY`, `%d.%m.%Y`; else ISO."""
    found = _FORM.search(wanted)
    if found is None:
        return day.isoformat()
    form = found[0].lower().replace("%", "").replace("yyyy", "y").replace("dd", "d")
    form = form.replace("mm", "m").replace("yy", "y")
    return "".join(_FIGURES[char](day) if char in _FIGURES else char for char in form)


_FORM = pattern(
    r"\b(?:YYYY[-/.]MM[-/.]DD|MM[-/.]DD[-/.]YYYY|DD[-/.]MM[-/.]YYYY|MM/DD/YY|DD/MM/YY)\b"
    r"|%Y-%m-%d|%m/%d/%Y|%d/%m/%Y|%d\.%m\.%Y",
    re.IGNORECASE,
)
_FIGURES = {
    "y": lambda day: f"{day.year:04d}",
    "m": lambda day: f"{day.month:02d}",
    "d": lambda day: f"{day.day:02d}",
}


def clock_time(text: str) -> str:
    """A time of day as `HH:MM`."""
    said = text.lower().replace(".", "")
    if said in ("noon", "midnight"):
        return "12:00" if said == "noon" else "00:00"
    hour, minute, *_ = [*map(int, _NUMBERS.findall(said)), 0]
    if said.endswith("pm") and hour < 12:
        hour += 12
    elif said.endswith("am") and hour == 12:
        hour = 0
    return f"{hour:02d}:{minute:02d}"


def _in_figures(said: str) -> date | None:
    figures = [int(each) for each in _NUMBERS.findall(said)[:3]]
    if len(figures) < 3:
        return None
    first, second, third = figures
    if first > 31:
        return _day(first, second, third)
    year = third if third > 99 else 2000 + third
    if "." in said or first > 12:
        return _day(year, second, first)
    return _day(year, first, second)


def _relative(words: list[str], said: str, today: date) -> date | None:
    if "day" in words and "after" in words:
        return today + timedelta(days=2)
    if "day" in words and "before" in words:
        return today - timedelta(days=2)
    for word in words:
        if word in _SHIFTS:
            return today + timedelta(days=_SHIFTS[word])
        if word.endswith("day") and word[:3] in _WEEKDAYS:
            return _weekday(_WEEKDAYS.index(word[:3]), words, today)
    figures = _NUMBERS.findall(said)
    count = int(figures[0]) if figures else next((_COUNTS[w] for w in words if w in _COUNTS), 1)
    days = next((_DAYS[w.removesuffix("s")] for w in words if w.removesuffix("s") in _DAYS), 0)
    return today + timedelta(days=-count * days if "ago" in words else count * days)


def _weekday(wanted: int, words: list[str], today: date) -> date:
    if "last" in words:
        return today - timedelta(days=(today.weekday() - wanted - 1) % 7 + 1)
    return today + timedelta(days=(wanted - today.weekday() - 1) % 7 + 1)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
