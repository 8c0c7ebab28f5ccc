"""Terminals of a grammar in Lark's notation that hold others.

Lark puts each terminal into every place that names it, so a few lines can make it work for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark.grammar import Terminal
from lark.load_grammar import _parse_grammar as parsed_of
from lark.tree import Tree

from mockserver.inference.guided.budget import Unservable

_MOST = 4_000


def check_terminals(source: str) -> None:
    """Refuse terminals that Lark would take for ever to put in the places of their names."""
    named: dict[str, list[str]] = {}
    for term in _parsed(source).find_data("term"):
        held = term.children[-1].scan_values(_is_terminal)
        named.setdefault(str(term.children[0]), []).extend(symbol.name for symbol in held)
    sizes: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in sizes:
            sizes[name] = 1
            sizes[name] += sum(map(size, named.get(name, ())))
        return sizes[name]

    if sum(map(size, named)) > _MOST:
        raise Unservable(f"the terminals of the grammar hold more than {_MOST} others in all")


def _is_terminal(value: Any) -> bool:
    return isinstance(value, Terminal)


def _parsed(source: str) -> Tree[Any]:
    """A grammar as Lark reads it first."""
    read: Callable[[str, str], Tree[Any]] = parsed_of
    return read(source, "grammar")
