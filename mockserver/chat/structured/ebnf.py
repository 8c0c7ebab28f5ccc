"""Reading grammars in EBNF, as engines take it: rules `name ::= ...`, the first named `root`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mockserver.chat.structured.budget import Unservable
from mockserver.chat.structured.nodes import (
    ENDLESS,
    TIMES,
    Chain,
    Choice,
    Literal,
    Node,
    Repeat,
    RuleRef,
)
from mockserver.chat.structured.regex import read as read_pattern
from mockserver.core.limits import MOST_CLASSES

_TOKEN = re.compile(
    r"(?P<blank>(?:\s++|\#[^\n]*+)++)"
    r"|(?P<head>[A-Za-z_][\w.-]*+)(?=\s*+::=)"
    r"|(?P<is>::=)"
    r"|(?P<name>[A-Za-z_][\w.-]*+)"
    r'|"(?P<text>(?:[^"\\\n]|\\.)*+)"'
    r"|'(?P<quoted>(?:[^'\\\n]|\\.)*+)'"
    r"|\[(?P<members>(?:[^\]\\\n]|\\.)++)\]"
    r"|\{(?P<bounds>\s*+\d++\s*+(?:,\s*+\d*+\s*+)?)\}"
    r"|(?P<mark>[|()*+?.])"
)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_PARTS = frozenset({"text", "quoted", "members", "name"})
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}


class GrammarToken(NamedTuple):
    """A piece of a grammar: what it is, what it says, and in which line."""

    kind: str
    text: str
    line: int


_END = GrammarToken("end", "the end", 0)


def read(source: str) -> dict[str, Node]:
    """The rules of a grammar by name. Raises Unservable for a broken one."""
    try:
        return _Parser([*_tokens(source)]).rules()
    except RecursionError:
        raise Unservable("the grammar has too many brackets inside each other") from None


def _tokens(source: str) -> Iterator[GrammarToken]:
    at, line = 0, 1
    while at < len(source):
        found = _TOKEN.match(source, at)
        if found is None or found.lastgroup is None:
            raise Unservable(f"line {line} of the grammar is broken at {source[at : at + 20]!r}")
        if found.lastgroup != "blank":
            yield GrammarToken(found.lastgroup, found[found.lastgroup], line)
        line += found[0].count("\n")
        at = found.end()


class _Parser:
    """Reads one rule after the other."""

    def __init__(self, tokens: list[GrammarToken]) -> None:
        self._tokens = tokens
        self._at = 0
        self._classes: dict[str, Node] = {}

    def rules(self) -> dict[str, Node]:
        """All rules; two of one name are refused."""
        rules: dict[str, Node] = {}
        while self._next is not _END:
            name = self._take("head").text
            if name in rules:
                raise Unservable(f"the grammar has two rules {name}")
            self._take("is")
            rules[name] = self._choice()
        return rules

    @property
    def _next(self) -> GrammarToken:
        return self._tokens[self._at] if self._at < len(self._tokens) else _END

    def _take(self, kind: str, text: str | None = None) -> GrammarToken:
        token = self._next
        if token.kind != kind or text not in (None, token.text):
            wanted = {"head": "a rule", "is": "::="}.get(kind, text)
            where = f"line {token.line}" if token is not _END else "the end"
            raise Unservable(f"{where} of the grammar: {wanted} was expected, not {token.text!r}")
        self._at += 1
        return token

    def _choice(self) -> Node:
        options = [self._row()]
        while self._next.text == "|" and self._next.kind == "mark":
            self._at += 1
            options.append(self._row())
        return options[0] if len(options) == 1 else Choice(options)

    def _row(self) -> Node:
        parts: list[Node] = []
        while self._next.kind in _PARTS or (self._next.text in "(." and self._next.kind == "mark"):
            parts.append(self._repeated(self._part()))
        return parts[0] if len(parts) == 1 else Chain(parts)

    def _part(self) -> Node:
        token = self._next
        self._at += 1
        if token.kind in ("text", "quoted"):
            return Literal(_ESCAPE.sub(_character, token.text))
        if token.kind == "members":
            return self._class(token.text)
        if token.kind == "name":
            return RuleRef(token.text)
        if token.text == ".":
            return read_pattern("(?s:.)").tree
        inner = self._choice()
        self._take("mark", ")")
        return inner

    def _class(self, members: str) -> Node:
        if members not in self._classes:
            if len(self._classes) == MOST_CLASSES:
                raise Unservable(f"the grammar has more than {MOST_CLASSES} classes of characters")
            self._classes[members] = read_pattern(f"[{members}]").tree
        return self._classes[members]

    def _repeated(self, node: Node) -> Node:
        while True:
            token = self._next
            if token.kind == "bounds":
                times = _bounds(token.text)
            elif token.kind == "mark" and token.text in TIMES:
                times = TIMES[token.text]
            else:
                return node
            self._at += 1
            node = Repeat(node, *times)


def _bounds(text: str) -> tuple[int, int]:
    least, comma, most = (part.strip() for part in text.partition(","))
    if max(len(least), len(most)) > len(str(ENDLESS)):
        raise Unservable(f"the grammar repeats too often: {{{text[:40]}}}")
    if not comma:
        return int(least), int(least)
    if most and int(most) < int(least):
        raise Unservable(f"the grammar repeats at least {least} and at most {most} times")
    return int(least), int(most) if most else ENDLESS


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code is None:
        return _ESCAPED.get(found[4], found[4])
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        raise Unservable(f"the grammar has no character {found[0]}") from None
