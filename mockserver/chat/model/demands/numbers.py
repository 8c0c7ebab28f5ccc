"""Amounts as people write them: `at least three`, `50 or fewer`, `between 5 and 10`, `twice`."""

from __future__ import annotations

import re

_IN_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
_NUMBERS = {word: number for number, word in enumerate(_IN_WORDS)}
_NUMBERS |= {"a": 1, "an": 1, "single": 1, "couple": 2, "pair": 2, "dozen": 12, "thirty": 30}
_NUMBERS |= {"forty": 40, "fifty": 50, "hundred": 100, "once": 1, "twice": 2, "thrice": 3}
_NUMBERS |= {"no": 0, "both": 2}
_ORDINALS = {
    word: number
    for number, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
} | {"last": -1, "final": -1}  # fmt: skip

FIGURE = rf"(?:\d[\d,]{{0,9}}|(?:{'|'.join(_IN_WORDS)}|thirty|forty|fifty|a hundred|hundred|a dozen|a couple of|a single)\b)"
RELATION = (
    r"(?:at least|no fewer than|no less than|not less than|not fewer than|(?:a )?minimum(?: of)?|min"
    r"|more than|greater than|over|above|upwards of|longer than"
    r"|at most|no more than|not more than|no longer than|not exceed(?:ing)?|(?:a )?maximum(?: of)?|max"
    r"|up to|(?:be )?limited to|fewer than|less than|shorter than|under|below|within"
    r"|exactly|precisely|only|just|about|around|approximately|roughly|strictly)"
)
BEHIND = (
    r"(?:\+|\s*(?:or more|or less|or fewer|or under|and above|and over"
    r"|at (?:the )?most|at (?:the )?least|max(?:imum)?\b|min(?:imum)?\b|tops))"
)
AMOUNT = (
    rf"(?:(?P<relation>{RELATION}):?\s+(?:of\s+)?(?:a total of\s+|the\s+)?)?"
    rf"(?P<low>{FIGURE})(?:\s*(?:-|\u2013|to|and|or)\s*(?P<high>{FIGURE}))?(?P<behind>{BEHIND})?"
)

_FLOORS = (
    "at least",
    "no fewer",
    "no less",
    "not less",
    "not fewer",
    "minimum",
    "a minimum",
    "min",
)
_ABOVE = ("more than", "greater", "over", "above", "upwards", "longer")
_BELOW = ("fewer than", "less than", "shorter", "under", "below")
_CEILINGS = (
    "at most", "no more", "not more", "no longer", "not exceed", "maximum", "a maximum", "max",
    "up to", "limited", "be limited", "within",
)  # fmt: skip


def number_of(said: str) -> int:
    """The number that a figure or a word stands for."""
    said = said.lower().removeprefix("a ").removesuffix(" of").replace(",", "").strip()
    if said.isdecimal():
        return int(said[:9])
    return _NUMBERS.get(said, 1)


def place_of(said: str) -> int:
    """The place that `second`, `4th` or `last` stands for; -1 is the last."""
    digits = re.match(r"\d{1,3}", said)
    return int(digits[0]) if digits else _ORDINALS.get(said.lower(), 1)


def bounds_of(found: re.Match[str], *, negated: bool = False) -> tuple[int, int | None]:
    """The closed range that an amount stands for."""
    relation = " ".join((found["relation"] or "").lower().split())
    behind = (found["behind"] or "").lower().strip()
    low = number_of(found["low"])
    if found["high"]:
        high = number_of(found["high"])
        if high > low:
            return low, high
    return bounds(relation, behind, low, negated=negated)


def bounds(
    relation: str, behind: str, low: int, *, negated: bool = False
) -> tuple[int, int | None]:
    """The closed range of a relation and a number: `more than` 3 is 4 or more."""
    if relation.startswith(_CEILINGS) or behind.startswith(
        ("or less", "or fewer", "or under", "at most", "at the most", "max", "tops")
    ):
        return 0, low
    if relation.startswith(_BELOW):
        return (low, None) if negated else (0, max(low - 1, 0))
    if relation.startswith(_ABOVE):
        return (0, low) if negated else (low + 1, None)
    if relation.startswith(_FLOORS) or behind.startswith(
        ("+", "or more", "and above", "and over", "at least", "at the least", "min")
    ):
        return low, None
    return (0, max(low - 1, 0)) if negated else (low, low)
