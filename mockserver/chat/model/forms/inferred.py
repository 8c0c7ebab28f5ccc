"""Objects whose keys the prompt does not name: those of a log, of labels.

`inferred.txt` has the patterns; a further kind of record is a line of it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from mockserver.chat.model.tables import table

_TABLE = table("forms/inferred.txt")
_READ = 12_000


def inferred(text: str, *, is_plain: bool = False) -> Any:
    """The records that a text consists of, such as lines of a log; else its `key: value` pairs,
    if it is a request to convert them rather than `is_plain`."""
    text = text[:_READ]
    if found := [*map(_of_groups, _TABLE.find_all("record", text))]:
        return found if len(found) > 1 else found[0]
    asked = re.split(r"(?i)\bjson\b[^:\n]{0,40}:\s*", text)[-1]
    if is_plain or "{" in asked or not _TABLE.find("conversion", text):
        return None
    pairs = {pair["key"]: pair["value"] for pair in _TABLE.find_all("pair", asked)}
    named_pairs = {_key(name): _valued(value) for name, value in pairs.items()}
    return named_pairs if len(named_pairs) > 1 else None


def _of_groups(match: re.Match[str]) -> dict[str, Any]:
    """The named groups of a match that matched."""
    return {name: _valued(text) for name, text in match.groupdict().items() if text}


def _key(name: str) -> str:
    """A label as a key: `Unit price` becomes `unit_price`."""
    bare = re.sub(r"\W+", "_", name.strip())
    return bare.lower() if "_" in bare or bare.istitle() or bare.isupper() else bare


def _valued(text: str) -> Any:
    """A value as JSON writes it, else as a text."""
    bare = text.strip(" .\"'`")
    try:
        value = json.loads(bare.lower())
    except (ValueError, RecursionError):
        return bare
    return value if isinstance(value, int | float | None) else bare
