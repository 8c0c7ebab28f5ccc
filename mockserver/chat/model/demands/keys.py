"""Keys that a text asks for in words, and what kind of value stands under each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values.plausible import known_range, tell_of
from mockserver.chat.model.values.words import listed

_QUOTED = r"(?:\"\w{1,64}\"|'\w{1,64}'|`\"?\w{1,64}\"?`)"
_REMARK = r"(?: ?\([^()\n]{0,80}\))?"
_NEXT = r"(?: ?, ?(?:and |or )?| and | or | plus | & |,?\n ?[-*] )(?:an? |the )?"
_NOUN = r"(?:keys?|fields?|properties|property|attributes?|members?)"


def _row(name: str) -> str:
    """Several names."""
    return rf"(?P<row>{name}{_REMARK}(?:{_NEXT}{name}{_REMARK}){{0,31}})"


_QUOTES = _row(_QUOTED)
_BEHIND = re.compile(rf"\b{_NOUN}(?::| are| is| named| called)?\s{{1,3}}(?:[-*] )?{_QUOTES}")
_BEFORE = re.compile(rf"{_QUOTES} {_NOUN}\b")
_WITH = re.compile(
    rf"\b(?:JSON|json)\b[^\n]{{0,40}}?\b(?:with|contain(?:s|ing)?|of|has|have|includ(?:es?|ing)) "
    rf"(?:an? |the )?{_QUOTES}"
)
_WORDS = _row(r"[A-Za-z_]\w{0,63}")
_BARE = re.compile(
    rf"\b(?:(?i:{_NOUN})|I (?:need|want)|each (?:having|with))(?P<plain>:|,| =| named| called)?"
    rf"\s{{1,3}}(?:[-*] )?{_WORDS}"
)
_NAME = re.compile(r"\w+")
_REMARKS = re.compile(r"\([^()]*\)")
_JOINTS = frozenset({"and", "or", "plus", "a", "an", "the"})
_NO_KEYS = frozenset(
    listed("that which of in for to with from are is must should be as it you this these not")
)
_LISTS = frozenset(
    listed(
        """
        tags keywords topics labels categories items steps names people ingredients skills hobbies
        authors sources links reasons examples questions answers choices points pros cons ideas
        options
        """
    )
)
_CLAIMS = frozenset(listed("is has can should was are does needs valid active enabled success"))
_COUNTS = frozenset({"index", "count", "quantity", "qty"})
_SAID = (
    ("boolean", re.compile(r"\b(?:bool|boolean|true|false)\b", re.IGNORECASE)),
    ("array", re.compile(r"\b(?:list|array)\b", re.IGNORECASE)),
    ("integer", re.compile(r"\b(?:int|integer)\b", re.IGNORECASE)),
    ("number", re.compile(r"\b(?:number|float|decimal)\b", re.IGNORECASE)),
    ("string", re.compile(r"\b(?:str|string|text)\b", re.IGNORECASE)),
)


def key_names(text: str) -> list[str]:
    """The keys that a text names: in quotes, behind a colon, or several of them in a row."""
    found = dict.fromkeys(
        name
        for pattern in (_BEHIND, _BEFORE, _WITH)
        for match in pattern.finditer(text)
        for name in _names(match["row"])
    )
    return [*found] or next(_bare(text), [])


def schema_of_key(name: str, said: str | None = None) -> dict[str, Any]:
    """A schema of what stands under a key, by what is said of its value, else by its name."""
    kind = _kind_said(said) if said else _kind_of(name)
    if kind == "array":
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return {"type": kind}


def _names(row: str) -> list[str]:
    return [name for name in _NAME.findall(_REMARKS.sub("", row)) if name not in _JOINTS]


def _bare(text: str) -> Iterator[list[str]]:
    """Rows of names without quotes that can hardly be anything else."""
    for match in _BARE.finditer(text):
        names = _names(match["row"])
        if (match["plain"] or len(names) > 1) and _NO_KEYS.isdisjoint(names):
            yield names


def _kind_said(said: str) -> str:
    return next((kind for kind, pattern in _SAID if pattern.search(said)), "string")


def _kind_of(name: str) -> str:
    parts = words_of(name)
    if not parts:
        return "string"
    if parts[0] in _CLAIMS:
        return "boolean"
    if parts[-1] in _LISTS:
        return "array"
    if parts[-1] in _COUNTS:
        return "integer"
    usual = None if tell_of([name]) else known_range(name)
    if usual is None:
        return "string"
    return "integer" if usual.unit == 1 else "number"
