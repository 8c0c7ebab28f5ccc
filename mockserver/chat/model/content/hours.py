"""Opening hours: is it open at midnight, if a text says `open from 9 to 5`?"""

from __future__ import annotations

import re

from mockserver.chat.model.patterns import pattern

_CLOCK = (
    r"(?:(?P<{0}>\d{{1,2}})(?::(?P<{0}_minutes>\d\d))?\s*(?P<{0}_half>[ap]\.?m\b\.?)?"
    r"|(?P<{0}_word>midnight|noon))"
)
_HOURS = pattern(
    rf"\b(?:open\w*|hours|available)\b[^.!?\n]{{0,40}}?{_CLOCK.format('opens')}"
    rf"[^.!?\n\d]{{1,30}}?{_CLOCK.format('closes')}",
    re.IGNORECASE,
)
_ASKED = pattern(
    rf"\bat {_CLOCK.format('time')}"
    r"(?P<night> in the (?:morning|afternoon|evening|night)| at night)?",
    re.IGNORECASE,
)
_NOON = 12 * 60


def is_open(question: str, text: str) -> bool | None:
    """True if the time that a question names is within the hours of a text; None without either."""
    hours, asked = _HOURS.search(text), _ASKED.search(_HOURS.sub("", question))
    if hours is None or asked is None:
        return None
    opens, closes = _minutes(hours, "opens"), _minutes(hours, "closes")
    if closes <= opens:
        closes += _NOON
    time = _minutes(asked, "time")
    if re.search("afternoon|evening", asked["night"] or "") and time < _NOON:
        time += _NOON
    return opens <= time < closes


def _minutes(found: re.Match[str], name: str) -> int:
    """The minutes since midnight at which a clock of this name stands."""
    if word := found[f"{name}_word"]:
        return _NOON if word.lower() == "noon" else 0
    minutes = int(found[name]) * 60 + int(found[f"{name}_minutes"] or 0)
    half = (found[f"{name}_half"] or "").lower()
    if half and int(found[name]) * 60 == _NOON:
        minutes -= _NOON
    return minutes + (_NOON if half.startswith("p") else 0)
