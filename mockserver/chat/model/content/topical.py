"""Sentences about the topic of a message that is not in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from mockserver.chat.model.content.found import Answer
from mockserver.chat.model.languages import Language, language_of, languages
from mockserver.chat.model.patterns import pattern

_READ = 600
_MARKS = pattern(r"[\s!-/:-@\[-`{-~¿¡«»“”„’…।。？！、，؟–—]+")
_QUOTED = pattern(r"[\"“„«「『]([^\"”“»」』]{2,40})[\"”“»」』]")
_LONGEST_TOPIC = 24
_NOUN = pattern(
    r"(?i)(?:\b(?:le|la|les|un|une|du|des|der|die|das|den|dem|ein|eine|einen|el|los|las|unos|unas|il|lo"
    r"|gli|i|uno|una|o|os|um|uma|het|een|de|mon|ma|mes|mein|meine|mi|mis|mio|mia|meu|minha|mijn) "
    r"|\b[dl]['\u2019])([^\W\d_]{3,24})\b"
)
"""A noun after an article, in the languages that have them."""

_CLAUSE = (
    r"(?P<topic>[^.,;:!?。？！،؟()\n]{2,60}?)(?=\s*(?:[.,;:!?。？！،؟()\n]|$)"
    r"| (?:in|en|em|con|avec|mit|com|met|auf) (?:\d|(?:\w+ ){1,3}(?:Zeilen|Sätzen?|Wort\w*|Wört\w*"
    r"|lignes?|mots|phrases?|líneas?|frases?|palabras?|linhas?|palavras?|righe|parole|frasi|zinnen"
    r"|woorden|regels)\b))"
)
"""A topic up to the end of its clause, or up to the requested length."""

_COURTESIES = (
    ("greeting", ("hello", "good morning", "good evening", "good night", "how are you")),
    ("welcome", ("thank you", "thank you very much")),
)
"""The replies to messages of only these phrases."""

_UNSPACED = frozenset({"ja", "zh", "th"})
_VERBS_LAST = frozenset({"ko", "hi"})


def answered(message: str, draw: bytes) -> Answer | None:
    """Three sentences in the language of a message, about the topic if it is found; None for
    English."""
    language = language_of(message)
    if language is None:
        return None
    start = draw[0] % len(language.sentences)
    sentences = [*language.sentences[start:], *language.sentences[:start]]
    words = frozenset(filter(None, _MARKS.split(message[:_READ].lower())))
    for reply, keys in _COURTESIES:
        phrases = " ".join(language.phrases.get(key, "").lower() for key in keys)
        if words and words <= {*_MARKS.split(phrases)} and getattr(language, reply):
            return Answer(getattr(language, reply), getattr(language, reply), is_known=False)
    if language.about and (topic := topic_in(message[:_READ], language)):
        sentences = [language.about[draw[1] % len(language.about)].format(a=topic), *sentences]
    return Answer(" ".join(sentences[:3]), sentences[0], is_known=False)


@cache
def _cues(code: str) -> Sequence[re.Pattern[str]]:
    topics = languages()[code].topics
    return [pattern(each.replace("{t}", _CLAUSE), re.IGNORECASE) for each in topics]


def topic_in(message: str, language: Language) -> str:
    """The topic of a message: text in quotation marks or after a cue, else its likeliest noun.

    That is a capitalised word in German, else a noun after an article, the longest word where no
    spaces separate them, the first word where verbs come last, or the last word.
    """
    cued = filter(None, (each.search(message) for each in (_QUOTED, *_cues(language.code))))
    if found := next((next(filter(None, each.groups())) for each in cued), ""):
        return str(found).strip()
    is_unspaced = language.code in _UNSPACED
    common = sorted(language.words, key=len, reverse=True) if is_unspaced else ()
    words = re.split("|".join([*map(re.escape, common), _MARKS.pattern]), message)
    nouns = [found[1] for found in _NOUN.finditer(message)]
    if language.code == "de":
        nouns = [word for word in (*nouns, *reversed(words[1:])) if word[:1].isupper()]
    known = language.words
    rare = [e for e in words if 0 < len(e) <= _LONGEST_TOPIC and e.lower() not in known]
    for noun in nouns:
        if noun.lower() not in known:
            return noun
    if is_unspaced or not rare:
        return max(rare, key=len, default="")
    return rare[0].rstrip("은는이가을를") if language.code in _VERBS_LAST else rare[-1]
