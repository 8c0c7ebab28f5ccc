"""The words of which every message has one that content has an answer to."""

from __future__ import annotations

from mockserver.chat.model.content import facts, units
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.languages import latin_words, names

_WORDS = frozenset(
    """
    power raised after before comes solve born joke robot human ai ping x
    divisible sequence series letter word first last
    less fewer than divisor gcd lcm multiple modulo remainder maximum minimum cube triple
    plus minus times divided multiplied multiply divide subtract add percent percentage sum total
    average mean median product larger bigger greater smaller largest smallest prime even odd
    square root factorial difference half double convert many much today tomorrow yesterday date
    day days weekday month year time ago until leap count letters sort alphabetically reverse
    uppercase lowercase longest shortest spell extract name named who summarize summarise summary
    translate translation say mean thanks thank bye goodbye hello hi hey
    detailed detail comprehensive thorough guide tutorial overview itinerary compare comparison
    checklist tips pros advantages steps doing
    """.split()
)
"""Words of questions that can be worked out, of small talk, and of requests for a page."""


def cues() -> frozenset[str]:
    """All of them."""
    named = facts.cues() | units.cues() | latin_words() | names()
    return _WORDS | (named - PLAIN_WORDS)
