"""Keys that a text asks for in words, and what kind of value stands under each."""

from __future__ import annotations

import re
from typing import Any

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.lists import lists, words
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values.plausible import known_range, known_text

_REMARKS = ("key with a remark", "key of a list", "key of a type", "key that is", "assignment")
"""The pieces of the table that find a key and what is said of its value."""


def key_names(text: str) -> list[str]:
    """The keys that a text names: in quotes, or several of them in a row."""
    named = [*dict.fromkeys(_quoted(text))] or _in_words(text)
    if len(named) < 2 and (sentence := CUES.find("sentence on json", text)):
        bare = CUES.pattern("in brackets").sub("", sentence[0])
        loose = dict.fromkeys(
            found[0].strip("\"'`") for found in CUES.pattern("key").finditer(bare)
        )
        named = [*loose] if len(loose) > len(named) else named
    pairs = [found["name"] for found in CUES.pattern("assignment").finditer(text)]
    return named or (pairs if len(pairs) > 1 else [])


def remarks(text: str) -> dict[str, str]:
    """Descriptions of values in a text, by key."""
    return {
        found["name"]: found["said"] for name in _REMARKS for found in CUES.find_all(name, text)
    }


def schema_of_key(name: str, said: str | None = None) -> dict[str, Any]:
    """A schema of what stands under a key, by what is said of its value, else by its name."""
    kind = _kind_said(said) if said else _kind_of(name)
    if kind == "array":
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return {"type": kind}


def _quoted(text: str) -> list[str]:
    """Keys in quotes that are called keys, or that JSON is to have."""
    found = list[str]()
    for row in CUES.pattern("quoted keys").finditer(text):
        before, names = text[: row.start()][-100:], _names(row[0])
        asked = CUES.find("before keys", before) or CUES.pattern("behind keys").match(
            text, row.end()
        )
        if asked or (len(names) > 1 and CUES.find("before several keys", before)):
            found += names
    return found


def _in_words(text: str) -> list[str]:
    """A row of names without quotes that can hardly be anything else."""
    for found in CUES.pattern("keys in words").finditer(text):
        names = [
            name for name in _names(found["row"]) if not CUES.pattern("no key").fullmatch(name)
        ]
        if len(names) > (0 if found["plain"] else 1):
            return names
    asked = CUES.find("keys of json", text) if "json" in text.lower() else None
    return _names(asked["row"]) if asked else []


def _names(row: str) -> list[str]:
    parts = CUES.pattern("between keys").split(CUES.pattern("in brackets").sub("", row))
    names = [re.sub(r"\W+", "_", part.strip(" \"'`")) for part in parts]
    opens = len(names) > 1 and names[0].istitle() and names[1].islower()
    return [names[0].lower(), *names[1:]] if opens else names


def _kind_said(said: str) -> str:
    known = {*words_of(said)}
    kinds = (kind for kind, told in lists("types").items() if known & {*told})
    return next((kind for kind in kinds if kind != "object"), "string")


def _kind_of(name: str) -> str:
    parts = words_of(name)
    if not parts:
        return "string"
    if parts[0] in words("keys.claims"):
        return "boolean"
    if parts[-1] in words("keys.lists"):
        return "array"
    if parts[-1] in words("keys.counts"):
        return "integer"
    usual = None if known_text(name) else known_range(name)
    if usual is None:
        return "string"
    return "integer" if usual.unit == 1 else "number"
