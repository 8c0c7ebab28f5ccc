"""Functions that `formulas.txt` uses.

If one raises LookupError or ValueError, or returns an empty list, the next formula is tried.
"""

from __future__ import annotations

import math
import re
import statistics
from calendar import isleap, monthrange
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.expressions import factorial, root
from mockserver.chat.model.content.found import capitalized, listed
from mockserver.chat.model.content.given import items_in, request_and_text
from mockserver.chat.model.dates import (
    MONTHS,
    dates_in,
    day_of,
    minutes_of,
    month_of,
    moved,
    weekday_of,
)
from mockserver.chat.model.meaning import stem, words_of
from mockserver.chat.model.numbers import FIGURES, NUMBER, number_of, written
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import data
from mockserver.chat.model.texts import bullets_in

_PRICED = pattern(
    rf"(?P<count>{NUMBER}|\ban?\b) (?:[a-z-]+ ){{1,4}}?(?:(?P<each>at|à|each)|for|costs?) "
    rf"[$€£]?(?P<price>{FIGURES})"
    rf"|\b(?:shipping|delivery|postage|fee) (?:is |costs )?(?P<fee>{FIGURES})",
    re.IGNORECASE,
)
_NAMED_FIGURE = pattern(rf"([A-Z][\w-]*)(?::| is| had| has| with|,)? ?\(?[$€£]?({FIGURES})")


class _Unit(NamedTuple):
    """A unit of a quantity, with its size and zero point in the quantity's basic unit."""

    quantity: str
    name: str
    plural: str
    size: Fraction
    zero: Fraction


def items(text: str, what: str = "") -> list[str]:
    """The items of the list in a text: its bullets, or what it brings after a colon.

    They are not counted as `what` a sentence before them does not name.
    """
    found = bullets_in(text)
    if len(found) < 2:
        request, brought = request_and_text(text)
        head = re.split(r"[.!?\n]", request)[-1]
        if what and len(head.split()) > 3 and stem(what) not in map(stem, words_of(head)):
            return []
        found = items_in(re.split(r"\.\s+(?=[A-Z][a-z]+ )", brought, maxsplit=1)[0].strip(" .?[]"))
    is_list = len(found) > 1 and not any("|" in each or "?" in each for each in found)
    return found if is_list else []


def _is_prime(number: Fraction) -> bool:
    divisors = range(2, math.isqrt(max(int(number), 1)) + 1)
    return 1 < number < 10**8 and all(number % divisor for divisor in divisors)


def _rounded(number: Fraction, places: Fraction) -> str:
    unit = Fraction(10) ** -min(int(places), 12)
    near = math.floor(number / unit + Fraction(1, 2)) * unit
    return f"{float(near):.{max(int(places), 0)}f}"


def _solved(factor: str, constant: str, total: Fraction) -> Fraction:
    """The unknown of a linear equation."""
    known = Fraction(constant.replace(" ", "") or 0)
    return (total - known) / Fraction({"": "1", "-": "-1"}.get(factor, factor))


def _bill(text: str) -> Fraction:
    """The total of several priced items: `2 loaves at 2.75 and one cheese for 6.10`."""
    found = [*_PRICED.finditer(text)]
    if len(found) < 2:
        raise LookupError(text[:80])
    total = Fraction(0)
    for each in found:
        count = number_of(each["count"]) if each["each"] else 1
        total += (count or 1) * number_of(each["price"] or each["fee"])
    return total


def _statistics(text: str) -> str:
    """The statistics of named numbers that a question asks for."""
    pairs = _named_figures(text)
    figures = [figure for figure, _ in pairs]
    parts = []
    for name, function in _STATISTICS.items():
        if CUES.matches(name, text):
            result = function(figures)
            shown = written(result)
            owners = listed([owner for figure, owner in pairs if figure == result])
            is_extreme = name in ("highest", "lowest")
            parts.append(
                f"{owners} is {name} with {shown}" if is_extreme else f"the {name} is {shown}"
            )
    if not parts:
        raise LookupError(text[:80])
    return f"{capitalized(listed(parts))}."


def _named_figures(text: str) -> list[tuple[Fraction, str]]:
    """The named numbers of a text: 120 and 95 in `Jan 120, Feb 95`."""
    pairs = [(number_of(figure), name) for name, figure in _NAMED_FIGURE.findall(text)]
    return pairs if len(pairs) > 1 else []


def _occurrences(word: str, text: str) -> int:
    return len(re.findall(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", text))


def _converted(amount: str, one: str, other: str, places: Fraction | None = None) -> str:
    """An amount in another unit of the same quantity, rounded if the places are given."""
    factor, offset = conversion(one, other)
    result = (1 if amount[0].isalpha() else number_of(amount)) * factor + offset
    shown = written(Fraction(round(result * 100), 100) if offset else result)
    if places is not None:
        shown = _rounded(result, places)
    unit = _unit(other)
    return f"{shown} {unit.name if shown == '1' else unit.plural}"


def conversion(one: str, other: str) -> tuple[Fraction, Fraction]:
    """The factor and the offset that convert amounts of one unit to another.

    Raises LookupError if they are not units of the same quantity.
    """
    unit, target = _unit(one), _unit(other)
    if unit.quantity != target.quantity:
        raise LookupError(other)
    return unit.size / target.size, (unit.zero - target.zero) / target.size


def _unit(word: str) -> _Unit:
    return _units()[word.lower().split(" ")[-1]]


@cache
def _units() -> Mapping[str, _Unit]:
    """The units by their words."""
    found = {}
    for quantity, units in data("content/units.json").items():
        for names, (factor, words, *zero) in units.items():
            name, _, plural = names.partition(", ")
            unit = _Unit(quantity, name, plural or f"{name}s", Fraction(factor), Fraction(*zero))
            found.update(dict.fromkeys(words.split(), unit))
    return found


def _end(which: str, what: str, text: str | Sequence[str]) -> str:
    """The first, second, third, last, longest or shortest part of a text or a list."""
    if isinstance(text, str):
        text = re.findall(r"[\w'-]+" if what.lower() == "word" else r"\w", text)
    by_length = {"longest": max, "shortest": min}.get(which.lower())
    if by_length:
        return by_length(text, key=len)
    return text[{"first": 0, "second": 1, "third": 2}.get(which.lower(), -1)]


def _picked(kind: str, text: str) -> list[str]:
    parts = CUES.pattern(f"any {kind.lower()}").finditer(text)
    return list(dict.fromkeys(part[0].strip() for part in parts))[:50]


def _turned(how: str, text: str) -> str:
    how = how.lower()
    return text.title() if "title" in how else text.lower() if "low" in how else text.upper()


def _rank(text: str) -> tuple[float, str]:
    """The sort key of a text: numbers by value, then other texts in alphabetical order."""
    try:
        return float(text.replace(",", "")), ""
    except ValueError:
        return math.inf, text.casefold()


def _time_after(start: str, count: Fraction, unit: str) -> str:
    minutes = minutes_of(start) + int(count * (60 if unit.lower() == "hour" else 1))
    return f"{minutes // 60 % 24}:{minutes % 60:02d}"


def _hours_between(start: str, end: str) -> str:
    hours, minutes = divmod((minutes_of(end) - minutes_of(start)) % 1440, 60)
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


_STATISTICS: Mapping[str, Callable[..., Fraction]] = {
    "average": statistics.mean, "total": sum, "highest": max, "lowest": min,
}  # fmt: skip

FUNCTIONS: Mapping[str, Callable[..., Any] | Fraction] = {
    "abs": abs, "gcd": lambda a, b: math.gcd(int(a), int(b)), "root": root, "factorial": factorial,
    "lcm": lambda a, b: math.lcm(int(a), int(b)), "pi": Fraction(math.pi), "is_prime": _is_prime,
    "parity": lambda a: "odd" if a % 2 else "even", "sum": sum, "product": math.prod,
    "max": max, "min": min, "mean": statistics.mean, "median": statistics.median,
    "rounded": _rounded, "solved": _solved, "converted": _converted,
    "count": lambda letter, word: word.lower().count(letter.lower()), "length": len,
    "vowels": lambda word: len(re.findall("[aeiou]", word.lower())),
    "words": lambda text: len(text.strip(" \"'”.?").split()), "end": _end, "picked": _picked,
    "turned": _turned, "backwards": lambda text: text[::-1], "items": items,
    "sorted": lambda texts: sorted(texts, key=_rank),
    "spelled": lambda text: "-".join(text.upper()),
    "bill": _bill, "statistics": _statistics,
    "ranked": lambda text: [name for _, name in sorted(_named_figures(text), reverse=True)],
    "occurrences": _occurrences,
    "weekday": weekday_of, "time_after": _time_after,
    "hours_between": _hours_between, "month_of": month_of, "named_day": _named_day, "day": _day,
    "next_day": day_of, "span": _span, "is_leap": lambda year: isleap(int(year)),
    "moved": lambda start, count, unit: moved(start, int(count), unit.lower()),
    "days_of_month": lambda name, year, now: monthrange(int(year or now.year), month_of(name))[1],
    "this_year": lambda now: now.year, "this_month": lambda now: MONTHS[now.month - 1].capitalize(),
    "days_left": lambda now: (date(now.year, 12, 31) - now.date()).days,
    "time": lambda now: now.strftime("%H:%M"),
}  # fmt: skip
