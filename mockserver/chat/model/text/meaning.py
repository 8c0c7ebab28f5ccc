"""Meaning: the stems of words, and which stems are synonyms.

Each line of `synonyms.txt` is a group of synonyms. To add synonyms, extend a line or add one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from mockserver.chat.model.text.lists import by_word, lists, text_of, words
from mockserver.chat.model.text.patterns import pattern

_WORD = pattern(r"[A-Z]{2,}s\b|[A-Z]+(?![a-zß-öø-ÿ])|[A-ZÀ-ÖØ-Þ]?[a-zß-öø-ÿ]+|[^\W\d_A-Za-z]+|\d+")
_MAY = pattern(r"(?:^|(?<=\w ))May\b(?! (?:I|we|you)\b)")
"""The month of May, where it is no verb."""

_UNSPACED = pattern("[\u3040-\u30ff\u3400-\u9fff]")
"""A character of a language without blanks between words."""

_LONGEST_WORD = 32
"""Longer words are their own stems."""

_ENDINGS = [each.split(":") for each in lists("text")["endings"]]
"""Endings, the longest first, each with its replacement in the stem."""

_SHORTEST_STEM = 3
"""The least letters of a stem, and the least that a word keeps without its ending."""

STOP_WORDS = words("text.stop")
"""Words that carry no meaning for a comparison."""

_ABROAD = by_word("abroad")
"""English words by foreign ones."""

_QUOTED_OR_WORD = pattern(r"\"[^\"\n]{0,1000}\"|“[^”\n]{0,1000}”|\w+(?:@\S{1,99})?")


@lru_cache(maxsize=1024)
def in_english(text: str) -> str:
    """A request with its common foreign words in English, except in quotes and in capitals."""
    return _QUOTED_OR_WORD.sub(
        lambda m: m[0] if m[0].isupper() else _ABROAD.get(m[0].lower(), m[0]), text
    )


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """A word without its ending, so that `booking` and `books` are the same."""
    bare = word.lower()
    if len(bare) <= _SHORTEST_STEM or len(bare) > _LONGEST_WORD or not bare.isalpha():
        return bare
    for ending, instead in _ENDINGS:
        if ending == "y" and bare[-2] in "aeo":  # The same as in `plays`.
            continue
        if bare.endswith(ending) and len(bare) - len(ending) >= _SHORTEST_STEM:
            kept = bare[: len(bare) - len(ending)] + instead
            return stem(kept) if instead or ending == "ly" else _single(kept)
    return _single(bare)


def _single(bare: str) -> str:
    """A stem with one consonant for two at its end (`plann`, `plan`), and without a final `e`."""
    doubled = len(bare) > _SHORTEST_STEM and bare[-1] == bare[-2] and bare[-1] not in "aeiou"
    return bare[:-1] if doubled else bare.removesuffix("e")


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text or a name in lower case, split at capitals, digits and punctuation."""
    return tuple(word.lower() for word in _WORD.findall(text.replace("-mail", "mail")))


@lru_cache(maxsize=4096)
def stems_of(text: str) -> tuple[str, ...]:
    """The stems of a text in their order, without stop words; the month of May is none."""
    words = (word for word in words_of(_MAY.sub("Maymonth", text)) if word not in STOP_WORDS)
    return tuple(each for word in words for each in _parts(word))


def _parts(word: str) -> Iterable[str]:
    """The stem of a word. A run of Chinese or Japanese counts as its pairs of characters."""
    if len(word) > 2 and _UNSPACED.match(word):
        return map("".join, pairwise(word))
    return (stem(word),)


def senses_of(stems: Iterable[str]) -> frozenset[int]:
    """The groups of synonyms with any of these stems, as line numbers of `synonyms.txt`."""
    return frozenset().union(*map(senses, stems))


def senses(word_stem: str) -> frozenset[int]:
    """The groups of synonyms with a stem, as line numbers of `synonyms.txt`."""
    return _SENSES.get(word_stem, frozenset())


_SENSES: dict[str, frozenset[int]] = {}
for _number, _line in enumerate(text_of("text/synonyms.txt").splitlines()):
    for _stem in map(stem, _line.partition("#")[0].split()):
        _SENSES[_stem] = senses(_stem) | {_number}
