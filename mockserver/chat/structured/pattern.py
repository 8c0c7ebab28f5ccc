"""Patterns: generate a text that matches, and match a given text, both within a budget.

Patterns use Python's syntax. A text is generated from the tree of the pattern and then matched: by
Python's own matcher if that is cheap, otherwise by RE2, which takes linear time but supports
neither lookarounds nor backreferences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from string import ascii_lowercase
from typing import Any, NamedTuple

from mockserver.chat.model.values.words import WORDS
from mockserver.chat.structured.budget import Budget, DeadEnd
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.nodes import (
    Back,
    Chain,
    Chars,
    Choice,
    Group,
    Literal,
    Look,
    Node,
    Repeat,
)
from mockserver.chat.structured.regex import read
from mockserver.core.limits import LONGEST_TEXT

_TRIES = 40
_LENGTHS = 16
_MOST_WAYS = 100_000
_WAYS_A_STEP = 100
_CHARS_A_STEP = 10
_WORK_OF_RE2_A_STEP = 500
_USUAL_REPEATS = 3
_USUAL_CHARS = 8
_WORDS_TRIED = 12
_OTHER_IN_RE2 = re.compile(r"\[:|\{,")
"""Syntax that RE2 reads differently: named classes, and bounds without a lower one."""


class Width(NamedTuple):
    """The least and the greatest length of a text."""

    least: int
    most: int


ANY = Width(0, LONGEST_TEXT)


class Pattern:
    """A parsed pattern."""

    def __init__(self, source: str) -> None:
        self._compiled, self._tree, spanned = read(source)
        self._price = spanned // _CHARS_A_STEP
        self._widths = _Widths()
        self._known_ways: dict[int, int] = {}
        self.alphabet = _alphabet(self._tree)
        """All characters of the texts it generates."""

    @staticmethod
    @lru_cache(maxsize=512)
    def of(source: str) -> Pattern:
        """The parsed pattern of a source, cached. Raises Unservable if it is invalid."""
        return Pattern(source)

    def searches(self, text: str, budget: Budget) -> bool:
        """True if the pattern matches anywhere. Raises DeadEnd if that would take too long."""
        return self._matcher(text, budget).search(text) is not None

    def matches(self, text: str, budget: Budget) -> bool:
        """True if the pattern matches the whole text. Raises DeadEnd as `searches` does."""
        return self._matcher(text, budget).fullmatch(text) is not None

    def text(self, draws: Draws, budget: Budget, width: Width = ANY) -> str:
        """A text that matches as a whole. Raises DeadEnd if none is found."""
        failure = DeadEnd("no text was found that `pattern` matches")
        for number in range(_TRIES):
            writer = _PatternWriter(draws, budget, self._widths, playful=number % 2 == 1)
            try:
                text = writer.write(self._tree, width)
                if width.least <= len(text) <= width.most and self.matches(text, budget):
                    return text
            except DeadEnd as error:
                failure = error
        raise failure

    def shortest(self, draws: Draws, budget: Budget) -> str:
        """A text that matches as a whole, of the least length for which one is found."""
        least = self._widths.of(self._tree).least
        for length in range(least, least + _LENGTHS):
            with suppress(DeadEnd):
                return self.text(draws, budget, Width(length, length))
        return self.text(draws, budget)

    def found_in(self, draws: Draws, budget: Budget, width: Width) -> str:
        """A text of a given length in which the pattern matches somewhere. Raises DeadEnd."""
        try:
            return self.text(draws, budget, width)
        except DeadEnd:
            text = self.text(draws, budget, Width(0, width.most))
        filling = "a" * (width.least - len(text))
        for longer in (text + filling, filling + text):
            if self.searches(longer, budget):
                return longer
        raise DeadEnd("`pattern` and the length leave no text")

    def is_cheap(self, text: str) -> bool:
        """True if Python's matcher finishes soon, even with the most backtracking."""
        return self._ways(text) <= _MOST_WAYS

    def _ways(self, text: str) -> int:
        length = len(text)
        if length not in self._known_ways:
            self._known_ways[length] = (length + 1) * _ways(self._tree, length)
        return self._known_ways[length]

    def _matcher(self, text: str, budget: Budget) -> Any:
        """The matcher for a text, after spending the steps that it will take."""
        budget.spend(self._price)
        if (ways := self._ways(text)) <= _MOST_WAYS:
            budget.spend(ways // _WAYS_A_STEP)
            return self._compiled
        if self._linear is None or not (text.isascii() and text.isprintable()):
            raise DeadEnd("it would take too long to find out whether `pattern` matches")
        budget.spend(len(text) * self._linear.programsize // _WORK_OF_RE2_A_STEP)
        return self._linear

    @cached_property
    def _linear(self) -> Any:
        """The pattern in RE2, if RE2 matches the same printable ASCII texts."""
        import re2

        options = re2.Options()
        options.log_errors = False
        options.never_capture = True  # Captures cost as much again for each of a pattern's groups.
        source = self._compiled.pattern
        if _OTHER_IN_RE2.search(source):
            return None
        try:
            return re2.compile(source, options)
        except (re2.error, UnicodeError):
            return None


class _Widths:
    """The lengths of the texts that nodes generate, cached."""

    def __init__(self) -> None:
        self._known: dict[Node, Width] = {}

    def of(self, node: Node) -> Width:
        """The width of a node."""
        if node not in self._known:
            self._known[node] = self._width(node)
        return self._known[node]

    def _width(self, node: Node) -> Width:  # noqa: PLR0911 - one for each kind of node
        match node:
            case Literal(text):
                return Width(len(text), len(text))
            case Chars():
                return Width(1, 1)
            case Chain(parts):
                return _capped(*_sum(map(self.of, parts)))
            case Choice(options):
                widths = [self.of(option) for option in options] or [Width(0, 0)]
                return Width(min(w.least for w in widths), max(w.most for w in widths))
            case Repeat(body, least, most):
                inner = self.of(body)
                return _capped(inner.least * least, inner.most * most)
            case Group(_, body):
                return self.of(body)
            case Back():
                return ANY
        return Width(0, 0)


class _PatternWriter:
    """Generates one text; if `playful`, also from characters that a person would rarely choose."""

    def __init__(self, draws: Draws, budget: Budget, widths: _Widths, *, playful: bool) -> None:
        self._draws = draws
        self._budget = budget
        self._playful = playful
        self._texts: dict[int, str] = {}
        self._widths = widths

    def write(self, node: Node, width: Width) -> str:  # noqa: PLR0911 - one for each kind
        """A text for a node. Lookarounds are ignored: the matcher checks the result."""
        self._budget.spend()
        match node:
            case Literal(text):
                return text
            case Chars():
                return self._char(node)
            case Chain(parts):
                return self._row(parts, width)
            case Choice(options):
                fitting = [option for option in options if _meet(self._widths.of(option), width)]
                if not fitting:
                    raise DeadEnd("`pattern` leaves no text")
                return self.write(self._draws.pick(fitting), width)
            case Repeat():
                return self._repeat(node, width)
            case Group(number, body):
                text = self._texts[number] = self.write(body, width)
                return text
            case Back(number):
                if number not in self._texts:
                    raise DeadEnd("a backreference in `pattern` precedes its group")
                return self._texts[number]
        return ""

    def _char(self, node: Chars) -> str:
        options = node.more if self._playful else node.usual
        if not options:
            raise DeadEnd("a class of `pattern` has no character")
        return self._draws.pick(options)

    def _row(self, parts: Sequence[Node], width: Width) -> str:
        """Parts in sequence; each leaves enough characters for the following ones."""
        widths = [self._widths.of(part) for part in parts]
        rest = _sum(widths)
        written: list[str] = []
        length = 0
        for part, own in zip(parts, widths, strict=True):
            rest = Width(rest.least - own.least, rest.most - own.most)
            least = max(own.least, width.least - length - rest.most)
            most = min(own.most, width.most - length - rest.least)
            written.append(self.write(part, Width(least, max(most, least))))
            length += len(written[-1])
        return "".join(written)

    def _repeat(self, node: Repeat, width: Width) -> str:
        """A few repetitions, unless the length requires more."""
        body = self._widths.of(node.body)
        least, most = node.least, node.most
        if body.most:
            least = max(least, -(-width.least // body.most))
        if body.least:
            most = min(most, width.most // body.least)
        if least > most:
            raise DeadEnd("`pattern` and the length leave no text")
        times = usual_times(node.body, least, most, playful=self._playful)
        if not self._playful and (word := word_of(node.body, times, self._draws)):
            return word
        count = self._draws.between(*times)
        self._budget.spend(count)
        if isinstance(node.body, Chars):
            self._budget.spend(count)
            return "".join(self._char(node.body) for _ in range(count))
        return self._row([node.body] * count, width)


def usual_times(body: Node, least: int, most: int, *, playful: bool = False) -> Width:
    """The usual number of repetitions within the bounds `least` and `most`."""
    usual = _USUAL_CHARS if isinstance(body, Chars) else _USUAL_REPEATS
    first = least or int(most > 1 and not playful)
    return Width(first, min(most, max(first, usual)))


def word_of(body: Node, width: Width, draws: Draws) -> str:
    """An English word for a repeated class of characters, or an empty text."""
    if not isinstance(body, Chars) or len(body.usual) < len(ascii_lowercase):
        return ""
    for _ in range(_WORDS_TRIED):
        word = draws.pick(WORDS)
        if width.least <= len(word) <= width.most and all(map(body.accepts, word)):
            return word
    return ""


def _ways(node: Node, length: int) -> int:
    """An upper estimate of the ways in which a backtracking matcher may try a node on a text."""
    match node:
        case Chain(parts):
            ways = worst = 1
            for part in parts:
                tried = min(ways * _ways(part, length), _MOST_WAYS + 1)
                worst = max(worst, tried)
                ways = ways if isinstance(part, Look) else tried
            return worst
        case Choice(options):
            return sum(_ways(option, length) for option in options) or 1
        case Repeat(body, least, most):
            inner = _ways(body, length)
            lengths = 1 if least == most else min(most - least, length) + 1
            times = min(most, max(length, least), _MOST_WAYS.bit_length())
            return lengths if inner == 1 else min(lengths * inner**times, _MOST_WAYS + 1)
        case Group(_, body) | Look(body):
            return _ways(body, length)
    return 1


def _alphabet(node: Node) -> frozenset[str]:
    match node:
        case Literal(text):
            return frozenset(text)
        case Chars():
            return frozenset(node.more)
        case Chain(inside) | Choice(inside):
            return frozenset().union(*map(_alphabet, inside))
        case Repeat(body) | Group(_, body):
            return _alphabet(body)
    return frozenset()


def _sum(widths: Iterable[Width]) -> Width:
    listed = [*widths]
    return Width(sum(w.least for w in listed), sum(w.most for w in listed))


def _capped(least: int, most: int) -> Width:
    if least > LONGEST_TEXT:
        raise DeadEnd(f"`pattern` requires more than {LONGEST_TEXT} characters")
    return Width(least, min(most, LONGEST_TEXT))


def _meet(one: Width, other: Width) -> bool:
    return one.least <= other.most and other.least <= one.most
