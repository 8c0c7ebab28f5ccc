"""Functions that `formulas.txt` uses. If one raises LookupError or ValueError because a value does
not fit, the next formula is tried."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.expressions import factorial, root
from mockserver.chat.model.content.found import capitalized, listed
from mockserver.chat.model.numbers import FIGURES, NUMBER, number_of, written
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import data
from mockserver.chat.model.texts import bullets_in

_BELOW = pattern(r"^[ \t]*(\w[^\n]{0,200}?)[ \t]*$", re.MULTILINE)
_LIST = pattern(r"[:?]\s*\[?(?P<items>[^:\n?]+(?:,[^:\n?]+)+)\]?\s*(?:[?.]|\n|$)")
_PRICED = pattern(
    rf"(?P<count>{NUMBER}|\ban?\b) (?:[a-z-]+ ){{1,4}}?(?P<at>at|à|for|costs?|each) "
    rf"[$€£]?(?P<price>{FIGURES})"
    rf"|\b(?:shipping|delivery|postage|fee) (?:is |costs )?(?P<fee>{FIGURES})",
    re.IGNORECASE,
)
_EACH = ("at", "à", "each")
_NAMED_FIGURE = pattern(rf"([A-Z][\w-]*)(?::| is| had| has| with|,)? ?\(?[$€£]?({FIGURES})")


class _Unit(NamedTuple):
    """A unit of a quantity, with its size and zero point in the quantity's basic unit."""

    quantity: str
    name: str
    plural: str
    size: Fraction
    zero: Fraction


def items(text: str) -> list[str]:
    """The items of the list in a text: its bullets, or the words after a colon."""
    found = bullets_in(text)
    if len(found) < 2:
        listed = _LIST.search(text)
        only = re.split(r"\.\s+(?=[A-Z][a-z]+ )", listed["items"], maxsplit=1)[0] if listed else ""
        found = re.split(r",\s*(?:and\s+)?|\s+and\s+", only.strip(" .[]"))
    kept = [each.strip(" \"'") for each in found if each.strip()]
    if len(kept) < 2:
        raise LookupError(text[:80])
    return kept


def _numbered(text: str) -> list[str]:
    """The lines below one that ends with a colon, with numbers."""
    found = _BELOW.findall(text.partition(":\n")[2])
    if len(found) < 2:
        raise LookupError(text[:80])
    return [f"{number}. {each}" for number, each in enumerate(found, 1)]


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
    prices = []
    for each in _PRICED.finditer(text):
        count = number_of(each["count"]) if each["at"] in _EACH else 0
        prices.append((count or 1) * number_of(each["price"] or each["fee"]))
    if len(prices) < 2:
        raise LookupError(text[:80])
    return sum(prices, Fraction(0))


def _statistics(text: str) -> str:
    """The statistics of named numbers that a question asks for."""
    pairs = _named_figures(text)
    figures = [figure for figure, _ in pairs]
    parts = []
    for name, function in _STATISTICS.items():
        if CUES.matches(name, text):
            result = function(figures)
            owners = [owner for figure, owner in pairs if figure == result]
            is_extreme = name in ("highest", "lowest")
            parts.append(
                f"{listed(owners)} is {name} with {written(result)}"
                if is_extreme
                else f"the {name} is {written(result)}"
            )
    if not parts:
        raise LookupError(text[:80])
    return f"{capitalized(listed(parts))}."


def _named_figures(text: str) -> list[tuple[Fraction, str]]:
    """The named numbers of a text: 120 and 95 in `Jan 120, Feb 95`."""
    pairs = [(number_of(figure), name) for name, figure in _NAMED_FIGURE.findall(text)]
    if len(pairs) < 2:
        raise LookupError(text[:80])
    return pairs


def _slug(text: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


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
    parts = CUES.pattern(f"any {kind.lower()}").finditer(text)
    found = list(dict.fromkeys(part[0].strip() for part in parts))
    if not found:
        raise LookupError(kind)
    return found[:50]


def _turned(how: str, text: str) -> str:
    how = how.lower()
    return text.title() if "title" in how else text.lower() if "low" in how else text.upper()


def _rank(text: str) -> tuple[float, str]:
    """The sort key of a text: numbers by value, then other texts in alphabetical order."""
    try:
        return float(text.replace(",", "")), ""
    except ValueError:
        return math.inf, text.casefold()


_STATISTICS: Mapping[str, Callable[..., Fraction]] = {
    "average": statistics.mean, "total": sum, "highest": max, "lowest": min,
}  # fmt: skip

FUNCTIONS: Mapping[str, Callable[..., Any] | Fraction] = {
    "abs": abs, "gcd": lambda a, b: math.gcd(int(a), int(b)), "root": root, "factorial": factorial,
    "lcm": lambda a, b: math.lcm(int(a), int(b)), "pi": Fraction(math.pi), "is_prime": _is_prime,
    "parity": lambda a: "odd" if a % 2 else "even", "sum": sum, "product": math.prod,
    "max": max, "min": min, "mean": statistics.mean, "median": statistics.median,
    "rounded": _rounded, "solved": _solved, "converted": _converted,
    "count": lambda letter, word: word.lower().count(letter.lower()), "measured": _measured,
    "words": lambda text: len(text.strip(" \"'”.?").split()), "end": _end, "picked": _picked,
    "turned": _turned, "backwards": lambda text: text[::-1], "items": items,
    "sorted": lambda texts: sorted(texts, key=_rank),
    "spelled": lambda text: "-".join(text.upper()),
    "bill": _bill, "statistics": _statistics,
    "ranked": lambda text: [name for _, name in sorted(_named_figures(text), reverse=True)],
    "slug": _slug,
    "occurrences": _occurrences,
    "numbered": _numbered,
}  # fmt: skip
