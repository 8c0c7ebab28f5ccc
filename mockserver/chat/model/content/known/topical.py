"""Sentences about the topic of a message that is not in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import dropwhile

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, rotated, stated
from mockserver.chat.model.languages import MARKS, Language, language_of, languages
from mockserver.chat.model.reading.glossary import in_plain_words
from mockserver.chat.model.text.numbers import FIGURE, amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import bulleted, stripped

_READ = 600
_MARKS = pattern(rf"[{MARKS}]+")
_QUOTED = pattern(r"[\"“„«「『]([^\"”“»」』]{2,40})[\"”“»」』]")
_CLAUSE = r"(?P<topic>[^.,;:!?。？！،؟()\n]{2,60}?)(?=\s*(?:[.,;:!?。？！،؟()\n]|$))"
"""A topic up to the end of its clause."""

_COURTESIES = (
    ("greeting", ("hello", "good morning", "good evening", "good night", "how are you")),
    ("welcome", ("thank you", "thank you very much")),
)
"""The replies to messages of only these phrases."""

_UNSPACED = frozenset({"ja", "zh", "th"})
_NUMERALS = str.maketrans("一二两三四五六七八九", "1223456789")
_LONGEST_REQUEST = 80


def answered(message: str, draw: bytes) -> Answer | None:
    """Three sentences in the language of a message, about its topic; None for English."""
    language = language_of(message)
    if language is None:
        return None
    if found := replied(message, language):
        return found
    about, *plain = sentences_in(language, topic_in(message, language), draw)
    return stated(" ".join([about, *plain[-2:]]), about, is_known=False)


def replied(message: str, language: Language) -> Answer | None:
    """The reply of a language to a courtesy or another short message, or as many items of its
    lists as it asks for."""
    if len(message) > _LONGEST_REQUEST:
        return None
    for cue, reply in language.replies.items():
        if pattern(cue, re.IGNORECASE).search(message):
            text, _, value = reply.partition("|")
            return stated(text, value or None)
    words = frozenset(filter(None, _MARKS.split(message[:_READ].lower())))
    for name, keys in _COURTESIES:
        phrases = " ".join(language.phrases.get(key, "").lower() for key in keys)
        reply = getattr(language, name)
        if reply and words and words <= {*_MARKS.split(phrases)}:
            return stated(reply, is_known=False)
    border = "" if language.code in _UNSPACED else r"\b"
    plain = in_plain_words(message.translate(_NUMERALS))
    lists = CUES.matches("lists elsewhere", f"{message} {plain}")
    if not lists or CUES.matches("writes elsewhere", message):
        return None
    for name, listed in language.lists.items():
        if pattern(rf"{border}(?:{name}){border}", re.IGNORECASE).search(message):
            counted = pattern(FIGURE, re.IGNORECASE).search(plain)
            are_phrases = ";" in listed
            items = stripped(listed.split(";" if are_phrases else None))
            items = items[: (counted and amount_of(counted[0])) or None]
            return stated(bulleted(items) if are_phrases else ", ".join(items), items=items)
    return None


def sentences_in(language: Language, topic: str, draw: bytes) -> list[str]:
    """Sentences in a language, those about a topic first; those of fillers are in their order."""
    about = [each.format(a=topic) for each in rotated(language.about, draw[1])] if topic else []
    return [*about, *rotated(language.sentences, 0 if language.code == "la" else draw[0])]


def topic_in(message: str, language: Language) -> str:
    """The topic of a message: text in quotation marks, after a cue or an article."""
    message = message[:_READ]
    for cue in (_QUOTED, *_cues(language.code)):
        if found := cue.search(message):
            topic = next(filter(None, found.groups())).split()
            words = [*dropwhile(lambda word: word.lower() in language.words, topic)]
            names = [at for at, word in enumerate(words, 1) if word[0].isupper()]
            if language.code == "de" and names:  # No verb after its noun.
                words = words[: names[-1]]
            return " ".join(words)
    noun = CUES.find("noun elsewhere", message)
    return noun["noun"] if noun and noun["noun"].lower() not in language.words else ""


@cache
def _cues(code: str) -> Sequence[re.Pattern[str]]:
    topics = languages()[code].topics
    return [pattern(each.replace("{t}", _CLAUSE), re.IGNORECASE) for each in topics]
