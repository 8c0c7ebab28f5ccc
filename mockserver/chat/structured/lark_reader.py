"""Parsing grammars in Lark's notation: Lark's own reader, its trees converted to our nodes.

Only the reader is used, since compiling a grammar for one of Lark's parsers can take for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark.exceptions import LarkError
from lark.grammar import NonTerminal, Symbol, Terminal
from lark.lexer import PatternStr
from lark.load_grammar import GrammarBuilder, _literal_to_pattern, _parse_grammar
from lark.tree import Tree

from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.chat.structured.nodes import (
    TIMES,
    Chain,
    Choice,
    Gap,
    Literal,
    Node,
    Regexp,
    Repeat,
    RuleRef,
)
from mockserver.chat.structured.pattern import Pattern

_LIBRARIES = ("common", "python", "unicode")
_MOST_INSTANCES = 200
_MOST_PATTERNS = 300
_MOST_IGNORED = 20
_MOST_TERMINALS = 4_000

Names = Mapping[str, Node]
"""The arguments of a template by the names of its parameters."""


def read(source: str) -> dict[str, Node]:
    """The rules and terminals of a grammar by name. Raises Unservable if it is invalid."""
    builder = _Builder()
    try:
        _check_terminals(source)
        builder.load_grammar(source, "grammar")
        return _GrammarReader(builder.build()).rules()
    except (LarkError, AssertionError, ValueError) as error:
        raise Unservable(f"the grammar is invalid: {str(error)[:200]}") from None
    except RecursionError:
        raise Unservable("the grammar nests too deeply") from None


class _Builder(GrammarBuilder):
    """Imports from Lark's own libraries only, never from files."""

    def do_import(self, dotted_path: Any, base_path: Any, aliases: Any, *mangle: Any) -> None:
        if base_path is not None or ".".join(dotted_path) not in _LIBRARIES:
            raise Unservable(f"a grammar can import from {', '.join(_LIBRARIES)} only")
        super().do_import(dotted_path, base_path, aliases, *mangle)


class _GrammarReader:
    """Converts the definitions of a grammar. If blanks are ignored, words in rules get gaps."""

    def __init__(self, built: Any) -> None:
        self._terms = {name: tree for name, (tree, _) in built.term_defs}
        self._defined = {name: (params, tree) for name, params, tree, _ in built.rule_defs}
        self._rules: dict[str, Node] = {}
        self._names: Names = {}
        self._patterns: set[str] = set()
        ignored = [self._terms.get(name) for name in built.ignore[:_MOST_IGNORED]]
        self._spaced = any(map(_is_blank, ignored))

    def rules(self) -> dict[str, Node]:
        """All rules, with one instance of a template for each list of arguments."""
        for name, (params, tree) in self._defined.items():
            if not params:
                self._rules[name] = self._node(tree)
        self._spaced = False
        for name, tree in self._terms.items():
            self._rules[name] = self._node(tree)
        return self._rules

    def _node(self, tree: Any) -> Node:  # noqa: PLR0911 - one for each kind of tree
        if isinstance(tree, Symbol):
            return self._symbol(tree)
        if not isinstance(tree, Tree):
            raise Unservable("the grammar has a definition without a text")
        inside: list[Any] = tree.children
        match tree.data:
            case "expansions":
                return Choice([self._node(child) for child in inside])
            case "expansion":
                return Chain([self._node(child) for child in inside])
            case "alias" | "value":
                return self._node(inside[0])
            case "maybe":
                return Repeat(self._node(inside[0]), 0, 1)
            case "expr":
                body, mark, *bounds = inside
                times = TIMES[mark] if mark != "~" else (int(bounds[0]), int(bounds[-1]))
                return Repeat(self._node(body), *times)
            case "literal":
                pattern = _literal_to_pattern(inside[0])  # type: ignore[no-untyped-call]
                if isinstance(pattern, PatternStr) and not pattern.flags:
                    return self._word(Literal(pattern.value))
                return self._regexp(pattern.to_regexp())
            case "range":
                first, last = (str(child)[1:-1] for child in inside)
                return self._regexp(f"[{first}-{last}]")
            case "template_usage":
                return self._instance(*inside)
        raise Unservable("the grammar has a definition without a text")

    def _symbol(self, symbol: Symbol) -> Node:
        name = str(symbol.name)
        if name in self._names:
            return self._names[name]
        rule = RuleRef(name)
        return rule if isinstance(symbol, NonTerminal) else self._word(rule)

    def _word(self, node: Node) -> Node:
        return Chain([Gap(), node]) if self._spaced else node

    def _regexp(self, pattern: str) -> Node:
        self._patterns.add(pattern)
        if len(self._patterns) > _MOST_PATTERNS:
            raise Unservable(f"the grammar has more than {_MOST_PATTERNS} patterns")
        return self._word(Regexp(pattern))

    def _instance(self, name: Any, *arguments: Any) -> Node:
        """A reference to a template with arguments, which becomes a rule."""
        params, tree = self._defined[str(name.name)]
        if len(self._rules) > _MOST_INSTANCES + len(self._defined):
            raise Unservable("the grammar uses its templates too often")
        values = {str(key): self._node(tree) for key, tree in zip(params, arguments, strict=True)}
        rule = RuleRef(" ".join([str(name.name), *(f"{id(node)}" for node in values.values())]))
        if rule.name not in self._rules:
            self._rules[rule.name] = Choice([])
            outer, self._names = self._names, values
            self._rules[rule.name] = self._node(tree)
            self._names = outer
        return rule


def _check_terminals(source: str) -> None:
    """Refuse terminals that refer to too many others, since Lark expands every reference."""
    named: dict[str, list[str]] = {}
    parsed: Tree[Any] = _parse_grammar(source, "grammar")  # type: ignore[no-untyped-call]
    for term in parsed.find_data("term"):
        held = term.children[-1].scan_values(lambda value: isinstance(value, Terminal))
        named.setdefault(str(term.children[0]), []).extend(symbol.name for symbol in held)
    sizes: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in sizes:
            sizes[name] = 1
            sizes[name] += sum(map(size, named.get(name, ())))
        return sizes[name]

    if sum(map(size, named)) > _MOST_TERMINALS:
        raise Unservable(
            f"the terminals of the grammar refer to more than {_MOST_TERMINALS} others in total"
        )


def _is_blank(tree: Tree[Any] | None) -> bool:
    """True for a terminal with a literal that matches a blank."""
    literals = tree.find_data("literal") if tree else ()
    for literal in literals:
        pattern = _literal_to_pattern(literal.children[0])  # type: ignore[no-untyped-call]
        if isinstance(pattern, PatternStr):
            if pattern.value == " ":
                return True
        elif Pattern.of(pattern.to_regexp()).matches(" ", Budget()):
            return True
    return False
