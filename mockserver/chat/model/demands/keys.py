"""Keys that a text asks for in words, and what kind of value stands under each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.plausible import known_range, known_text

_QUOTED = r"(?:\"\w{1,64}\"|'\w{1,64}'|`\"?\w{1,64}\"?`)"
_REMARK = r"(?: ?\([^()\n]{0,80}\))?"
_JOINT = r"(?: ?, ?(?:(?:and|or|und|et|y|e) )?| (?:and|or|plus|&|und|oder|et|ou|y|e) |,?\n ?[-*] )"
_ARTICLE = r"(?:an? |the |its |his |her |their |\w{1,30}'s )?"
_NOUN = (
    r"(?:keys?|fields?|properties|property|attributes?|members?|Schlüsseln?|Feld(?:ern?)?|clés?"
    r"|champs?|claves?|campos?|chaves?|chiavi|velden)"
)


def _row(name: str, least: int = 0) -> str:
    """Several names."""
    return rf"(?P<row>{name}{_REMARK}(?:{_JOINT}{_ARTICLE}{name}{_REMARK}){{{least},31}})"


_QUOTES = _row(_QUOTED)
_HAS = r"(?:with|contain(?:s|ing)?|of|has|have|includ(?:es?|ing))"
_GIVE = r"(?i:\b(?:extract|pull|get|find|return|give)\b)"
_QUOTED_ROWS = (
    re.compile(rf"\b{_NOUN}(?::| are| is| named| called)?\s{{1,3}}(?:[-*] )?{_QUOTES}"),
    re.compile(rf"{_QUOTES} {_NOUN}\b"),
    re.compile(rf"\b(?:JSON|json)\b[^\n]{{0,40}}?\b{_HAS} {_ARTICLE}{_QUOTES}"),
    re.compile(rf"\b(?:JSON|json)\b[^\"'`\n]{{0,30}}: {_row(_QUOTED, 1)}"),
    re.compile(rf"{_GIVE}[^\"'`\n]{{0,20}} {_row(_QUOTED, 1)}"),
)
_WORD = r"[^\W\d][\w-]{0,63}"
_SMALL = (
    r"(?:and|or|from|out|of|as|in|into|to|for|with|by|on|at|back|und|aus|als|zurück|et|de|y|e|is"
    r"|are|whose|which|that|where|only|json|JSON|[Nn]o|not|nothing)"
)
_PHRASE = rf"(?!{_SMALL}\b){_WORD}(?: (?!{_SMALL}\b){_WORD}){{0,2}}"
_BARE = pattern(
    rf"(?<![Nn]o )\b(?:(?i:{_NOUN})(?: in (?:this|that) order)?|I (?:need|want)"
    rf"|each (?:having|with))(?P<plain>:|,| =| named| called)?\s{{1,3}}(?:[-*] )?{_row(_WORD)}"
)
_TAKE = (
    r"\b(?i:extract|pull|get|give|return|find|read|take|grab|collect|identify|capture|provide"
    r"|fetch|parse|extrahiere|extrais|extrae)(?: (?:me|us))?(?: out)?:?"
)
_IN_JSON = (
    re.compile(
        rf"(?i:\bjson\b)(?: \w+){{0,6}}? (?:with|containing|of|holding)(?: the following)?:? "
        rf"{_ARTICLE}{_row(_PHRASE, 1)}(?=[.:;?!\n]|$| (?:from|out|for|of|that|where)\b)"
    ),
    re.compile(
        rf"{_TAKE} {_ARTICLE}{_row(_PHRASE, 1)}(?=[.:\n]"
        r"| (?:out of|out|from|of|as|in|into|to|for|aus|als|en|como)\b)"
    ),
    re.compile(rf"(?:^|[.:\n] ?){_row(_PHRASE, 1)} (?:as|in|als|en|como) (?i:a )?JSON\b"),
    re.compile(rf"(?i:\bjson\b(?: \w+)?) \({_row(_PHRASE, 1)}\)"),
)
"""Rows of plain words that are keys where JSON is asked for."""

_TYPE = r"(?:strings?|str|text|int(?:egers?)?|numbers?|float|bool(?:ean)?|list|array|date|object)"
_TYPED = pattern(rf"[\"'`]?\b({_WORD})[\"'`]? ?\((?:an? )?{_TYPE}\b[^()\n]{{0,60}}\)")
_REMARKS = pattern(r"\([^()]*\)")
_SPLIT = pattern(rf"{_JOINT}(?:an? |the |its |his |her |their )?")
_NO_KEYS = frozenset(
    (
        "that which of in for to with from are is must should be as it you this these not whose "
        "nothing else json object array only valid"
    ).split()
)
_LISTS = frozenset(
    """
        tags keywords topics labels categories items steps names people ingredients skills hobbies
        authors sources links reasons examples questions answers choices points pros cons ideas
        options
        """.split()
)
_CLAIMS = frozenset("is has can should was are does needs valid active enabled success".split())
_COUNTS = frozenset({"index", "count", "quantity", "qty"})
_SAID = (
    ("boolean", re.compile(r"\b(?:bool|boolean|true|false)\b", re.IGNORECASE)),
    ("array", re.compile(r"\b(?:list|array)\b", re.IGNORECASE)),
    ("integer", re.compile(r"\b(?:int|integer)\b", re.IGNORECASE)),
    ("number", re.compile(r"\b(?:number|float|decimal)\b", re.IGNORECASE)),
    ("string", re.compile(r"\b(?:str|string|text)\b", re.IGNORECASE)),
)


def key_names(text: str) -> list[str]:
    """The keys that a text names: with a type behind, in quotes, or several of them in a row."""
    found = dict.fromkeys(
        name
        for pattern in _QUOTED_ROWS
        for match in pattern.finditer(text)
        for name in _names(match["row"])
    )
    named = [*found] or next(_bare(text), [])
    typed = [*dict.fromkeys(_TYPED.findall(text))]
    return typed if len(typed) > max(len(named), 1) else named


def schema_of_key(name: str, said: str | None = None) -> dict[str, Any]:
    """A schema of what stands under a key, by what is said of its value, else by its name."""
    kind = _kind_said(said) if said else _kind_of(name)
    if kind == "array":
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return {"type": kind}


def _names(row: str) -> list[str]:
    parts = (part.strip(" \"'`") for part in _SPLIT.split(_REMARKS.sub("", row)))
    names = [re.sub(r"\W+", "_", part) for part in parts if part]
    opens = len(names) > 1 and names[0].istitle() and names[1].islower()
    return [names[0].lower(), *names[1:]] if opens else names


def _bare(text: str) -> Iterator[list[str]]:
    """Rows of names without quotes that can hardly be anything else."""
    for match in _BARE.finditer(text):
        names = _names(match["row"])
        if names[1:] and names[-1] in _NO_KEYS:
            names.pop()
        if (match["plain"] or len(names) > 1) and _NO_KEYS.isdisjoint(names):
            yield names
    if re.search(r"\bjson", text, re.IGNORECASE):
        rows = (_names(match["row"]) for pattern in _IN_JSON for match in pattern.finditer(text))
        yield from (names for names in rows if _NO_KEYS.isdisjoint(map(str.lower, names)))


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
    usual = None if known_text(name) else known_range(name)
    if usual is None:
        return "string"
    return "integer" if usual.unit == 1 else "number"
