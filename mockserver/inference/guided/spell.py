"""Spelling: a text that follows the nodes of a pattern, of a wished length where that can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import ascii_lowercase
from typing import ClassVar, NamedTuple

from mockserver.inference.guided.budget import Budget, DeadEnd
from mockserver.inference.guided.draws import Draws
from mockserver.inference.guided.nodes import (
    Back,
    Chars,
    Choice,
    Edge,
    Group,
    GroupNumber,
    Literal,
    Look,
    Node,
    Repeat,
    Row,
)
from mockserver.inference.guided.words import WORDS

LONGEST = 100_000
"""Chosen: characters of a text."""

_USUAL_REPEATS = 3
_USUAL_CHARS = 8
_WORDS_TRIED = 12


class Width(NamedTuple):
    """How many characters there may be, the bounds included."""

    least: int
    most: int


ANY = Width(0, LONGEST)


class Speller:
    """Spells one text; a playful one takes characters that a person would not think of first."""

    def __init__(self, draws: Draws, budget: Budget, *, playful: bool) -> None:
        self._draws = draws
        self._budget = budget
        self._playful = playful
        self._texts: dict[GroupNumber, str] = {}
        self._widths: dict[Node, Width] = {}

    def spell(self, node: Node, width: Width) -> str:
        """A text for a node. Looks and edges are left to chance: the whole is matched later."""
        self._budget.spend()
        return self._SPELL[type(node)](self, node, width)

    def width(self, node: Node) -> Width:
        """How long the texts of a node are."""
        if node not in self._widths:
            self._widths[node] = self._WIDTH[type(node)](self, node)
        return self._widths[node]

    def _literal(self, node: Literal, _: Width) -> str:
        return node.text

    def _chars(self, node: Chars, _: Width) -> str:
        options = node.more if self._playful else node.usual
        if not options:
            raise DeadEnd("a class of `pattern` has no character")
        return self._draws.pick(options)

    def _row(self, node: Row, width: Width) -> str:
        return self._spelled(node.parts, width)

    def _choice(self, node: Choice, width: Width) -> str:
        fitting = [option for option in node.options if _meets(self.width(option), width)]
        if not fitting:
            raise DeadEnd("`pattern` leaves no text")
        return self.spell(self._draws.pick(fitting), width)

    def _repeat(self, node: Repeat, width: Width) -> str:
        times = self._times(node, width)
        if not self._playful and (word := word_of(node.body, times, self._draws)):
            return word
        count = self._draws.between(*times)
        self._budget.spend(count)
        return self._spelled([node.body] * count, width)

    def _nothing(self, _: Node, __: Width) -> str:
        return ""

    def _group(self, node: Group, width: Width) -> str:
        text = self._texts[node.number] = self.spell(node.body, width)
        return text

    def _back(self, node: Back, _: Width) -> str:
        if node.number not in self._texts:
            raise DeadEnd("a back reference in `pattern` comes before its group")
        return self._texts[node.number]

    def _spelled(self, parts: Sequence[Node], width: Width) -> str:
        """Parts one after the other; each leaves the others the room they need."""
        widths = [self.width(part) for part in parts]
        behind = Width(sum(w.least for w in widths), sum(w.most for w in widths))
        written: list[str] = []
        length = 0
        for part, own in zip(parts, widths, strict=True):
            behind = Width(behind.least - own.least, behind.most - own.most)
            least = max(own.least, width.least - length - behind.most)
            most = min(own.most, width.most - length - behind.least)
            written.append(self.spell(part, Width(least, max(most, least))))
            length += len(written[-1])
        return "".join(written)

    def _times(self, node: Repeat, width: Width) -> Width:
        """How often to repeat: seldom, unless the length asks for more."""
        body = self.width(node.body)
        least, most = node.least, node.most
        if body.most:
            least = max(least, -(-width.least // body.most))
        if body.least:
            most = min(most, width.most // body.least)
        if least > most:
            raise DeadEnd("`pattern` and the length leave no text")
        return usual_times(node.body, least, most, playful=self._playful)

    def _sum(self, node: Row) -> Width:
        widths = [self.width(part) for part in node.parts]
        return _capped(sum(w.least for w in widths), sum(w.most for w in widths))

    def _span(self, node: Choice) -> Width:
        widths = [self.width(option) for option in node.options] or [Width(0, 0)]
        return Width(min(w.least for w in widths), max(w.most for w in widths))

    def _product(self, node: Repeat) -> Width:
        body = self.width(node.body)
        return _capped(body.least * node.least, body.most * node.most)

    _SPELL: ClassVar[Mapping[type[Node], Callable[..., str]]] = {
        Literal: _literal,
        Chars: _chars,
        Row: _row,
        Choice: _choice,
        Repeat: _repeat,
        Edge: _nothing,
        Look: _nothing,
        Group: _group,
        Back: _back,
    }
    _WIDTH: ClassVar[Mapping[type[Node], Callable[..., Width]]] = {
        Literal: lambda _, node: Width(len(node.text), len(node.text)),
        Chars: lambda _, __: Width(1, 1),
        Row: _sum,
        Choice: _span,
        Repeat: _product,
        Edge: lambda _, __: Width(0, 0),
        Look: lambda _, __: Width(0, 0),
        Group: lambda speller, node: speller.width(node.body),
        Back: lambda _, __: ANY,
    }


def usual_times(body: Node, least: int, most: int, *, playful: bool = False) -> Width:
    """How often a person would repeat something, within closed bounds."""
    usual = _USUAL_CHARS if isinstance(body, Chars) else _USUAL_REPEATS
    first = least or int(most > 1 and not playful)
    return Width(first, min(most, max(first, usual)))


def word_of(body: Node, width: Width, draws: Draws) -> str:
    """A word for repeated characters, or nothing if none is found soon."""
    if not isinstance(body, Chars) or len(body.usual) < len(ascii_lowercase):
        return ""
    for _ in range(_WORDS_TRIED):
        word = draws.pick(WORDS)
        if width.least <= len(word) <= width.most and all(map(body.accepts, word)):
            return word
    return ""


def _capped(least: int, most: int) -> Width:
    if least > LONGEST:
        raise DeadEnd(f"`pattern` asks for more than {LONGEST} characters")
    return Width(least, min(most, LONGEST))


def _meets(one: Width, other: Width) -> bool:
    return one.least <= other.most and other.least <= one.most
