"""Tables of patterns for statements, questions and orders in prompts, and words that they share."""

from collections.abc import Sequence
from functools import lru_cache

from mockserver.chat.model.text.meaning import senses, senses_of, stems_of
from mockserver.chat.model.text.tables import table

CUES = table("content/cues.txt")
FORMULAS = table("content/computed/formulas.txt")
LISTING = table("content/quoted/lists/listing.txt")

MESSAGE_READ = 12_000
"""The characters at the end of a message that are read."""

LONGEST_REQUEST, LONGEST_SYSTEM = 400, 2_000
"""The most characters that are read of a message as a request, and of a system message."""

_MOST = 100
_ALIKE = 0.7
"""The weight of a word for one that means nearly the same, such as `fee` for `cost`."""


def picked(kind: str, text: str) -> list[str]:
    """The different parts of a text that are of a kind, such as `url`, in their order."""
    parts = CUES.pattern(f"any {kind.lower()}").finditer(text)
    return [*dict.fromkeys(part[0].strip() for part in parts)][:_MOST]


def states_total(question: str, text: str) -> bool:
    """True if a question asks for a total that a text states itself."""
    return FORMULAS.matches("total", question) and FORMULAS.matches("stated total", text)


def shared(asked: Sequence[str], stems: Sequence[str]) -> dict[str, float]:
    """The words of a question that a text has, with their weights."""
    known, alike = senses_of(stems), {*map(_meaning, stems)} - {""}
    near = (each for each in asked if senses(each) & known or _meaning(each) in alike)
    same = (each for each in asked if each in stems)
    return {**dict.fromkeys(near, _ALIKE), **dict.fromkeys(same, 1.0)}


def excepted(text: str, asked: str) -> tuple[str, bool]:
    """A text without its exception, and True if a question is about that: `daily except Sunday`."""
    found = CUES.find("exception", text)
    if found is None:
        return text, False
    return text.replace(found[0], ""), not {*stems_of(found["it"])}.isdisjoint(stems_of(asked))


def share_of(name: Sequence[str], asked: Sequence[str]) -> float:
    """The share of a name's words that a question has."""
    return sum(shared(name, asked).values()) / max(1, len(name))


@lru_cache(maxsize=4096)
def _meaning(word_stem: str) -> str:
    return CUES.meaning("alike", word_stem)
