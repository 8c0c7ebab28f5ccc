"""Texts of a grammar, in EBNF or in Lark's notation.

Both notations are parsed into rules made of nodes. A text is derived from them at random first, and
by the shortest derivation once it is deep or long enough.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mockserver.chat.structured import ebnf
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.nodes import (
    Chain,
    Chars,
    Choice,
    Gap,
    Literal,
    Node,
    Regexp,
    Repeat,
    RuleRef,
)
from mockserver.chat.structured.pattern import Pattern, Width, usual_times, word_of
from mockserver.core.limits import LONGEST_GRAMMAR, LONGEST_TEXT

DEPTH = 12
"""Chosen: how deep rules nest where the grammar leaves a choice."""

_ENOUGH = 300
_DEEPEST = 60
_NEVER = 10**9
_BLANK = " "
_TIGHT = frozenset("()[]{},;")


def write(source: str, key: bytes, budget: Budget) -> str:
    """A text of the grammar. Raises Unservable if it is invalid or has no text.

    Observed: a grammar without `::=` is in Lark's notation, whose first rule is `start`, not
    `root`.
    """
    if len(source) > LONGEST_GRAMMAR:
        raise Unservable(f"the grammar has more than {LONGEST_GRAMMAR} characters")
    grammar = _read(source)
    try:
        return _Deriver(grammar, Draws(key), budget).text()
    except RecursionError:
        raise Unservable("the grammar nests too deeply") from None


class _Heights:
    """The least depth of rules below each node. Raises Unservable for an undefined rule."""

    def __init__(self, rules: dict[str, Node]) -> None:
        self._budget = Budget()
        self._known = dict.fromkeys(rules, _NEVER)
        before: dict[str, int] = {}
        while before != self._known:
            before = dict(self._known)
            for name in reversed(rules):
                self._known[name] = self.of(rules[name])

    def of(self, node: Node) -> int:
        """The height of a node; a reference is one higher than the rule it refers to."""
        self._budget.spend()
        match node:
            case RuleRef(name):
                if name not in self._known:
                    raise Unservable(f"the grammar has no rule {name}")
                return min(self._known[name] + 1, _NEVER)
            case Chain(parts):
                return max(map(self.of, parts), default=0)
            case Choice(options):
                return min(map(self.of, options), default=_NEVER)
            case Repeat(body, least):
                height = self.of(body)
                return height if least else 0
        return 0


class _Grammar(NamedTuple):
    """The start rule, all rules by name, and their heights."""

    start: str
    rules: dict[str, Node]
    heights: _Heights


class _Deriver:
    """Derives one text of a grammar."""

    def __init__(self, grammar: _Grammar, draws: Draws, budget: Budget) -> None:
        self._start, self._rules, self._heights = grammar
        self._draws = draws
        self._budget = budget
        self._pieces: list[str | None] = []
        self._length = 0

    def text(self) -> str:
        """A text. Raises Unservable if the grammar has none, or only very long ones."""
        if self._heights.of(RuleRef(self._start)) > _DEEPEST:
            raise Unservable(f"the rule {self._start} of the grammar has no short text")
        self._derive(RuleRef(self._start), DEPTH)
        return "".join(self._spaced())

    def _derive(self, node: Node, depth: int) -> None:
        """Append the text of a node. Rules nest at most `depth` deep where there is a choice."""
        self._budget.spend()
        depth = depth if self._length < _ENOUGH else 0
        match node:
            case RuleRef(name):
                self._derive(self._rules[name], depth - 1)
            case Chain(parts):
                for part in parts:
                    self._derive(part, depth)
            case Choice(options):
                heights = [self._heights.of(option) for option in options]
                allowed = max(depth, min(heights))
                pairs = zip(options, heights, strict=True)
                fitting = [option for option, height in pairs if height <= allowed]
                self._derive(self._draws.pick(fitting), depth)
            case Repeat():
                self._repeat(node, depth)
            case Gap():
                self._pieces.append(None)
            case Literal(text):
                self._append(text)
            case Regexp(pattern):
                self._append(Pattern.of(pattern).text(self._draws, self._budget))
            case Chars(usual):
                if not usual:
                    raise Unservable("a class of the grammar has no character")
                self._append(self._draws.pick(usual))

    def _repeat(self, node: Repeat, depth: int) -> None:
        times = Width(node.least, node.least)
        if self._heights.of(node.body) <= depth:
            times = usual_times(node.body, node.least, node.most)
        if word := word_of(node.body, times, self._draws):
            self._append(word)
            return
        for _ in range(self._draws.between(*times)):
            self._derive(node.body, depth)

    def _append(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)
        if self._length > LONGEST_TEXT:
            raise Unservable(f"the grammar requires more than {LONGEST_TEXT} characters")

    def _spaced(self) -> list[str]:
        """The pieces, with a blank for every gap between two words."""
        spaced: list[str] = []
        is_gap = False
        for piece in self._pieces:
            if piece and is_gap and spaced and not {spaced[-1][-1], piece[0]} & _TIGHT:
                spaced.append(_BLANK)
            if piece:
                spaced.append(piece)
            is_gap = piece is None or (is_gap and not piece)
        return spaced


@lru_cache(maxsize=64)
def _read(source: str) -> _Grammar:
    if "::=" in source:
        start, rules = "root", ebnf.read(source)
    else:
        from mockserver.chat.structured import lark_reader

        start, rules = "start", lark_reader.read(source)
    if start not in rules:
        raise Unservable(f"the grammar has no rule {start}")
    return _Grammar(start, rules, _Heights(rules))
