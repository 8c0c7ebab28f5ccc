"""Word problems: the quantities of a text, and the sum that its question asks for.

A quantity is a number with a unit: `12 eggs`, `$3`, `20%`, and also `a box` and `per hour`, which
are one of their unit. Two quantities next to each other may be a rate, such as `each box holds 12
eggs`; another one of either kind then gives the fourth. `formulas.txt` has the words of questions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from mockserver.chat.model.content.expressions import evaluated, shown
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.lists import data
from mockserver.chat.model.meaning import senses_of, stems_of
from mockserver.chat.model.numbers import amount_of, in_figures, number_of, written
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import rows_of, sentences

FORMULAS = table("content/formulas.txt")
_MOST = 14
"""The most quantities of a problem."""

_SHORT = 3
"""Longer stems are the same if one begins with the other, as with plurals in other languages."""

_DECIMAL_COMMA = pattern(r"(?<![\d,])(\d{1,9}),(\d{1,2})(?![\d,])")
_LONE = pattern(r"\( (\S+) \)")
_FACTOR_ONE = pattern(r"(?<![\d.])1 \* | [*/] 1(?![\d.])")


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


class Quantity(NamedTuple):
    """A number and the words of its unit, with the texts up to the quantities around it."""

    number: Fraction
    words: str
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
        is_kind = self.words in data("content/units.json")
        return self.unit.quantity if self.unit else self.words if is_kind else ""

    @property
    def are_people(self) -> bool:
        """True for `3 friends` and `three of us`."""
        return FORMULAS.matches("people", self.words or self.after.strip())

    def is_like(self, other: Quantity) -> bool:
        """True if both are of one kind, or one has no unit."""
        if not (self.words and other.words) or self.kind or other.kind:
            return not (self.words and other.words) or self.kind == other.kind
        one, two = stems_of(self.words), stems_of(other.words)
        is_same = any(
            b.startswith(a) or a.startswith(b) for a in one for b in two if len(a) > 3 < len(b)
        )
        return is_same or not {*one}.isdisjoint(two) or bool(senses_of(one) & senses_of(two))

    def of_unit(self, other: Quantity) -> Quantity:
        """This quantity in the unit of another one of the same kind."""
        one, two = self.unit, other.unit
        if one and two and one.quantity == two.quantity:
            return self._replace(number=self.number * one.size / two.size)
        return self


Rate = tuple[Quantity, Quantity]
"""So much of one thing for so much of another: 12 eggs for a box."""

Sum = tuple[str, str]
"""An expression and the unit of its value."""


def solved(text: str, request: str) -> Answer:
    """The solution of a word problem, rounded as the request around it asks.

    Raises LookupError if there is none.
    """
    problem = _Problem(_DECIMAL_COMMA.sub(r"\1.\2", text), request)
    is_fit = 0 < len(problem.quantities) <= _MOST and not rows_of(text)
    for expression, unit in filter(None, (way(problem) for way in _WAYS)) if is_fit else ():
        run = _LONE.sub(r"\1", _FACTOR_ONE.sub("", expression)).split(" ")
        if (number := evaluated(run)) is not None:
            value = problem.rounded(number) + "%" * (unit == "%")
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
        self.text, self.asks = (in_figures(" ".join(each)) for each in (parts, asking))
        self.quantities = _quantities(self.text)
        self.plain = [each for each in self.quantities if not each.mark]
        self.percentages = [each for each in self.quantities if each.mark == "%"]
        found = FORMULAS.find("asks how many", self.asks)
        words = found["what"] if found else FORMULAS.text("asked unit", self.asks)
        self.wanted = Quantity(Fraction(1), words)
        """One of the unit that is asked for, which may have no name."""

    def is_asked(self, name: str) -> bool:
        """True if the question has a named pattern."""
        return FORMULAS.matches(name, self.asks)

    def rounded(self, number: Fraction) -> str:
        """A number as the text asks to round it; things that are needed are whole."""
        if places := FORMULAS.find("places asked", self.request):
            return rounded(number, amount_of(places["a"] or "0"))
        is_whole = self.is_asked("needs whole ones") and not self.wanted.kind
        return written(Fraction(math.ceil(number)) if is_whole else number)

    def pairs(self, name: str) -> Iterator[Rate]:
        """Quantities next to each other with a named pattern between them."""
        for one, two in pairwise(self.quantities):
            if "%" not in (one.mark, two.mark) and FORMULAS.pattern(name).fullmatch(one.after):
                yield one, two

    @cached_property
    def rates(self) -> list[Rate]:
        """The rates of the text, such as so much per hour, or so many in a box."""
        found = [pair for pair in self.pairs("directly") if pair[1].mark]
        known = {per for _, per in found}
        for one, two in self.pairs("goes with"):
            if one.mark and not two.mark and one not in known:
                found.append((two, one))
        pairs = self.pairs("costs as much")
        return [*found, *((b, a) for a, b in pairs if a.words and b.words and not a.mark + b.mark)]

    def group(self) -> list[Quantity]:
        """The largest group of like quantities, of those that are asked for if these are named."""
        groups = [
            [e for e in self.plain if bool(e.words) == bool(one.words) and e.is_like(one)]
            for one in self.plain
        ]
        wanted = [group for group in groups if self.wanted.is_like(group[0])]
        return max(wanted or groups, key=len, default=[])


def _quantities(text: str) -> list[Quantity]:
    """The quantities of a text in their order.

    A number without a unit has that of the next one in a list, or of the one before it.
    """
    found: list[Quantity] = []
    matches = [*FORMULAS.pattern("quantity").finditer(text)]
    matches = [m for m in matches if m["number"] or m["part"] or m["per"] or m["thing"]]
    edges = [0, *(edge for match in matches for edge in match.span()), len(text)]
    for place, match in enumerate(matches):
        number, words, mark = Fraction(1), match["thing"] or "", "one"
        before = text[slice(*edges[2 * place : 2 * place + 2])]
        if match["number"]:
            scale = (match["scale"] or "1").strip()
            number = number_of(match["number"]) * number_of(scale)
            words = f"{match['money'] or ''} {match['unit'] or ''}".strip()
            words = words or "money" * FORMULAS.matches("names a price", before)
            mark = "%" if match["percent"] else "per" if match["by"] else ""
        elif match["part"]:
            whole = FORMULAS.meaning("parts", match["part"])
            number, mark = 100 * number_of(match["times"] or "1") / Fraction(whole), "%"
        elif match["per"]:
            counts = [each.words for each in found[:-1] if each.kind != "money" and each.words]
            words, mark = words or next(reversed(counts), ""), "per"
        after = text[slice(*edges[2 * place + 2 : 2 * place + 4])]
        found.append(Quantity(number, words, mark, before, after, match.start()))
    for place in reversed(range(len(found) - 1)):
        one, two = found[place : place + 2]
        if not (one.words or two.mark) and FORMULAS.pattern("list of numbers").fullmatch(one.after):
            found[place] = one._replace(words=two.words)
    for place in range(1, len(found)):
        earlier = [each.words for each in found[:place] if not each.mark and each.words]
        is_bare = not (found[place].words or found[place].mark)
        if is_bare and earlier and not found[place].after.lstrip().startswith("of "):
            found[place] = found[place]._replace(words=earlier[-1])
    return found


# Ways to solve a problem; each returns None if it does not apply


def _share(problem: _Problem) -> Sum | None:
    """One number as a share of another, or a change in percent."""
    if not problem.is_asked("asks for a share"):
        return None
    if not problem.plain and problem.percentages and problem.is_asked("asks for the rest"):
        return " - ".join(["100", *map(str, problem.percentages)]), "%"
    if len(problem.plain) != 2:
        return None
    part, whole = sorted(problem.plain)
    is_change = FORMULAS.matches("changes in percent", problem.text)
    first = problem.plain[0]
    share = f"( {whole} - {part} ) / {first}" if is_change else f"{part} / {whole}"
    is_decimal = FORMULAS.matches("asks for a decimal", problem.request)
    return (share, "") if is_decimal else (f"{share} * 100", "%")


def _average(problem: _Problem) -> Sum | None:
    """The mean of the largest group of like quantities."""
    group = problem.group()
    if len(group) < 2 or not problem.is_asked("average"):
        return None
    return f"( {' + '.join(map(str, group))} ) / {len(group)}", ""


def _rate(problem: _Problem) -> Sum | None:
    """So much of one thing for one of another: a speed, or litres per minute."""
    much, _, per = FORMULAS.text("asked rate", problem.asks).partition("/")
    one = Quantity(Fraction(1), per or "hour")
    spans = [each for each in problem.plain if each.words and one.is_like(each)]
    amounts = [each for each in problem.plain if each not in spans]
    is_given = any(span.mark == "per" for _, span in problem.rates)
    if is_given or not (FORMULAS.matches("asked rate", problem.asks) and spans and amounts[:1]):
        return None
    one = one._replace(words=per or spans[0].words.removesuffix("s"))
    amount = amounts[0].of_unit(Quantity(Fraction(1), much))
    much = much if much and amount.is_like(Quantity(Fraction(1), much)) else amount.words
    small = min(one, *spans, key=lambda each: each.unit.size if each.unit else 1)
    time = " + ".join(str(each.of_unit(small)) for each in spans)
    expression = f"{amount} * {one.of_unit(small)} / ( {time} )"
    return (expression, f"{much}/{one.words}") if len(amounts) == 1 else None


def _amount(problem: _Problem) -> Sum | None:
    """The sum of quantities at the rates of a text, with fees, percentages and change."""
    asks_for = {name: problem.is_asked(name) for name in ("total", "asks for the rest")}
    asks_for_change, asks_for_each = map(problem.is_asked, ("asks for change", "asks for each"))
    paid = [e for e in problem.plain if asks_for_change and FORMULAS.matches("paid with", e.before)]
    heads = [e for e in problem.plain if asks_for_each and e.are_people]
    used, terms, unit = {*paid}, list[str](), problem.wanted
    for given, much, per in _multiplied(problem):
        if given not in used and not (given.mark and terms):
            terms.append(f"{given.of_unit(per)} * {much.of_unit(unit)} / {per}")
            used |= {given, much, per}
            unit = unit if unit.unit or unit.kind == "" != unit.words else much
    used |= {*heads, *(each for rate in problem.rates if rate[1].mark == "per" for each in rate)}
    alone = [each for each in problem.plain if each not in used]
    if len(alone) > 1 or not problem.percentages:
        is_like = asks_for["asks for the rest"] and unit.words
        alone = [
            e for e in alone if e.kind == "money" or not e.words or (is_like and unit.is_like(e))
        ]
    if terms and alone and not problem.percentages and asks_for["asks for the rest"]:
        return " - ".join((*terms, *map(str, alone))), unit.words
    if paid or problem.percentages or heads or (asks_for["total"] and (terms or unit.kind)):
        terms += map(str, alone)
    elif terms:
        terms += [str(e) for e in alone if FORMULAS.matches("names a price", e.before)]
    total = " + ".join(terms)
    for each in problem.percentages if terms else ():
        near = problem.text[max(each.start - 25, 0) : each.start + 30]
        is_more = FORMULAS.matches("adds", near)
        is_less = FORMULAS.matches("reduces", near) or (
            asks_for["asks for the rest"] and not is_more
        )
        if problem.is_asked("asks for the part") or not (is_less or is_more):
            total = f"( {total} ) * {each} / 100"
        else:
            total = f"( {total} ) * ( 1 {'-' if is_less else '+'} {each} / 100 )"
    if terms and paid:
        return f"{paid[0]} - ( {total} )", ""
    if terms and heads:
        return f"( {total} ) / {heads[0]}", ""
    return (total, unit.words) if " " in total else None


def _multiplied(problem: _Problem) -> Iterator[tuple[Quantity, Quantity, Quantity]]:
    """Quantities, each with the rate to multiply it by: so much for so much.

    A rate that names the same thing fits best, as with `4 kilos of apples`.
    """
    real = {much for much, per in problem.rates if per.mark == "per" or per.kind}
    for given, much in problem.pairs("at so much"):
        is_rate = any(much == rate[0] and rate[1].kind for rate in problem.rates)
        is_priced = not given.mark or (given.mark == "one" and much.kind == "money")
        if is_priced and not (much.mark or is_rate):
            yield given, much, Quantity(Fraction(1), given.words)
    apart = [each for each in problem.plain if each not in real]
    for given in apart or problem.plain:
        name = {*stems_of(given.after)}
        nearest = sorted(problem.rates, key=lambda rate: -len(name & {*stems_of(rate[0].before)}))
        for rate in nearest:
            for much, per in (rate, rate[::-1]) if problem.wanted.words else (rate,):
                is_one = per.mark == "one" and given.are_people
                is_given = given.words and given not in rate and (is_one or given.is_like(per))
                is_other = not given.mark or (
                    given.unit and given.unit not in (per.unit, much.unit)
                )
                if is_given and is_other and problem.wanted.is_like(much) and per.number:
                    yield given, much, per


def _left(problem: _Problem) -> Sum | None:
    """The balance of gains and losses, else what other quantities leave of the largest."""
    is_rate = any(per.mark == "per" for _, per in problem.rates)
    if is_rate or not problem.is_asked("asks what is left"):
        return None
    signs = {
        match.start("a"): f"{row.text} {written(number_of(match['a']))}"
        for row in FORMULAS.rows("changes")
        for match in row.pattern.finditer(problem.text)
    }
    balance = " ".join(signs[start] for start in sorted(signs)).removeprefix("+ ")
    if len(signs) > 1 and "-" not in balance.partition(" ")[0]:
        is_loss = " - " in balance
        if is_loss or not problem.is_asked("asks for the rest"):
            return balance, ""
    rest = sorted(problem.plain, reverse=True)
    is_rest = len(rest) > 1 and problem.is_asked("asks for the rest")
    return (" - ".join(map(str, rest)), "") if is_rest else None


def _total(problem: _Problem) -> Sum | None:
    """The sum of like quantities, or the difference of two."""
    group, wanted = problem.group(), problem.wanted
    if len(problem.plain) == 2 and problem.is_asked("asks for a difference"):
        less, more = sorted(problem.plain)
        return f"{more} - {less}", more.words
    is_named = bool(wanted.words and group and group[0].words and wanted.is_like(group[0]))
    is_one_kind = is_named and len(group) == len(problem.plain)
    is_mixed = is_one_kind and wanted.unit and any(each.unit != wanted.unit for each in group)
    is_sum = problem.is_asked("total") or (is_one_kind and problem.is_asked("asks for all"))
    if not (is_mixed or (is_sum and len(group) > 1)):
        return None
    return " + ".join(str(each.of_unit(wanted)) for each in group), wanted.words


_WAYS = (_share, _rate, _average, _amount, _left, _total)
