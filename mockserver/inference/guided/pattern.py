"""Texts that match a pattern, and whether a text does: both within an budget.

Patterns are Python's. What decides is our own matcher wherever Python's could run away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from mockserver.inference.guided.budget import Budget, DeadEnd
from mockserver.inference.guided.draws import Draws
from mockserver.inference.guided.match import Matcher
from mockserver.inference.guided.nodes import (
    Back,
    Chars,
    Choice,
    Group,
    Literal,
    Look,
    Node,
    Repeat,
    Row,
)
from mockserver.inference.guided.regex import read
from mockserver.inference.guided.spell import ANY, Speller, Width

_TRIES = 40
_LENGTHS = 16
_CHEAP = 100_000
_CHARS_A_STEP = 10


class Pattern:
    """A pattern that was read."""

    def __init__(self, source: str) -> None:
        self._compiled, self._tree, looked_at = read(source)
        self._price = looked_at // _CHARS_A_STEP
        nodes = list(_walk(self._tree))
        self._wanted = frozenset(node.number for node in nodes if isinstance(node, Back))
        self._repeats = sum(isinstance(node, Repeat) and node.least != node.most for node in nodes)
        self._nests = any(map(_nests, nodes))
        self.alphabet = _alphabet(self._tree)
        """The characters that its texts are written of."""

    @staticmethod
    @lru_cache(maxsize=512)
    def of(source: str) -> Pattern:
        """The pattern of a text. Raises Unservable if it is broken."""
        return Pattern(source)

    def searches(self, text: str, budget: Budget) -> bool:
        """Whether it matches anywhere in a text."""
        budget.spend(self._price)
        if self.is_cheap(text):
            return self._compiled.search(text) is not None
        matcher = Matcher(text, self._wanted, budget)
        return any(matcher.ends(self._tree, (at, ())) for at in range(len(text) + 1))

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether it matches a text from its first to its last character."""
        budget.spend(self._price)
        if self.is_cheap(text):
            return self._compiled.fullmatch(text) is not None
        ends = Matcher(text, self._wanted, budget).ends(self._tree, (0, ()))
        return any(at == len(text) for at, _ in ends)

    def text(self, draws: Draws, budget: Budget, width: Width = ANY) -> str:
        """A text that it matches as a whole. Raises DeadEnd if none is found."""
        failure = DeadEnd("no text was found that `pattern` matches")
        for number in range(_TRIES):
            speller = Speller(draws, budget, playful=number % 2 == 1)
            try:
                text = speller.spell(self._tree, width)
            except DeadEnd as dead:
                failure = dead
                continue
            if width.least <= len(text) <= width.most and self.matches(text, budget):
                return text
        raise failure

    def shortest(self, draws: Draws, budget: Budget) -> str:
        """A text that it matches as a whole, of the first lengths one that has any."""
        least = Speller(draws, budget, playful=False).width(self._tree).least
        for length in range(least, least + _LENGTHS):
            with suppress(DeadEnd):
                return self.text(draws, budget, Width(length, length))
        return self.text(draws, budget)

    def found_in(self, draws: Draws, budget: Budget, width: Width) -> str:
        """A text of a wished length that it matches somewhere. Raises DeadEnd."""
        try:
            return self.text(draws, budget, width)
        except DeadEnd:
            text = self.text(draws, budget, Width(0, width.most))
        for longer in (_stretched(text, width.least), _stretched(text, -width.least)):
            if self.searches(longer, budget):
                return longer
        raise DeadEnd("`pattern` and the length leave no text")

    def is_cheap(self, text: str) -> bool:
        """Whether Python's matcher is done soon, however it has to go back."""
        return not self._nests and (len(text) + 1) ** (self._repeats + 1) <= _CHEAP


def _stretched(text: str, length: int) -> str:
    """The text with letters behind it, or in front of it for a negative length."""
    filling = "a" * (abs(length) - len(text))
    return text + filling if length > 0 else filling + text


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for inner in _inside(node):
        yield from _walk(inner)


def _inside(node: Node) -> Sequence[Node]:
    if isinstance(node, Row):
        return node.parts
    if isinstance(node, Choice):
        return node.options
    return (node.body,) if isinstance(node, Repeat | Look | Group) else ()


def _alphabet(node: Node) -> frozenset[str]:
    if isinstance(node, Literal):
        return frozenset(node.text)
    if isinstance(node, Chars):
        return frozenset(node.more)
    inside = () if isinstance(node, Look) else _inside(node)
    return frozenset().union(*map(_alphabet, inside))


def _nests(node: Node) -> bool:
    """Whether a repeat holds what may match in more than one way."""
    if not isinstance(node, Repeat):
        return False
    return any(isinstance(inner, Repeat | Choice) for inner in _walk(node.body))
