"""Parsing grammars in EBNF as engines accept it: rules `name ::= ...`, starting with `root`."""

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
    r"|\[(?P<class>(?:[^\]\\\n]|\\.)++)\]"
    r"|\{(?P<bounds>\s*+\d++\s*+(?:,\s*+\d*+\s*+)?)\}"
    r"|(?P<mark>[|()*+?.])"
)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_PARTS = frozenset({"text", "quoted", "class", "name"})
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}


class GrammarToken(NamedTuple):
    """A token of a grammar, with its line number."""

    kind: str
    text: str
    line: int


_END = GrammarToken("end", "the end", 0)


def read(source: str) -> dict[str, Node]:
    """The rules of a grammar by name. Raises Unservable if it is invalid."""
    try:
        return _Parser([*_tokens(source)]).rules()
    except RecursionError:
        raise Unservable("the grammar nests too deeply") from None


def _tokens(source: str) -> Iterator[GrammarToken]:
    position, line = 0, 1
    while position < len(source):
        match = _TOKEN.match(source, position)
        if match is None or match.lastgroup is None:
            text = source[position : position + 20]
            raise Unservable(f"line {line} of the grammar is invalid at {text!r}")
        if match.lastgroup != "blank":
            yield GrammarToken(match.lastgroup, match[match.lastgroup], line)
        line += match[0].count("\n")
        position = match.end()


class _Parser:
    """A recursive descent parser over the tokens of a grammar."""

    def __init__(self, tokens: list[GrammarToken]) -> None:
        self._tokens = tokens
        self._position = 0
        self._classes: dict[str, Node] = {}

    def rules(self) -> dict[str, Node]:
        """All rules by name. Two rules of the same name are refused."""
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
        return self._tokens[self._position] if self._position < len(self._tokens) else _END

    def _take(self, kind: str, text: str | None = None) -> GrammarToken:
        token = self._next
        if token.kind != kind or text not in (None, token.text):
            expected = {"head": "a rule", "is": "::="}.get(kind, text)
            where = f"line {token.line}" if token is not _END else "the end"
            raise Unservable(f"{where} of the grammar: expected {expected}, not {token.text!r}")
        self._position += 1
        return token

    def _choice(self) -> Node:
        options = [self._row()]
        while self._next.text == "|" and self._next.kind == "mark":
            self._position += 1
            options.append(self._row())
        return options[0] if len(options) == 1 else Choice(options)

    def _row(self) -> Node:
        parts: list[Node] = []
        while self._next.kind in _PARTS or (self._next.text in "(." and self._next.kind == "mark"):
            parts.append(self._repeated(self._part()))
        return parts[0] if len(parts) == 1 else Chain(parts)

    def _part(self) -> Node:
        token = self._next
        self._position += 1
        if token.kind in ("text", "quoted"):
            return Literal(_ESCAPE.sub(_character, token.text))
        if token.kind == "class":
            return self._class(token.text)
        if token.kind == "name":
            return RuleRef(token.text)
        if token.text == ".":
            return read_pattern("(?s:.)").tree
        inner = self._choice()
        self._take("mark", ")")
        return inner

    def _class(self, content: str) -> Node:
        if content not in self._classes:
            if len(self._classes) == MOST_CLASSES:
                raise Unservable(f"the grammar has more than {MOST_CLASSES} classes of characters")
            self._classes[content] = read_pattern(f"[{content}]").tree
        return self._classes[content]

    def _repeated(self, node: Node) -> Node:
        while True:
            token = self._next
            if token.kind == "bounds":
                times = _bounds(token.text)
            elif token.kind == "mark" and token.text in TIMES:
                times = TIMES[token.text]
            else:
                return node
            self._position += 1
            node = Repeat(node, *times)


def _bounds(text: str) -> tuple[int, int]:
    least, comma, most = (part.strip() for part in text.partition(","))
    if max(len(least), len(most)) > len(str(ENDLESS)):
        raise Unservable(f"the grammar has too large a bound: {{{text[:40]}}}")
    if not comma:
        return int(least), int(least)
    if most and int(most) < int(least):
        raise Unservable(f"the grammar repeats at least {least} and at most {most} times")
    return int(least), int(most) if most else ENDLESS


def _character(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2] or escape[3]
    if code is None:
        return _ESCAPED.get(escape[4], escape[4])
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        raise Unservable(f"{escape[0]} in the grammar is not a character") from None
