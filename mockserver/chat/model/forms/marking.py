"""Marking: words in bold, in highlights or in capitals, as many as demanded."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import ceil

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.forms.layout import ProseBlock
from mockserver.chat.model.text.patterns import pattern

MARKS: Sequence[tuple[Measure, re.Pattern[str], Callable[[re.Match[str]], str]]] = (
    (measures.HIGHLIGHTS, pattern(r"\w+"), lambda match: f"*{match[0]}*"),
    (measures.BOLD, pattern(r"\w+"), lambda match: f"**{match[0]}**"),
    (measures.CAPITALS, pattern(r"(?!\w*_)[^\W\d]{3,}"), lambda match: match[0].upper()),
)
"""Measures that are reached by marking words: the words to mark, and how."""


def mark_words(
    blocks: Sequence[ProseBlock],
    missing: int,
    word: re.Pattern[str],
    mark: Callable[[re.Match[str]], str],
) -> None:
    """Mark the missing number of words, from the ends of the sentences."""
    share = ceil(missing / max(sum(len(block.sentences) for block in blocks), 1))
    for block in blocks:
        for at, sentence in enumerate(block.sentences):
            words = sentence.split(" ")
            fitting = [place for place, each in enumerate(words) if word.match(each)]
            chosen = fitting[::-1][: min(share, missing)]
            for place in chosen:
                words[place] = word.sub(mark, words[place], count=1)
            missing -= len(chosen)
            block.sentences[at] = " ".join(words)
