"""Deriving a text from the rules of a grammar: at random at first, then by the shortest way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from mockserver.inference.guided.budget import Budget, Unservable
from mockserver.inference.guided.draws import Draws
from mockserver.inference.guided.nodes import (
    Chars,
    Choice,
    Gap,
    Literal,
    Node,
    Repeat,
    Row,
    Rule,
    Spelled,
)
from mockserver.inference.guided.pattern import Pattern
from mockserver.inference.guided.spell import LONGEST, Width, usual_times, word_of

ROOM = 12
"""Chosen: how deep rules nest while there is a choice."""

_ENOUGH = 300
_DEEPEST = 60
_NEVER = 10**9
_BLANK = " "
_TIGHT = frozenset("()[]{},;")


class Heights:
    """How deep rules nest at least below each node. Raises Unservable for undefined ones."""

    def __init__(self, rules: dict[str, Node], budget: Budget) -> None:
        self._rules = rules
        self._budget = budget
        self._known = dict.fromkeys(rules, _NEVER)
        while self._lowered():
            pass

    def of(self, node: Node) -> int:
        """The height of a node; a rule is one higher than what it says."""
        self._budget.spend()
        if isinstance(node, Rule):
            if node.name not in self._known:
                raise Unservable(f"the grammar has no rule {node.name}")
            return min(self._known[node.name] + 1, _NEVER)
        if isinstance(node, Row):
            return max(map(self.of, node.parts), default=0)
        if isinstance(node, Choice):
            return min(map(self.of, node.options), default=_NEVER)
        if isinstance(node, Repeat):
            height = self.of(node.body)
            return height if node.least else 0
        return 0

    def _lowered(self) -> bool:
        """Whether another look at all rules, the last ones first, found lower heights."""
        before = dict(self._known)
        for name in reversed(self._rules):
            self._known[name] = self.of(self._rules[name])
        return before != self._known


class Deriver:
    """Derives one text."""

    def __init__(
        self, rules: Mapping[str, Node], heights: Heights, draws: Draws, budget: Budget
    ) -> None:
        self._rules = rules
        self._heights = heights
        self._draws = draws
        self._budget = budget
        self._pieces: list[str | None] = []
        self._length = 0

    def text(self, name: str) -> str:
        """A text of a rule. Raises Unservable if the rule has none, or only very long ones."""
        height = self._heights.of(Rule(name))
        if height > _DEEPEST:
            raise Unservable(f"the rule {name} of the grammar has no end that is near")
        self._derive(Rule(name), ROOM)
        return "".join(self._closed())

    def _derive(self, node: Node, room: int) -> None:
        self._budget.spend()
        self._DERIVE[type(node)](self, node, room if self._length < _ENOUGH else 0)

    def _rule(self, node: Rule, room: int) -> None:
        self._derive(self._rules[node.name], room - 1)

    def _literal(self, node: Literal, _: int) -> None:
        self._say(node.text)

    def _chars(self, node: Chars, _: int) -> None:
        if not node.usual:
            raise Unservable("a class of the grammar has no character")
        self._say(self._draws.pick(node.usual))

    def _spelled(self, node: Spelled, _: int) -> None:
        self._say(Pattern.of(node.pattern).text(self._draws, self._budget))

    def _gap(self, _: Gap, __: int) -> None:
        self._pieces.append(None)

    def _row(self, node: Row, room: int) -> None:
        for part in node.parts:
            self._derive(part, room)

    def _choice(self, node: Choice, room: int) -> None:
        """Any option that there is room for, else one of the lowest."""
        heights = [self._heights.of(option) for option in node.options]
        allowed = max(room, min(heights))
        fitting = [n for n, height in zip(node.options, heights, strict=True) if height <= allowed]
        self._derive(self._draws.pick(fitting), room)

    def _repeat(self, node: Repeat, room: int) -> None:
        times = self._times(node, room)
        if word := word_of(node.body, times, self._draws):
            self._say(word)
            return
        for _ in range(self._draws.between(*times)):
            self._derive(node.body, room)

    def _times(self, node: Repeat, room: int) -> Width:
        if self._heights.of(node.body) > room:
            return Width(node.least, node.least)
        return usual_times(node.body, node.least, node.most)

    def _say(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)
        if self._length > LONGEST:
            raise Unservable(f"the grammar asks for more than {LONGEST} characters")

    def _closed(self) -> Sequence[str]:
        """The pieces, with a blank in every gap between two words."""
        closed: list[str] = []
        is_gap = False
        for piece in self._pieces:
            if piece and is_gap and closed and not {closed[-1][-1], piece[0]} & _TIGHT:
                closed.append(_BLANK)
            if piece:
                closed.append(piece)
            is_gap = piece is None or (is_gap and not piece)
        return closed

    _DERIVE: ClassVar[Mapping[type[Node], Callable[..., None]]] = {
        Rule: _rule,
        Literal: _literal,
        Chars: _chars,
        Spelled: _spelled,
        Gap: _gap,
        Row: _row,
        Choice: _choice,
        Repeat: _repeat,
    }
