"""A quick check of a conversation: are sentences about its topic enough as a reply?

They are for most messages in tests, which are answered without the rest of the model. `look.txt`
has the words of the tables in `demands` and `content`; `tests/chat/test_look.py` finds missing
words.
"""

from __future__ import annotations

from functools import lru_cache

from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.lists import text_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.models import SYSTEM

_PLAIN = pattern(r"[A-Za-z ',&;]{24,400}(?:\d{5,}[A-Za-z ',&;]{0,400})?[.?]?")
"""One sentence in plain words. It may have one long number, which is an id and no amount."""

CUES = frozenset(text_of("reading/look.txt").split())
"""Words that may ask for a form, or occur in a question that the model can answer."""

_LONGEST_SYSTEM = 120
"""Characters of a system message; a longer one may have the answer to a question."""


def is_talk(reading: Reading) -> bool:
    """True if sentences about the topic are enough as a reply."""
    turns = reading.turns
    if len(turns) > 2 or "documents" in reading.body or turns[-1][0] != "user":
        return False
    if not _is_plain(reading.question):
        return False
    role, first, _ = turns[0]
    return len(turns) == 1 or (role in SYSTEM and _is_plain_role(first))


@lru_cache(maxsize=64)
def _is_plain_role(text: str) -> bool:
    """True if a system message is short and plain. Programs send the same one again and again."""
    return len(text) <= _LONGEST_SYSTEM and _is_plain(text)


def _is_plain(text: str) -> bool:
    if not _PLAIN.fullmatch(text):
        return False
    return CUES.isdisjoint(text.lower().replace("'s", "").replace(",", "").rstrip(".?").split())
