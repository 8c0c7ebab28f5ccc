"""Languages: how to recognise each one, and what the model writes in it.

Each language is one JSON file. To add a language, copy a file. `words` are common words that
distinguish it, `script` letters that no other language has. `sentences` fit any topic, `about` are
sentences with a place for the topic, and `topics` patterns that find the topic in a request (`{t}`
is the topic, up to the end of its clause). `phrases` translate everyday English, and `facts` are
relations as in `content/known/facts.json`. `replies` are answers to small talk and small
questions, and `lists` are lists of words or, with semicolons, of phrases, both by patterns.
`itself` is what the model says of itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import orjson

from mockserver.chat.model.text.patterns import pattern

_READ = 600
MARKS = r"\s!-/:-@\[-`{-~¿¡«»“”„’…।。？！、，؟–—"
"""The characters between words, for a set in a pattern."""

_WORD = pattern(rf"\S+@\S+|[^\d{MARKS}]+")
_ENOUGH, _MANY = 0.2, 6
"""The least share, or the least number, of a language's words in a text in Latin letters."""


class Language(NamedTuple):
    """The contents of a language's data file."""

    code: str
    name: str
    names: Sequence[str]
    words: frozenset[str]
    note: str
    script: str = ""
    greeting: str = ""
    welcome: str = ""
    sentences: Sequence[str] = ()
    phrases: Mapping[str, str] = {}
    about: Sequence[str] = ()
    facts: Sequence[Mapping[str, Any]] = ()
    introduction: str = "My name is {}."
    itself: str = ""
    topics: Sequence[str] = ()
    replies: Mapping[str, str] = {}
    lists: Mapping[str, str] = {}


@lru_cache(maxsize=16)
def language_of(text: str) -> Language | None:
    """The language of a text; None for English and unknown languages."""
    read = text[:_READ]
    words = frozenset(word.lower() for word in _WORD.findall(read))
    known = [each for each in languages().values() if not (each.script and read.isascii())]
    best = max(known, key=lambda each: (_points(each, read, words), len(each.sentences)))
    english = len(words & ENGLISH.words) / max(1, len(words))
    return best if _points(best, read, words) > english else None


def named_in(text: str) -> Language | None:
    """The language that a text asks for: `in German`, `auf Deutsch`, `into French`."""
    for read in (text[-_READ:], text[:_READ]):
        if found := [*_requests().finditer(read)]:
            return named(next(filter(None, found[-1].groups())))
    return None


def named(name: str) -> Language | None:
    """The language with an English or a native name."""
    return _by_name().get(name.strip().lower())


def called(name: str) -> Language | None:
    """The language with a name or a two-letter code."""
    code = name.strip().lower()
    return named(name) or (ENGLISH if code == ENGLISH.code else languages().get(code))


@cache
def languages() -> Mapping[str, Language]:
    """The languages other than English by code."""
    names = sorted(each.name for each in files(__package__).iterdir())
    codes = [name.removesuffix(".json") for name in names if name.endswith(".json")]
    return {code: _read(code) for code in codes if code != ENGLISH.code}


def _read(code: str) -> Language:
    """The language in the data file of a code."""
    data = orjson.loads((files(__package__) / f"{code}.json").read_bytes())
    return Language(code=code, **{**data, "words": frozenset(data["words"].split())})


ENGLISH = _read("en")
"""The language of the model. It may be asked for like the others, but has no sentences of its own
here, since all that the model says is English first."""


def _points(language: Language, text: str, words: frozenset[str]) -> float:
    """The score of a language for a text, by its letters and its common words."""
    hits = sum(len(word) > 1 or word > "z" for word in words & language.words)
    if language.script:
        letters = re.findall(r"[^\W\d_]", text)
        share = len(pattern(f"[{language.script}]").findall(text)) / max(1, len(letters))
        # Japanese also uses Chinese characters.
        return 0 if share < 0.3 else share + hits + (2 if language.code == "ja" else 0)
    share = hits / max(1, len(words))
    return share if share >= _ENOUGH or hits >= _MANY else 0


@cache
def _by_name() -> Mapping[str, Language]:
    known = [*languages().values(), ENGLISH]
    return {name.lower(): each for each in known for name in each.names}


@cache
def _requests() -> re.Pattern[str]:
    names = "|".join(map(re.escape, sorted(_by_name(), key=len, reverse=True)))
    return pattern(
        rf"\b(?:in|into|using|auf|en|em|op|на) (?:the |only |simple |plain )?({names})\b"
        rf"(?! word| name)|\b({names})(?: language| only| translation)\b|用({names})|({names})で",
        re.IGNORECASE,
    )
