"""JSON keys that a prompt names in words, and the schemas of their values."""

from __future__ import annotations

import re
from typing import Any

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.lists import lists, words
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values.plausible import known_range, known_text

_DESCRIBED = (
    "key with a remark", "key of a list", "key of a type", "key in a range", "key that is",
    "key before options",
)  # fmt: skip
"""Named patterns for a key with a description of its value."""


def key_names(text: str) -> list[str]:
    """The keys that a text names, in quotation marks or as a list of words."""
    named = [*dict.fromkeys(_quoted(text))] or _in_words(text)
    if len(named) < 2 and (sentence := CUES.find("sentence on json", text)):
        bare = CUES.pattern("in brackets").sub("", sentence[0])
        loose = dict.fromkeys(match[0].strip("\"'`") for match in CUES.find_all("key", bare))
        named = [*loose] if len(loose) > len(named) else named
    return named


def descriptions(text: str) -> dict[str, str]:
    """Descriptions of values in a text, by key."""
    matches = (match for name in _DESCRIBED for match in CUES.find_all(name, text))
    return {match["name"]: match["about"] for match in matches}


def schema_of_key(name: str, description: str = "") -> dict[str, Any]:
    """The schema of a value, inferred from its description, or else from the name of its key."""
    kind = _kind_described(description) if description else _kind_of(name)
    if kind == "array":
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return {"type": kind}


def _quoted(text: str) -> list[str]:
    """Quoted names that the text calls keys, else those that it asks for in JSON."""
    called, listed = list[str](), list[str]()
    for row in CUES.find_all("quoted keys", text):
        before, names = text[: row.start()][-100:], _names(row[0])
        if CUES.matches("before keys", before) or CUES.pattern("after keys").match(text, row.end()):
            called += names
        elif len(names) > 1 and CUES.matches("before several keys", before):
            listed += names
    return called or listed


def _in_words(text: str) -> list[str]:
    """A list of unquoted names that the text clearly uses as keys."""
    for match in CUES.find_all("keys in words", text):
        no_key = CUES.pattern("no key").fullmatch
        names = [name for name in _names(match["row"]) if not no_key(name)]
        if len(names) > (0 if match["plain"] else 1):
            return names
    row = CUES.find("keys of json", text) if "json" in text.lower() else None
    return _names(row["row"]) if row else []


def _names(row: str) -> list[str]:
    parts = CUES.pattern("between keys").split(CUES.pattern("in brackets").sub("", row))
    names = [re.sub(r"\W+", "_", part.strip(" \"'`[]")) for part in parts]
    begins_sentence = len(names) > 1 and names[0].istitle() and names[1].islower()
    return [names[0].lower(), *names[1:]] if begins_sentence else names


def _kind_described(description: str) -> str:
    known = {*words_of(description)}
    kinds = (kind for kind, cues in lists("types").items() if known & {*cues})
    return next((kind for kind in kinds if kind != "object"), "string")


def _kind_of(name: str) -> str:
    parts = words_of(name)
    if not parts:
        return "string"
    for part, section, kind in (
        (parts[0], "keys.claims", "boolean"),
        (parts[-1], "keys.lists", "array"),
        (parts[-1], "keys.counts", "integer"),
    ):
        if part in words(section):
            return kind
    usual_range = None if known_text(name) else known_range(name)
    if usual_range is None:
        return "string"
    return "integer" if usual_range.unit == 1 else "number"
