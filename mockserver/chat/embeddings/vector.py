"""A vector for a text: similar texts have similar vectors, so retrieval works without a model.

Chosen throughout. The features of a text are its words without their endings, and three-letter
pieces of its words. The hash of a feature selects two positions in each of several bands of the
vector, so the normalized beginning of a long vector is a good short one. Neither the seed nor the
name of the model matters, so stored vectors stay valid.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from math import sqrt
from unicodedata import normalize

SIZE, LARGE_SIZE = 1536, 3072
"""The usual length of a vector, and the length for models named like `text-embedding-3-large`."""

_BANDS = (0, 64, 128, 256, 512, 1024, SIZE, LARGE_SIZE)

_WORD = re.compile(r"\w+")
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
"""Scripts without blanks between words, or with more meaning in pairs of letters than in words:
Thai, Kana, Han, Hangul."""

_SUFFIXES = (
    "ations", "ation", "ingly", "ings", "edly", "ness", "ment", "ing", "ies", "ers", "est",
    "ed", "er", "es", "ly", "s", "e", "y",
)  # fmt: skip
"""Endings, the longest first."""

_COMMON = frozenset(
    """
    a about after all also am an and any are as at be been but by can could did do does for
    from had has have he her his how i if in into is it its just me more my no not of on or
    our she so some such than that the their them then there these they this to up us was we
    were what when where which while who why will with would you your
    """.split()  # noqa: SIM905
)
"""English words that say little about the topic of a text."""


def size_of(model: str) -> int:
    """The length of a model's vectors."""
    return LARGE_SIZE if model.endswith("3-large") else SIZE


def vector(text: str, size: int) -> array[float]:
    """The unit vector of a text, with `size` numbers."""
    numbers = [0.0] * size
    for feature, weight in _features(text):
        for position, factor in _positions(feature):
            if position >= size:
                break
            numbers[position] += factor * weight
    length = sqrt(sum(number * number for number in numbers))
    if not length:
        return array("f", [1.0, *numbers[1:]])
    return array("f", [round(number / length, 6) for number in numbers])


def similarity(one: array[float], other: array[float]) -> float:
    """The cosine similarity of two unit vectors, at least 0."""
    return max(0.0, sum(a * b for a, b in zip(one, other, strict=True)))


def _features(text: str) -> Iterator[tuple[str, float]]:
    """The features of a text with their weights. Repetitions add less and less."""
    weights: Counter[str] = Counter()
    for word in _WORD.findall(normalize("NFKC", text).casefold()):
        for part, weight in _features_of_word(word):
            weights[part] += weight  # type: ignore[assignment]
    for part, weight in weights.items():
        yield part, sqrt(weight) if weight > 1 else weight


@lru_cache(maxsize=8192)
def _features_of_word(word: str) -> tuple[tuple[str, float], ...]:
    if runs := _UNSPACED.findall(word):
        spaced = _UNSPACED.sub(" ", word).split()
        found = [feature for run in runs for feature in _features_of_run(run)]
        return (*found, *(feature for part in spaced for feature in _features_of_word(part)))
    if word in _COMMON:
        return ((word, 0.15),)
    marked = f"^{word}$"
    pieces = [marked[start : start + 3] for start in range(len(marked) - 2)]
    weight = 0.5 / sqrt(len(pieces))
    return ((f"={_stem(word)}", 1.0), *((piece, weight) for piece in pieces))


def _features_of_run(run: str) -> Iterator[tuple[str, float]]:
    """The pairs of adjacent characters, and the characters."""
    yield from ((f"={first}{second}", 1.0) for first, second in pairwise(run))
    yield from ((character, 0.4) for character in run)


def _stem(word: str) -> str:
    """A word without its ending, and without a doubled consonant before that."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word.removesuffix(suffix)
            break
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou"
    return word[:-1] if doubled else word


@lru_cache(maxsize=8192)
def _positions(feature: str) -> tuple[tuple[int, float], ...]:
    """Two positions in each band with signed factors, in the order of the bands."""
    bands = [*pairwise(_BANDS)]
    draws = blake2b(feature.encode(errors="surrogatepass"), digest_size=8 * len(bands)).digest()
    positions = []
    for number, (start, end) in enumerate(bands):
        width = end - start
        for half in range(2):
            offset = 8 * number + 4 * half
            draw = int.from_bytes(draws[offset : offset + 4])
            factor = sqrt(width / _BANDS[1]) * (1 if draw & 1 else -1)
            positions.append((start + (draw >> 1) % width, factor))
    return tuple(positions)
