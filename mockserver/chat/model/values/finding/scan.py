"""The tokens of a prompt: words, numbers, dates, addresses, quotations, lists.

One pattern reads the text once from beginning to end. Each of its repetitions is bounded, so the
time is linear in the length of the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

from mockserver.chat.model.text.dates import MONTH, WEEKDAYS
from mockserver.chat.model.text.lists import text_of
from mockserver.chat.model.text.meaning import STOP_WORDS, stem
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import ends_of

MOST_READ = 5_000
"""The most characters read of a text: half at its beginning, half at its end."""

_SENTENCE = 40
"""The least length of quotes around a whole request; shorter quotes are a value."""

_WEEKDAY = f"(?:{'|'.join(WEEKDAYS)})"
_SOURCE = text_of("values/tokens.txt").replace("{month}", MONTH).replace("{weekday}", _WEEKDAY)
_TOKEN = pattern(_SOURCE, re.VERBOSE)
"""A token: the first of the kinds, in this order, that begins at a place of a text."""


class Token(NamedTuple):
    """A piece of a text with its position."""

    kind: str
    """The name of its group in the pattern: `word`, `number`, `date` and so on."""
    text: str
    start: int
    end: int
    stem: str
    """The stem of a word; for any other token its text."""
    lower: str
    is_telling: bool
    """True for a word that is no stop word."""
    is_first: bool
    """True for the first token of a line."""

    @property
    def is_upper(self) -> bool:
        """True if the first letter is a capital."""
        return self.text[:1].isupper()


class Scan(NamedTuple):
    """A text and its tokens, of which all positions are indices."""

    text: str
    tokens: tuple[Token, ...]

    def between(self, first: int, last: int) -> str:
        """The text from one token to another."""
        return self.text[self.tokens[first].start : self.tokens[last].end]

    def last_until(self, end: int, first: int) -> int:
        """The last token, from the `first` one on, that ends at an index of the text or before."""
        inside = takewhile(lambda each: each.end <= end, islice(self.tokens, first, None))
        return first + len([*inside]) - 1


def bounded(text: str) -> str:
    """A text of bounded length: the beginning and the end of a long one.

    Quotes around a whole text become blanks, so that positions stay the same.
    """
    if len(text) > MOST_READ:
        return ends_of(text, MOST_READ // 2)
    bare = text.strip()
    is_quoted = len(bare) > _SENTENCE and bare[0] in "'\"" and bare[-1] == bare[0]
    return text.replace(bare[0], " ") if is_quoted and bare.count(bare[0]) == 2 else text


@lru_cache(maxsize=64)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a text whose length is bounded."""
    found = [*_TOKEN.finditer(text)]
    gaps = (text[one.end() : other.start()] for one, other in pairwise(found))
    return tuple(map(_token, found, (True, *("\n" in gap for gap in gaps))))


def _token(found: re.Match[str], is_first: bool) -> Token:
    kind, text, span = found.lastgroup or "", found[0], found.span()
    lower, is_word = text.lower(), kind == "word"
    is_telling = is_word and lower not in STOP_WORDS
    return Token(kind, text, *span, stem(text) if is_word else text, lower, is_telling, is_first)
