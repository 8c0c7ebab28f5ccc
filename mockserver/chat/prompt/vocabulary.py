"""Token ids: the same in every run, and from ids back to text.

Ids below 256 are characters; then come the model's own words, the marks around messages, and
hashes, which other words share. An id without a known text reads as a reserved mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from zlib import crc32

from mockserver.chat.model.talk.phrases import (
    ABILITIES,
    CLOSINGS,
    INVITATIONS,
    OPENINGS,
    REMARKS,
    SMALL_TALK,
    SUBJECTS,
)
from mockserver.chat.prompt.tokens import split
from mockserver.core.newest import Newest

SIZE = 131_072
"""Ids are smaller than this."""

_FIRST_SPOKEN = 256
_FIRST_MARK = 16_000
_FIRST_HASHED = 16_384

BEGIN, CLOSE, START, MEDIUM = "<|begin|>", "<|close|>", "<|start|>", "<|medium|>"
"""Marks in a prompt: around a message, before all messages, for a part of an image or a sound."""

END = ""
"""The token that ends a reply; it has an id and no text."""

_MARKS = (END, BEGIN, CLOSE, START, MEDIUM)
_SLOT = re.compile(r" ?{a}")
_RESERVED = re.compile(r"<\|reserved_(\d{1,6})\|>")


def _spoken() -> dict[str, int]:
    phrases = (*chain(*OPENINGS.values()), *REMARKS, *CLOSINGS)
    phrases += (*SMALL_TALK, *ABILITIES, *INVITATIONS, *SUBJECTS)
    parts = chain.from_iterable(_SLOT.split(" " + phrase) for phrase in phrases)
    pieces = dict.fromkeys(chain.from_iterable(map(split, parts)))
    pieces |= dict.fromkeys([piece.lstrip() for piece in pieces if piece[:2].istitle()])
    words = [piece for piece in pieces if len(piece) > 1]
    return {piece: _FIRST_SPOKEN + place for place, piece in enumerate(words)}


SPOKEN = _spoken()
"""The model's own words with their ids, which are unique."""

_KNOWN = {
    **{chr(number): number for number in range(_FIRST_SPOKEN)},
    **SPOKEN,
    **{mark: _FIRST_MARK + place for place, mark in enumerate(_MARKS)},
}
_TEXTS = {number: piece for piece, number in _KNOWN.items()}

END_ID = _KNOWN[END]
"""The id of the token that ends a reply."""


def token_id(piece: str) -> int:
    """The id of a token; two words that are not the model's own may share one."""
    known = _KNOWN.get(piece)
    return _hashed(piece) if known is None else known


@lru_cache(maxsize=4096)
def _hashed(piece: str) -> int:
    reserved = _RESERVED.fullmatch(piece)
    if reserved and int(reserved[1]) < SIZE:
        return int(reserved[1])
    return _FIRST_HASHED + crc32(piece.encode(errors="surrogatepass")) % (SIZE - _FIRST_HASHED)


def readings(ids: Iterable[int], words: Iterable[str]) -> list[str]:
    """The text of each id; `words` are known too, unless one of the model's own has the id."""
    texts = {**{token_id(piece): piece for piece in words}, **_TEXTS}
    return [texts.get(number, f"<|reserved_{number}|>") for number in ids]


class TokenTexts(Newest[int, str]):
    """The texts of the newest token ids, except those of the model's own words."""

    def __init__(self) -> None:
        super().__init__(2 * SIZE)

    def remember(self, tokens: Iterable[str]) -> list[int]:
        """Add the texts of tokens. Returns their ids."""
        ids = []
        for token in tokens:
            ids.append(number := token_id(token))
            if number not in _TEXTS:
                self[number] = token
        return ids

    def tokens_of(self, source: str | Sequence[int]) -> list[str]:
        """The tokens of a text or of ids. Chosen: an unknown id reads like ` <1234>`."""
        if isinstance(source, str):
            return split(source)
        return [
            _TEXTS[number] if number in _TEXTS else self.get(number, f" <{number}>")
            for number in source
        ]
