"""Regular expressions that cost next to nothing until a text comes that may match.

The model has several hundred. Compiling all would cost the first chat of a server half a second,
and searching all a fifth of the time of every chat with a demand. So a pattern is compiled when it
is first used, and only searched for in a text that has one of the words it cannot do without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any, cast

_FREQUENT = 2.5
"""The frequency from which so many texts have one of the words that a look for them is no gain."""

_lowered = lru_cache(maxsize=16)(str.lower)


_NOTHING: Mapping[str, Callable[[], Any]] = {"search": lambda: None, "finditer": lambda: iter(())}
"""The methods that are skipped, with what they return where nothing matches."""


class _Lazy:
    """A pattern that is compiled on first use. Its methods are those of `re.Pattern`."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        words = _words_of(self.pattern, self._flags) if name in _NOTHING else ()
        method = self._skipping(name, words) if words else getattr(self._compiled, name)
        self.__dict__[name] = method
        return method

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def _skipping(self, name: str, words: Sequence[str]) -> Callable[..., Any]:
        """A method that skips texts without any of the words."""

        def find(text: str, *span: int) -> Any:
            lowered = _lowered(text)
            for word in words:
                if word in lowered:
                    return getattr(self._compiled, name)(text, *span)
            return _NOTHING[name]()

        return find


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that costs nothing until it is used."""
    return cast("re.Pattern[str]", _Lazy(text, int(flags)))


def _words_of(text: str, flags: int) -> Sequence[str]:
    """Words of which every match has one; none if they are unknown or too frequent."""
    words = _rarest(import_module("re._parser").parse(text, flags))
    return sorted(words) if _frequency(words) < _FREQUENT else ()


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
