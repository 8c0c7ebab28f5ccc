"""The tokens of a prompt: words, numbers, dates, addresses, quotations, lists.

One pattern reads the text once from beginning to end. Each of its repetitions is bounded, so the
time is linear in the length of the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from mockserver.chat.model.text.dates import MONTH, WEEKDAYS
from mockserver.chat.model.text.meaning import STOP_WORDS, stem
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import ends_of

MOST_READ = 5_000
"""The most characters read of a text: half at its beginning, half at its end."""

_SENTENCE = 40
"""The least length of quotes around a whole request; shorter quotes are a value."""

_WEEKDAY = f"(?:{'|'.join(WEEKDAYS)})"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_UNITS_OF_TIME = "(?:day|week|month|year)s?"
_TOKEN = pattern(
    rf"""
    (?P<url>\b(?:https?://|www\.)[^\s<>"'`)\]]{{1,500}}[^\s<>"'`)\].,;:!?]
        |(?<![\w.@/-])(?:[a-z\d-]{{1,63}}\.){{1,3}}(?:com|org|net|io|dev)(?:/[\w./?=&%#-]{{0,500}}\w)?(?![\w@-]))
    | (?P<email>(?<![\w.+-])[\w.+-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,4}}\b)
    | (?P<phone>(?<![\w.+-])(?:
        \+\d{{1,3}}[ -]?(?:\(\d{{1,4}}\)[ -]?)?\d{{1,5}}(?:[ -]\d{{2,8}}){{1,5}}
        |0\d{{1,4}}[ /-]\d{{3,8}}(?:[ -]\d{{2,8}}){{0,4}}
        |(?:\d{{3}}[-.]|\(\d{{3}}\)[ ])\d{{3}}[-.]\d{{4}}|555-\d{{4}})(?![\w-]))
    | (?P<formula>(?<![\w^])(?:[a-z](?:\([a-z]\))?[ ]?=[ ]?)?
        [\d.]{{0,9}}\*?[a-z](?:\^|\*\*)\d{{1,3}}
        (?:[ ]?[-+*/][ ]?[\w^*()]{{1,30}}){{0,20}}+(?![\w^]))
    | (?P<date>(?<![\w-])(?:(?i:{_WEEKDAY}),?[ ](?=\d|(?i:{MONTH})[ ]\d))?(?:
        \d{{4}}-\d{{2}}-\d{{2}}
          (?:[T ]\d{{2}}:\d{{2}}(?::\d{{2}}(?:\.\d{{1,6}})?)?(?:Z|[+-]\d\d:\d\d)?)?
        | \d{{1,2}}/\d{{1,2}}/(?:\d{{4}}|\d{{2}}) | \d{{1,2}}[-.]\d{{1,2}}[-.]\d{{4}}
        | \d{{4}}/\d{{1,2}}/\d{{1,2}} | (?:0\d/\d{{2}}|\d{{2}}/0\d)(?![\w/.])
        | (?i:{MONTH})(?:\.[ ]?|[ ]){_ORDINAL}(?:[ ]?,?[ ]?\d{{4}})?(?![\w:])
        | {_ORDINAL}[ ](?:of[ ])?(?i:{MONTH})(?:\.?[ ]?,?[ ]\d{{4}})?
        | (?i:{MONTH})\.?,?[ ](?:of[ ])?\d{{4}}
        | (?i:(?:the[ ])?day[ ]after[ ]tomorrow|(?:the[ ])?day[ ]before[ ]yesterday
          |today|tonight|tomorrow|yesterday
          | (?:next|this|last|coming|on)[ ]{_WEEKDAY}(?!,?[ ](?:\d|{MONTH}[ ]\d)) | {_WEEKDAY}
          | (?:next|this|last|coming)[ ](?:week|weekend|month|quarter|year)
          | in[ ](?:\d{{1,3}}|an?|one|two|three|four|five|six|seven)[ ]{_UNITS_OF_TIME}
          | (?:\d{{1,3}}|an?|one|two|three)[ ]{_UNITS_OF_TIME}[ ](?:from[ ](?:now|today)|ago))
      )(?!\w))
    | (?P<time>(?<![\w-])(?:\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:[ ]?[aApP]\.?[mM]\b)?
        |\d{{1,2}}[ ]?[aApP]\.?[mM]\b)|\b(?i:noon|midnight)\b)
    | (?P<list>\[(?:[^\[\]]|\[[^\[\]]{{0,200}}+\]){{1,1000}}+\]
        |\(\s?-?\d{{1,12}}(?:\.\d{{1,9}})?(?:\s?,\s?-?\d{{1,12}}(?:\.\d{{1,9}})?){{1,50}}\s?\))
    | (?P<quoted>"[^"\n]{{1,1000}}"|“[^”\n]{{1,1000}}”|‘[^’\n]{{1,400}}’|«[^»\n]{{1,400}}»
        |`[^`\n]{{1,400}}`
        |(?<!\w)'(?:[^'\n]|'(?=[a-z][\w ]))(?:[^'\n]|'(?=[a-z][\w ])){{0,400}}'(?!\w))
    | (?P<path>(?<![\w/])(?:~|\.{{1,2}})?/[\w.-]{{1,100}}(?:/[\w.-]{{1,100}}){{0,20}}/?(?<![\w/]\.)
        |\b[A-Za-z]:(?:\\[\w.\\ -]{{1,200}}|/[\w./-]{{1,200}}\w)
        |(?<![\w/.])(?:[\w-]{{1,60}}/){{0,8}}[\w-]{{1,60}}\.(?:txt|csv|json|pdf|docx?|xlsx?|py|js|ts|md|html?
        |png|jpe?g|gif|mp[34]|wav|ya?ml|xml|log|zip|sql|sh|pptx?|toml|ini)\b)
    | (?P<number>(?<![\w.])\d{{1,6}},\d{{1,2}}
          (?=[ ]?(?:€|EUR\b|Euro\b|Mi[ol]|Mrd|%|kg\b|km\b|Grad\b|Prozent))
        |(?<![\w.])[$€£¥₹]?[-+−]?[$€£¥₹]?(?:\d{{1,3}}(?:,\d{{3}})++|\d{{1,18}}+)
        (?:\.\d{{1,12}})?(?:[eE][+-]?\d{{1,2}}\b)?%?(?!(?:st|nd|rd|th)\b|/\w|x\d|D\b|[A-Z]\w*\d|[ABDEGHJ]\b|-[A-Z]{{1,3}}\b|\.\d|(?:-\d{{1,9}}){{1,4}}-\d{{0,9}}[A-Z]))
    | (?P<word>\w+(?:['’.&/_@:-]\w+)*+(?:(?<=/s)\^2|[+#♯♭]*))
    | (?P<mark>[^\w\s])
    """,
    re.VERBOSE,
)
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
    firsts = (True, *("\n" in gap for gap in gaps))
    return tuple(map(_token, found, firsts))


def _token(found: re.Match[str], is_first: bool) -> Token:
    kind, text, span = found.lastgroup or "", found[0], found.span()
    lower, is_word = text.lower(), kind == "word"
    is_telling = is_word and lower not in STOP_WORDS
    return Token(kind, text, *span, stem(text) if is_word else text, lower, is_telling, is_first)
