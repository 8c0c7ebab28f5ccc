"""Texts of a grammar: EBNF is built in, Lark's own notation needs the extra `lark`."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mockserver.inference.guided import ebnf
from mockserver.inference.guided.budget import Budget, Unservable
from mockserver.inference.guided.derive import Deriver, Heights
from mockserver.inference.guided.draws import Draws
from mockserver.inference.guided.nodes import Node

LONGEST = 32_768
"""Chosen: characters of a grammar."""


class Grammar(NamedTuple):
    """Rules that were read: the first one, all of them, and how deep each nests at least."""

    start: str
    rules: dict[str, Node]
    heights: Heights


def write(source: str, key: bytes, budget: Budget) -> str:
    """A text of the grammar. Raises Unservable if it is broken or has no text.

    Observed: what has no `::=` is in Lark's notation, whose first rule is `start`, not `root`.
    """
    if len(source) > LONGEST:
        raise Unservable(f"the grammar has more than {LONGEST} characters")
    grammar = _read(source)
    deriver = Deriver(grammar.rules, grammar.heights, Draws(key), budget)
    try:
        return deriver.text(grammar.start)
    except RecursionError:
        raise Unservable("the grammar nests too deeply") from None


@lru_cache(maxsize=64)
def _read(source: str) -> Grammar:
    start, rules = ("root", ebnf.read(source)) if "::=" in source else ("start", _lark(source))
    if start not in rules:
        raise Unservable(f"the grammar has no rule {start}")
    return Grammar(start, rules, Heights(rules, Budget()))


def _lark(source: str) -> dict[str, Node]:
    try:
        from mockserver.inference.guided import lark_reader
    except ImportError:
        raise Unservable(
            "it has no `::=`, and for a grammar in Lark's notation this server needs the library "
            "`lark`: pip install lark"
        ) from None
    return lark_reader.read(source)
