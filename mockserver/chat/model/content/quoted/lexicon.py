"""The lexicon: the words that indicate a label or a kind of thing, and opposites.

`lexicon.toml` has the words of each entry, and other names for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from mockserver.chat.model.text.lists import data
from mockserver.chat.model.text.meaning import stem, stems_of, words_of

_READ = 6_000


def is_of_topic(text: str, topic: str) -> bool:
    """True if a text has a word that the lexicon lists for a topic, such as `election`."""
    stems = frozenset(map(stem, words_of(text[:_READ])))
    return any(not stems.isdisjoint(lexicon()[entry]) for entry in entries_of(topic))


def is_kind(thing: str, kind: str) -> bool | None:
    """True if a thing is of a kind, as a whale is a mammal; None if the lexicon lacks either."""
    if is_of_topic(thing, kind):
        return True
    named = stems_of(thing)
    is_listed = any(not stems.isdisjoint(named) for stems in lexicon().values())
    return False if is_listed and entries_of(kind) else None


def odd_one_of(items: Sequence[str]) -> str:
    """The item that is of no kind which all others are of; empty if there is none."""
    if len(items) < 3:
        return ""
    stems = {each: frozenset(map(stem, words_of(each))) for each in items}
    for known in sorted(lexicon().values(), key=len):
        odd = [each for each in items if stems[each].isdisjoint(known)]
        if len(odd) == 1:
            return odd[0]
    return ""


def entries_of(text: str) -> Sequence[str]:
    """The entries of the lexicon that the words of a text are aliases of."""
    words = re.findall(r"[^\W_]+", text.lower())
    return [entry for word in words for entry in _aliases().get(word, ())]


@cache
def lexicon() -> Mapping[str, frozenset[str]]:
    """The stems of the words of each entry."""
    entries = data("content/quoted/lexicon.toml").items()
    return {name: frozenset(map(stem, entry["words"].split())) for name, entry in entries}


@cache
def opposites() -> Mapping[str, str]:
    """Words and their opposites, in both directions."""
    relations = data("content/known/facts.json")["relations"]
    known: dict[str, str] = next(each["of"] for each in relations if "antonym" in each["cues"])
    return {other: word for word, other in known.items()} | known


@cache
def _aliases() -> Mapping[str, Sequence[str]]:
    """The entries of the lexicon that a label may mean: `support` is technical, or in favour."""
    aliases: dict[str, list[str]] = {}
    for name, entry in data("content/quoted/lexicon.toml").items():
        for alias in (name, *entry["labels"].split()):
            aliases.setdefault(alias, []).append(name)
    return aliases
