"""Dates: those a text names, and what people ask about them."""

from __future__ import annotations

import re
from calendar import isleap, monthrange
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from fractions import Fraction

from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.numbers import NUMBER, number_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.dates import day_of

_MONTHS = (
    "january february march april may june july august september october november december".split()
)
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTH = rf"(?:{'|'.join(f'{month[:3]}(?:{month[3:]})?' for month in _MONTHS)}|sept)\.?"
_DATE = pattern(
    rf"\b(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}/\d{{1,2}}/\d{{4}}|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH},?(?: \d{{4}})?"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}}\b)?"
    r"|today|tomorrow|yesterday|christmas(?: day)?|new year'?s(?: day)?|halloween)\b",
    re.IGNORECASE,
)
_FEASTS = {"chr": (12, 25), "new": (1, 1), "hal": (10, 31)}

_SPAN = pattern(
    r"\b(?:how many|number of)\s+(?P<unit>days|weeks|months|years)\b|\bdays (?:between|until"
    r"|till|since)\b|"
    r"\bhow long (?:until|till|since|from|between)\b|\bdifference in days\b",
    re.IGNORECASE,
)
_WEEKDAY = pattern(
    r"\b(?:what|which)(?: day of the week|\s?weekday| day)\b|\bday of the week\b|\bweekday\b",
    re.IGNORECASE,
)
_TODAY = pattern(
    r"\b(?:what(?:'s| is| was)?(?: the| will be the)?|which|today'?s|current|tell me the) "
    r"(?:(?:today'?s|tomorrow'?s|yesterday'?s|current) )?(?P<what>date|day|time|year|month)\b",
    re.IGNORECASE,
)
_ABOUT_NOW = pattern(
    r"\b(?:today|now|current|currently|tomorrow|yesterday|is it|'s the (?:date|time|day))\b|"
    r"(?:date|time|day|year|month)(?: is it)?(?:,? please)? ?\W*$",
    re.IGNORECASE,
)
_OFFSET = pattern(
    rf"\b(?P<count>{NUMBER}|a|an) (?P<unit>day|week|month|year)s? "
    r"(?P<way>from|after|before|ago|later|prior to)\b|"
    rf"\bin (?P<count2>{NUMBER}|a) (?P<unit2>day|week|month|year)s?\b",
    re.IGNORECASE,
)
_ASKS_A_DAY = pattern(
    r"\b(?:date|what day|which day|weekday|day of the week|when (?:is|was|will))\b", re.IGNORECASE
)
_BORN = pattern(r"\bborn in (\d{4})\b(?:.{0,60}?\bin (\d{4})\b)?", re.IGNORECASE)
_REST_OF_YEAR = pattern(
    r"\bdays (?:are |do we have )?(?:left|remaining|remain) (?:in|of) (?:the|this) year\b", re.I
)
_TIMES = pattern(
    r"\b(?:between|from) (\d{1,2}):(\d\d) ?(?P<one>[ap]m)? (?:and|to|until) (\d{1,2}):(\d\d)"
    r" ?(?P<other>[ap]m)?",
    re.IGNORECASE,
)
_LASTS = pattern(
    rf"\bat (\d{{1,2}})(?::(\d\d))? ?(?P<half>[ap]m)?\b.{{0,60}}?\b(?P<count>{NUMBER}|half an|an?) "
    r"(?P<unit>hour|minute)s?\b.{0,60}?\b(?:end|over|finish|arrive|done|ready)",
    re.IGNORECASE | re.DOTALL,
)
_IF_TODAY = pattern(
    rf"\bif (?:today|it) is (?:a )?({'|'.join(_DAYS)})\b.{{0,60}}?\b(?:in )?({NUMBER}) "
    r"(day|week)s?(?P<ago> ago)?",
    re.IGNORECASE,
)
_MONTHS_NAMED = pattern(rf"\b({_MONTH}) (\d{{4}})\b", re.IGNORECASE)
_LEAP = pattern(r"\b(\d{4})\b[^.?\n]{0,20}\bleap year|leap year[^\d\n]{0,20}(\d{4})", re.I)
_LENGTH = pattern(rf"\bdays (?:are |does )*(?:there )?(?:in )?(?P<month>{_MONTH})"
                     r"(?: have)?(?: (?:of )?(?P<year>\d{4}))?", re.I)  # fmt: skip
_NEXT = pattern(rf"\bnext ({'|'.join(_DAYS)})\b", re.IGNORECASE)


def dates_in(text: str, now: datetime) -> Iterator[date]:
    """The dates that a text names, in order; those without a year are in this one."""
    named = (_date(found[0], now) for found in _DATE.finditer(text))
    return filter(None, named)


def reckon(question: str, now: datetime) -> Answer | None:
    """The answer to a question about dates, by the calendar and the clock."""
    text = question[-1_000:]
    try:
        return (
            _about_ends(text)
            or _about_spans(text, now)
            or _about_months(text, now)
            or _about_dates(text, now)
        )
    except (ValueError, OverflowError):
        return None


def _about_spans(text: str, now: datetime) -> Answer | None:
    """The age of who was born in a year, what is left of this one, the time between two hours."""
    if (found := _BORN.search(text)) and re.search(r"\bhow old\b|\bage\b", text, re.IGNORECASE):
        years = int(found[2] or now.year) - int(found[1])
        return stated(f"{years} years, or {years - 1} before the birthday.", years)
    if _REST_OF_YEAR.search(text):
        days = (date(now.year, 12, 31) - now.date()).days
        return stated(f"There are {days} days left in {now.year}.", days)
    if found := _TIMES.search(text):
        begin, end = (_minutes(*found.group(*each)) for each in ((1, 2, "one"), (4, 5, "other")))
        hours, minutes = divmod((end - begin) % 1440, 60)
        shown = f"{hours} hours" + (f" and {minutes} minutes" if minutes else "")
        return stated(f"There are {shown} in between.", shown)
    return None


def _about_ends(text: str) -> Answer | None:
    """The day or the time after a while, the months between two."""
    if found := _IF_TODAY.search(text):
        days = int(number_of(found[2])) * (7 if found[3].lower() == "week" else 1)
        start = _DAYS.index(found[1].lower())
        shown = _DAYS[(start + (-days if found["ago"] else days)) % 7].capitalize()
        return stated(f"It is a {shown}.", shown)
    if found := _LASTS.search(text):
        return _end_of(found)
    months = _MONTHS_NAMED.findall(text)
    if len(months) > 1 and re.search(r"\bhow many months\b", text, re.IGNORECASE):
        first, last = (int(year) * 12 + _month(name) for name, year in months[:2])
        return stated(f"There are {abs(last - first)} months in between.", abs(last - first))
    return None


def _end_of(found: re.Match[str]) -> Answer:
    """The time at which something ends that begins at one and lasts so long."""
    said = found["count"].lower()
    count = Fraction(1, 2) if said == "half an" else 1 if said in ("a", "an") else number_of(said)
    lasts = int(count * (60 if found["unit"].lower() == "hour" else 1))
    hours, minutes = divmod((_minutes(found[1], found[2] or "0", found["half"]) + lasts) % 1440, 60)
    return stated(f"It ends at {hours}:{minutes:02d}.", f"{hours}:{minutes:02d}")


def _minutes(hours: str, minutes: str, half: str | None) -> int:
    return (
        int(hours) % (12 if half else 24) * 60 + int(minutes) + 720 * ((half or "").lower() == "pm")
    )


def _about_months(text: str, now: datetime) -> Answer | None:
    if found := _LEAP.search(text):
        year = int(found[1] or found[2])
        said = "Yes" if isleap(year) else "No"
        return stated(f"{said}, {year} is {'' if isleap(year) else 'not '}a leap year.", said)
    if (found := _LENGTH.search(text)) and not _SPAN.search(text[found.end() :]):
        year, month = int(found["year"] or now.year), _month(found["month"])
        days = monthrange(year, month)[1]
        shown = _MONTHS[month - 1].capitalize() + (f" {year}" if found["year"] else "")
        more = " (29 in a leap year)" if month == 2 and not found["year"] and days == 28 else ""
        return stated(f"{shown} has {days} days{more}.", days)
    return None


def _about_dates(text: str, now: datetime) -> Answer | None:
    named = [*dates_in(text, now)]
    if (found := _OFFSET.search(text)) and _ASKS_A_DAY.search(text):
        start = named[0] if named else now.date()
        return _told_day(_moved(start, found), text, "It is")
    if (found := _SPAN.search(text)) and named:
        return _span(found["unit"], named, now)
    if _WEEKDAY.search(text) and named:
        return _told_day(named[0], "weekday", f"{_in_words(named[0])} {_verb(named[0], now)}")
    if (found := _NEXT.search(text)) and "date" in text.lower():
        ahead = (_DAYS.index(found[1].lower()) - now.weekday() - 1) % 7 + 1
        return _told_day(now.date() + timedelta(ahead), "date", f"Next {found[1].title()} is")
    if (found := _TODAY.search(text)) and _ABOUT_NOW.search(text):
        return _now(found["what"].lower(), named, now)
    return None


def _span(unit: str | None, named: list[date], now: datetime) -> Answer:
    first, last = sorted([*named, now.date()][:2])
    days = (last - first).days
    kind = (unit or "days").lower()
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    count = {"days": days, "weeks": days // 7, "months": months, "years": months // 12}[kind]
    shown = f"{count} {kind.removesuffix('s') if count == 1 else kind}"
    ends = f"{_in_words(first)} and {_in_words(last)}"
    return stated(f"There {'is' if count == 1 else 'are'} {shown} between {ends}.", count)


def _now(what: str, named: list[date], now: datetime) -> Answer:
    if what == "time":
        shown = now.strftime("%H:%M")
        return stated(f"It is {shown} UTC.", shown)
    day = named[0] if named else now.date()
    if what in ("year", "month"):
        value = str(day.year) if what == "year" else _MONTHS[day.month - 1].capitalize()
        return stated(f"It is {value}.", value)
    names = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
    name = names.get((day - now.date()).days, _in_words(day))
    verb = {"Tomorrow": "will be", "Yesterday": "was"}.get(name, "is")
    shown = day.isoformat() if what == "date" else _DAYS[day.weekday()].capitalize()
    return stated(f"{name} {verb} {_DAYS[day.weekday()].capitalize()}, {_in_words(day)}.", shown)


def _told_day(day: date, text: str, lead: str) -> Answer:
    weekday = _DAYS[day.weekday()].capitalize()
    if _WEEKDAY.search(text):
        return stated(f"{lead} a {weekday}.", weekday)
    return stated(f"{lead} {weekday}, {_in_words(day)} ({day.isoformat()}).", day.isoformat())


def _verb(day: date, now: datetime) -> str:
    if day == now.date():
        return "is"
    return "was" if day < now.date() else "will be"


def _moved(start: date, found: re.Match[str]) -> date:
    written = found["count"] or found["count2"]
    count = 1 if written.lower() in ("a", "an") else int(number_of(written))
    unit = (found["unit"] or found["unit2"]).lower()
    if found["way"] and found["way"].lower() in ("before", "ago", "prior to"):
        count = -count
    if unit in ("day", "week"):
        return start + timedelta(count * (7 if unit == "week" else 1))
    months = start.year * 12 + start.month - 1 + count * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))


def _date(named: str, now: datetime) -> date | None:
    feast = _FEASTS.get(named[:3].lower())
    if feast is None:
        return day_of(named, now)
    this_year = date(now.year, *feast)
    return this_year if this_year >= now.date() else date(now.year + 1, *feast)


def _month(name: str) -> int:
    start = name.lower()[:3]
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(start))


def _in_words(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1].capitalize()} {day.year}"
