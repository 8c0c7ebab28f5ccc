"""Arithmetic expressions in figures or words: find them in a text, format and evaluate them."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mockserver.chat.model.content.cues import CUES, FORMULAS
from mockserver.chat.model.text.numbers import FIGURES, in_figures
from mockserver.chat.model.text.patterns import pattern

_LARGEST = 10**60
_INVALID = (SyntaxError, LookupError, ValueError, MemoryError, RecursionError)
_SIGNS = {"×": "*", "x": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "**": "^"}
"""Signs that people write, and the signs that stand for them here."""

_PART = (
    rf"{FIGURES}|% of\b|\*\*|[-+*/^×÷·−–²³!()√]"
    r"|(?<=[\d)] )%(?= ?[\d(])|(?<=\d)x(?=\d)|(?<= )x(?= )"
)
"""A number or a sign; `x` and `%` are signs only between numbers."""

_RUN = pattern(rf"(?:{_PART})(?:[ \t$€£]*(?:{_PART}))+", re.IGNORECASE)
_PARTS = pattern(_PART, re.IGNORECASE)
_BINARY = frozenset(("+", "-", "*", "/", "%", "% of", "^"))
_POSTFIX = frozenset("²³!")
_SHOWN = {"*": "×", "/": "÷"}
_TIGHT = pattern(r"(?<=\() | (?=[)²³!])|(?<=√) | (?=% of)|^- ")
"""Spaces that are not written between signs."""

_CODE = {"^": "**", "²": "**2", "³": "**3", "% of": "/100*"}
"""Signs as Python code."""

_OPERAND = r"(\([^()]*\)|[^\s()]+)"
_ROOT, _FACTORIAL = pattern(rf"√ {_OPERAND}"), pattern(rf"{_OPERAND} !")
_SIDE_BY_SIDE = pattern(r"(?<=[\d)]) (?=\.?\d|[(r])")
"""Two factors without a sign between them."""


def runs_in(text: str) -> Iterator[list[str]]:
    """The expressions in a text, each as its numbers and signs; a date is none."""
    bare = CUES.pattern("date or telephone number").sub(" ; ", text)
    for match in _RUN.finditer(FORMULAS.changed("operators", in_figures(bare))):
        parts = (part.replace(",", "").lower() for part in _PARTS.findall(match[0]))
        run = _trimmed([_SIGNS.get(part, part) for part in parts])
        if {*run[1:]} & (_BINARY | _POSTFIX) or run[:1] == ["√"]:
            yield run


def shown(run: Sequence[str]) -> str:
    """An expression with the usual signs and spaces."""
    text = " ".join(_SHOWN.get(part, part) for part in run)
    return ("-" if text.startswith("- ") else "") + _TIGHT.sub("", text)


def evaluated(run: Sequence[str]) -> Fraction | None:
    """The value of an expression, or None if it is invalid or the value too large.

    Raises ZeroDivisionError.
    """
    try:
        return Fraction(value_of(parsed(_formula(run)), _FUNCTIONS))
    except _INVALID:
        return None


def steps_of(run: Sequence[str]) -> list[tuple[str, Fraction, Fraction]]:
    """The operations of an expression in the order of their computation, none if it is invalid.

    `1 + 2 * 3` is `Mult` of 2 and 3, then `Add` of 1 and 6.
    """
    try:
        nodes = reversed([*ast.walk(parsed(_formula(run)))])
        steps = [node for node in nodes if isinstance(node, ast.BinOp)]
        values = [
            [value_of(side, _FUNCTIONS) for side in (step.left, step.right)] for step in steps
        ]
    except (*_INVALID, ArithmeticError):
        return []
    return [(type(step.op).__name__, *pair) for step, pair in zip(steps, values, strict=True)]


def _formula(run: Sequence[str]) -> str:
    """An expression as Python code."""
    text = _ROOT.sub(r"root(\1)", " ".join(_CODE.get(part, part) for part in run))
    return _SIDE_BY_SIDE.sub(" * ", _FACTORIAL.sub(r"factorial(\1)", text))


def parsed(formula: str) -> ast.expr:
    """A formula in Python's notation as a tree. Raises SyntaxError, ValueError."""
    return ast.parse(formula, mode="eval").body


def value_of(formula: ast.expr, names: Mapping[str, Any]) -> Any:
    """The value of a formula. `names` are the numbers, texts and functions that it can use.

    Raises ArithmeticError, LookupError, ValueError.
    """
    match formula:
        case ast.Name(id=name):
            value = names[name]
        case ast.Constant(value=int(number) | float(number)):
            value = Fraction(str(number))
        case ast.Constant(value=str(value)):
            pass
        case ast.Call(func=ast.Name(id=name), args=args):
            value = names[name](*(value_of(each, names) for each in args))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            value = -value_of(inner, names)
        case ast.BinOp(left=left, op=sign, right=right):
            value = _OPERATORS[type(sign)](value_of(left, names), value_of(right, names))
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            value = _OPERATORS[type(sign)](value_of(left, names), value_of(right, names))
        case _:
            raise ValueError(formula)
    if isinstance(value, Fraction) and abs(value) > _LARGEST:
        raise ValueError(value)
    return value


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1 or abs(exponent) > 200 or abs(base) > 10**9:
        return Fraction(float(base) ** float(exponent))
    return base ** int(exponent)


_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
    ast.Div: operator.truediv, ast.Pow: _power, ast.Gt: operator.gt, ast.Lt: operator.lt,
    ast.Eq: operator.eq,
}  # fmt: skip


def root(number: Fraction) -> Fraction:
    """The square root, which is exact if it is a whole number."""
    whole = math.isqrt(int(number)) if number >= 0 else 0
    return Fraction(whole) if whole**2 == number else Fraction(math.sqrt(number))


def factorial(number: Fraction) -> Fraction:
    """The factorial. Raises ValueError if it is undefined or too large."""
    if number.denominator != 1 or not 0 <= number <= 40:
        raise ValueError(number)
    return Fraction(math.factorial(int(number)))


_FUNCTIONS = {"root": root, "factorial": factorial}


def _trimmed(run: list[str]) -> list[str]:
    """An expression without stray signs at its ends, such as the dash of a bullet."""
    while run and (run[-1] in _BINARY or run[-1] in "(√"):
        run.pop()
    while run and (run[0] in _BINARY - {"-"} or run[0] in "²³!)"):
        run.pop(0)
    return run
