"""Parsing regular expressions: Python's own parser, its tree converted to our nodes."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.chat.structured.nodes import (
    ENDLESS,
    Back,
    Chain,
    Choice,
    Group,
    Literal,
    Look,
    Node,
    Repeat,
    chars,
)
from mockserver.core.limits import LONGEST_PATTERN

_WIDEST = 80_000
"""Chosen: the characters that case-insensitive ranges may span, since `re` compiles each alone."""

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

ClassItem = tuple[str, Any]
"""An item of a character class: the name of the parser's operation, and its value."""


class Regex(NamedTuple):
    """A parsed pattern."""

    compiled: re.Pattern[str]
    tree: Node
    spanned: int
    """The characters that its case-insensitive ranges span."""


def read(source: str) -> Regex:
    """Parse a pattern. Raises Unservable if it is invalid or not supported."""
    if len(source) > LONGEST_PATTERN:
        raise Unservable(f"a pattern has more than {LONGEST_PATTERN} characters")
    try:
        with warnings.catch_warnings(action="ignore"):
            parsed = import_module("re._parser").parse(source)
            budget = Budget(_WIDEST)
            tree = _PatternReader(parsed.state.flags, budget).row(parsed)
            return Regex(re.compile(source), tree, budget.spent)
    except (re.error, OverflowError) as error:
        raise Unservable(f"the pattern {source[:100]} is invalid: {error}") from None
    except RecursionError:
        raise Unservable("a pattern is nested too deeply") from None


class _PatternReader:
    """Converts operations of the parser's tree, under the flags that apply to them."""

    def __init__(self, flags: int, budget: Budget) -> None:
        self._flags = flags
        self._budget = budget

    def row(self, operations: Sequence[tuple[Any, Any]]) -> Node:
        """A sequence of operations."""
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
                return self._class([(str(kind), content) for kind, content in value])
            case "BRANCH":
                return Choice([self.row(option) for option in value[1]])
            case "MAX_REPEAT" | "MIN_REPEAT":  # greedy or not makes no difference for generating
                least, most, body = value
                return Repeat(self.row(body), int(least), min(int(most), ENDLESS))
            case "SUBPATTERN":
                number, added, removed, body = value
                inner = _PatternReader((self._flags | added) & ~removed, self._budget).row(body)
                return inner if number is None else Group(number, inner)
            case "GROUPREF" if not self._flags & re.IGNORECASE:
                return Back(value)
            case "ASSERT" | "ASSERT_NOT":
                return Look(self.row(value[1]))
            case "AT":
                return Chain([])
            case "FAILURE":
                return Choice([])
        raise Unservable(f"a pattern with {name.lower().replace('_', ' ')} is not supported")

    def _class(self, items: Sequence[ClassItem]) -> Node:
        if self._flags & re.IGNORECASE:
            ranges = [ends for name, ends in items if name == "RANGE"]
            self._budget.spend(sum(last - first for first, last in ranges))
        source = "".join(_source(*item) for item in items)
        accepts = re.compile(f"[{source}]", self._flags & _CHAR_FLAGS).fullmatch
        is_negated = items[0][0] == "NEGATE"
        return chars(accepts, listed=() if is_negated else _listed(items))


def _source(name: str, value: Any) -> str:
    if name == "NEGATE":
        return "^"
    if name == "CATEGORY":
        return _CATEGORIES[str(value)]
    ends = (value,) if name == "LITERAL" else value
    return "-".join(f"\\U{code:08x}" for code in ends)


def _listed(items: Sequence[ClassItem]) -> list[str]:
    """The single characters of a class, and the first ones of its ranges."""
    listed: list[str] = []
    for name, value in items:
        if name == "LITERAL":
            listed.append(chr(value))
        if name == "RANGE":
            listed += map(chr, range(value[0], value[1] + 1)[:_LISTED])
    return listed
