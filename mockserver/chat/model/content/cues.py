"""Whether a message may have an answer, at the price of one look at each of its words.

Most messages of a test have none, and cost no more than this.
"""

from __future__ import annotations

from functools import cache, lru_cache

from mockserver.chat.model.content import facts, units
from mockserver.chat.model.languages import latin_words, names
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.phrases import PLAIN_WORDS
from mockserver.chat.model.reading import Reading

_LONG = 400
_TELLING_SYSTEM = 120
"""Characters from which instructions may hold what answers a question."""

_MARKS = pattern(r"[\"“:=@#°%*+/^×÷√<>]|\d[-x]\d|\d[!)]")
_AROUND = ".,;:!?()[]'"
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
    checklist tips pros advantages steps step-by-step
    """.split()
)
"""Words of questions that can be worked out, and of requests for a page."""

_LAST = frozenset("you today doing do up going me you? today? doing? do? up? going? me?".split())
"""The last words of small talk: `How are you?`"""

_CUE, _END, _NUMBER = 1, 2, 3
"""What a word may be: a cue, the end of a sentence, or a number, of which two are a cue."""


def may_answer(reading: Reading) -> bool:
    """True unless nothing in a conversation asks for more than sentences about its topic."""
    turns = reading.turns
    if len(turns) > 2 or "documents" in reading.body:
        return True
    message = reading.question
    if len(message) > _LONG or not message.isascii() or "\n" in message:
        return True
    words = message.split()
    kinds = [*map(_kind, words)]
    if kinds[-1:] == [_END]:
        kinds.pop()
    return (
        _CUE in kinds
        or _END in kinds
        or kinds.count(_NUMBER) > 1
        or not _LAST.isdisjoint(words[-1:])
        or (len(turns) > 1 and _tells(turns[0][1]))
    )


def _tells(instructions: str) -> bool:
    return len(instructions) > _TELLING_SYSTEM or ". " in instructions


@lru_cache(maxsize=4096)
def _kind(word: str) -> int:
    """What a word is, 0 for nothing in particular."""
    bare = word.lower().strip(_AROUND).removesuffix("'s")
    if bare in _cues() or _MARKS.search(word):
        return _CUE
    if word.endswith((".", "!", "?")):
        return _END
    return _NUMBER if bare.lstrip("$€£").isdigit() else 0


@cache
def _cues() -> frozenset[str]:
    named = facts.cues() | units.cues() | latin_words() | names()
    return _WORDS | (named - PLAIN_WORDS)
