"""Readings of a JSON value as text, as a number, as a boolean and as a time.

None stands for NULL: there is no such reading.
"""

from __future__ import annotations

import re
from typing import Any

from mockserver.core.clock import parse
from mockserver.core.codec import encode

Number = int | float

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_TRUTHS: dict[str, bool] = {"true": True, "True": True, "false": False, "False": False}
_BITS: dict[str | int, bool] = {"1": True, "0": False, 1: True, 0: False}


def text(value: Any) -> str:
    """A text as it is, anything else as compact JSON."""
    return value if isinstance(value, str) else encode(value).decode()


def number(value: Any) -> Number | None:
    """A number, or a text that spells one in full."""
    if type(value) is float or type(value) is int:
        return value
    return _spelled(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else None


def _spelled(digits: str) -> Number:
    try:
        return int(digits)
    except ValueError:
        return float(digits)


def integer(value: Any) -> int | None:
    """A whole number; of texts only those without a point or an exponent."""
    found = number(value)
    if isinstance(found, float):
        return int(found) if found.is_integer() and not isinstance(value, str) else None
    return found


def truth(value: Any) -> bool | None:
    """true and false, as JSON has them and as texts spell them, and 1 and 0."""
    if isinstance(value, dict | list):
        return None
    return _TRUTHS.get(value, _BITS.get(value))


def spelled_truth(words: str) -> bool | None:
    """true and false as JSON or Python spells them."""
    return _TRUTHS.get(words)


def seconds(value: Any) -> Number | None:
    """Seconds since the epoch: a number as it is, a text read as ISO 8601, else as a number."""
    if not isinstance(value, str):
        return number(value)
    try:
        return parse(value).timestamp()
    except (ValueError, OverflowError):
        return number(value)
