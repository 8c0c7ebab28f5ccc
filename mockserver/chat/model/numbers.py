"""Numbers and amounts as people write them: `1,200`, `forty-two`, `at least three`, `twice`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from mockserver.chat.model.patterns import pattern

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_UNITS = {
    **{word: number for number, word in enumerate(_SMALL)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
    "dozen": 12,
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_WORD = "|".join(sorted((*_UNITS, *_SCALES), key=len, reverse=True))

FIGURES = r"\d{1,15}(?:,\d{3}(?!\d)){0,4}(?:\.\d{1,12})?"
"""A number in figures, with commas between thousands or without."""

_WORDS = rf"(?:{_WORD})(?:[ -](?:and )?(?:{_WORD})){{0,8}}"
NUMBER = rf"(?:{FIGURES}|\b{_WORDS}\b)"
"""A number in figures or in English words."""

_NUMBER = pattern(rf"(?<![\w.,])-?{FIGURES}(?![\d])|\b{_WORDS}\b", re.IGNORECASE)


_AMOUNTS = {
    "zero": 0,
    "a": 1,
    "an": 1,
    "single": 1,
    "once": 1,
    "couple": 2,
    "pair": 2,
    "both": 2,
    "twice": 2,
}
_AMOUNTS |= {"thrice": 3, "no": 0, "hundred": 100}
_ORDINALS = {
    word: number
    for number, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
} | {"last": -1, "final": -1}  # fmt: skip

FIGURE = rf"(?:\d[\d,]{{0,9}}|(?:{'|'.join(_SMALL)}|twenty|thirty|forty|fifty|a hundred|hundred|a dozen|a couple of|a single)\b)"
"""A small number, as people count what they want."""

AMOUNT_WORDS = f"0 {' '.join(_SMALL[1:])} twenty thirty forty fifty hundred dozen couple single"
"""Words of which each amount has one; 0 stands for digits."""

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


def number_of(written: str) -> Fraction:
    """The value of a text that `NUMBER` matches."""
    bare = written.replace(",", "")
    if bare.lstrip("-")[:1].isdigit():
        return Fraction(bare)
    total = last = 0
    for word in re.findall(_WORD, written.lower()):
        if word in _UNITS:
            last = last * _UNITS[word] if word == "dozen" and last else last + _UNITS[word]
        elif word == "hundred":
            last = (last or 1) * 100
        else:
            total, last = total + (last or 1) * _SCALES[word], 0
    return Fraction(total + last)


def numbers_in(text: str) -> Iterator[Fraction]:
    """All numbers of a text, in order."""
    return (number_of(found[0]) for found in _NUMBER.finditer(text))


def written(number: Fraction) -> str:
    """A number in figures: exact if it is whole, else to four places after the point."""
    if number.denominator == 1:
        return str(number.numerator) if abs(number) < 10**15 else f"{float(number):.6g}"
    if abs(number) >= 10**12:
        return f"{float(number):.6g}"
    places = 4 if abs(number) >= Fraction(1, 100) else 8
    return f"{float(number):.{places}f}".rstrip("0").rstrip(".")


def amount_of(said: str) -> int:
    """The number that a figure or a word stands for; 1 for an unknown word."""
    bare = said.lower().removeprefix("a ").removesuffix(" of").replace(",", "").strip()
    if bare.isdecimal():
        return int(bare[:9])
    return _AMOUNTS[bare] if bare in _AMOUNTS else int(number_of(bare)) or 1


def place_of(said: str) -> int:
    """The place that `second`, `4th` or `last` stands for; -1 is the last."""
    digits = re.match(r"\d{1,3}", said)
    return int(digits[0]) if digits else _ORDINALS.get(said.lower(), 1)


def bounds_of(found: re.Match[str], *, negated: bool = False) -> tuple[int, int | None]:
    """The closed range that an amount stands for."""
    relation = " ".join((found["relation"] or "").lower().split())
    behind = (found["behind"] or "").lower().strip()
    low = amount_of(found["low"])
    if found["high"]:
        high = amount_of(found["high"])
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
