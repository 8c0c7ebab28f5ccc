"""The wording of a message: in plain English, with everything that is quoted out of the way.

A quotation becomes one character that stands for it, so that cues see the request and never the
text it is about, and a list of quoted words is as easy to recognise as one. Words of other
languages and unusual ones of English are replaced by those of the cues, as `glossary.json` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from importlib.resources import files

import orjson

from mockserver.chat.model.lists import words
from mockserver.chat.model.look import cues
from mockserver.chat.model.patterns import pattern

READ = 6_000
"""Characters that are read at each end of a message."""

_STRAIGHT = str.maketrans({
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'", "\u00ab": '"',
    "\u00bb": '"', "\u00a0": " ", "\u202f": " ", "\u2011": "-",
})  # fmt: skip

_FIRST_QUOTE, _FIRST_BLOCK, _MOST = 0xE000, 0xE800, 0x7FF
QUOTE = "[\ue000-\ue7ff]"
"""A quotation, in the patterns of cues."""

BLOCK = "[\ue800-\uefff]"
"""A fenced block."""

_BLOCK = pattern(
    r'```[^\n`]*\n.*?```|"""\s*.+?"""'
    r"|<(?P<tag>output|rubric|submission|answer|response|context|documents?|text|examples?|input|email"
    r"|reference|source|article|passage|transcript|review|message|ticket)>.+?</(?P=tag)>",
    re.DOTALL | re.IGNORECASE,
)
"""Code, and texts in tags that hold what a request is about."""

_QUOTED = pattern(
    r'"([^"]{1,3000})"'
    r"|(?<!\w)'([^'\n]{1,120})'(?!\w)"
    r"|`([^`\n]{1,120})`"
    r"|\*\*([^*\n]{1,60})\*\*"
)
_WORD = pattern(r"[^\W\d_]+|->|[<*\[\]{}#|/\\:(\n]")
_DIGIT = pattern(r"\d")
_LETTERS = pattern(r"[^\W\d_]+")
_SHORTEST = 6
"""Letters of a word from which a slip in it is mended."""


class Wording:
    """A message as cues read it: of `text` the quotations and blocks are out of the way."""

    def __init__(self, message: str) -> None:
        if len(message) > 2 * READ:
            message = f"{message[:READ]}\n\n{message[-READ:]}"
        self._original = message
        self.message = in_plain_words(message.translate(_STRAIGHT))
        self._lost: dict[int, str] = {}
        masked = _BLOCK.sub(lambda found: self._mask(_FIRST_BLOCK, found[0]), self.message)
        masked = _QUOTED.sub(lambda f: self._mask(_FIRST_QUOTE, f[f.lastindex or 0]), masked)
        self.text = masked.replace("i.e.", "i\u2024e\u2024").replace("e.g.", "e\u2024g\u2024")

    @cached_property
    def words(self) -> set[str]:
        """The words of the message in lower case, and the marks that cues look for: `"` stands
        for any quotation, `0` for any digit."""
        read = f"{self.message[:READ]} {self.message[-READ:]}".lower()
        marks = {'"'} if self._lost else set[str]()
        if _DIGIT.search(read):
            marks.add("0")
        return marks.union(_WORD.findall(read))

    def plain(self, masked: str) -> str:
        """A stretch of the masked text with its quotations back in place, without their marks."""
        return masked.translate(self._lost).replace("\u2024", ".")

    def original_behind(self, place: int) -> str:
        """What stands behind the colon before a place, in the words of the message; nothing if
        its words stand for themselves."""
        colons = self.text[:place].count(":")
        if self._lost or self.message == self._original:
            return ""
        return ":".join(self._original.split(":")[colons:]).split("\n")[0].strip()

    def items(self, masked: str) -> list[str]:
        """The quoted strings in a stretch of the masked text; if there are none, the items of a
        list in words."""
        if quoted := re.findall(QUOTE, masked):
            return [self._lost.get(ord(each), each).strip() for each in quoted]
        parts = re.split(r"\s*(?:[,;\n]|\band\b|\bor\b|&|/)\s*", masked)
        return [bare for part in parts if (bare := part.strip(" .:*-[]()\t"))]

    def _mask(self, first: int, text: str) -> str:
        """The character that stands for a text from now on."""
        number = first + min(len(self._lost), _MOST)
        self._lost[number] = text
        return chr(number)


class _Glossary:
    """The words of a language that stand for words of the cues, and those that tell it."""

    def __init__(self, name: str, table: Mapping[str, str]) -> None:
        self.table = table
        self.phrases = _any_of(table)
        told = {word for phrase in table for word in _LETTERS.findall(phrase)}
        rare = {word for word in told if len(word) > 3 or not word.isascii()}
        self.told = told if name == "en" else rare - words("text.english")


def in_plain_words(message: str) -> str:
    """A message with foreign, unusual and misspelt words replaced, but not inside quotations."""
    said = frozenset(map(str.lower, _LETTERS.findall(message[:READ])))
    for each in (_glossaries()["en"], _foreign(said)):
        if each and not each.told.isdisjoint(said):
            message = _replaced(message, each.phrases, each.table)
    slips = {word: meant for word in said if len(word) >= _SHORTEST and (meant := _meant(word))}
    return _replaced(message, _any_of(slips), slips) if slips else message


def _replaced(message: str, phrases: re.Pattern[str], table: Mapping[str, str]) -> str:
    def meant(found: re.Match[str]) -> str:
        return table[found["phrase"].lower()] if found["phrase"] else found[0]

    return phrases.sub(meant, message)


def _foreign(said: frozenset[str]) -> _Glossary | None:
    """The glossary of the language of which a message has the most words."""
    known = ((len(each.told & said), each) for name, each in _glossaries().items() if name != "en")
    hits, best = max(known, key=lambda row: row[0])
    is_plain = hits > 1 or len(said) < 8 or not all(map(str.isascii, best.told & said))
    return best if hits and is_plain else None


@cache
def _glossaries() -> Mapping[str, _Glossary]:
    stored = orjson.loads((files(__package__) / "glossary.json").read_bytes())
    return {name: _Glossary(name, table) for name, table in stored.items()}


def _any_of(phrases: Iterable[str]) -> re.Pattern[str]:
    """A pattern of quotations, which are kept, and of phrases outside of them."""
    listed = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    quoted = f"{_BLOCK.pattern}|{_QUOTED.pattern}"
    return re.compile(rf"{quoted}|(?<!\w)(?P<phrase>{listed})(?!\w)", re.DOTALL | re.IGNORECASE)


@lru_cache(maxsize=8192)
def _meant(word: str) -> str | None:
    """The word that was meant, if one letter too many, too few or another makes it unknown."""
    if word in cues() or word in _slips().values():
        return None
    found = (_slips().get(each) for each in (word, *_shortened(word)))
    return next((meant for meant in found if meant and f"{meant}s" != word), None)


@cache
def _slips() -> Mapping[str, str]:
    """Words that are often misspelt, by themselves and by what one letter less makes of them."""
    often = sorted(words("text.misspelt"))
    return {each: word for word in often for each in _shortened(word)} | {w: w for w in often}


def _shortened(word: str) -> list[str]:
    """A word without one of its letters, each in turn."""
    return [word[:place] + word[place + 1 :] for place in range(len(word))]
