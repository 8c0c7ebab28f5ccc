"""Sequences of numbers: those of a kind within bounds, and the next one of a row."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any


def is_prime(number: Fraction | int) -> bool:
    """True if a number is known to be prime; larger ones than 100 million are not tried."""
    divisors = range(2, math.isqrt(max(int(number), 1)) + 1)
    return 1 < number < 10**8 and all(number % divisor for divisor in divisors)


IS_OF_KIND: Mapping[str, Callable[[Any], bool]] = {
    "even": lambda number: number % 2 == 0, "odd": lambda number: number % 2 == 1,
    "prime": is_prime, "whole": lambda number: True,
}  # fmt: skip
"""Tests of whole numbers, by the names of kinds."""


def numbers_between(kind: str, first: Fraction, last: Fraction, most: Fraction | int) -> list[str]:
    """The even, odd or prime numbers from one to another, at most a number of them."""
    found = filter(IS_OF_KIND[kind.lower()], range(math.ceil(first), math.floor(last) + 1))
    return [str(number) for number in islice(found, int(most))]


def next_of(row: Sequence[Fraction]) -> Fraction:
    """The next number of a sequence by its sums, ratios or differences. Raises LookupError."""
    if len(row) < 3:
        raise LookupError(row)
    sums = [one + two for one, two in pairwise(row)]
    if len(row) > 4 and sums[:-1] == row[2:]:
        return sums[-1]
    if all(row[:-1]) and len({two / one for one, two in pairwise(row)}) == 1:
        return row[-1] * row[1] / row[0]
    steps = [two - one for one, two in pairwise(row)]
    return row[-1] + (steps[0] if len({*steps}) == 1 else next_of(steps))
