"""Sentences about the topic of a message that is not in English."""

from __future__ import annotations

import re

from mockserver.chat.model.content.found import Answer
from mockserver.chat.model.languages import Language, language_of
from mockserver.chat.model.patterns import pattern

_READ = 600
_MARKS = pattern(r"[\s!-/:-@\[-`{-~¿¡«»“”„’…।。？！、，؟–—]+")
_QUOTED = pattern(r"[\"“„«「『]([^\"”“»」』]{2,40})[\"”“»」』]")
_LONGEST_TOPIC = 24
_ARTICLES = (
    "le la les un une du des der die das den dem ein eine einen el los las unos unas il lo gli i "
    "uno una o os um uma het een de mon ma mes mein meine mi mis mio mia meu minha mijn"
)
_NAMED = pattern(
    rf"(?:\b(?:{_ARTICLES.replace(' ', '|')}) |\b[dl]['\u2019])([^\W\d_]{{3,{_LONGEST_TOPIC}}})\b",
    re.IGNORECASE,
)
"""A noun after an article, in the languages that have them."""

_CLAUSE = (
    r"(?P<topic>[^.,;:!?。？！،؟()\n]{2,60}?)(?=\s*(?:[.,;:!?。？！،؟()\n]|$)"
    r"| (?:in|en|em|con|avec|mit|com|met|auf) (?:\d|(?:\w+ ){1,3}(?:Zeilen|Sätzen?|Wort\w*|Wört\w*"
    r"|lignes?|mots|phrases?|líneas?|frases?|palabras?|linhas?|palavras?|righe|parole|frasi|zinnen"
    r"|woorden|regels)\b))"
)
"""A topic up to the end of its clause, or up to the requested length."""

_GREETINGS = ("hello", "good morning", "good evening", "good night", "how are you")
_THANKS = ("thank you", "thank you very much")
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
    if courtesy := _courtesy(message, language):
        sentences = [courtesy]
    elif language.about and (topic := topic_in(message[:_READ], language)):
        sentences = [language.about[draw[1] % len(language.about)].format(a=topic), *sentences]
    return Answer(" ".join(sentences[:3]), sentences[0], is_known=False)


def _courtesy(message: str, language: Language) -> str:
    """The reply to a message that is only a greeting or thanks."""
    words = frozenset(filter(None, _MARKS.split(message[:_READ].lower())))
    for keys, reply in ((_GREETINGS, language.greeting), (_THANKS, language.welcome)):
        phrases = (_MARKS.split(language.phrases.get(key, "").lower()) for key in keys)
        if words and words <= {word for phrase in phrases for word in phrase}:
            return reply
    return ""


def topic_in(message: str, language: Language) -> str:
    """The topic of a message: text in quotation marks or after a cue, else its likeliest noun.

    That is a noun after an article, a capitalised word in German, the longest word where no spaces
    separate them, the first word where verbs come last, else the last word.
    """
    cues = (re.compile(each.replace("{t}", _CLAUSE), re.IGNORECASE) for each in language.topics)
    cued = filter(None, (each.search(message) for each in (_QUOTED, *cues)))
    if found := next((next(filter(None, each.groups())) for each in cued), ""):
        return str(found).strip()
    marks = _MARKS.pattern
    if language.code in _UNSPACED:
        common = sorted(language.words, key=len, reverse=True)
        marks = "|".join([*map(re.escape, common), marks])
    words = [word for word in re.split(marks, message) if 0 < len(word) <= _LONGEST_TOPIC]
    rare = [word for word in words if word.lower() not in language.words]
    named = [
        found[1] for found in _NAMED.finditer(message) if found[1].lower() not in language.words
    ]
    if language.code == "de":
        named = [word for word in (*named, *reversed(words[1:])) if word[0].isupper()]
    if named or language.code in _UNSPACED:
        return named[0] if named else max(rare, key=len, default="")
    several = [word for word in rare if len(word) > 1] or [""]
    return several[0].rstrip("은는이가을를") if language.code in _VERBS_LAST else several[-1]
