"""Functions that `formulas.txt` uses.

If one raises LookupError or ValueError, or returns an empty list, the next formula is tried. Most
return a value for a sentence, some the whole answer.
"""

from __future__ import annotations

import math
import re
import statistics
from calendar import isleap, monthrange
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

from mockserver.chat.model.content.computed import expressions
from mockserver.chat.model.content.computed.problems import as_asked, rounded, solved, units
from mockserver.chat.model.content.cues import CUES, FORMULAS, picked
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.quoted.extraction import people_in
from mockserver.chat.model.content.quoted.given import items_in, request_and_text
from mockserver.chat.model.text.clock import minutes_of
from mockserver.chat.model.text.date_formats import day_written
from mockserver.chat.model.text.dates import MONTHS, dates_in, day_of, month_of
from mockserver.chat.model.text.literals import as_text, json_at
from mockserver.chat.model.text.meaning import stem, words_of
from mockserver.chat.model.text.numbers import number_of, place_of, written
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.periods import moved
from mockserver.chat.model.text.rows import rows_of
from mockserver.chat.model.text.texts import bullets_in, enumerated, sentences, stripped
from mockserver.chat.model.values.fill import certain_values_for

_PART_OF_NAME = pattern(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")

# Sums


def _expression(text: str, request: str) -> Answer:
    """The result of the longest expression in a text, rounded as asked; `2-3 trees` has none."""
    run = max(expressions.runs_in(text), key=len, default=[])
    is_range = len(run) == 3 and run[1] in "-/" and re.search(r"\d[-/]\d", text)
    result = expressions.evaluated(run)
    if result is None or (is_range and not re.search(r"\d+[-/]\d+\W*$", text)):
        raise LookupError(text[:80])
    shown = as_asked(result, request)
    return stated(f"{expressions.shown(run)} = {shown}", shown)


def _equated(factor: str, constant: str, total: Fraction) -> Fraction:
    """The unknown of a linear equation."""
    known = Fraction(constant.replace(" ", "") or 0)
    return (total - known) / Fraction({"": "1", "-": "-1"}.get(factor, factor))


def _is_prime(number: Fraction | int) -> bool:
    divisors = range(2, math.isqrt(max(int(number), 1)) + 1)
    return 1 < number < 10**8 and all(number % divisor for divisor in divisors)


_SPLITS: Mapping[str, Callable[[str], list[str]]] = {
    "words": lambda text: re.findall(r"[\w'’-]+", text), "sentences": sentences,
    "lines": str.splitlines, "letters": list, "characters": list,
}  # fmt: skip
"""The ways of splitting a text, by the names of the parts."""

_IS_OF_KIND: Mapping[str, Callable[[Any], bool]] = {
    "even": lambda number: number % 2 == 0, "odd": lambda number: number % 2 == 1,
    "prime": _is_prime, "whole": lambda number: True,
}  # fmt: skip


def _numbers(kind: str, first: Fraction, last: Fraction, most: Fraction | int) -> list[str]:
    """The even, odd or prime numbers from one to another, at most a number of them."""
    found = filter(_IS_OF_KIND[kind.lower()], range(math.ceil(first), math.floor(last) + 1))
    return [str(number) for number in islice(found, int(most))]


# Units


def _converted(amount: str, one: str, other: str, request: str) -> str:
    """An amount in another unit of the same quantity, rounded as the request asks."""
    unit, target = (units()[word.lower().split(" ")[-1]] for word in (one, other))
    if unit.quantity != target.quantity:
        raise LookupError(other)
    number = Fraction(1) if amount[0].isalpha() else number_of(amount)
    result = (number * unit.size + unit.zero - target.zero) / target.size
    is_near = unit.zero != target.zero and not FORMULAS.matches("places asked", request)
    shown = as_asked(Fraction(round(result * 100), 100) if is_near else result, request)
    return f"{shown} {target.name if shown == '1' else target.plural}"


def _in_two_units(amount: str, one: str, large: str, small: str, request: str) -> str:
    """An amount in whole large units, and the rest in small ones: `2 hours and 15 minutes`."""
    unit, above, below = (units()[word.lower()] for word in (one, large, small))
    if not unit.quantity == above.quantity == below.quantity:
        raise LookupError(large)
    whole, rest = divmod(number_of(amount) * unit.size, above.size)
    counted = (str(whole), above), (as_asked(rest / below.size, request), below)
    return " and ".join(
        f"{count} {each.name if count == '1' else each.plural}" for count, each in counted
    )


# Letters, words and items


def _items(text: str, what: str = "") -> list[str]:
    """The items of the list in a text: its bullets, or what it brings after a colon. They are not
    counted as `what` a sentence before them does not name."""
    found = bullets_in(text)
    if len(found) < 2:
        request, brought = request_and_text(text)
        head = re.split(r"[.!?\n]", request)[-1]
        is_key = re.search(rf"(?im)^\W*{re.escape(what)} ?[:,|] *\d|,{re.escape(what)}$", text)
        is_other = len(head.split()) > 1 and stem(what) not in map(stem, words_of(head))
        if what and (is_key or is_other):
            return []
        found = items_in(re.split(r"\.\s+(?=[A-Z][a-z]+ )", brought, maxsplit=1)[0].strip(" .?[]"))
        found = [] if sum(CUES.matches("pair", each) for each in found) > 1 else found
    is_list = len(found) > 1 and not any("|" in each or "?" in each for each in found)
    return found if is_list else []


def _united(how: str, one: str, other: str) -> str:
    """The union, the difference or the common members of two sets."""
    members, others = stripped(one.split(",")), stripped(other.split(","))
    left = [each for each in members if each not in others]
    right = [each for each in others if each not in members]
    kept = {"union": [*members, *right], "difference": left, "symmetric difference": left + right}
    return ", ".join(kept.get(how.lower(), [each for each in members if each in others]))


def _end(which: str, what: str, text: str | Sequence[str]) -> str:
    """The first, second, third, last, longest or shortest part of a text or a list."""
    if isinstance(text, str):
        text = re.findall(r"[\w'-]+" if what.lower() == "word" else r"\w", text)
    by_length = {"longest": max, "shortest": min}.get(which.lower())
    if by_length:
        return by_length(text, key=len)
    place = place_of(which)
    return text[place - 1 if place > 0 else place]


def _turned(how: str, text: str) -> str:
    """A text or each name of a list in a case or notation: `title case`, `snake_case`, `slug`."""
    if "," in text and re.search("snake|kebab|camel|pascal", how.lower()):
        return ", ".join(_turned(how, each) for each in text.split(","))
    parts = [each.lower() for each in _PART_OF_NAME.findall(text)] or [text]
    capitals = "".join(map(str.capitalize, parts))
    ways = {
        "title": text.title(), "sentence": text.capitalize(), "low": text.lower(),
        "snake": "_".join(parts), "kebab": "-".join(parts), "slug": "-".join(parts),
        "pascal": capitals, "camel": parts[0] + capitals[len(parts[0]) :],
    }  # fmt: skip
    return next((turned for name, turned in ways.items() if name in how.lower()), text.upper())


def _field(what: str, text: str, now: datetime) -> Any:
    """The value that a text has for a field, a list for a plural. Raises KeyError."""
    if what == "people":
        return people_in(text)
    type_ = "array" if re.search("[^su]s$", what) else "string"
    shape = {what: {"type": type_, "items": {"type": "string"}}}
    return certain_values_for({"properties": shape}, text, now)[what]


def _next(row: Sequence[Fraction]) -> Fraction:
    """The next number of a sequence by its sums, ratios or differences. Raises LookupError."""
    if len(row) < 3:
        raise LookupError(row)
    sums = [one + two for one, two in pairwise(row)]
    if len(row) > 4 and sums[:-1] == row[2:]:
        return sums[-1]
    if all(row[:-1]) and len({two / one for one, two in pairwise(row)}) == 1:
        return row[-1] * row[1] / row[0]
    steps = [two - one for one, two in pairwise(row)]
    return row[-1] + (steps[0] if len({*steps}) == 1 else _next(steps))


# Dates and times


def _time_after(start: str, count: Fraction, unit: str) -> str:
    minutes = minutes_of(start) + int(count * (60 if unit.lower() == "hour" else 1))
    return f"{minutes // 60 % 24}:{minutes % 60:02d}"


def _hours_between(start: str, end: str) -> str:
    hours, minutes = divmod((minutes_of(end) - minutes_of(start)) % 1440, 60)
    return f"{hours} hours" + (f" and {minutes} minutes" if minutes else "")


def _offset(place: str, text: str) -> Fraction:
    """The hours of a place ahead of UTC: those that a text states, else those of its winter."""
    zone = rf"(?i)\b{re.escape(place)}\b[^.,;\d]{{0,30}}\b(?:UTC|GMT) ?([+-]\d+(?:\.\d+)?)"
    told = re.search(zone, text) or re.fullmatch(r"(?i)(?:UTC|GMT) ?([+-]\d+)", place)
    return Fraction(told[1] if told else FORMULAS.meaning("offsets", place))


def _named_day(text: str, now: datetime) -> date:
    """The first day in a text. Raises LookupError."""
    day = next(dates_in(text, now), None)
    if day is None:
        raise LookupError(text)
    return day


def _span(unit: str, text: str, now: datetime) -> int:
    """The days, weeks, months or years between two dates in a text, or one date and today. The year
    of the second one is also that of the first."""
    text = FORMULAS.pattern("day of the same year").sub(r"\1 \2", text)
    other = next(islice(dates_in(text, now), 1, None), now.date())
    first, last = sorted((_named_day(text, now), other))
    months = (last.year - first.year) * 12 + last.month - first.month
    if last.day < first.day:
        months -= 1
    days = (last - first).days
    return {"weeks": days // 7, "months": months, "years": months // 12}.get(unit.lower(), days)


FUNCTIONS: Mapping[str, Callable[..., Any] | Fraction] = {
    "is_prime": _is_prime, "numbers": _numbers, "pi": Fraction(math.pi),
    "lcm": lambda row: Fraction(math.lcm(*map(int, row))),
    "gcd": lambda row: Fraction(math.gcd(*map(int, row))),
    "in_base": lambda number, base: format(int(number), base[0].lower().replace("h", "X")),
    "of_code": lambda code, base: Fraction(int(code, int(base))),
    "fraction": lambda a, b: "/".join(map(str, Fraction(a, b).as_integer_ratio())),
    "month": lambda name: Fraction(month_of(name)),
    "lines_with": lambda word, text: [
        line for line in text.split("\n") if re.search(rf"(?i)\b{re.escape(word)}(ing)?\b", line)
    ],
    "is_json": lambda text: json_at(text.strip("` \n"), 0) is not None,
    "entries": lambda text: [*map(as_text, json_at(text, 0) or [*rows_of(text), ()][0])],
    "parity": lambda a: "odd" if a % 2 else "even", "sum": sum, "product": math.prod,
    "max": max, "min": min, "mean": statistics.mean, "median": statistics.median,
    "factorial": expressions.factorial, "rounded": rounded, "equated": _equated, "solved": solved,
    "expression": _expression,
    "calculated": lambda text: expressions.evaluated(next(expressions.runs_in(text), ())),
    "converted": _converted, "in_two_units": _in_two_units, "value": _field, "next": _next,
    "dated": lambda text, now: sorted(
        picked("date", text), key=lambda each: day_of(each, now) or date.max
    ),
    "formatted": lambda text, how, now: [day_written(each, how) for each in dates_in(text, now)],
    "count": lambda letter, word: word.lower().count(letter.lower()), "length": len,
    "letters": lambda kind, text: len(re.findall(FORMULAS.meaning("kinds", kind), text.lower())),
    "without": lambda kind, text: re.sub(f"(?i){FORMULAS.meaning('kinds', kind)}", "", text),
    "split": lambda what, text: _SPLITS[what.lower()](text.strip(" \"'”\n")),
    "kept": lambda kind, row: [written(e) for e in row if _IS_OF_KIND[kind.lower()](int(e))],
    "beyond": lambda limit, row: [written(each) for each in row if each > limit],
    "below": lambda limit, row: [written(each) for each in row if each < limit],
    "total": lambda texts: sum(map(Fraction, texts)),
    "sorted": lambda text: sorted(text.lower()), "sentences": sentences,
    "powers": lambda row, power: [written(each ** int(power)) for each in row],
    "lengths": lambda items: [f"{each}: {len(each)}" for each in items],
    "counted": lambda items: [
        f"{each}: {items.count(each)}"
        for each in sorted(dict.fromkeys(items), key=items.count, reverse=True)
    ],
    "words": lambda text: len(text.strip(" \"'”.?").split()), "end": _end, "united": _united,
    "picked": picked, "named": people_in, "enumerated": enumerated,
    "turned": _turned, "backwards": lambda text: text[::-1], "items": _items,
    "words_turned": lambda text: " ".join(text.rstrip(".").split()[::-1]),
    "spelled": lambda text: "-".join(text.upper()),
    "occurrences": lambda word, text: len(re.findall(rf"(?i)\b{re.escape(word)}\b", text)),
    "weekday": lambda day: f"{day:%A}", "time_after": _time_after, "hours_between": _hours_between,
    "offset": _offset, "named_day": _named_day, "next_day": day_of, "span": _span,
    "day": lambda text, now: next(dates_in(text, now), now.date()),
    "is_leap": lambda year: isleap(int(year)),
    "moved": lambda start, count, unit: moved(start, int(count), unit.lower()),
    "days_of_month": lambda name, year, now: monthrange(int(year or now.year), month_of(name))[1],
    "this_year": lambda now: now.year, "this_month": lambda now: MONTHS[now.month - 1].capitalize(),
    "time": lambda now: now.strftime("%H:%M"),
}  # fmt: skip
