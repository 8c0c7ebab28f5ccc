"""Texts that match a pattern, and whether a text does: both within an effort.

Patterns are Python's. What decides is our own matcher wherever Python's could run away.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mockserver.inference.guided.draws import Draws
from mockserver.inference.guided.effort import DeadEnd, Effort
from mockserver.inference.guided.match import Matcher
from mockserver.inference.guided.nodes import (
    Back,
    Choice,
    Group,
    Look,
    Node,
    Repeat,
    Row,
)
from mockserver.inference.guided.regex import read
from mockserver.inference.guided.spell import ANY, Speller, Width

_TRIES = 40
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

    @staticmethod
    @lru_cache(maxsize=512)
    def of(source: str) -> Pattern:
        """The pattern of a text. Raises Unservable if it is broken."""
        return Pattern(source)

    def searches(self, text: str, effort: Effort) -> bool:
        """Whether it matches anywhere in a text."""
        effort.spend(self._price)
        if self.is_cheap(text):
            return self._compiled.search(text) is not None
        matcher = Matcher(text, self._wanted, effort)
        return any(matcher.ends(self._tree, (at, ())) for at in range(len(text) + 1))

    def matches(self, text: str, effort: Effort) -> bool:
        """Whether it matches a text from its first to its last character."""
        effort.spend(self._price)
        if self.is_cheap(text):
            return self._compiled.fullmatch(text) is not None
        ends = Matcher(text, self._wanted, effort).ends(self._tree, (0, ()))
        return any(at == len(text) for at, _ in ends)

    def text(self, draws: Draws, effort: Effort, width: Width = ANY) -> str:
        """A text that it matches as a whole. Raises DeadEnd if none is found."""
        failure = DeadEnd("no text was found that `pattern` matches")
        for number in range(_TRIES):
            speller = Speller(draws, effort, playful=number % 2 == 1)
            try:
                text = speller.spell(self._tree, width)
            except DeadEnd as dead:
                failure = dead
                continue
            if width.least <= len(text) <= width.most and self.matches(text, effort):
                return text
        raise failure

    def found_in(self, draws: Draws, effort: Effort, width: Width) -> str:
        """A text of a wished length that it matches somewhere. Raises DeadEnd."""
        try:
            return self.text(draws, effort, width)
        except DeadEnd:
            text = self.text(draws, effort, Width(0, width.most))
        for longer in (_stretched(text, width.least), _stretched(text, -width.least)):
            if self.searches(longer, effort):
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
    if isinstance(node, Row):
        inner = node.parts
    elif isinstance(node, Choice):
        inner = node.options
    elif isinstance(node, Repeat | Look | Group):
        inner = (node.body,)
    else:
        return
    for part in inner:
        yield from _walk(part)


def _nests(node: Node) -> bool:
    """Whether a repeat holds what may match in more than one way."""
    if not isinstance(node, Repeat):
        return False
    return any(isinstance(inner, Repeat | Choice) for inner in _walk(node.body))
