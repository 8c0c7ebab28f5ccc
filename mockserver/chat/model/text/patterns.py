"""Regular expressions that cost almost nothing until a text may match them.

The model has several hundred. Compiling them all would add half a second to a server's first chat,
and searching for them all takes a sixth of the time of a chat with a demand. So a pattern is
compiled when first used, and skipped for texts without any of the words that a match must have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import Any, cast

_FREQUENT = 1
"""Words this frequent are in so many texts that looking for them first saves nothing."""

_lowered = lru_cache(maxsize=16)(str.lower)

_NOTHING: Mapping[str, Any] = {"search": None, "finditer": iter(())}
"""The methods that may be skipped, with their results for no match."""


class _Lazy:
    """A pattern with the methods of `re.Pattern` that is compiled on first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        words = self.words if name in _NOTHING else ()
        method = self._skipping(name, words) if words else getattr(self._compiled, name)
        self.__dict__[name] = method
        return method

    @cached_property
    def words(self) -> Sequence[str]:
        """Words such that every match has at least one; none if unknown or too frequent."""
        words = _rarest(import_module("re._parser").parse(self.pattern, self._flags))
        return sorted(words) if _frequency(words) < _FREQUENT else ()

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def _skipping(self, name: str, words: Sequence[str]) -> Callable[..., Any]:
        """A method of the pattern that skips texts without any of the words."""
        nothing = _NOTHING[name]

        def find(text: str, *span: int) -> Any:
            lowered = _lowered(text)
            for word in words:
                if word in lowered:
                    return getattr(self._compiled, name)(text, *span)
            return nothing

        return find


@cache
def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that is compiled on first use and kept. It must not depend on a request,
    since nothing is ever dropped."""
    return cast("re.Pattern[str]", _Lazy(text, int(flags)))


def _rarest(operations: Sequence[tuple[Any, Any]]) -> frozenset[str]:
    """The rarest set of words such that every match has at least one; empty if unknown."""
    return min(_required(operations), key=_frequency, default=frozenset())


def _frequency(words: Iterable[str]) -> float:
    """An estimate of how many texts have any of these words: fewer for each letter of a word after
    the first, for each mark, and for each letter of another script."""
    return sum(map(_frequency_of, words))


def _frequency_of(word: str) -> float:
    is_common = word[0].isascii() and (word[0].isalnum() or word[0].isspace())
    return float(0.3 ** (len(word.encode()) - is_common))


def _required(operations: Sequence[tuple[Any, Any]]) -> Iterator[frozenset[str]]:
    """Sets of lower-case words: every match has at least one word of each set.

    `operations` are a pattern as parsed by Python's own `re`.
    """
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
        elif name == "ASSERT":
            yield from _required(value[1])
        elif name == "BRANCH":
            options = [_rarest(option) for option in value[1]]
            if all(options):
                yield frozenset[str]().union(*options)
        elif name.endswith("_REPEAT") and value[0] > 0:
            yield from _required(value[2])
    if word:
        yield frozenset((word,))
