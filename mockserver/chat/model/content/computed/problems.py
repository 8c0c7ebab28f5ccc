"""Word problems: the quantities of a text, and the sum that its question asks for.

A quantity is a number with a unit: `12 eggs`, `$3`, `20%`, and also `a box` and `per hour`, which
are one of their unit. Two quantities next to each other may be a rate, such as `each box holds 12
eggs`; another one of either kind then gives the fourth. `formulas.txt` has the words of questions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise, product
from typing import NamedTuple

from mockserver.chat.model.content.computed.expressions import evaluated, shown
from mockserver.chat.model.content.cues import FORMULAS
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.text.lists import data
from mockserver.chat.model.text.meaning import senses_of, stems_of
from mockserver.chat.model.text.numbers import amount_of, in_figures, number_of, written
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.rows import rows_of
from mockserver.chat.model.text.texts import sentences

_MOST = 14
"""The most quantities of a problem."""

_SHORT = 3
"""Longer stems are the same if one begins with the other, as with plurals in other languages."""

_DECIMAL_COMMA = pattern(r"(?<![\d,])(\d{1,9}),(\d{1,2})(?![\d,])")
_FACTOR_ONE = pattern(r"(?<![\d.])1 \* | [*/] 1(?![\d.])")
_LONE = pattern(r"\( (\S+) \)")
"""A number that is alone in its brackets."""


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
    for quantity, known in data("content/computed/units.json").items():
        for names, (factor, words, *zero) in known.items():
            name, _, plural = names.partition(", ")
            unit = Unit(quantity, name, plural or f"{name}s", Fraction(factor), Fraction(*zero))
            found.update(dict.fromkeys(words.split(), unit))
    return found


class Quantity(NamedTuple):
    """A number and the words of its unit, with the texts up to the quantities around it."""

    number: Fraction = Fraction(1)
    words: str = ""
    mark: str = ""
    """`one` for `a box`, `per` for `per hour` and `each`, `%` for a percentage and `half of`."""

    before: str = ""
    after: str = ""
    start: int = 0

    def __str__(self) -> str:
        return written(self.number)

    @property
    def unit(self) -> Unit | None:
        """The unit of measurement, None for things that are counted."""
        return units().get(self.words.lower().partition(" ")[0])

    @property
    def kind(self) -> str:
        """The kind of a measured quantity, such as `time` or `money`; empty for a count."""
        if FORMULAS.matches("money", self.words):
            return "money"
        if self.unit:
            return self.unit.quantity
        return self.words if self.words in data("content/computed/units.json") else ""

    @property
    def are_people(self) -> bool:
        """True for `3 friends` and `three of us`."""
        return FORMULAS.matches("people", self.words or self.after.strip())

    def is_like(self, other: Quantity) -> bool:
        """True if both are of one kind, or one has no unit."""
        if not self.words or not other.words:
            return True
        if self.kind or other.kind:
            return self.kind == other.kind
        own, others = stems_of(self.words), stems_of(other.words)
        pairs = (sorted(pair, key=len) for pair in product(own, others))
        are_same = any(a == b or (len(a) > _SHORT and b.startswith(a)) for a, b in pairs)
        return are_same or bool(senses_of(own) & senses_of(others))

    def of_unit(self, other: Quantity) -> Quantity:
        """This quantity in the unit of another one of the same kind."""
        one, two = self.unit, other.unit
        if one and two and one.quantity == two.quantity:
            return self._replace(number=self.number * one.size / two.size)
        return self


class Rate(NamedTuple):
    """So much of one thing for so much of another: 12 eggs for a box."""

    much: Quantity
    per: Quantity


class Sum(NamedTuple):
    """An expression and the unit of its value, which may have no name."""

    expression: str
    unit: str = ""


def solved(text: str, request: str) -> Answer:
    """The solution of a word problem, rounded as the request around it asks.

    Raises LookupError if there is none.
    """
    problem = _Problem(_DECIMAL_COMMA.sub(r"\1.\2", text), request)
    if not 0 < len(problem.quantities) <= _MOST or rows_of(text):
        raise LookupError(text[:80])
    for found in filter(None, (way(problem) for way in _WAYS)):
        run = _LONE.sub(r"\1", _FACTOR_ONE.sub("", found.expression)).split(" ")
        is_given = len(run) == 1 and run[0] in problem.text
        if not is_given and (number := evaluated(run)) is not None:
            value = problem.rounded(number) + ("%" if found.unit == "%" else "")
            is_named = found.unit != "%" and not FORMULAS.matches("money", found.unit)
            unit = found.unit if is_named else ""
            if (known := units().get(unit)) and unit == known.name and value != "1":
                unit = known.plural
            return stated(f"{shown(run)} = {value} {unit}".rstrip(), value)
    raise LookupError(text[:80])


def rounded(number: Fraction, places: Fraction | int) -> str:
    """A number with so many decimal places; negative ones are before the point."""
    unit = Fraction(10) ** -min(int(places), 12)
    near = math.floor(number / unit + Fraction(1, 2)) * unit
    return f"{float(near):.{max(int(places), 0)}f}"


def as_asked(number: Fraction, request: str) -> str:
    """A number with as many decimal places as a request asks for, if it does."""
    places = FORMULAS.find("places asked", request)
    return rounded(number, amount_of(places["a"] or "0")) if places else written(number)


class _Problem:
    """The quantities of a text and what it asks for."""

    def __init__(self, text: str, request: str) -> None:
        every = sentences(text)
        parts = [each for each in every if not FORMULAS.matches("how to answer", each)] or every
        asking = [each for each in parts if each.rstrip("\"' ").endswith("?")] or parts[-1:]
        self.request = request
        self.text, self.asks = (in_figures(" ".join(each)) for each in (parts, asking))
        self.quantities = _quantities(self.text)
        self.plain = [each for each in self.quantities if not each.mark]
        """The quantities that are neither one of their unit nor a percentage."""

        self.percentages = [each for each in self.quantities if each.mark == "%"]
        found = FORMULAS.find("asks how many", self.asks)
        words = found["what"] if found else FORMULAS.text("asked unit", self.asks)
        self.wanted = Quantity(words=words)
        """One of the unit that is asked for, which may have no name."""

    def is_asked(self, name: str) -> bool:
        """True if the question has a named pattern."""
        return FORMULAS.matches(name, self.asks)

    def rounded(self, number: Fraction) -> str:
        """A number as the text asks to round it; things that are needed are whole."""
        is_whole = self.is_asked("needs whole ones") and not self.wanted.kind
        return as_asked(Fraction(math.ceil(number)) if is_whole else number, self.request)

    def pairs(self, name: str) -> Iterator[tuple[Quantity, Quantity]]:
        """Quantities next to each other with a named pattern between them."""
        for one, two in pairwise(self.quantities):
            if "%" not in (one.mark, two.mark) and FORMULAS.pattern(name).fullmatch(one.after):
                yield one, two

    @cached_property
    def rates(self) -> list[Rate]:
        """The rates of the text, such as so much per hour, or so many in a box."""
        found = [Rate(much, per) for much, per in self.pairs("directly") if per.mark]
        known = {rate.per for rate in found}
        for per, much in self.pairs("goes with"):
            if per.mark and not much.mark and per not in known:
                found.append(Rate(much, per))
        for per, much in self.pairs("costs as much"):
            if per.words and much.words and not (per.mark or much.mark):
                found.append(Rate(much, per))
        return found

    def group(self) -> list[Quantity]:
        """The largest group of like quantities, of those that are asked for if these are named."""
        groups = [
            [two for two in self.plain if bool(two.words) == bool(one.words) and two.is_like(one)]
            for one in self.plain
        ]
        wanted = [group for group in groups if self.wanted.is_like(group[0])]
        return max(wanted or groups, key=len, default=[])


def _quantities(text: str) -> list[Quantity]:
    """The quantities of a text in their order.

    A number without a unit has that of the next one in a list, or of the one before it.
    """
    every = FORMULAS.pattern("quantity").finditer(text)
    matches = [each for each in every if any(each.group("number", "part", "per", "thing"))]
    ends = [0, *(match.end() for match in matches)]
    starts = [*(match.start() for match in matches), len(text)]
    gaps = [text[end:start] for end, start in zip(ends, starts, strict=True)]
    found: list[Quantity] = []
    for match, (before, after) in zip(matches, pairwise(gaps), strict=True):
        quantity = _quantity(match, before, found)
        found.append(quantity._replace(before=before, after=after, start=match.start()))
    for place in reversed(range(len(found) - 1)):
        one, two = found[place : place + 2]
        if not (one.words or two.mark) and FORMULAS.pattern("list of numbers").fullmatch(one.after):
            found[place] = one._replace(words=two.words)
    latest = ""
    for place, each in enumerate(found):
        if not each.mark:
            if not each.words and not each.after.lstrip().startswith("of "):
                found[place] = each._replace(words=latest)
            latest = each.words or latest
    return found


def _quantity(match: re.Match[str], before: str, earlier: Sequence[Quantity]) -> Quantity:
    """The quantity of a match, after a text and the earlier quantities."""
    if match["number"]:
        number = number_of(match["number"]) * number_of((match["scale"] or "1").strip())
        words = f"{match['money'] or ''} {match['unit'] or ''}".strip()
        if not words and FORMULAS.matches("names a price", before):
            words = "money"
        if match["percent"]:
            return Quantity(number, words, "%")
        return Quantity(number, words, "per" if match["by"] else "")
    if match["part"]:
        whole = Fraction(FORMULAS.meaning("parts", match["part"]))
        return Quantity(100 * number_of(match["times"] or "1") / whole, mark="%")
    if match["per"]:  # In `4 pens at $3 each`, each of the pens.
        counted = [each.words for each in earlier[:-1] if each.kind != "money" and each.words]
        if earlier and (priced := FORMULAS.find("priced thing", earlier[-1].before)):
            counted.append(priced["thing"])
        return Quantity(words=match["thing"] or (counted[-1] if counted else ""), mark="per")
    return Quantity(words=match["thing"], mark="one")


# Ways to solve a problem; each returns None if it does not apply


def _amount(problem: _Problem) -> Sum | None:
    """The sum of quantities at the rates of a text, with fees, percentages and change."""
    asks_for_rest, percentages = problem.is_asked("asks for the rest"), problem.percentages
    paid, people = list[Quantity](), list[Quantity]()
    if problem.is_asked("asks for change"):
        paid = [each for each in problem.plain if FORMULAS.matches("paid with", each.before)]
    if problem.is_asked("asks for each"):
        people = [each for each in problem.plain if each.are_people]
    terms, unit, used = list[str](), problem.wanted, {*paid, *people}
    for given, rate in _multiplied(problem):
        if given not in used and not (given.mark and terms):
            terms.append(f"{given.of_unit(rate.per)} * {rate.much.of_unit(unit)} / {rate.per}")
            used |= {given, *rate}
            is_thing = unit.words and not unit.kind
            if not (unit.unit or is_thing):
                unit = rate.much
    alone = _alone(problem, used.union(people), unit)
    if terms and alone and asks_for_rest and not percentages:
        return Sum(" - ".join((*terms, *map(str, alone))), unit.words)
    if paid or people or percentages or (problem.is_asked("total") and (terms or unit.kind)):
        terms += map(str, alone)
    elif terms:
        terms += [str(each) for each in alone if FORMULAS.matches("names a price", each.before)]
    if not terms:
        return None
    total = _with_percentages(problem, " + ".join(terms))
    if paid:
        return Sum(f"{paid[0]} - ( {total} )")
    if people:
        return Sum(f"( {total} ) / {people[0]}")
    return Sum(total, unit.words) if " " in total else None


def _multiplied(problem: _Problem) -> Iterator[tuple[Quantity, Rate]]:
    """Quantities, each with the rate to multiply it by.

    A rate that names the same thing fits best, as with `4 kilos of apples`.
    """
    per_measure = {rate.much for rate in problem.rates if rate.per.kind}
    in_rates = per_measure.union(rate.much for rate in problem.rates if rate.per.mark == "per")
    for given, much in problem.pairs("at so much"):
        is_priced = not given.mark or (given.mark == "one" and much.kind == "money")
        if is_priced and not much.mark and much not in per_measure:
            yield given, Rate(much, Quantity(words=given.words))
    apart = [each for each in problem.plain if each not in in_rates]
    for given in apart or problem.plain:
        name = {*stems_of(given.after)}
        rates = sorted(problem.rates, key=lambda rate: -len(name & {*stems_of(rate.much.before)}))
        if problem.wanted.words:
            rates = [each for rate in rates for each in (rate, Rate(rate.per, rate.much))]
        for much, per in rates:
            is_person = per.mark == "one" and given.are_people
            is_like = given.words and (is_person or given.is_like(per))
            is_other = given.unit and given.unit not in (per.unit, much.unit)
            is_given = given not in (much, per) and (is_other or not given.mark)
            if is_like and is_given and problem.wanted.is_like(much) and per.number:
                yield given, Rate(much, per)


def _alone(problem: _Problem, used: set[Quantity], unit: Quantity) -> list[Quantity]:
    """The quantities that no rate uses; of several, those that a sum of a unit may have."""
    used = used.union(*(rate for rate in problem.rates if rate.per.mark == "per"))
    alone = [each for each in problem.plain if each not in used]
    if len(alone) == 1 and problem.percentages:
        return alone
    is_like = unit.words and problem.is_asked("asks for the rest")
    return [e for e in alone if e.kind == "money" or not e.words or (is_like and unit.is_like(e))]


def _with_percentages(problem: _Problem, total: str) -> str:
    """A sum with the percentages of a text added or taken off, or the part of it that they are."""
    asks_for_rest = problem.is_asked("asks for the rest")
    for each in problem.percentages:
        words_near = problem.text[max(each.start - 25, 0) : each.start + 30]
        is_more = FORMULAS.matches("adds", words_near)
        is_less = FORMULAS.matches("reduces", words_near) or (asks_for_rest and not is_more)
        if problem.is_asked("asks for the part") or not (is_less or is_more):
            total = f"( {total} ) * {each} / 100"
        else:
            total = f"( {total} ) * ( 1 {'-' if is_less else '+'} {each} / 100 )"
    return total


def _left(problem: _Problem) -> Sum | None:
    """The balance of gains and losses, else what other quantities leave of the largest."""
    is_rate = any(rate.per.mark == "per" for rate in problem.rates)
    if is_rate or not problem.is_asked("asks what is left"):
        return None
    signs = {
        match.start("a"): f"{row.text} {written(number_of(match['a']))}"
        for row in FORMULAS.rows("changes")
        for match in row.pattern.finditer(problem.text)
    }
    balance = " ".join(signs[start] for start in sorted(signs)).removeprefix("+ ")
    is_plausible = " - " in balance or not problem.is_asked("asks for the rest")
    return Sum(balance) if len(signs) > 1 and is_plausible and not balance.startswith("-") else None


def _total(problem: _Problem) -> Sum | None:
    """The sum of like quantities, or the difference of two."""
    group, wanted = problem.group(), problem.wanted
    if not group:
        return None
    is_general = FORMULAS.pattern("general thing").fullmatch(wanted.words)
    if is_general and not any(each.words and wanted.is_like(each) for each in problem.plain):
        return Sum(" + ".join(map(str, problem.plain)), wanted.words)
    if len(problem.plain) == 2 and problem.is_asked("asks for a difference"):
        less, more = sorted(problem.plain)
        return Sum(f"{more} - {less}", more.words)
    is_named = wanted.words and group[0].words and wanted.is_like(group[0])
    is_one_kind = is_named and len(group) == len(problem.plain)
    is_mixed = is_one_kind and wanted.unit and any(each.unit != wanted.unit for each in group)
    is_sum = problem.is_asked("total") or (is_one_kind and problem.is_asked("asks for all"))
    if is_mixed or (is_sum and len(group) > 1):
        return Sum(" + ".join(str(each.of_unit(wanted)) for each in group), wanted.words)
    return None


_WAYS = (_amount, _left, _total)
