"""Everyday things: what they are, arguments for and against them, and lists, from `things.txt`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache

from mockserver.chat.model.content.phrases import DETERMINERS, PLAIN_WORDS
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.tables import parts

_READ = 600
_ARTICLES = frozenset({*DETERMINERS, *DETERMINERS.values()})
_USUAL = PLAIN_WORDS | frozenset("book books index name names number page program reading".split())


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
    return _known()[0].get(bare)


def mentioned(text: str) -> Thing | None:
    """The first thing that a text mentions; longer names are tried first."""
    words = words_of(text[:_READ])
    starts = (words[start : start + width] for start in range(len(words)) for width in (3, 2, 1))
    return next(filter(None, map(_known()[0].get, starts)), None)


def requested_list(request: str, heads: Collection[str]) -> Listed | None:
    """The list whose words are all in a request, one of them a head of what it asks for.

    The most specific list comes first, then the one named first.
    """
    words = words_of(request[:_READ]) if heads else ()
    positions = {word: index for index, word in reversed([*enumerate(words)])}
    known = frozenset(positions)
    return min(
        (
            each
            for each in _known()[1]
            if known.issuperset(each.words) and not {*heads}.isdisjoint(each.words)
        ),
        key=lambda each: (-len(each.words), min(positions[word] for word in each.words)),
        default=None,
    )


def cues() -> frozenset[str]:
    """The longest word of each name of a thing or a list, except common words."""
    things, lists = _known()
    names = (*things, *(each.words for each in lists))
    return frozenset(max(words, key=len) for words in names) - _USUAL


@cache
def _known() -> tuple[dict[tuple[str, ...], Thing], tuple[Listed, ...]]:
    things: dict[tuple[str, ...], Thing] = {}
    lists: list[Listed] = []
    thing = Thing("")
    for line in parts("content/things.txt")[0].splitlines():
        mark = line[:1] if line[:2] in ("+ ", "- ", "! ", "* ") else ""
        names, _, text = line[2 * bool(mark) :].partition(": ")
        if mark and mark != "*":
            thing.points[mark] = _parts(line[2:], ";")
        elif mark:
            lists += [Listed(words_of(name), _parts(text, ";")) for name in _parts(names, ",")]
        elif line and line[0] != "#":
            thing = Thing(text)
            things |= {words_of(name): thing for name in _parts(names, ",")}
    return things, tuple(lists)


def _parts(text: str, mark: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(mark) if part.strip())
