"""The frame of a document: its beginning and end, its length, its hashtags and emoji."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import cycle, islice

from mockserver.chat.model.demands.demand import Bound, Demand, Fixed
from mockserver.chat.model.demands.measures import CHARACTERS, LINES, PARAGRAPHS, WORDS, Measure
from mockserver.chat.model.patterns import pattern

ANSWER = pattern(r"\n\s*Answer: (.+)")
"""The answer below a question of a quiz."""


def are_met(bounds: Sequence[Bound], text: str) -> bool:
    """True if a text is within all bounds."""
    return all(each.is_met_by(text) for each in bounds)


def framed(text: str, demands: Sequence[Demand]) -> str:
    """A letter with the demanded beginning and end in place of its own."""
    fixed = {each.place: each.text for each in demands if isinstance(each, Fixed)}
    blocks = text.split("\n\n")
    if (begin := fixed.get("beginning")) and not text.startswith(begin):
        blocks = [begin, *blocks[1 if blocks[0].endswith(",") else 0 :]]
    if end := fixed.get("end"):
        is_closing = re.match(r"[A-Z][\w ]+,\n", blocks[-1])
        blocks = [*(blocks[:-1] if is_closing else blocks), end]
    return "\n\n".join(blocks)


def shortened(text: str, bounds: Sequence[Bound]) -> str:
    """A document with as many lines as demanded, without the blocks before its last one or the
    last words that exceed the bounds."""
    heights = (each.low or each.high for each in bounds if each.measure == LINES)
    if lines := next(heights, 0):
        return "\n".join(islice(cycle(filter(None, text.split("\n"))), lines))
    bounds = [each for each in bounds if each.high is not None]
    blocks = text.split("\n\n")
    while len(blocks) > 1 and not are_met(bounds, "\n\n".join(blocks)):
        del blocks[-2 if len(blocks) > 2 else -1]
    if len(blocks) == 1 and any(each.measure == PARAGRAPHS for each in bounds):
        blocks = [each for each in text.split("\n\n") if not each.startswith("#")][:1]
    short = "\n\n".join(blocks)
    words = short.split()
    if "\n" not in short and not short.endswith((".", "!", "?")):
        while len(words) > 1 and not are_met(
            [each for each in bounds if each.measure in (WORDS, CHARACTERS)], " ".join(words)
        ):
            words.pop()
        return " ".join(words)
    return short if are_met(bounds, short) else text


def marked(text: str, measure: Measure, marks: Iterable[str], bounds: Sequence[Bound]) -> str:
    """A text with as many hashtags or emoji as demanded, at its end."""
    demanded = [each for each in bounds if each.measure == measure]
    low = max((each.low for each in demanded), default=0)
    high = min((each.high for each in demanded if each.high is not None), default=None)
    new = (mark for mark in marks if mark not in text)
    added = [*islice(new, max(low - measure.count(text), 0))]
    for mark in measure.found(text)[high:] if high is not None else ():
        text = "".join(text.rpartition(mark)[::2]).rstrip()
    return " ".join([text, *added])


def with_key(text: str) -> str:
    """A quiz with its answers at the end."""
    answers = enumerate(ANSWER.findall(text), 1)
    key = ", ".join(f"{number}. {answer}" for number, answer in answers)
    return f"{ANSWER.sub('', text)}\n\nAnswer key: {key}"
