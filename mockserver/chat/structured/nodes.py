"""The nodes of patterns and grammars; two are equal only if they are the same."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NewType

ENDLESS = 2**32 - 1
"""The upper bound of a repeat that has none."""

TIMES = {"*": (0, ENDLESS), "+": (1, ENDLESS), "?": (0, 1)}
"""The bounds of each mark that repeats what stands before it."""

_LETTERS = string.ascii_lowercase
_PRINTABLE = _LETTERS + string.digits + string.ascii_uppercase + string.punctuation + " "
_SCANNED = 0x500

GroupNumber = NewType("GroupNumber", int)
"""The number of a group in its pattern."""


@dataclass(frozen=True, eq=False, slots=True)
class Literal:
    """A text that stands as it is."""

    text: str


@dataclass(frozen=True, eq=False, slots=True)
class Chars:
    """One character: those a person would take, all printable ones, and what decides."""

    usual: str
    more: str
    accepts: Callable[[str], object]


@dataclass(frozen=True, eq=False, slots=True)
class Chain:
    """One after the other."""

    parts: Sequence[Node]


@dataclass(frozen=True, eq=False, slots=True)
class Choice:
    """One of several; without any, nothing matches."""

    options: Sequence[Node]


@dataclass(frozen=True, eq=False, slots=True)
class Repeat:
    """The same so many times, the bounds included."""

    body: Node
    least: int
    most: int


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """A look ahead or behind, wanted or not. Spelling skips it, and matching decides."""

    body: Node


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """A group that a back reference may repeat."""

    number: GroupNumber
    body: Node


@dataclass(frozen=True, eq=False, slots=True)
class Back:
    """The text of a group once more."""

    number: GroupNumber


@dataclass(frozen=True, eq=False, slots=True)
class RuleRef:
    """A rule of a grammar, by its name."""

    name: str


@dataclass(frozen=True, eq=False, slots=True)
class Spelled:
    """A text that a regular expression in a grammar matches."""

    pattern: str


@dataclass(frozen=True, eq=False, slots=True)
class Gap:
    """A place between two words of a grammar, where blanks may stand."""


Node = Literal | Chars | Chain | Choice | Repeat | Look | Group | Back | RuleRef | Spelled | Gap


def chars(accepts: Callable[[str], object], *, listed: Iterable[str] = ()) -> Chars:
    """Characters that a test accepts; `listed` are those that the class names itself.

    Where everything else is allowed too a person writes small letters, and where characters are
    named, letters and digits of these.
    """
    printable = [char for char in _PRINTABLE if accepts(char)]
    found = printable or list(filter(accepts, listed)) or _scanned(accepts)
    named = set(listed)
    small = [char for char in found if char in _LETTERS]
    digits = [char for char in found if char.isdecimal() and (char in named or not small)]
    plain = [char for char in found if char.isalnum()]
    return Chars("".join([*small, *digits] or plain or found), "".join(found), accepts)


def _scanned(accepts: Callable[[str], object]) -> list[str]:
    """Characters of a class that names none, beyond ASCII or not printable."""
    return [char for char in map(chr, range(_SCANNED)) if accepts(char)][:64]
