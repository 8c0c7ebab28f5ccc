"""Rounding: numbers with as many decimal places as a request asks for."""

from __future__ import annotations

import math
from fractions import Fraction

from mockserver.chat.model.content.cues import FORMULAS
from mockserver.chat.model.text.numbers import amount_of, written


def rounded(number: Fraction, places: Fraction | int) -> str:
    """A number with so many decimal places; negative ones are before the point."""
    unit = Fraction(10) ** -min(int(places), 12)
    near = math.floor(number / unit + Fraction(1, 2)) * unit
    return f"{float(near):.{max(int(places), 0)}f}"


def as_asked(number: Fraction, request: str) -> str:
    """A number with as many decimal places as a request asks for, if it does."""
    places = FORMULAS.find("places asked", request)
    return rounded(number, amount_of(places["a"] or "0")) if places else written(number)
