"""Matching without ever running away: every node is tried at every position once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from mockserver.inference.guided.budget import Budget
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

Texts = tuple[tuple[GroupNumber, str], ...]
State = tuple[int, Texts]
"""A position in the text, and the texts of groups that back references ask for."""

States = frozenset[State]
_NOWHERE: States = frozenset()
_LOOKS_A_STEP = 3
"""States that may be looked up, or put together, in the time of one step."""


class Matcher:
    """Matches nodes against one text; keeps the groups whose numbers are `wanted`."""

    def __init__(self, text: str, wanted: frozenset[GroupNumber], budget: Budget) -> None:
        self._text = text
        self._wanted = wanted
        self._budget = budget
        self._known: dict[tuple[Node, State], States] = {}

    def ends(self, node: Node, state: State) -> States:
        """Where a match of `node` that begins at a state may end."""
        key = node, state
        found = self._known.get(key)
        if found is None:
            self._budget.spend()
            found = self._known[key] = self._MATCH[type(node)](self, node, state)
        return found

    def _all(self, node: Node, states: States) -> States:
        self._budget.spend(len(states) // _LOOKS_A_STEP)
        return _NOWHERE.union(*(self.ends(node, state) for state in states))

    def _literal(self, node: Literal, state: State) -> States:
        at, groups = state
        if not self._text.startswith(node.text, at):
            return _NOWHERE
        return frozenset([(at + len(node.text), groups)])

    def _chars(self, node: Chars, state: State) -> States:
        at, groups = state
        if at >= len(self._text) or not node.accepts(self._text[at]):
            return _NOWHERE
        return frozenset([(at + 1, groups)])

    def _row(self, node: Row, state: State) -> States:
        states = frozenset([state])
        for part in node.parts:
            states = self._all(part, states)
        return states

    def _choice(self, node: Choice, state: State) -> States:
        return _NOWHERE.union(*(self.ends(option, state) for option in node.options))

    def _repeat(self, node: Repeat, state: State) -> States:
        states = frozenset([state])
        found = set(states) if node.least == 0 else set()
        for done in range(1, node.most + 1):
            self._budget.spend()
            states = self._all(node.body, states)
            if done > node.least:
                states -= found
            if done >= node.least:
                found |= states
            if not states:
                break
        return frozenset(found)

    def _edge(self, node: Edge, state: State) -> States:
        return frozenset([state]) if node.holds(self._text, state[0]) else _NOWHERE

    def _look(self, node: Look, state: State) -> States:
        around = self.ends(node.body, state) if node.ahead else self._behind(node.body, state)
        if bool(around) != node.wanted:
            return _NOWHERE
        if not node.wanted:
            return frozenset([state])
        return frozenset((state[0], groups) for _, groups in around)

    def _behind(self, node: Node, state: State) -> States:
        at, groups = state
        starts: States = frozenset((start, groups) for start in range(at + 1))
        return frozenset(end for end in self._all(node, starts) if end[0] == at)

    def _group(self, node: Group, state: State) -> States:
        states = self.ends(node.body, state)
        if node.number not in self._wanted:
            return states
        self._budget.spend(len(states))
        start = state[0]
        return frozenset((end[0], self._kept(node.number, start, end)) for end in states)

    def _kept(self, number: GroupNumber, start: int, state: State) -> Texts:
        end, groups = state
        others = [group for group in groups if group[0] != number]
        return tuple(sorted([*others, (number, self._text[start:end])]))

    def _back(self, node: Back, state: State) -> States:
        at, groups = state
        text = dict(groups).get(node.number)
        if text is None or not self._text.startswith(text, at):
            return _NOWHERE
        return frozenset([(at + len(text), groups)])

    _MATCH: ClassVar[Mapping[type[Node], Callable[..., States]]] = {
        Literal: _literal,
        Chars: _chars,
        Row: _row,
        Choice: _choice,
        Repeat: _repeat,
        Edge: _edge,
        Look: _look,
        Group: _group,
        Back: _back,
    }
