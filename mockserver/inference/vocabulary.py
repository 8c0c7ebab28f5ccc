"""Token ids: one for every piece of text, the same in every run."""

from __future__ import annotations

from itertools import chain
from zlib import crc32

from mockserver.inference.phrases import (
    CLOSINGS,
    INVITATIONS,
    OPENINGS,
    REMARKS,
    SMALL_TALK,
    SUBJECTS,
)
from mockserver.inference.tokens import split

SIZE = 131_072
"""Ids are smaller than this."""

_FIRST_SPOKEN = 256
_FIRST_HASHED = 16_384


def _spoken() -> dict[str, int]:
    phrases = (*chain(*OPENINGS.values()), *REMARKS, *CLOSINGS)
    phrases += (*SMALL_TALK, *INVITATIONS, *SUBJECTS)
    texts = chain.from_iterable((phrase, " " + phrase) for phrase in phrases)
    pieces = dict.fromkeys(chain.from_iterable(map(split, texts)))
    return {piece: _FIRST_SPOKEN + place for place, piece in enumerate(pieces)}


SPOKEN = _spoken()
"""The model's own words with their ids, which no two of them share."""


def token_id(piece: str) -> int:
    """The id of a token; words that are not the model's own share ids now and then."""
    spoken = SPOKEN.get(piece)
    if spoken is not None:
        return spoken
    return _FIRST_HASHED + crc32(piece.encode(errors="surrogatepass")) % (SIZE - _FIRST_HASHED)
