"""Numbers in figures and in words: `1,200`, `forty-two`, `twice`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from mockserver.chat.model.text.lists import lists
from mockserver.chat.model.text.patterns import pattern

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
"""The words that add to a number."""

SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
"""The words that multiply the number before them."""

_WORD = "|".join(sorted((*_UNITS, *SCALES), key=len, reverse=True))

FIGURES = r"\d{1,15}(?:,\d{3}(?!\d)){0,4}(?:\.\d{1,12})?"
"""A number in figures, with or without commas between thousands."""

_WORDS = rf"(?:{_WORD})(?:[ -](?:and )?(?:{_WORD})){{0,8}}"
NUMBER = rf"(?:{FIGURES}|\b{_WORDS}\b)"
"""A number in figures or in English words."""

_NUMBER = pattern(rf"(?<![\w.,])-?{FIGURES}(?![\d])|\b{_WORDS}\b", re.IGNORECASE)

_WORDED = pattern(rf"\b(?!one\b(?![ -](?:{'|'.join(SCALES)}))){_WORDS}\b", re.IGNORECASE)
"""A number in words, but not a single `one`, which may be a pronoun."""

_AMOUNTS = {
    "zero": 0, "no": 0, "a": 1, "an": 1, "single": 1, "once": 1,
    "couple": 2, "pair": 2, "both": 2, "twice": 2, "thrice": 3, "list": 3, "array": 3,
}  # fmt: skip
_ORDINALS = lists("text")["ordinals"]
ORDINAL = rf"(?:\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(_ORDINALS)}|last|final)"
"""A position in a list."""

FIGURE = (
    rf"(?:\d[\d,]{{0,9}}|(?:{'|'.join(_SMALL)}|twenty|thirty|forty|fifty"
    r"|(?:a )?hundred|a dozen|a couple of|a single)\b)"
)
"""An amount of countable things, such as `3`, `a dozen` or `a couple of`."""

_A_DOZEN = pattern(r"(?i)\ba (?=(?:dozen|hundred|thousand|million)\b)")
"""The article before a round number."""

AMOUNT_WORDS = f"0 {' '.join(_SMALL[1:])} twenty thirty forty fifty hundred dozen couple single"
"""The words of amounts; `0` stands for any digit."""


def number_of(text: str) -> Fraction:
    """The value of a text that `NUMBER` matches."""
    bare = text.replace(",", "")
    if bare.lstrip("-")[:1].isdigit():
        return Fraction(bare)
    total = last = 0
    for word in re.findall(_WORD, text.lower()):
        if word in ("dozen", "hundred"):
            last = (last or 1) * (12 if word == "dozen" else 100)
        elif word in _UNITS:
            last += _UNITS[word]
        else:
            total, last = total + (last or 1) * SCALES[word], 0
    return Fraction(total + last)


@lru_cache(maxsize=16)
def in_figures(text: str) -> str:
    """A text with its numbers in figures."""
    return _WORDED.sub(lambda match: written(number_of(match[0])), _A_DOZEN.sub("", text))


def numbers_in(text: str) -> Iterator[Fraction]:
    """All numbers in a text, in order."""
    return (number_of(match[0]) for match in _NUMBER.finditer(text))


def plain_number(number: Fraction) -> int | float:
    """A number as JSON has it."""
    return number.numerator if number.denominator == 1 else float(number)


def written(number: Fraction) -> str:
    """A number in figures: a whole number exactly, any other rounded to four decimal places.

    Very large numbers have six significant digits, very small ones eight decimal places.
    """
    if abs(number) >= (10**15 if number.denominator == 1 else 10**12):
        return f"{float(number):.6g}"
    if number.denominator == 1:
        return str(number.numerator)
    places = 4 if abs(number) >= Fraction(1, 100) else 8
    return f"{float(number):.{places}f}".rstrip("0").rstrip(".")


def amount_of(amount: str) -> int:
    """The value of an amount in figures or words; 1 for an unknown word."""
    bare = amount.lower().removeprefix("a ").removesuffix(" of").replace(",", "").strip()
    if bare.isdecimal():
        return int(bare[:9])
    return _AMOUNTS[bare] if bare in _AMOUNTS else int(number_of(bare)) or 1


def place_of(ordinal: str) -> int:
    """The position that `second` or `4th` names; -1 for `last` and `final`."""
    if digits := re.match(r"\d{1,3}", ordinal):
        return int(digits[0])
    return _ORDINALS.index(ordinal.lower()) + 1 if ordinal.lower() in _ORDINALS else -1
