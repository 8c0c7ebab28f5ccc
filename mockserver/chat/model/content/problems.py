"""Word problems: the quantities of a text, and the sum that its question asks for.

A quantity is a number with a unit: `12 eggs`, `$3`, `20%`, and also `a box` and `per hour`, which
are one of their unit. Two quantities next to each other may be a rate, such as `each box holds 12
eggs`; another one of either kind then gives the fourth. `formulas.txt` has the words of questions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from mockserver.chat.model.content.expressions import evaluated, shown
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.meaning import senses_of, stems_of
from mockserver.chat.model.numbers import amount_of, in_figures, number_of, written
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import data, table
from mockserver.chat.model.texts import rows_of, sentences

FORMULAS = table("content/formulas.txt")
_MOST = 14
"""The most quantities of a problem."""

_DECIMAL_COMMA = pattern(r"(?<![\d,])(\d{1,9}),(\d{1,2})(?![\d,])")


class Unit(NamedTuple):
    """A unit of a quantity, with its size and zero point in the quantity's basic unit."""

    quantity: str
    name: str
    plural: str
    size: Fraction
    zero: Fraction


@cache
def units() -> dict[str, Unit]:
    """The units by their words."""
    found = {}
    for quantity, known in data("content/units.json").items():
        for names, (factor, words, *zero) in known.items():
            name, _, plural = names.partition(", ")
            unit = Unit(quantity, name, plural or f"{name}s", Fraction(factor), Fraction(*zero))
            found.update(dict.fromkeys(words.split(), unit))
    return found


_KINDS = frozenset(data("content/units.json"))


class Quantity(NamedTuple):
    """A number and the words of its unit, at a place in a text."""

    number: Fraction
    words: str
    start: int = 0
    end: int = 0
    mark: str = ""
    """`one` for `a box`, `per` for `per hour` and `each`, `%` for a percentage and `half of`."""

    def __str__(self) -> str:
        return written(self.number)

    @property
    def unit(self) -> Unit | None:
        """The unit of measurement, None for things that are counted."""
        return units().get(self.words.partition(" ")[0])

    @property
    def kind(self) -> str:
        """The kind of a measured quantity, such as `time` or `money`; empty for a count."""
        if FORMULAS.matches("money", self.words):
            return "money"
        return self.unit.quantity if self.unit else self.words if self.words in _KINDS else ""

    def is_like(self, other: Quantity) -> bool:
        """True if both are of one kind, or one has no unit."""
        if self.words and other.words and not (self.kind or other.kind):
            one, two = stems_of(self.words), stems_of(other.words)
            return not {*one}.isdisjoint(two) or bool(senses_of(one) & senses_of(two))
        return not (self.words and other.words) or self.kind == other.kind

    def in_unit_of(self, other: Quantity) -> Fraction:
        """The number in the unit of another quantity of the same kind."""
        one, two = self.unit, other.unit
        is_alike = one and two and one.quantity == two.quantity
        return self.number * one.size / two.size if one and two and is_alike else self.number


Rate = tuple[Quantity, Quantity]
"""So much of one thing for so much of another: 12 eggs for a box."""

Sum = tuple[str, str]
"""An expression and the unit of its value."""


def solved(text: str, request: str) -> Answer:
    """The solution of a word problem, rounded as the request around it asks.

    Raises LookupError if there is none.
    """
    problem = _Problem(_DECIMAL_COMMA.sub(r"\1.\2", text), request)
    is_fit = problem.asks and 0 < len(problem.quantities) <= _MOST and not rows_of(text)
    found = filter(None, (way(problem) for way in _WAYS)) if is_fit else ()
    for expression, unit in found:
        run = expression.split(" ")
        if (number := evaluated(run)) is not None:
            value = problem.rounded(number)
            value += "%" if unit == "%" else ""
            named = "" if unit == "%" or FORMULAS.matches("money", unit) else unit
            return stated(f"{shown(run)} = {value} {named}".rstrip(), value)
    raise LookupError(text[:80])


def rounded(number: Fraction, places: Fraction | int) -> str:
    """A number with so many decimal places; negative ones are before the point."""
    unit = Fraction(10) ** -min(int(places), 12)
    near = math.floor(number / unit + Fraction(1, 2)) * unit
    return f"{float(near):.{max(int(places), 0)}f}"


class _Problem:
    """The quantities of a text and what it asks for."""

    def __init__(self, text: str, request: str) -> None:
        every = sentences(text)
        parts = [each for each in every if not FORMULAS.matches("how to answer", each)] or every
        asking = [each for each in parts if each.rstrip("\"' ").endswith("?")] or parts[-1:]
        self.request = request
        self.text = in_figures(" ".join(parts))
        self.asks = in_figures(" ".join(asking))
        self._question = max(self.text.find(in_figures(asking[0])), 0) if asking else 0

    def is_asked(self, name: str) -> bool:
        """True if the question has a named pattern."""
        return FORMULAS.matches(name, self.asks)

    def rounded(self, number: Fraction) -> str:
        """A number as the text asks to round it; things that are needed are whole."""
        if places := FORMULAS.find("places asked", self.request):
            return rounded(number, amount_of(places["a"] or "0"))
        is_whole = self.is_asked("needs whole ones") and not self.wanted.kind
        return written(Fraction(math.ceil(number)) if is_whole else number)

    @cached_property
    def quantities(self) -> Sequence[Quantity]:
        """The quantities in their order."""
        found: list[Quantity] = []
        for match in FORMULAS.pattern("quantity").finditer(self.text):
            number, words, mark = Fraction(1), match["thing"] or "", "one"
            if match["number"]:
                number = number_of(match["number"]) * number_of((match["scale"] or "1").strip())
                words = f"{match['money'] or ''} {match['unit'] or ''}".strip()
                if not words and FORMULAS.matches(
                    "names a price", self.text[: match.start()][-30:]
                ):
                    words = "money"
                mark = "%" if match["percent"] else "per" if match["by"] else ""
            elif match["part"]:
                whole = FORMULAS.meaning("parts", match["part"])
                number, mark = 100 * number_of(match["times"] or "1") / Fraction(whole), "%"
            elif match["per"]:
                counts = [e.words for e in found[:-1] if e.kind != "money" and e.words]
                words, mark = words or next(reversed(counts), ""), "per"
            if words or mark != "one":
                found.append(Quantity(number, words, *match.span(), mark))
        return found

    @cached_property
    def plain(self) -> Sequence[Quantity]:
        """The quantities in figures that are no percentages."""
        return [each for each in self.quantities if not each.mark]

    @property
    def asked_ones(self) -> Sequence[Quantity]:
        """The quantities such as `a day` and `per person` in the question."""
        ones = (each for each in self.quantities if each.mark in ("one", "per") and each.words)
        return [each for each in ones if each.start >= self._question]

    @property
    def percentages(self) -> Sequence[Quantity]:
        """The percentages and the parts, such as `half of`."""
        return [each for each in self.quantities if each.mark == "%"]

    @cached_property
    def wanted(self) -> Quantity:
        """One of the unit that is asked for, which may have no name."""
        found = FORMULAS.find("asks how many", self.asks)
        words = found["what"] if found else FORMULAS.text("asked unit", self.asks)
        return Quantity(Fraction(1), words)

    def pairs(self, name: str) -> Iterator[Rate]:
        """Quantities next to each other with a named pattern between them."""
        for one, two in pairwise(self.quantities):
            between = self.text[one.end : two.start]
            is_free = "%" not in (one.mark, two.mark) and "\n" not in between
            if is_free and FORMULAS.pattern(name).fullmatch(between):
                yield one, two

    @cached_property
    def rates(self) -> Sequence[Rate]:
        """The rates of the text, such as so much per hour, or so many in a box."""
        found = [pair for pair in self.pairs("directly") if pair[1].mark]
        known = {per for _, per in found}
        for name in ("goes with", "costs as much"):
            for one, two in self.pairs(name):
                is_fit = (
                    one.mark if name == "goes with" else not one.mark and one.words and two.words
                )
                if is_fit and not two.mark and one not in known:
                    found.append((two, one))
        return found

    def near(self, quantity: Quantity) -> str:
        """The text around a quantity."""
        return self.text[max(quantity.start - 25, 0) : quantity.end + 25]

    def after(self, quantity: Quantity) -> str:
        """The text between a quantity and the next one."""
        starts = (each.start for each in self.quantities if each.start > quantity.start)
        return self.text[quantity.end : next(starts, None)]

    def before(self, quantity: Quantity) -> str:
        """The text between a quantity and the one before it."""
        ends = (each.end for each in self.quantities if each.start < quantity.start)
        return self.text[max(ends, default=0) : quantity.start]

    def marked(self, name: str) -> list[Quantity]:
        """The quantities that are part of a named pattern."""
        spans = [match.span() for match in FORMULAS.pattern(name).finditer(self.text)]
        return [e for e in self.plain if any(a <= e.start < b for a, b in spans)]

    def group(self) -> list[Quantity]:
        """The largest group of like quantities, of those that are asked for if these are named."""
        groups = [[each for each in self.plain if self._is_with(each, one)] for one in self.plain]
        wanted = [group for group in groups if any(map(self.wanted.is_like, group))]
        return max(wanted or groups, key=len, default=[])

    def _is_with(self, each: Quantity, one: Quantity) -> bool:
        """True for quantities of one unit; a number without any is of the unit before it, or of
        the unit at the end of its list."""
        if each.words or not one.words:
            return bool(each.words) == bool(one.words) and each.is_like(one)
        between = self.text[each.end : one.start]
        return each.start > one.end or bool(FORMULAS.pattern("list of numbers").fullmatch(between))


# Ways to solve a problem; each returns None if it does not apply


def _share(problem: _Problem) -> Sum | None:
    """One number as a share of another, or a change in percent."""
    if not problem.is_asked("asks for a share"):
        return None
    if not problem.plain and problem.percentages and problem.is_asked("asks for the rest"):
        return " - ".join(["100", *map(str, problem.percentages)]), "%"
    if len(problem.plain) != 2:
        return None
    one, two = problem.plain
    part, whole = sorted((one, two))
    is_change = FORMULAS.matches("changes in percent", problem.text)
    share = f"( {whole} - {part} ) / {one}" if is_change else f"{part} / {whole}"
    is_decimal = FORMULAS.matches("asks for a decimal", problem.request)
    return (share, "") if is_decimal else (f"{share} * 100", "%")


def _average(problem: _Problem) -> Sum | None:
    """The mean of the largest group of like quantities."""
    group = problem.group()
    if len(group) < 2 or not problem.is_asked("average"):
        return None
    return f"( {' + '.join(map(str, group))} ) / {len(group)}", ""


def _amount(problem: _Problem) -> Sum | None:
    """The sum of quantities at the rates of a text, with fees, percentages and change."""
    paid = problem.marked("paid with") if problem.is_asked("asks for change") else []
    heads = problem.marked("heads") if problem.is_asked("asks for each") else []
    used, terms, unit = {*paid}, list[str](), problem.wanted
    for given, much, per in _multiplied(problem):
        if given not in used and not (given.mark and terms):
            terms.append(_product(given.in_unit_of(per), much.in_unit_of(unit), per.number))
            used |= {given, much, per}
            unit = unit if unit.unit or unit.kind == "" != unit.words else much
    used |= {*heads, *(each for rate in problem.rates if rate[1].mark == "per" for each in rate)}
    alone = [each for each in problem.plain if each not in used]
    if len(alone) > 1 or not problem.percentages:
        is_money = bool(terms or paid or unit.kind == "money")
        is_taken = problem.is_asked("asks for the rest") and unit.words
        alone = [
            each
            for each in alone
            if each.kind == "money"
            or (is_money and not each.words)
            or (is_taken and unit.is_like(each))
        ]
    if paid or problem.percentages or heads or problem.is_asked("total"):
        terms += map(str, alone)
    total = " + ".join(terms)
    if terms and alone and not problem.percentages and problem.is_asked("asks for the rest"):
        return " - ".join((total, *map(str, alone))), unit.words
    for each in problem.percentages if terms else ():
        changes = [
            name for name in ("reduces", "adds") if FORMULAS.matches(name, problem.near(each))
        ]
        is_rest = problem.is_asked("asks for the rest")
        if problem.is_asked("asks for the part") or not (changes or is_rest):
            total = f"( {total} ) * {each} / 100"
        else:
            sign = "+" if changes == ["adds"] and not is_rest else "-"
            total = f"( {total} ) * ( 1 {sign} {each} / 100 )"
    if terms and paid:
        return f"{paid[0]} - ( {total} )", ""
    if terms and heads:
        return f"( {total} ) / {heads[0]}", ""
    return (total, unit.words) if " " in total else None


def _multiplied(problem: _Problem) -> Iterator[tuple[Quantity, Quantity, Quantity]]:
    """Quantities, each with the rate to multiply it by: so much for so much.

    A rate that names the same thing fits best, as with `4 kilos of apples`.
    """
    for given, much in problem.pairs("at so much"):
        is_rate = any(much == rate[0] and rate[1].kind for rate in problem.rates)
        if not (given.mark == "per" or much.mark or is_rate):
            yield given, much, Quantity(Fraction(1), given.words)
    measured = {much for much, per in problem.rates if per.mark == "per" or per.kind}
    apart = [each for each in problem.plain if each not in measured]
    for given in (*(apart or problem.plain), *problem.asked_ones):
        name = {*stems_of(problem.after(given))}
        names = {rate: {*stems_of(problem.before(rate[0]))} for rate in problem.rates}
        for rate in sorted(problem.rates, key=lambda rate: -len(name & names[rate])):
            for much, per in (rate, rate[::-1]) if problem.wanted.words else (rate,):
                is_one = per.mark == "one" and given in problem.marked("heads")
                is_given = given.words and given not in rate and (is_one or given.is_like(per))
                is_other = not given.mark or given.unit not in (per.unit, much.unit)
                if is_given and is_other and problem.wanted.is_like(much) and per.number:
                    yield given, much, per


def _product(given: Fraction, much: Fraction, per: Fraction) -> str:
    """`given * much / per`, without the factors that are one."""
    factors = [written(each) for each in (given, much) if each != 1] or ["1"]
    return " * ".join(factors) + (f" / {written(per)}" if per != 1 else "")


def _compared(problem: _Problem) -> Sum | None:
    """A quantity that is so much more, less or so many times as much as another one."""
    found = FORMULAS.find("is so much more", problem.text)
    known = [
        each for each in problem.plain if found and not found.start() <= each.start < found.end()
    ]
    if found is None or len(known) != 1:
        return None
    sign = "*" if found["times"] else "+" if found["more"] else "-"
    times = (found["times"] or "").split(" ")[0]
    number = FORMULAS.meaning("times", times) or times
    is_inverse = found["than"] and found["than"].lower() in problem.asks.lower()
    if is_inverse:
        sign = {"*": "/", "+": "-", "-": "+"}[sign]
    other = f"{known[0]} {sign} {number or found['by']}"
    return (f"{known[0]} + {other}" if problem.is_asked("total") else other), known[0].words


def _left(problem: _Problem) -> Sum | None:
    """The balance of gains and losses, else what other quantities leave of the largest."""
    if not problem.is_asked("asks what is left") or any(
        per.mark == "per" for _, per in problem.rates
    ):
        return None
    signs = {
        match.start("a"): f"{row.text} {written(number_of(match['a']))}"
        for row in FORMULAS.rows("changes")
        for match in row.pattern.finditer(problem.text)
    }
    found = " ".join(signs[start] for start in sorted(signs)).removeprefix("+ ")
    if " - " in found and not found.startswith("-"):
        return found, ""
    group = sorted(problem.plain, reverse=True)
    if len(group) > 1 and problem.is_asked("asks for the rest"):
        return " - ".join(map(str, group)), ""
    return (found, "") if len(signs) > 1 and "-" not in found else None


def _difference(problem: _Problem) -> Sum | None:
    """The difference between two like quantities."""
    if len(problem.plain) != 2 or not problem.is_asked("asks for a difference"):
        return None
    less, more = sorted(problem.plain)
    return f"{more} - {less}", more.words


def _total(problem: _Problem) -> Sum | None:
    """The sum of like quantities."""
    group, wanted = problem.group(), problem.wanted
    is_named = wanted.words and all(e.words and wanted.is_like(e) for e in group[:1])
    is_one_kind = bool(is_named) and len(group) == len(problem.plain)
    is_mixed = is_one_kind and wanted.unit and any(each.unit != wanted.unit for each in group)
    is_all = is_one_kind and problem.is_asked("asks for all")
    if not (is_mixed or (len(group) > 1 and (is_all or problem.is_asked("total")))):
        return None
    return " + ".join(written(each.in_unit_of(wanted)) for each in group), wanted.words


def _rate(problem: _Problem) -> Sum | None:
    """A quantity for each one of another: per day, for one person, or the speed."""
    is_speed = problem.is_asked("asks how fast")
    asked = [Quantity(Fraction(1), "time")] if is_speed else problem.asked_ones
    for one in asked if len(problem.plain) == 2 else ():
        pers = [each for each in problem.plain if one.words and each.words and each.is_like(one)]
        muches = [e for e in problem.plain if e not in pers and problem.wanted.is_like(e)]
        if len(pers) == len(muches) == 1:
            unit = f" per {pers[0].words.removesuffix('s')}" if is_speed else ""
            return f"{muches[0]} / {pers[0]}", f"{muches[0].words}{unit}"
    return None


_WAYS = (_share, _average, _compared, _amount, _rate, _left, _difference, _total)
