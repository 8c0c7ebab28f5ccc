"""Pairs that a request asks to convert to JSON: `Name: Ada` becomes `{"name": "Ada"}`."""

from __future__ import annotations

import re
from typing import Any

from mockserver.chat.model.text.literals import scalar
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.values.matching.labels import DECIMAL_COMMA

_TABLE = table("values/records.txt")
_READ = 12_000
"""The most characters read of a request to convert pairs."""

_BEFORE_PAIRS = pattern(r"(?i)\b(?:json|ya?ml|xml)\b[^:\n]{0,40}:\s*|\n\s*\n")
"""The words or the blank line between a request to convert pairs to JSON and the pairs."""


def pairs_to_convert(text: str) -> dict[str, Any]:
    """The `key: value` pairs of a text that a request asks to convert to JSON, if it does."""
    *_, asked = _BEFORE_PAIRS.split(text[:_READ])
    if "{" in asked or not _TABLE.matches("conversion", text[:_READ]):
        return {}
    is_camel = "camel" in text.lower()
    pairs = {pair["key"]: _valued(pair["value"]) for pair in _TABLE.find_all("pair", asked)}
    keys = {_key(name, is_camel=is_camel): value for name, value in pairs.items()}
    return keys if len(keys) > 1 else {}


def _key(name: str, *, is_camel: bool) -> str:
    """A label as a key: `Unit price` becomes `unit_price`, or `unitPrice`."""
    key = re.sub(r"\W+", "_", name.strip())
    if key.istitle() or (key != name.strip() and not key.isupper()):
        key = key.lower()
    return re.sub(r"_(\w)", lambda match: match[1].upper(), key) if is_camel else key


def _valued(text: str) -> Any:
    """A value as JSON writes it, else as a text."""
    bare = DECIMAL_COMMA.sub(".", text.strip(" .\"'`"))
    value = scalar(bare.lower())
    return value if isinstance(value, int | float | None) else bare
