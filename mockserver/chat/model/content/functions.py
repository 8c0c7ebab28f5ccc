"""Functions that `formulas.txt` uses. If one raises LookupError or ValueError because a value does
not fit, the next formula is tried."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.expressions import factorial, root
from mockserver.chat.model.content.found import listed
from mockserver.chat.model.content.things import lists_in
from mockserver.chat.model.meaning import stem, words_of
from mockserver.chat.model.numbers import FIGURES, NUMBER, number_of, written
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import data
from mockserver.chat.model.texts import rows_of

_LINES = pattern(r"^[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]+(\S[^\n]*)$", re.MULTILINE)
_BELOW = pattern(r"^[ \t]*(\w[^\n]{0,200}?)[ \t]*$", re.MULTILINE)
_LIST = pattern(r"[:?]\s*\[?(?P<items>[^:\n?]+(?:,[^:\n?]+)+)\]?\s*(?:[?.]|\n|$)")
_URGENCY = (
    "p0 sev0 blocker critical urgent emergency highest p1 sev1 high major important p2 sev2 medium "
    "normal moderate p3 sev3 minor low lowest p4 trivial".split()
)
"""Words for urgency, the most urgent first."""

_PRICED = pattern(
    rf"(?P<count>{NUMBER}|\ban?\b) (?:[a-z-]+ ){{1,4}}?(?P<at>at|à|for|costs?|each) "
    rf"[$€£]?(?P<price>{FIGURES})"
    rf"|\b(?:shipping|delivery|postage|fee) (?:is |costs )?(?P<fee>{FIGURES})",
    re.IGNORECASE,
)
_EACH = ("at", "à", "each")
_QUANTITIES = ("qty", "quantity", "count", "amount", "units", "stock", "number")
_NAMED_FIGURE = pattern(rf"([A-Z][\w-]*)(?::| is| had| has| with|,)? ?\(?[$€£]?({FIGURES})")
_PLURALS = {"foot": "feet", "inch": "inches", "stone": "stone", "mph": "mph", "m/s": "m/s",
            "km/h": "km/h"}  # fmt: skip


class _Unit(NamedTuple):
    """A unit of a quantity, with its size and zero point in the quantity's basic unit."""

    quantity: str
    name: str
    size: Fraction
    zero: Fraction


def items(text: str) -> list[str]:
    """The items of the list in a text: its bullets, or the words after a colon."""
    found = _LINES.findall(text)
    if len(found) < 2:
        listed = _LIST.search(text)
        only = re.split(r"\.\s+(?=[A-Z][a-z]+ )", listed["items"], maxsplit=1)[0] if listed else ""
        found = re.split(r",\s*(?:and\s+)?|\s+and\s+", only.strip(" .[]"))
    kept = [each.strip(" \"'") for each in found if each.strip()]
    if len(kept) < 2:
        raise LookupError(text[:80])
    return kept


def _lines(text: str) -> list[str]:
    """The lines below one that ends with a colon."""
    found = _BELOW.findall(text.partition(":\n")[2])
    if len(found) < 2:
        raise LookupError(text[:80])
    return found


def _of_kind(kind: str, texts: Sequence[str]) -> list[str]:
    """The items that are known to be of a kind, such as fruits."""
    known = {stem(each) for listed in lists_in(kind)[:1] for each in listed.items}
    found = [each for each in texts if stem(each.lower().split()[-1]) in known]
    if not found:
        raise LookupError(kind)
    return found


def _with_state(state: str, text: str) -> list[str]:
    """The names of the lines of a text that end with a state: `unit: failed`."""
    found = re.findall(rf"(?im)^[ \t]*(?:[-*•][ \t]*)?(\S[^:\n]*?)\s*[:|=-]\s*{state}\s*$", text)
    if not found:
        raise LookupError(state)
    return found


def _tally(what: str, kind: str, texts: Sequence[str]) -> str:
    """The number of all texts, and of those of a kind."""
    found = _of_kind(kind, texts)
    return f"{len(texts)} {what}, and {len(found)} of them are {kind}: {listed(found)}"


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


def _following(row: Sequence[Fraction]) -> Fraction:
    """The next number of an arithmetic, geometric or Fibonacci-like sequence."""
    pairs, last = [*pairwise(row)], row[-1]
    if len({after - before for before, after in pairs}) == 1:
        return last * 2 - row[-2]
    if all(row) and len({after / before for before, after in pairs}) == 1:
        return last * last / row[-2]
    if all(one + two == three for (one, two), (_, three) in pairwise(pairs)):
        return last + row[-2]
    raise LookupError(row)


def _bill(text: str) -> Fraction:
    """The total of several priced items: `2 loaves at 2.75 and one cheese for 6.10`."""
    prices = []
    for each in _PRICED.finditer(text):
        count = number_of(each["count"]) if each["at"] in _EACH else 0
        prices.append((count or 1) * number_of(each["price"] or each["fee"]))
    if len(prices) < 2:
        raise LookupError(text[:80])
    return sum(prices, Fraction(0))


def _value_of_rows(text: str) -> Fraction:
    """The sum of quantity times price over the rows of a table."""
    lines = (line for line in text.splitlines() if line.count(",") > 1 or "|" in line)
    head, *rows = [[cell.lower() for cell in row] for row in rows_of("\n".join(lines))] or [[]]
    columns = {"price" if "price" in name else name: at for at, name in enumerate(head)}
    quantities = [at for name, at in columns.items() if name in _QUANTITIES]
    quantity, price = min(quantities, default=-1), columns["price"]
    if quantity < 0:
        raise LookupError(text[:80])
    return sum((number_of(row[quantity]) * number_of(row[price]) for row in rows), Fraction(0))


def _statistics(text: str) -> str:
    """The statistics of named numbers that a question asks for: `Jan 120, Feb 95`."""
    pairs = [(name, number_of(figure)) for name, figure in _NAMED_FIGURE.findall(text)]
    if len(pairs) < 2:
        raise LookupError(text[:80])
    figures = [figure for _, figure in pairs]
    found: Mapping[str, Callable[[], str]] = {
        "average": lambda: f"the average is {written(statistics.mean(figures))}",
        "total": lambda: f"the total is {written(sum(figures, Fraction(0)))}",
        "highest": lambda: _extreme(pairs, max(figures), "highest"),
        "lowest": lambda: _extreme(pairs, min(figures), "lowest"),
    }
    parts = [state() for name, state in found.items() if CUES.matches(name, text)]
    if not parts:
        raise LookupError(text[:80])
    sentence = listed(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _ranked(text: str) -> list[str]:
    """The names of named numbers, the highest first."""
    pairs = [(number_of(figure), name) for name, figure in _NAMED_FIGURE.findall(text)]
    if len(pairs) < 2:
        raise LookupError(text[:80])
    return [name for _, name in sorted(pairs, reverse=True)]


def _slug(text: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def _extreme(pairs: Sequence[tuple[str, Fraction]], figure: Fraction, which: str) -> str:
    return f"{listed([n for n, each in pairs if each == figure])} is {which} with {written(figure)}"


def _occurrences(word: str, text: str) -> int:
    return len(re.findall(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", text))


def _converted(amount: str, one: str, other: str) -> str:
    """An amount in another unit of the same quantity."""
    factor, offset = conversion(one, other)
    name = _unit(other).name
    result = (1 if amount[0].isalpha() else number_of(amount)) * factor + offset
    if offset:
        return f"{written(Fraction(round(result * 100), 100))} {name}"
    return f"{written(result)} {name if result == 1 else _PLURALS.get(name, f'{name}s')}"


def _rounded_conversion(amount: str, one: str, other: str, places: Fraction) -> str:
    """An amount in another unit, rounded."""
    factor, offset = conversion(one, other)
    name = _unit(other).name
    shown = name if offset else _PLURALS.get(name, f"{name}s")
    return f"{_rounded(number_of(amount) * factor + offset, places)} {shown}"


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
    return {
        word: _Unit(kind, name, Fraction(factor), Fraction(*zero))
        for kind, units in data("content/units.json").items()
        for name, (factor, words, *zero) in units.items()
        for word in words.split()
    }


def _measured(what: str, word: str) -> int:
    """The number of letters, vowels or syllables of a word."""
    vowels = len(re.findall("[aeiou]", word.lower()))
    syllables = re.findall(r"[aeiouy]+", re.sub(r"e$", "", word.lower()))
    counts = {"vowels": vowels, "consonants": len(word) - vowels, "syllables": len(syllables) or 1}
    return counts.get(what.lower(), len(word))


def _end(which: str, what: str, text: str | Sequence[str]) -> str:
    """The first, second, third, last, longest or shortest part of a text or a list."""
    if isinstance(text, str):
        text = re.findall(r"[\w'-]+" if what.lower() == "word" else r"\w", text)
    by_length = {"longest": max, "shortest": min}.get(which.lower())
    if by_length:
        return by_length(text, key=len)
    return text[{"first": 0, "second": 1, "third": 2}.get(which.lower(), -1)]


def _picked(kind: str, text: str) -> list[str]:
    looks = CUES.pattern(kind.lower())
    found = list(dict.fromkeys(each[0].strip() for each in looks.finditer(text)))
    if not found:
        raise LookupError(kind)
    return found[:50]


def _turned(how: str, text: str) -> str:
    how = how.lower()
    return text.title() if "title" in how else text.lower() if "low" in how else text.upper()


def _by_urgency(texts: Sequence[str]) -> list[str]:
    """Texts with words such as `high` and `low`, the most urgent first."""
    ranks = [
        next((_URGENCY.index(word) for word in words_of(each) if word in _URGENCY), -1)
        for each in texts
    ]
    if min(ranks) < 0:
        raise LookupError(texts)
    return [each for _, each in sorted(zip(ranks, texts, strict=True), key=lambda pair: pair[0])]


def _rank(text: str) -> tuple[float, str]:
    """The sort key of a text: numbers by value, then other texts in alphabetical order."""
    try:
        return float(text.replace(",", "")), ""
    except ValueError:
        return math.inf, text.casefold()


def _different(texts: Sequence[str]) -> list[str]:
    kept = list(dict.fromkeys(texts))
    if len(kept) == len(texts):
        raise LookupError(texts)
    return kept


FUNCTIONS: Mapping[str, Callable[..., Any] | Fraction] = {
    "abs": abs, "gcd": lambda a, b: math.gcd(int(a), int(b)), "root": root, "factorial": factorial,
    "lcm": lambda a, b: math.lcm(int(a), int(b)), "pi": Fraction(math.pi), "is_prime": _is_prime,
    "parity": lambda a: "odd" if a % 2 else "even", "sum": sum, "product": math.prod,
    "max": max, "min": min, "mean": statistics.mean, "median": statistics.median,
    "rounded": _rounded, "solved": _solved, "following": _following, "converted": _converted,
    "rounded_conversion": _rounded_conversion,
    "count": lambda letter, word: word.lower().count(letter.lower()), "measured": _measured,
    "words": lambda text: len(text.strip(" \"'”.?").split()), "end": _end, "picked": _picked,
    "turned": _turned, "backwards": lambda text: text[::-1], "items": items,
    "sorted": lambda texts: sorted(texts, key=_rank),
    "spelled": lambda text: "-".join(text.upper()),
    "bill": _bill, "value_of_rows": _value_of_rows, "statistics": _statistics,
    "ranked": _ranked, "slug": _slug,
    "occurrences": _occurrences, "different": _different, "of_kind": _of_kind,
    "with_state": _with_state, "tally": _tally,
    "numbered": lambda texts: [f"{number}. {each}" for number, each in enumerate(texts, 1)],
    "by_urgency": _by_urgency, "lines": _lines,
}  # fmt: skip
