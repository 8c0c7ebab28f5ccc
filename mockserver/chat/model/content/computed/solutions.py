"""Solutions of word problems: the sum that a question asks for, and its value.

There are three ways to a solution: an amount at the rates of the text, what is left, and a total.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mockserver.chat.model.content.computed.expressions import evaluated, shown
from mockserver.chat.model.content.computed.problems import Rate, WordProblem
from mockserver.chat.model.content.cues import FORMULAS
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.quantities.quantity import Quantity
from mockserver.chat.model.content.quantities.units import units
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.numbers import number_of, written
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.rows import rows_of

_MOST = 14
"""The most quantities of a problem."""

_DECIMAL_COMMA = pattern(r"(?<![\d,])(\d{1,9}),(\d{1,2})(?![\d,])")
_FACTOR_ONE = pattern(r"(?<![\d.])1 \* | [*/] 1(?![\d.])")
_LONE = pattern(r"\( (\S+) \)")
"""A number that is alone in its brackets."""


class Sum(NamedTuple):
    """An expression and the unit of its value, which may have no name."""

    expression: str
    unit: str = ""


def solved(text: str, request: str) -> Answer:
    """The solution of a word problem, rounded as the request around it asks.

    Raises LookupError if there is none.
    """
    problem = WordProblem(_DECIMAL_COMMA.sub(r"\1.\2", text), request)
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


def _amount(problem: WordProblem) -> Sum | None:
    """The sum of quantities at the rates of a text, with fees, percentages and change."""
    asks_for_rest, percentages = problem.is_asked("asks for the rest"), problem.percentages
    paid, people = list[Quantity](), list[Quantity]()
    if problem.is_asked("asks for change"):
        paid = [each for each in problem.plain if FORMULAS.matches("paid with", each.before)]
    if problem.is_asked("asks for each"):
        people = [each for each in problem.plain if each.are_people]
    terms, unit, used = _at_rates(problem, {*paid, *people})
    alone = _alone(problem, used, unit)
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


def _at_rates(
    problem: WordProblem, reserved: set[Quantity]
) -> tuple[list[str], Quantity, set[Quantity]]:
    """Quantities multiplied by the rates of a text, the unit of these terms, and all quantities
    that are used, those that are `reserved` for something else among them."""
    terms, unit, used = list[str](), problem.wanted, {*reserved}
    for given, rate in _multiplied(problem):
        if given not in used and not (given.mark and terms):
            terms.append(f"{given.of_unit(rate.per)} * {rate.much.of_unit(unit)} / {rate.per}")
            used |= {given, *rate}
            is_thing = unit.words and not unit.kind
            if not (unit.unit or is_thing):
                unit = rate.much
    return terms, unit, used


def _multiplied(problem: WordProblem) -> Iterator[tuple[Quantity, Rate]]:
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


def _alone(problem: WordProblem, used: set[Quantity], unit: Quantity) -> list[Quantity]:
    """The quantities that no rate uses; of several, those that a sum of a unit may have."""
    used = used.union(*(rate for rate in problem.rates if rate.per.mark == "per"))
    alone = [each for each in problem.plain if each not in used]
    if len(alone) == 1 and problem.percentages:
        return alone
    is_like = unit.words and problem.is_asked("asks for the rest")
    return [e for e in alone if e.kind == "money" or not e.words or (is_like and unit.is_like(e))]


def _with_percentages(problem: WordProblem, total: str) -> str:
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


def _left(problem: WordProblem) -> Sum | None:
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


def _total(problem: WordProblem) -> Sum | None:
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
