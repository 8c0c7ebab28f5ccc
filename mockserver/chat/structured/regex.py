"""Reading a regular expression: Python's own parser reads it, its tree becomes our nodes."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.chat.structured.nodes import (
    ENDLESS,
    Back,
    Chain,
    Choice,
    Group,
    GroupNumber,
    Literal,
    Look,
    Node,
    Repeat,
    chars,
)
from mockserver.core.limits import LONGEST_PATTERN

_WIDEST = 80_000
"""Chosen: how many characters ranges may span that ignore case; each is looked at by itself."""

_CHAR_FLAGS = re.ASCII | re.IGNORECASE
_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
_LISTED = 64


class Regex(NamedTuple):
    """A pattern, compiled and as a tree; how many characters its classes made us look at."""

    compiled: re.Pattern[str]
    tree: Node
    looked_at: int


def read(source: str) -> Regex:
    """Read a pattern. Raises Unservable for what is broken or not followed."""
    if len(source) > LONGEST_PATTERN:
        raise Unservable(f"a pattern has more than {LONGEST_PATTERN} characters")
    try:
        with warnings.catch_warnings(action="ignore"):
            parsed = import_module("re._parser").parse(source)
            budget = Budget(_WIDEST)
            tree = _PatternReader(parsed.state.flags, budget).row(parsed)
            return Regex(re.compile(source), tree, budget.spent)
    except (re.error, OverflowError) as error:
        raise Unservable(f"the pattern {source[:100]} is broken: {error}") from None
    except RecursionError:
        raise Unservable("a pattern is nested too deeply") from None


class _PatternReader:
    """Reads operations of the parser's tree, under the flags that hold where they stand."""

    def __init__(self, flags: int, budget: Budget) -> None:
        self._flags = flags
        self._budget = budget

    def row(self, operations: Sequence[tuple[Any, Any]]) -> Node:
        """Operations one after the other."""
        parts = [self._node(str(name), value) for name, value in operations]
        return parts[0] if len(parts) == 1 else Chain(parts)

    def _node(self, name: str, value: Any) -> Node:  # noqa: PLR0911 - one for each operation
        match name:
            case "LITERAL" if not self._flags & re.IGNORECASE:
                return Literal(chr(value))
            case "LITERAL":
                return self._class([(name, value)])
            case "NOT_LITERAL":
                return self._class([("NEGATE", None), ("LITERAL", value)])
            case "ANY":
                return chars(re.compile(".", self._flags & re.DOTALL).fullmatch)
            case "IN":
                return self._class([(str(kind), member) for kind, member in value])
            case "BRANCH":
                return Choice([self.row(option) for option in value[1]])
            case "MAX_REPEAT" | "MIN_REPEAT":  # which match is found first does not matter here
                least, most, body = value
                return Repeat(self.row(body), int(least), min(int(most), ENDLESS))
            case "SUBPATTERN":
                number, added, removed, body = value
                inner = _PatternReader((self._flags | added) & ~removed, self._budget).row(body)
                return inner if number is None else Group(GroupNumber(number), inner)
            case "GROUPREF" if not self._flags & re.IGNORECASE:
                return Back(GroupNumber(value))
            case "ASSERT" | "ASSERT_NOT":
                return Look(self.row(value[1]))
            case "AT":
                return Chain([])
            case "FAILURE":
                return Choice([])
        raise Unservable(f"a pattern with {name.lower().replace('_', ' ')} is not followed")

    def _class(self, members: Sequence[tuple[str, Any]]) -> Node:
        if self._flags & re.IGNORECASE:
            self._budget.spend(sum(map(_span, members)))
        source = "".join(map(_member, members))
        accepts = re.compile(f"[{source}]", self._flags & _CHAR_FLAGS).fullmatch
        negated = members[0][0] == "NEGATE"
        return chars(accepts, listed=() if negated else [*_listed(members)])


def _member(member: tuple[str, Any]) -> str:
    name, value = member
    if name == "NEGATE":
        return "^"
    if name == "CATEGORY":
        return _CATEGORIES[str(value)]
    ends = (value,) if name == "LITERAL" else value
    return "-".join(f"\\U{code:08x}" for code in ends)


def _span(member: tuple[str, Any]) -> int:
    name, value = member
    return int(value[1] - value[0]) if name == "RANGE" else 0


def _listed(members: Sequence[tuple[str, Any]]) -> Iterator[str]:
    """The characters that a class names one by one or as a range, the first ones of each."""
    for name, value in members:
        if name == "LITERAL":
            yield chr(value)
        if name == "RANGE":
            yield from map(chr, islice(range(value[0], value[1] + 1), _LISTED))
