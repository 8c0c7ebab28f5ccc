"""Shortening: texts and documents cut to what bounds allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Bound
from mockserver.chat.model.talk.phrases import DETERMINERS
from mockserver.chat.model.text.meaning import STOP_WORDS
from mockserver.chat.model.text.numbers import AMOUNT_WORDS

_AT_NO_END = STOP_WORDS | {"until", *DETERMINERS, *DETERMINERS.values(), *AMOUNT_WORDS.split()}
"""Words that need another one behind them."""


def shortenings(text: str, most: int) -> Iterator[str]:
    """Shorter forms of a text, the longest first: without its lead, its first clauses, its first
    words up to one that needs no other behind it, and its first `most` words."""
    end = "." * text.endswith(".")
    bare = capitalized(CUES.pattern("lead to leave out").sub("", text))
    clauses = reversed([*CUES.find_all("clause to leave out", bare)])
    for border in (len(bare), *(each.start() for each in clauses)):
        yield f"{bare[:border].rstrip('.')}{end}"
    words = bare.split()[: max(most, 0)]
    telling = [n for n, word in enumerate(words, 1) if word.lower() not in _AT_NO_END]
    for size in (*reversed(telling), len(words)):
        yield f"{' '.join(words[:size]).rstrip(',;:.')}{end}"


def shortened(text: str, bounds: Sequence[Bound]) -> str:
    """A document with as many lines as demanded, without blocks that exceed the bounds."""
    lines = next((each.low or each.high for each in bounds if each.measure == measures.LINES), 0)
    if lines:
        kept = [*filter(None, text.split("\n"))]
        return max(kept, key=len) if lines == 1 else "\n".join(islice(cycle(kept), lines))
    high = [each for each in bounds if each.high is not None and each.measure.name != "letter"]
    if "\n" not in text and not text.endswith((".", "!", "?", ")")):
        return text  # A title.
    blocks = text.split("\n\n")
    most = next((each.high for each in high if each.measure == measures.PARAGRAPHS), None)
    while "Dear " in text and most and len(blocks) > most:  # A letter keeps what it says.
        blocks[:2] = ["\n".join(blocks[:2])]
    if any(each.measure == measures.PARAGRAPHS and each.high == 1 for each in high):
        blocks = [each for each in blocks if not each.startswith("#")]
    while not all(each.is_met_by("\n\n".join(blocks)) for each in high):
        if len(blocks) < 2:
            shorter = shortenings(text, len(text.split()))
            return next((e for e in shorter if all(bound.is_met_by(e) for bound in high)), text)
        del blocks[max(len(blocks) - 2, 1)]  # The first and the last one are kept longest.
    return "\n\n".join(blocks)
