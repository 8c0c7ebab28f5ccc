"""Regular expressions for texts that a request describes part by part: `five digits, a hyphen`.

`regexes.txt` has the parts and what they are in an expression.
"""

from __future__ import annotations

import re

from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import sentences

_RULES = table("forms/regexes.txt")


def described(text: str) -> str:
    """The expression for the parts that a text describes in their order, empty if there are none.

    A part that `and` joins to an optional one is as optional.
    """
    bare = _RULES.changed("example", text)
    parts = ([*_RULES.find_all("part", each)] for each in sentences(bare))
    found = max(parts, key=len, default=[])
    if not found or (len(found) == 1 and not found[0]["low"]) or _RULES.matches("within", bare):
        return ""
    written, ends, end = "", 0, ""
    for each in found:
        gap = each.string[ends : each.start()]
        if end and gap not in (" and ", " with ", " plus "):
            written, end = f"{written}{end}", ""
        if each["optional"] and not end:
            written, end = f"{written}(?:", ")?"
        written, ends = f"{written}{_part(each)}", each.end()
    whole = f"{written}{end}"
    return whole if _RULES.matches("anywhere", bare) else f"^{whole}$"


def _part(found: re.Match[str]) -> str:
    """A set of characters or a mark, as often as a part says."""
    names = [each[0] for each in _RULES.find_all("name", found["kinds"])] or [found["kinds"]]
    kinds = [_RULES.meaning("kind", each) or re.escape(each.strip("\"'`")) for each in names]
    is_set = len(kinds) > 1 or "-" in kinds[0][1:-1]
    whole = f"[{''.join(kinds)}]" if is_set else "".join(kinds)
    if many := _RULES.text("many", found[0]):
        return f"{whole}{many}"
    low, high = amount_of(found["low"] or "one"), amount_of(found["high"] or "zero")
    most = f",{high or ''}" if high or found["more"] else ""
    return f"{whole}{{{low}{most}}}" if low > 1 or most else whole
