"""Reading grammars in Lark's notation: its own reader reads them, their trees become our nodes.

Only the reader is used. What Lark makes of a grammar for its parsers can take for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from lark.exceptions import LarkError
from lark.grammar import NonTerminal, Symbol
from lark.lexer import Pattern as LarkPattern
from lark.lexer import PatternStr
from lark.load_grammar import GrammarBuilder
from lark.load_grammar import _literal_to_pattern as pattern_of
from lark.tree import Tree

from mockserver.inference.guided.budget import Budget, Unservable
from mockserver.inference.guided.lark_terminals import check_terminals
from mockserver.inference.guided.nodes import (
    TIMES,
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

_LIBRARIES = ("common", "python", "unicode")
_MOST_INSTANCES = 200
_MOST_PATTERNS = 300
_MOST_IGNORED = 20

Names = Mapping[str, Node]
"""What the parameters of a template stand for."""


def read(source: str) -> dict[str, Node]:
    """The rules and terminals of a grammar by name. Raises Unservable for a broken one."""
    builder = _Builder()
    try:
        check_terminals(source)
        builder.load_grammar(source, "grammar")
        return _Reading(builder.build()).rules()
    except (LarkError, AssertionError, ValueError) as error:
        raise Unservable(f"the grammar is broken: {str(error)[:200]}") from None
    except RecursionError:
        raise Unservable("the grammar nests too deeply") from None


class _Builder(GrammarBuilder):
    """Imports what Lark brings along, and nothing from files beside."""

    def do_import(self, dotted_path: Any, base_path: Any, aliases: Any, *mangle: Any) -> None:
        if base_path is not None or ".".join(dotted_path) not in _LIBRARIES:
            raise Unservable(f"a grammar can import from {', '.join(_LIBRARIES)} only")
        super().do_import(dotted_path, base_path, aliases, *mangle)


class _Reading:
    """Reads the definitions of a grammar; in rules, what is ignored may stand before a word."""

    def __init__(self, built: Any) -> None:
        self._terms = {name: tree for name, (tree, _) in built.term_defs}
        self._defined = {name: (params, tree) for name, params, tree, _ in built.rule_defs}
        self._rules: dict[str, Node] = {}
        self._names: Names = {}
        self._patterns: set[str] = set()
        self._spaced = any(
            _is_blank(self._terms.get(name)) for name in built.ignore[:_MOST_IGNORED]
        )
        self._in_word = False

    def rules(self) -> dict[str, Node]:
        """All of them, with an instance of a template for each use."""
        for name, (params, tree) in self._defined.items():
            if not params:
                self._rules[name] = self._node(tree)
        self._in_word = True
        for name, tree in self._terms.items():
            self._rules[name] = self._node(tree)
        return self._rules

    def _node(self, tree: Any) -> Node:
        if isinstance(tree, Symbol):
            return self._symbol(tree)
        if not isinstance(tree, Tree) or tree.data not in self._READ:
            raise Unservable("the grammar has a definition without a text")
        return self._READ[str(tree.data)](self, tree.children)

    def _symbol(self, symbol: Symbol) -> Node:
        name = str(symbol.name)
        if name in self._names:
            return self._names[name]
        rule = Rule(name)
        return rule if isinstance(symbol, NonTerminal) else self._word(rule)

    def _word(self, node: Node) -> Node:
        return Row([Gap(), node]) if self._spaced and not self._in_word else node

    def _choice(self, children: Sequence[Any]) -> Node:
        return Choice([self._node(child) for child in children])

    def _row(self, children: Sequence[Any]) -> Node:
        return Row([self._node(child) for child in children])

    def _first(self, children: Sequence[Any]) -> Node:
        return self._node(children[0])

    def _maybe(self, children: Sequence[Any]) -> Node:
        return Repeat(self._node(children[0]), 0, 1)

    def _repeat(self, children: Sequence[Any]) -> Node:
        body, operator, *bounds = children
        if operator != "~":
            return Repeat(self._node(body), *TIMES[operator])
        return Repeat(self._node(body), int(bounds[0]), int(bounds[-1]))

    def _literal(self, children: Sequence[Any]) -> Node:
        pattern = _pattern(children[0])
        if isinstance(pattern, PatternStr) and not pattern.flags:
            return self._word(Literal(pattern.value))
        return self._spelled(pattern.to_regexp())

    def _range(self, children: Sequence[Any]) -> Node:
        first, last = (str(child)[1:-1] for child in children)
        return self._spelled(f"[{first}-{last}]")

    def _spelled(self, pattern: str) -> Node:
        self._patterns.add(pattern)
        if len(self._patterns) > _MOST_PATTERNS:
            raise Unservable(f"the grammar has more than {_MOST_PATTERNS} patterns")
        return self._word(Spelled(pattern))

    def _instance(self, children: Sequence[Any]) -> Node:
        """A template with what its parameters stand for here."""
        name, *given = children
        params, tree = self._defined[str(name.name)]
        if len(self._rules) > _MOST_INSTANCES + len(self._defined):
            raise Unservable("the grammar uses its templates too often")
        values = {str(key): self._node(tree) for key, tree in zip(params, given, strict=True)}
        rule = Rule(" ".join([str(name.name), *(f"{id(node)}" for node in values.values())]))
        if rule.name not in self._rules:
            self._rules[rule.name] = Choice([])
            outer, self._names = self._names, values
            self._rules[rule.name] = self._node(tree)
            self._names = outer
        return rule

    _READ: ClassVar[Mapping[str, Callable[..., Node]]] = {
        "expansions": _choice,
        "expansion": _row,
        "alias": _first,
        "value": _first,
        "maybe": _maybe,
        "expr": _repeat,
        "literal": _literal,
        "range": _range,
        "template_usage": _instance,
    }


def _pattern(literal: Any) -> LarkPattern:
    """A literal as Lark understands it; its own function for that has no types."""
    read: Callable[[Any], LarkPattern] = pattern_of
    return read(literal)


def _is_blank(tree: Tree[Any] | None) -> bool:
    """Whether a terminal is made of what a blank is, too."""
    literals = tree.find_data("literal") if tree else ()
    return any(_may_be_blank(_pattern(literal.children[0])) for literal in literals)


def _may_be_blank(pattern: LarkPattern) -> bool:
    if isinstance(pattern, PatternStr):
        return bool(pattern.value == " ")
    return Pattern.of(pattern.to_regexp()).matches(" ", Budget())
