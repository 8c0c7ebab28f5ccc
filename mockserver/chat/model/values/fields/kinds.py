"""Kinds of values, such as `date` or `place`, which the names and descriptions of fields tell."""

from __future__ import annotations

from collections.abc import Sequence

from mockserver.chat.model.text.lists import by_word
from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.text.patterns import pattern

_KIND_OF = by_word("kinds")
_MOMENT = pattern(
    r"ISO[ -]?8601(?! dates?\b)|RFC ?3339|\bdate ?-?time\b|\btimestamp\b|\d{4}-\d\d-\d\dT"
)
_DAY = pattern(r"(?i)\byyyy[-/.]mm|\bdd[-/.]mm\b|\bISO dates?\b")
_CLOCK = pattern(r"(?i)(?<![:T])\bHH:MM")
"""Formats of times in a description."""

_WANTED = pattern(r"^.*\b(?:should|must) be an? (?=[\w-]+$)")
"""All that is before what a value has to be: `it should be a website`."""

_PERSONAL = frozenset({"name", "nom", "nombre", "nome", "naam"})
"""The names of fields for the name of a person."""

_SPECIAL = ("person", "place", "path", "color", "language", "currency")
"""The kinds of value that a field called `name` may have."""


def kind_of(name: str, notation: str, description: str) -> str:
    """The kind of value of a field, by its name, its format in the schema and its description."""
    kind = _by_ending(notation) or _by_ending(name, description)
    if kind in ("", "date", "time") and _MOMENT.search(description):
        return "moment"
    if _CLOCK.search(description):
        return "time"
    return "date" if kind != "moment" and _DAY.search(description) else kind


def _by_ending(name: str, description: str = "") -> str:
    """The kind of value that the last words of a name tell, else those of the description."""
    parts = words_of(name)
    endings = ("".join(parts), *reversed(parts))
    kinds = (_KIND_OF.get(each) or _KIND_OF.get(each.removesuffix("s")) for each in endings)
    kind = next(filter(None, kinds), "")
    if kind == "name":
        told = _by_words((*parts[:-1], *words_of(description)[:8]), besides="name")
        if told in _SPECIAL:
            return told
        return "person" if len(parts) == 1 and parts[0] in _PERSONAL else kind
    before = _by_words(parts[:-1])
    if kind == "text" and before in ("place", "job"):
        return before
    return kind or _by_words(words_of(_WANTED.sub("", description.partition(".")[0]))[:8])


def _by_words(words: Sequence[str], besides: str = "") -> str:
    """The kind that the first of the words with a kind tells, if any."""
    kinds = (_KIND_OF.get(word, "") for word in words)
    return next((kind for kind in kinds if kind not in ("", besides)), "")
