"""Beam search: the likeliest of several replies are the choices."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log

from mockserver.chat.decoding.bans import Say
from mockserver.chat.decoding.ending import Generation
from mockserver.chat.decoding.logprobs import surprise
from mockserver.chat.prompt.vocabulary import END_ID


def beams(say: Say, key: bytes, width: int, most: int, penalty: float) -> list[Generation]:
    """The best `width` of twice as many replies, the best one first.

    Observed: stop rules and seeds have no effect; the stop reason of a beam that has ended is the
    id of the end token. The score of a reply is its log probability divided by its length to the
    power of `penalty`, so a higher penalty favours longer replies.
    """
    spoken = [say(b"%b beam %d" % (key, place)) for place in range(2 * width)]
    replies = list(dict.fromkeys(tuple(tokens[:most]) for tokens in spoken))
    best = sorted(replies, key=lambda tokens: _badness(tokens, key, penalty))[:width]
    best += best[:1] * (width - len(best))
    return [_beam(tokens, most) for tokens in best]


def _badness(tokens: Sequence[str], key: bytes, penalty: float) -> float:
    """The logarithm of the score without its sign, which no penalty makes overflow."""
    surprisal = surprise(tokens, key)
    return log(surprisal) - penalty * log(len(tokens)) if surprisal else -inf


def _beam(tokens: Sequence[str], most: int) -> Generation:
    text = "".join(tokens)
    if len(tokens) == most:
        return Generation(tokens, text, "length", whole=True)
    return Generation(tokens, text, "stop", END_ID, whole=True)
