"""The nodes of patterns and grammars, compared by identity."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

ENDLESS = 2**32 - 1
"""The upper bound of a repeat that has none."""

TIMES = {"*": (0, ENDLESS), "+": (1, ENDLESS), "?": (0, 1)}
"""The bounds of each quantifier."""

_LETTERS = string.ascii_lowercase
_PRINTABLE = _LETTERS + string.digits + string.ascii_uppercase + string.punctuation + " "
_SCANNED, _MOST_SCANNED = 0x500, 64
"""For classes of other characters: how many code points are tried, and how many are taken."""


@dataclass(frozen=True, eq=False, slots=True)
class Literal:
    """A fixed text."""

    text: str


@dataclass(frozen=True, eq=False, slots=True)
class Chars:
    """A class of characters."""

    usual: str
    """The characters that a person would choose first."""

    more: str
    """All printable characters of the class."""

    accepts: Callable[[str], object]
    """Tests whether a character belongs to the class."""


@dataclass(frozen=True, eq=False, slots=True)
class Chain:
    """Parts in sequence."""

    parts: Sequence[Node]


@dataclass(frozen=True, eq=False, slots=True)
class Choice:
    """One of several options; without options, nothing matches."""

    options: Sequence[Node]


@dataclass(frozen=True, eq=False, slots=True)
class Repeat:
    """A body repeated from `least` to `most` times."""

    body: Node
    least: int
    most: int


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """A lookahead or lookbehind, positive or negative. The generator skips it; the matcher checks
    it."""

    body: Node


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """A group that a backreference may repeat."""

    number: int
    body: Node


@dataclass(frozen=True, eq=False, slots=True)
class Back:
    """A backreference: the text of a group again."""

    number: int


@dataclass(frozen=True, eq=False, slots=True)
class RuleRef:
    """A reference to a rule of a grammar."""

    name: str


@dataclass(frozen=True, eq=False, slots=True)
class Regexp:
    """A regular expression in a grammar."""

    pattern: str


@dataclass(frozen=True, eq=False, slots=True)
class Gap:
    """A gap between two words of a grammar, where whitespace is allowed."""


Node = Literal | Chars | Chain | Choice | Repeat | Look | Group | Back | RuleRef | Regexp | Gap


def chars(accepts: Callable[[str], object], *, listed: Iterable[str] = ()) -> Chars:
    """A class of the characters that a test accepts; `listed` are those that its source lists.

    The usual characters are lowercase letters, and digits if these are listed or no letter fits.
    """
    found = (
        [char for char in _PRINTABLE if accepts(char)]
        or list(filter(accepts, listed))
        or [char for char in map(chr, range(_SCANNED)) if accepts(char)][:_MOST_SCANNED]
    )
    named = set(listed)
    small = [char for char in found if char in _LETTERS]
    digits = [char for char in found if char.isdecimal() and (char in named or not small)]
    plain = [char for char in found if char.isalnum()]
    return Chars("".join([*small, *digits] or plain or found), "".join(found), accepts)
