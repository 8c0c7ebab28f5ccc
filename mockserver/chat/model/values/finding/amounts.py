"""Amounts: numbers in figures or in words, with their units or currencies."""

from __future__ import annotations

import re
from itertools import takewhile

from mockserver.chat.model.text.lists import by_word
from mockserver.chat.model.text.numbers import NUMBER, SCALES, number_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.values.finding.find import UNITS, Find
from mockserver.chat.model.values.finding.scan import Scan

_MULTIPLES = {**SCALES, "trillion": 10**12, "k": 10**3, "m": 10**6, "b": 10**9}
"""The factors that a word or a letter behind a number stands for."""

_SIGNS = "$€£¥₹%"
"""The signs that may be part of a number and stand for its unit."""

_CURRENCIES = by_word("currencies")
_MONEY = "|".join(name.replace("-", " ") for name in _CURRENCIES if "-" in name)
_NAMED_MONEY = pattern(rf"(?i:{_MONEY})\b")
"""The name of a currency in several words."""

_UNIT = pattern(rf"[ -]?(°[CF]|%|{_NAMED_MONEY.pattern}|[^\W\d_][^\s,.;:!?()\"'-]*)(?:[ -]old\b)?")
"""The unit behind a number."""

_WORDED = pattern(NUMBER, re.IGNORECASE)
_DECIMAL_COMMA = pattern(r",(?=\d{1,2}$)")
"""The comma before the decimals of a number."""


def currency_of(name: str) -> str | None:
    """The code of the currency that a name or a sign is for."""
    return _CURRENCIES.get(name.lower().replace(" ", "-"))


def amount_in_figures(scan: Scan, at: int) -> Find | None:
    """The number in figures at a token, times the scale behind it: `3 million`, `5k`. The number of
    an item in a list and an exponent are none."""
    token = scan.tokens[at]
    is_marker = token.is_first and scan.text[token.end : token.end + 2] in (". ", ") ")
    if is_marker or (at and scan.tokens[at - 1].text == "^"):
        return None
    plain = _DECIMAL_COMMA.sub(".", token.text.replace("−", "-"))
    bare = "".join(char for char in plain if char not in f"{_SIGNS}+,")
    value: float = float(bare) if any(char in bare for char in ".eE") else int(bare)
    last = at
    if at + 1 < len(scan.tokens) and _is_scale(scan, at + 1):
        last = at + 1
        value *= _MULTIPLES[scan.tokens[last].lower]
    sign = next((char for char in token.text if char in _SIGNS), "")
    return _amount(token.text, value, at, last, scan, sign=sign)


def amount_in_words(scan: Scan, at: int) -> Find | None:
    """The number in words, or the name of a currency, that begins at a token."""
    token = scan.tokens[at]
    if money := _NAMED_MONEY.match(scan.text, token.start):
        last = scan.last_until(money.end(), at)
        return Find("name", money[0], money[0], at, last, thing="currency")
    worded = _WORDED.match(scan.text, token.start)
    if worded is None or token.text[0].isdigit():
        return None
    last = max(scan.last_until(worded.end(), at), at)
    return _amount(worded[0], int(number_of(worded[0])), at, last, scan)


def unit_behind(scan: Scan, find: Find) -> Find:
    """The unit of a number, in tokens of its own or part of the number."""
    after = _UNIT.match(scan.text, scan.tokens[find.last].end)
    end = after.end() if after and after[1] == find.unit else 0
    last = scan.last_until(end, find.last + 1)
    return Find("unit", find.unit, find.unit, find.last + 1, last)


def _amount(text: str, value: float, first: int, last: int, scan: Scan, *, sign: str = "") -> Find:
    """A number with its sign or the unit behind it, and the stem of the first plural behind it."""
    found = _UNIT.match(scan.text, scan.tokens[last].end)
    unit = found[1] if found else ""
    is_known = unit == "%" or unit.lower() in UNITS or currency_of(unit)
    words = takewhile(lambda each: each.kind == "word", scan.tokens[last + 1 : last + 4])
    counted = next((each.stem for each in words if each.lower.endswith("s")), "")
    unit = sign or (unit if is_known else "")
    return Find("number", value, text, first, last, unit=unit, counted=counted)


def _is_scale(scan: Scan, at: int) -> bool:
    """True if a token multiplies the number before it: `5 million`, `5k`, but not `5m`."""
    token = scan.tokens[at]
    is_near = len(token.text) > 1 or token.start == scan.tokens[at - 1].end
    return is_near and token.lower in _MULTIPLES and token.text not in ("m", "b")
