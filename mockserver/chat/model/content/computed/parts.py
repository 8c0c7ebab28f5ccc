"""Parts of texts: the items, words and letters that a message asks for, and their notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.quoted.lists.given import items_in, request_and_text
from mockserver.chat.model.text.meaning import stem, words_of
from mockserver.chat.model.text.numbers import place_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import bullets_in, sentences, stripped

SPLITS: Mapping[str, Callable[[str], list[str]]] = {
    "words": lambda text: re.findall(r"[\w'’-]+", text), "sentences": sentences,
    "lines": str.splitlines, "letters": list, "characters": list,
}  # fmt: skip
"""The ways of splitting a text, by the names of the parts."""

_PART_OF_NAME = pattern(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
"""A word in a name such as `userId` or `max_items`."""


def items_of(text: str, what: str = "") -> list[str]:
    """The items of the list in a text: its bullets, or what it brings after a colon. They are not
    counted as `what` a sentence before them does not name."""
    found = bullets_in(text)
    if len(found) < 2:
        request, brought = request_and_text(text)
        head = re.split(r"[.!?\n]", request)[-1]
        is_key = re.search(rf"(?im)^\W*{re.escape(what)} ?[:,|] *\d|,{re.escape(what)}$", text)
        is_other = len(head.split()) > 1 and stem(what) not in map(stem, words_of(head))
        if what and (is_key or is_other):
            return []
        found = items_in(re.split(r"\.\s+(?=[A-Z][a-z]+ )", brought, maxsplit=1)[0].strip(" .?[]"))
        found = [] if sum(CUES.matches("pair", each) for each in found) > 1 else found
    is_list = len(found) > 1 and not any("|" in each or "?" in each for each in found)
    return found if is_list else []


def combined(how: str, one: str, other: str) -> str:
    """The union, the difference or the common members of two sets."""
    members, others = stripped(one.split(",")), stripped(other.split(","))
    left = [each for each in members if each not in others]
    right = [each for each in others if each not in members]
    kept = {"union": [*members, *right], "difference": left, "symmetric difference": left + right}
    return ", ".join(kept.get(how.lower(), [each for each in members if each in others]))


def part_of(which: str, what: str, text: str | Sequence[str]) -> str:
    """The first, second, third, last, longest or shortest part of a text or a list."""
    if isinstance(text, str):
        text = re.findall(r"[\w'-]+" if what.lower() == "word" else r"\w", text)
    by_length = {"longest": max, "shortest": min}.get(which.lower())
    if by_length:
        return by_length(text, key=len)
    place = place_of(which)
    return text[place - 1 if place > 0 else place]


def turned(how: str, text: str) -> str:
    """A text or each name of a list in a case or notation: `title case`, `snake_case`, `slug`."""
    if "," in text and re.search("snake|kebab|camel|pascal", how.lower()):
        return ", ".join(turned(how, each) for each in text.split(","))
    parts = [each.lower() for each in _PART_OF_NAME.findall(text)] or [text]
    capitals = "".join(map(str.capitalize, parts))
    ways = {
        "title": text.title(), "sentence": text.capitalize(), "low": text.lower(),
        "snake": "_".join(parts), "kebab": "-".join(parts), "slug": "-".join(parts),
        "pascal": capitals, "camel": parts[0] + capitals[len(parts[0]) :],
    }  # fmt: skip
    return next((turned for name, turned in ways.items() if name in how.lower()), text.upper())
