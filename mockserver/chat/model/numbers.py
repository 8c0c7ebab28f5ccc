"""Numbers and amounts as people write them: `1,200`, `forty-two`, `at least three`, `twice`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Protocol

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
    "zero": 0, "no": 0, "a": 1, "an": 1, "single": 1, "once": 1,
    "couple": 2, "pair": 2, "both": 2, "twice": 2, "thrice": 3,
}  # fmt: skip
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1
    )
} | {"last": -1, "final": -1}
ORDINAL = rf"(?:\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(_ORDINALS)})"
"""A place in a row."""

FIGURE = (
    rf"(?:\d[\d,]{{0,9}}|(?:{'|'.join(_SMALL)}|twenty|thirty|forty|fifty"
    r"|(?:a )?hundred|a dozen|a couple of|a single)\b)"
)
"""A small number, as people count what they want."""

AMOUNT_WORDS = f"0 {' '.join(_SMALL[1:])} twenty thirty forty fifty hundred dozen couple single"
"""Words of which each amount has one; 0 stands for digits."""

_BEFORE = {
    "at least": "at least|>=|≥|no fewer than|no less than|not less than|not fewer than"
    "|(?:a |the )?minimum(?: of)?|min",
    "above": "more than|greater than|over|above|upwards of|longer than",
    "at most": "at most|<=|≤|no more than|not more than|no longer than|not "
    "exceed(?:ing)?|not longer than"
    "|(?:a |the )?maximum(?: of)?|max|up to|(?:be )?(?:limited|capped) "
    "(?:to|at)|(?:hard )?(?:limit|cap)(?: of)?"
    "|within",
    "below": "fewer than|less than|shorter than|under|below",
    "exactly": "exactly|precisely|only|just|about|around|approximately|roughly|strictly",
}
"""Words before a number, by how they compare with it."""

_BEHIND = {
    "at least": r"\+|or more|and above|and over|at (?:the )?least|min(?:imum)?\b",
    "at most": r"or less|or fewer|or under|at (?:the )?most|max(?:imum)?\b|tops",
}
"""Words behind a number, or behind what it counts."""

RELATION = rf"(?:{'|'.join(_BEFORE.values())})"
BEHIND = rf"(?:\s*(?:{'|'.join(_BEHIND.values())}))"
AMOUNT = (
    rf"(?:(?P<relation>{RELATION}):?\s+(?:of\s+)?(?:a total of\s+|the\s+)?)?"
    rf"(?P<low>{FIGURE})(?:\s*(?:-|\u2013|to|and|or)\s*(?P<high>{FIGURE}))?(?P<behind>{BEHIND})?"
)
"""A number of something, with what is said of it before and behind."""


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


_WORDED = pattern(rf"\b(?!one\b(?![ -](?:{'|'.join(_SCALES)}))){_WORDS}\b", re.IGNORECASE)
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_SHARE = pattern(
    rf"\b(a|an|one|two|three|four|five|seven)[ -]({'|'.join(_PARTS)}|halve)s? of\b", re.IGNORECASE
)
_POWER = pattern(rf"\bto the ({ORDINAL})(?: power\b|(?<=\d[a-z]{{2}})\b)", re.IGNORECASE)


def in_figures(text: str) -> str:
    """A text with numbers in figures: `three quarters of twelve` as `0.75 * 12`."""
    text = _POWER.sub(lambda found: f"to the power of {place_of(found[1])}", text)
    text = _SHARE.sub(lambda found: f"{_share(found[1], found[2])} *", text)
    return _WORDED.sub(lambda found: written(number_of(found[0])), text)


def _share(count: str, part: str) -> str:
    of = _PARTS.get(part.lower(), 2)
    number = Fraction(amount_of(count)) / of
    return written(number) if 1000 % of == 0 else f"({number.numerator} / {number.denominator})"


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


class Groups(Protocol):
    """The groups of a match: `low`, `high`, `relation` and `behind`, as far as it has them."""

    def __getitem__(self, name: str, /) -> Any:
        """The text of a group."""


def bounds_of(found: Groups, *, negated: bool = False, behind: str = "") -> tuple[int, int | None]:
    """The closed range that an amount stands for; `behind` stands behind what it counts."""
    low = amount_of(found["low"])
    if found["high"] and (high := amount_of(found["high"])) > low:
        return low, high
    return bounds(found["relation"] or "", found["behind"] or behind, low, negated=negated)


def bounds(before: str, behind: str, low: int, *, negated: bool = False) -> tuple[int, int | None]:
    """The closed range of a number and the words around it: `more than` 3 is 4 or more."""
    how = _comparison(before, behind)
    if negated:
        how = {"above": "at most", "below": "at least", "exactly": "below"}.get(how, how)
    ranges: dict[str, tuple[int, int | None]] = {
        "at least": (low, None), "above": (low + 1, None), "exactly": (low, low),
        "at most": (0, low), "below": (0, max(low - 1, 0)),
    }  # fmt: skip
    return ranges[how]


def _comparison(before: str, behind: str) -> str:
    """The way in which the words around a number compare with it."""
    for said, table in ((behind, _BEHIND), (before, _BEFORE)):
        plain = " ".join(said.lower().split())
        for how, words in table.items():
            if plain and re.fullmatch(words, plain):
                return how
    return "exactly"
