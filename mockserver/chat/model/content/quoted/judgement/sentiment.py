"""Sentiment: the words of praise and of blame in a text, and the opinions that they make."""

from __future__ import annotations

from functools import lru_cache

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.quoted.lexicon import lexicon
from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.meaning import stem
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import sentences

POLES = ("positive", "negative")
NEGATIONS = words("text.denials")
_READ = 6_000
_WORD = pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[.;!?]")
_REACH = 3
"""The number of words after a negation that it can reverse."""

_USUAL_SHARE = 0.75
"""The quality of a text without words of praise or blame."""

_FEW = 3
"""The most words of a text that is too short to be of the usual quality."""


@lru_cache(maxsize=256)
def sentiment(text: str) -> tuple[int, int]:
    """The numbers of words of praise and of blame; a negation reverses them."""
    praise, blame = (lexicon()[pole] for pole in POLES)
    good = bad = denied = 0
    for found in _WORD.finditer(CUES.changed("praise and blame", text).lower()):
        word = found[0].replace("’", "'")
        is_good, is_bad = stem(word) in praise, stem(word) in blame
        if word in NEGATIONS:
            denied = _REACH
        elif word in ".;!?":
            denied = 0
        elif not (is_good or is_bad):
            denied = max(0, denied - 1)
        elif denied:
            good, bad, denied = good + is_bad, bad + is_good, 0
        else:
            good, bad = good + is_good, bad + is_bad
    return good, bad


def quality(text: str, poor: float = 0.4) -> float:
    """The sentiment of a text, from 0 to 1, which several words move further than one. `poor` is
    that of a few words without praise or blame."""
    good, bad = sentiment(text[:_READ])
    if not good and not bad:
        return _USUAL_SHARE if len(text.split()) > _FEW else poor
    return round(0.5 + 0.5 * (good - bad) / (good + bad) * min(1, 0.6 + 0.2 * (good + bad)), 2)


def opinions_in(text: str) -> list[tuple[str, bool]]:
    """The clauses of a text that praise something or blame it, each with True for praise.

    A clause before or after `but`, which may begin a sentence, is the contrary of the other one.
    """
    found = []
    for sentence in sentences(CUES.pattern("joint of contraries").sub(" but ", text[:_READ])):
        clauses = CUES.pattern("between opinions").split(sentence.rstrip(".!"))
        moods = [good - bad for good, bad in map(sentiment, clauses)]
        if len(moods) == 2 and " but " in sentence:
            moods = [mood or -other for mood, other in zip(moods, reversed(moods), strict=True)]
        found += [(each, mood > 0) for each, mood in zip(clauses, moods, strict=True) if mood]
    return found


def opinions_on(question: str, text: str) -> Answer | None:
    """The praise and the blame in a text, as far as a question asks for them."""
    asked = [*CUES.texts("opinions", question)]
    told = opinions_in(text) if asked else []
    said = {e: [clause for clause, is_good in told if is_good == (e == "Pros")] for e in asked}
    lead = "{}: {}" if len(asked) > 1 else "{1}"
    lines = [lead.format(e, "; ".join(said[e])) for e in asked if said[e]]
    return stated("\n".join(lines)) if lines else None
