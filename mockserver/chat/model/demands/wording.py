"""The wording of a message: in plain English, with everything that is quoted out of the way.

A quotation becomes one character that stands for it, so that cues see the request and never the
text it is about, and a list of quoted words is as easy to recognise as one. Words of other
languages and unusual ones of English are replaced by those of the cues, as `glossary.json` says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from importlib.resources import files

import orjson

from mockserver.chat.model.look import cues
from mockserver.chat.model.patterns import pattern

READ = 6_000
"""Characters that are read at each end of a message."""

_STRAIGHT = str.maketrans({
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'", "\u00ab": '"',
    "\u00bb": '"', "\u00a0": " ", "\u202f": " ", "\u2011": "-",
})  # fmt: skip

_FIRST_QUOTE, _FIRST_BLOCK, _MOST = 0xE000, 0xE800, 1_000
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
_WORD = pattern(r"[a-z]+|->|[<*\[\]{}#|/\\:(\n]")
_DIGIT = pattern(r"\d")
_LETTERS = pattern(r"[^\W\d_]+")
_OFTEN_MISSPELT = frozenset(
    "sentence sentences paragraph paragraphs exactly response responses bullet bullets numbered "
    "character characters uppercase lowercase keyword keywords separated "
    "separate classify category "
    "categories respond responds summarize summarise summary".split()
)
_ENGLISH = frozenset(
    "note cite brief text format list table maximum minimum phrase phrases objet describe six use "
    "tips ideas acht over under points person begin solo tables table solo ideal enter classes "
    "letter letters liste entre comma total fois lines line".split()
)
"""Words of other languages that are English ones as well."""

_SHORTEST = 6
"""Letters of a word from which a slip in it is mended."""


class Wording:
    """A message as cues read it: `text` is masked, `quoted` and `blocks` are what it lost."""

    def __init__(self, message: str) -> None:
        if len(message) > 2 * READ:
            message = f"{message[:READ]}\n\n{message[-READ:]}"
        self.message = in_plain_words(message.translate(_STRAIGHT))
        self.quoted: list[str] = []
        self.blocks: list[str] = []
        masked = _QUOTED.sub(self._quote, _BLOCK.sub(self._block, self.message))
        self.text = masked.replace("i.e.", "i\u2024e\u2024").replace("e.g.", "e\u2024g\u2024")

    @cached_property
    def words(self) -> set[str]:
        """The words of the message in lower case, and the marks that cues look for: `"` stands
        for any quotation, `0` for any digit."""
        read = f"{self.message[:READ]} {self.message[-READ:]}".lower()
        marks = {'"'} if self.quoted or self.blocks else set()
        if _DIGIT.search(read):
            marks.add("0")
        return marks.union(_WORD.findall(read))

    def plain(self, masked: str) -> str:
        """A stretch of the masked text with its quotations back in place, without their marks."""
        return "".join(self._unmasked(each) for each in masked).replace("\u2024", ".")

    def items(self, masked: str) -> list[str]:
        """The quoted strings in a stretch of the masked text; if there are none, the items of a
        list in words."""
        quoted = [self.quoted[ord(each) - _FIRST_QUOTE] for each in re.findall(QUOTE, masked)]
        if quoted:
            return [each.strip() for each in quoted]
        parts = re.split(r"\s*(?:[,;\n]|\band\b|\bor\b|&|/)\s*", masked)
        return [bare for part in parts if (bare := part.strip(" .:*-[]()\t"))]

    def _quote(self, found: re.Match[str]) -> str:
        if len(self.quoted) >= _MOST:
            return found[0]
        self.quoted.append(found[1] or found[2] or found[3] or found[4])
        return chr(_FIRST_QUOTE + len(self.quoted) - 1)

    def _block(self, found: re.Match[str]) -> str:
        if len(self.blocks) >= _MOST:
            return found[0]
        self.blocks.append(found[0])
        return chr(_FIRST_BLOCK + len(self.blocks) - 1)

    def _unmasked(self, each: str) -> str:
        code = ord(each)
        if _FIRST_QUOTE <= code < _FIRST_BLOCK and code - _FIRST_QUOTE < len(self.quoted):
            return self.quoted[code - _FIRST_QUOTE]
        if _FIRST_BLOCK <= code < _FIRST_BLOCK + len(self.blocks):
            return self.blocks[code - _FIRST_BLOCK]
        return each


def in_plain_words(message: str) -> str:
    """A message with foreign, unusual and misspelt words replaced, but not inside quotations."""
    words = frozenset(map(str.lower, _LETTERS.findall(message[:READ])))
    for language in ("en", _language_of(words)):
        if language and not _glossary()[language][0].isdisjoint(words):
            _, table, phrases = _glossary()[language]
            message = _replaced(message, phrases, table)
    slips = {word: _meant(word) for word in words if len(word) >= _SHORTEST}
    if known := {word: meant for word, meant in slips.items() if meant}:
        message = _replaced(message, re.compile(rf"\b(?:{'|'.join(known)})\b", re.I), known)
    return message


def _replaced(message: str, phrases: re.Pattern[str], table: Mapping[str, str]) -> str:
    quoted = re.compile(f"{_BLOCK.pattern}|{_QUOTED.pattern}", re.DOTALL | re.IGNORECASE)
    parts, at = list[str](), 0
    for found in quoted.finditer(message):
        parts += [message[at : found.start()], found[0]]
        at = found.end()
    parts.append(message[at:])
    parts[::2] = [phrases.sub(lambda found: table[found[0].lower()], each) for each in parts[::2]]
    return "".join(parts)


def _language_of(words: frozenset[str]) -> str | None:
    """The language of which a message has the most words that English does not have."""
    known = ((len(told & words), name) for name, (told, *_) in _glossary().items() if name != "en")
    hits, best = max(known)
    is_plain = hits > 1 or len(words) < 8 or not all(map(str.isascii, _glossary()[best][0] & words))
    return best if hits and is_plain else None


@cache
def _glossary() -> Mapping[str, tuple[frozenset[str], Mapping[str, str], re.Pattern[str]]]:
    """Of each language the words that tell it, its table, and the pattern of all its phrases."""
    stored = orjson.loads((files(__package__) / "glossary.json").read_bytes())
    return {name: _of_language(name, table) for name, table in stored.items()}


def _of_language(
    name: str, table: Mapping[str, str]
) -> tuple[frozenset[str], Mapping[str, str], re.Pattern[str]]:
    phrases = "|".join(map(re.escape, sorted(table, key=len, reverse=True)))
    words = {word for phrase in table for word in _LETTERS.findall(phrase)}
    told = (
        words
        if name == "en"
        else {word for word in words if len(word) > 3 or not word.isascii()} - _ENGLISH
    )
    return frozenset(told), table, re.compile(rf"(?<!\w)(?:{phrases})(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=8192)
def _meant(word: str) -> str | None:
    """The word that was meant, if one letter too many, too few or another makes it unknown."""
    if word in _OFTEN_MISSPELT or word in cues():
        return None
    shorter = _shortened(word)
    found = (_slips().get(each) for each in (word, *shorter))
    return next(filter(None, found), None) or next(
        (each for each in shorter if each in _OFTEN_MISSPELT and f"{each}s" != word), None
    )


@cache
def _slips() -> Mapping[str, str]:
    return {each: word for word in sorted(_OFTEN_MISSPELT) for each in _shortened(word)}


def _shortened(word: str) -> list[str]:
    """A word without one of its letters, each in turn."""
    return [word[:place] + word[place + 1 :] for place in range(len(word))]
