"""The token limit and the stop rules that end a reply, in the order of the engine.

Text, counts and the pieces of a stream all derive from one list of tokens.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from mockserver.chat.prompt.vocabulary import token_id
from mockserver.chat.reply import FinishReason, Part

FIELDS = frozenset({"stop", "stop_token_ids", "include_stop_str_in_output", "ignore_eos"})
"""The fields of stop rules."""


class Ending(NamedTuple):
    """The limits of a reply, in tokens, and its stop rules."""

    most: int
    least: int = 0
    strings: Sequence[str] = ()
    ids: frozenset[int] = frozenset()
    keep_stop: bool = False
    """True if a stop string or token stays in the text."""

    endless: bool = False
    """True if the reply goes on to its limit."""

    @property
    def required(self) -> int:
        """The least number of tokens that the model has to provide."""
        return self.most if self.endless else self.least


@dataclass(slots=True)
class Generation:
    """One choice. `tokens` are counted, `text` is sent."""

    tokens: Sequence[str]
    text: str
    finish_reason: FinishReason
    stop_reason: int | str | None = None
    held_back: int = 0
    """Characters that a stream keeps until it is clear that no stop string begins in them."""

    whole: bool = False
    """True if a stream has all of it in one chunk."""

    parts: Sequence[Part] = ()
    """The stretches of the text; none if all of it is content."""

    interval: int = 1
    """Tokens of one chunk of a stream. Observed: the first and the last are sent at once."""


def generate(reply: Sequence[str], ending: Ending) -> Generation:
    """End `reply` by the first rule that applies.

    Observed: the limit comes before stop ids, and a stop string, when the token that completes
    it is there, before everything. Stop rules are inactive for the first `least` tokens.
    """
    generation = limited(reply, ending.most)
    if ending.ids:
        generation = _end_by_id(generation, ending)
    if ending.strings:
        return _end_by_string(generation, ending)
    return generation


def limited(reply: Sequence[str], most: int) -> Generation:
    """The first `most` tokens of a reply."""
    tokens = reply[:most]
    return Generation(tokens, "".join(tokens), "length" if len(tokens) == most else "stop")


def pieces(generation: Generation) -> Sequence[str]:
    """The text in pieces, one for each token; some are empty where text was held back or cut."""
    tokens, text, held_back = generation.tokens, generation.text, generation.held_back
    interval = generation.interval
    if generation.whole:
        return [text]
    if not held_back and generation.stop_reason is None and interval == 1:
        return tokens
    ends = [max(end - held_back, 0) for end in accumulate(map(len, tokens))]
    if interval > 1:
        ends = [ends[place - place % interval] for place in range(len(ends))]
    ends[-1] = len(text)
    return [text[start:end] for start, end in pairwise((0, *ends))]


def _end_by_id(generation: Generation, ending: Ending) -> Generation:
    tokens = generation.tokens
    for place in range(ending.least, min(len(tokens), ending.most - 1)):
        if (number := token_id(tokens[place])) in ending.ids:
            kept = tokens[: place + 1] if ending.keep_stop else tokens[:place]
            return Generation(tokens[: place + 1], "".join(kept), "stop", number)
    return generation


def _end_by_string(generation: Generation, ending: Ending) -> Generation:
    """Cut at the stop string that is complete first; of several, the first in the list."""
    tokens = generation.tokens if generation.stop_reason is None else generation.tokens[:-1]
    text = "".join(tokens)
    ends = list(accumulate(map(len, tokens)))
    inactive = ends[: ending.least][-1] if ending.least else 0
    held_back = 0 if ending.keep_stop else max(map(len, ending.strings)) - 1
    found = [
        (bisect_left(ends, start + len(string)), place, start)
        for place, string in enumerate(ending.strings)
        if (start := text.find(string, max(inactive - len(string) + 1, 0))) >= 0
    ]
    if not found:
        return replace(generation, held_back=held_back)
    last, place, start = min(found)
    string = ending.strings[place]
    cut = start + len(string) if ending.keep_stop else start
    return Generation(tokens[: last + 1], text[:cut], "stop", string, held_back)
