"""Regular expressions that cost next to nothing until a text comes that may match.

The model has several hundred. Compiling all would cost the first chat of a server half a second,
and searching all a fifth of the time of every chat with a demand. So a pattern is compiled when it
is first used, and only searched for in a text that has one of the words it cannot do without.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any, cast

_FREQUENT = 2.5
"""The frequency from which so many texts have one of the words that a look for them is no gain."""

_lowered = lru_cache(maxsize=16)(str.lower)


class _Lazy:
    """A pattern that is compiled on first use. Its methods are those of `re.Pattern`."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def search(self, text: str, *span: int) -> re.Match[str] | None:
        """The first match in a text."""
        return self._compiled.search(text, *span) if self._may_match(text) else None

    def finditer(self, text: str, *span: int) -> Iterator[re.Match[str]]:
        """All matches in a text."""
        return self._compiled.finditer(text, *span) if self._may_match(text) else iter(())

    def __getattr__(self, name: str) -> Any:
        method = self.__dict__[name] = getattr(self._compiled, name)
        return method

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    @cached_property
    def _words(self) -> Sequence[str]:
        words = _rarest(import_module("re._parser").parse(self.pattern, self._flags))
        return sorted(words) if _frequency(words) < _FREQUENT else ()

    def _may_match(self, text: str) -> bool:
        words, lowered = self._words, _lowered(text)
        for word in words:
            if word in lowered:
                return True
        return not words


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that costs nothing until it is used."""
    return cast("re.Pattern[str]", _Lazy(text, int(flags)))


def _rarest(operations: Sequence[tuple[Any, Any]]) -> frozenset[str]:
    """The fewest and longest words of which every match has at least one; none if unknown."""
    return min(_required(operations), key=_frequency, default=frozenset())


def _frequency(words: Iterable[str]) -> float:
    """A guess how often texts have any of some words: more of them are in more texts, and short
    ones are."""
    return sum(1 / len(word) for word in words)


def _required(operations: Sequence[tuple[Any, Any]]) -> Iterator[frozenset[str]]:
    """Sets of words in small letters, of each of which every match has at least one. The
    operations are those of Python's own parser."""
    word = ""
    for operation, value in operations:
        name = str(operation)
        if name == "LITERAL":
            word += chr(value).lower()
            continue
        if word and name != "AT":
            yield frozenset((word,))
            word = ""
        if name == "SUBPATTERN":
            yield from _required(value[3])
        elif name == "BRANCH":
            options = [_rarest(option) for option in value[1]]
            if all(options):
                yield frozenset[str]().union(*options)
        elif name.endswith("_REPEAT") and value[0] > 0:
            yield from _required(value[2])
    if word:
        yield frozenset((word,))
