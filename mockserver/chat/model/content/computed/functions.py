"""Functions that the formulas of `formulas.txt` use, by their names there.

If one raises LookupError or ValueError, or returns an empty list, the next formula is tried. Most
return a value for a sentence, some the whole answer.
"""

from __future__ import annotations

import math
import re
import statistics
from calendar import isleap, monthrange
from collections.abc import Callable, Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from mockserver.chat.model.content.computed import expressions, parts, sequences, spans
from mockserver.chat.model.content.computed.solutions import solved
from mockserver.chat.model.content.cues import FORMULAS, picked
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.quantities.rounding import as_asked, rounded
from mockserver.chat.model.content.quantities.units import converted, in_two_units
from mockserver.chat.model.content.quoted.lists.extraction import people_in
from mockserver.chat.model.text.date_formats import day_written
from mockserver.chat.model.text.dates import MONTHS, dates_in, day_of, month_of
from mockserver.chat.model.text.literals import as_text, json_at
from mockserver.chat.model.text.numbers import written
from mockserver.chat.model.text.periods import moved
from mockserver.chat.model.text.rows import rows_of
from mockserver.chat.model.text.texts import enumerated, sentences
from mockserver.chat.model.values.fill import certain_values_for


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


def _field(what: str, text: str, now: datetime) -> Any:
    """The value that a text has for a field, a list for a plural. Raises KeyError."""
    if what == "people":
        return people_in(text)
    type_ = "array" if re.search("[^su]s$", what) else "string"
    shape = {what: {"type": type_, "items": {"type": "string"}}}
    return certain_values_for({"properties": shape}, text, now)[what]


FUNCTIONS: Mapping[str, Callable[..., Any] | Fraction] = {
    # Numbers
    "pi": Fraction(math.pi), "is_prime": sequences.is_prime, "numbers": sequences.numbers_between,
    "next": sequences.next_of, "factorial": expressions.factorial, "rounded": rounded,
    "sum": sum, "product": math.prod, "max": max, "min": min,
    "mean": statistics.mean, "median": statistics.median,
    "lcm": lambda row: Fraction(math.lcm(*map(int, row))),
    "gcd": lambda row: Fraction(math.gcd(*map(int, row))),
    "in_base": lambda number, base: format(int(number), base[0].lower().replace("h", "X")),
    "of_code": lambda code, base: Fraction(int(code, int(base))),
    "fraction": lambda a, b: "/".join(map(str, Fraction(a, b).as_integer_ratio())),
    "parity": lambda a: "odd" if a % 2 else "even",
    "kept": lambda kind, row: [
        written(each) for each in row if sequences.IS_OF_KIND[kind.lower()](int(each))
    ],
    "beyond": lambda limit, row: [written(each) for each in row if each > limit],
    "below": lambda limit, row: [written(each) for each in row if each < limit],
    "powers": lambda row, power: [written(each ** int(power)) for each in row],
    "total": lambda texts: sum(map(Fraction, texts)),

    # Sums in texts
    "equated": _equated, "solved": solved, "expression": _expression,
    "calculated": lambda text: expressions.evaluated(next(expressions.runs_in(text), ())),
    "converted": converted, "in_two_units": in_two_units,

    # Letters, words and items
    "items": parts.items_of, "end": parts.part_of, "united": parts.combined,
    "turned": parts.turned, "sentences": sentences, "enumerated": enumerated,
    "split": lambda what, text: parts.SPLITS[what.lower()](text.strip(" \"'”\n")),
    "count": lambda letter, word: word.lower().count(letter.lower()), "length": len,
    "letters": lambda kind, text: len(re.findall(FORMULAS.meaning("kinds", kind), text.lower())),
    "without": lambda kind, text: re.sub(f"(?i){FORMULAS.meaning('kinds', kind)}", "", text),
    "sorted": lambda text: sorted(text.lower()),
    "backwards": lambda text: text[::-1], "spelled": lambda text: "-".join(text.upper()),
    "words": lambda text: len(text.strip(" \"'”.?").split()),
    "words_turned": lambda text: " ".join(text.rstrip(".").split()[::-1]),
    "occurrences": lambda word, text: len(re.findall(rf"(?i)\b{re.escape(word)}\b", text)),
    "lines_with": lambda word, text: [
        line for line in text.split("\n") if re.search(rf"(?i)\b{re.escape(word)}(ing)?\b", line)
    ],
    "lengths": lambda items: [f"{each}: {len(each)}" for each in items],
    "counted": lambda items: [
        f"{each}: {items.count(each)}"
        for each in sorted(dict.fromkeys(items), key=items.count, reverse=True)
    ],

    # Values in texts
    "value": _field, "picked": picked, "named": people_in,
    "is_json": lambda text: json_at(text.strip("` \n"), 0) is not None,
    "entries": lambda text: [*map(as_text, json_at(text, 0) or [*rows_of(text), ()][0])],
    "dated": lambda text, now: sorted(
        picked("date", text), key=lambda each: day_of(each, now) or date.max
    ),

    # Dates and times
    "time_after": spans.time_after, "hours_between": spans.hours_between,
    "offset": spans.offset_of, "named_day": spans.named_day, "span": spans.span,
    "day": lambda text, now: next(dates_in(text, now), now.date()), "next_day": day_of,
    "moved": lambda start, count, unit: moved(start, int(count), unit.lower()),
    "formatted": lambda text, how, now: [day_written(each, how) for each in dates_in(text, now)],
    "weekday": lambda day: f"{day:%A}", "is_leap": lambda year: isleap(int(year)),
    "month": lambda name: Fraction(month_of(name)),
    "days_of_month": lambda name, year, now: monthrange(int(year or now.year), month_of(name))[1],
    "this_year": lambda now: now.year, "this_month": lambda now: MONTHS[now.month - 1].capitalize(),
    "time": lambda now: now.strftime("%H:%M"),
}  # fmt: skip
