"""Everyday things: what they are, arguments for and against them, and lists, from `things.txt`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from mockserver.chat.model.content.phrases import DETERMINERS
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.tables import parts

_READ = 600
_ARTICLES = frozenset({*DETERMINERS, *DETERMINERS.values()})


@dataclass(frozen=True)
class Thing:
    """Sentences about a thing, and its lists by their marks."""

    text: str
    points: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """`+` for it, `-` against it, `!` for what may help if it does not work."""


@dataclass(frozen=True)
class Listed:
    """A list with the words that ask for it; `{a}` in an item is the subject."""

    words: tuple[str, ...]
    items: tuple[str, ...]


def named(name: str) -> Thing | None:
    """The thing with a name, which may have an article."""
    words = words_of(name)
    bare = words[1:] if words and words[0] in _ARTICLES else words
    return known()[0].get(bare)


def mentioned(text: str) -> Thing | None:
    """The first thing that a text mentions; longer names are tried first."""
    words = words_of(text[:_READ])
    starts = (words[start : start + width] for start in range(len(words)) for width in (3, 2, 1))
    return next(filter(None, map(known()[0].get, starts)), None)


def lists_in(text: str) -> list[Listed]:
    """The lists whose words are all in a text: the most specific ones first, then in the order in
    which the text names them."""
    words = words_of(text[:_READ])
    positions = {word: index for index, word in reversed([*enumerate(words)])}
    found = [
        each
        for word in positions
        for each in known()[1].get(word, ())
        if positions.keys() >= {*each.words}
    ]
    return sorted(
        found, key=lambda each: (-len(each.words), sorted(positions[word] for word in each.words))
    )


@cache
def known() -> tuple[Mapping[tuple[str, ...], Thing], Mapping[str, Sequence[Listed]]]:
    """The things by their names, and the lists by the longest word of their names."""
    things: dict[tuple[str, ...], Thing] = {}
    lists: dict[str, list[Listed]] = {}
    thing = Thing("")
    for line in parts("content/things.txt")[0].splitlines():
        mark = line[:1] if line[:2] in ("+ ", "- ", "! ", "* ") else ""
        names, _, text = line[2 * bool(mark) :].partition(": ")
        if mark and mark != "*":
            thing.points[mark] = _parts(line[2:], ";")
        elif mark:
            for name in _parts(names, ","):
                words = words_of(name)
                lists.setdefault(max(words, key=len), []).append(Listed(words, _parts(text, ";")))
        elif line and line[0] != "#":
            thing = Thing(text)
            things |= {words_of(name): thing for name in _parts(names, ",")}
    return things, lists


def _parts(text: str, mark: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(mark) if part.strip())
