"""The glossary: plain English for foreign, unusual and misspelt words, as cues use it.

Quotations and blocks of a message stay as they are. `glossary.json` has the words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from mockserver.chat.model.text.lists import data, words
from mockserver.chat.model.text.patterns import pattern

READ = 6_000
"""The number of characters read at each end of a message."""

BLOCKS = pattern(
    r'```[^\n`]*\n.*?```|"""\s*.+?"""'
    r"|(?m:^(?:async )?(?:def|class|function|func|fn) \w+[^\n]*[:{][^\n]*(?:\n+[ \t}][^\n]*)*)"
    r"|<(?P<tag>output|rubric|submission|answer|response|context|documents?|text|examples?|input|email"
    r"|reference|source|article|passage|transcript|review|message|ticket)>.+?</(?P=tag)>",
    re.DOTALL | re.IGNORECASE,
)
"""Code, and texts in tags that a request is about."""

QUOTATIONS = pattern(
    r'"([^"]{1,3000})"'
    r"|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){1,120})'(?!\w)"
    r"|`([^`\n]{1,120})`"
    r"|\*\*([^*\n]{1,60})\*\*"
)
"""A text in quotation marks, in backticks or in bold type."""

_LETTERS = pattern(r"[^\W\d_]+")


@lru_cache(maxsize=16)
def in_plain_words(message: str) -> str:
    """A message in which foreign, unusual and misspelt words outside quotations are replaced.
    Foreign words are of the language that has the most words in the message, and that clearly."""
    outside = QUOTATIONS.sub(" ", message[:READ])
    found = frozenset(map(str.lower, _LETTERS.findall(outside)))
    english, *foreign = _glossaries()
    best = max(foreign, key=lambda each: len(each.typical & found))
    shared = best.typical & found
    is_clear = len(shared) > 1 or len(found) < 10 or not all(map(str.isascii, shared))
    for each in (english, best) if is_clear else (english,):
        if not each.typical.isdisjoint(found):
            message = each.translated(message)
    return message


class _Glossary(NamedTuple):
    """Translations of a language's words to those of cues, and words that identify it."""

    table: Mapping[str, str]
    phrases: re.Pattern[str]
    typical: frozenset[str]

    def translated(self, message: str) -> str:
        """A message in which the phrases outside quotations are translated."""
        return self.phrases.sub(
            lambda match: self.table[match["phrase"].lower()] if match["phrase"] else match[0],
            message,
        )


@cache
def _glossaries() -> Sequence[_Glossary]:
    """The glossary of English, and those of other languages."""
    return [_glossary(*each) for each in data("reading/glossary.json").items()]


def _glossary(language: str, table: Mapping[str, str]) -> _Glossary:
    listed = "|".join(map(re.escape, sorted(table, key=len, reverse=True)))
    source = rf"{BLOCKS.pattern}|{QUOTATIONS.pattern}|(?<!\w)(?P<phrase>{listed})(?!\w)"
    known = {word for phrase in table for word in _LETTERS.findall(phrase)}
    rare = {word for word in known if len(word) > 3 or not word.isascii()} - words("text.english")
    typical = frozenset(known if language == "en" else rare | (known & words("text.foreign")))
    return _Glossary(table, re.compile(source, re.DOTALL | re.IGNORECASE), typical)
