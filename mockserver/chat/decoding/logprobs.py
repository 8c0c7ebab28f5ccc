"""Log probabilities: of each token, and of its alternatives.

Values are a pure function of the prompt and the text so far, as they would be in a model. The
token that was taken is always the likeliest, so that a greedy reply is consistent with them;
each further one is half as likely as the one before, and all together they stay below 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import floor, log
from typing import NamedTuple
from zlib import crc32

from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.vocabulary import SPOKEN, token_id
from mockserver.core.codec import encode

_RUNGS = 32
_LEAST_SURE, _MOST_SURE = 0.36, 0.995
_LEVELS = 256


class LogprobsWanted(NamedTuple):
    """The number of alternatives for each token, and if tokens are given by their ids."""

    top: int
    as_ids: bool


def logprobs_wanted(body: ChatRequest) -> LogprobsWanted | None:
    """The log probabilities that a request asks for.

    Observed: a beam search has none, nor when `top_logprobs` is written as null.
    """
    top = body.get("top_logprobs", 0)
    if top is None or not body.get("logprobs") or body.get("use_beam_search"):
        return None
    return LogprobsWanted(top, bool(body.get("return_tokens_as_token_ids")))


def entries(tokens: Iterable[str], key: bytes, wanted: LogprobsWanted) -> Iterator[bytes]:
    """An entry of `logprobs.content` for each token of a choice, as JSON."""
    top, as_ids = wanted
    for token, before, after in _contexts(tokens, key):
        rungs = _ladder(after % _LEVELS)
        head, tail = _face(token, as_ids)
        own = head + rungs[0] + tail
        listed = [own + b"}"] if top else []
        for other, rung in zip(_others(token, before, top - 1), rungs[1:], strict=False):
            head, tail = _face(other, as_ids)
            listed.append(head + rung + tail + b"}")
        yield own + b',"top_logprobs":[' + b",".join(listed) + b"]}"


def prompt_entries(tokens: Iterable[str], key: bytes, top: int) -> Iterator[bytes]:
    """An item of `prompt_logprobs` for each token of the prompt, as JSON; of the first is null.

    Observed: the token itself, and the `top` likeliest ones, by their ids.
    """
    contexts = _contexts(tokens, key)
    next(contexts, None)
    yield b"null"
    for token, before, after in contexts:
        rungs = _ladder(after % _LEVELS)
        own = (after >> 16) % 12**2 // 6
        ranks = [rank for rank in range(top) if rank != own]
        listed = [_ranked(token, own, rungs)]
        others = _others(token, before, len(ranks))
        listed += [_ranked(*ranked, rungs) for ranked in zip(others, ranks, strict=True)]
        yield b"{" + b",".join(listed) + b"}"


def surprise(tokens: Iterable[str], key: bytes) -> float:
    """The surprise of a reply: the logarithm of its probability, without the sign."""
    levels = (after % _LEVELS for _, _, after in _contexts(tokens, key))
    return -sum(float(_ladder(level)[0]) for level in levels)


def _contexts(tokens: Iterable[str], key: bytes) -> Iterator[tuple[str, int, int]]:
    """Each token with a number for the text before it, and one for the text with it."""
    state = crc32(key)
    for token in tokens:
        before, state = state, crc32(token.encode(errors="surrogatepass"), state)
        yield token, before, state


@lru_cache(maxsize=_LEVELS)
def _ladder(level: int) -> tuple[bytes, ...]:
    """Log probabilities by rank, rounded down so that their sum does not grow beyond 1."""
    doubt = ((_LEVELS - 1 - level) / (_LEVELS - 1)) ** 2
    first = _MOST_SURE - (_MOST_SURE - _LEAST_SURE) * doubt
    shares = [(1 - first) / 2**rank for rank in range(1, _RUNGS)]
    return tuple(encode(floor(log(share) * 10_000) / 10_000) for share in (first, *shares))


@lru_cache(maxsize=4096)
def _face(token: str, as_id: bool) -> tuple[bytes, bytes]:
    """The texts before and behind a token's value in an entry."""
    text = token.encode(errors="surrogatepass")
    name = f"token_id:{token_id(token)}" if as_id else token
    return b'{"token":%b,"logprob":' % encode(name), b',"bytes":%b' % encode(list(text))


def _ranked(token: str, rank: int, rungs: tuple[bytes, ...]) -> bytes:
    values = token_id(token), rungs[rank], rank + 1, encode(token)
    return b'"%d":{"logprob":%b,"rank":%d,"decoded_token":%b}' % values


def _others(token: str, place: int, wanted: int) -> list[str]:
    """As many other words that are possible there."""
    if wanted < 1:
        return []
    words = _pool(token.startswith(" "))
    start = (place >> 8) % len(words)
    row = (words * 2)[start : start + wanted + 1]
    return [word for word in row if word != token][:wanted]


@lru_cache(maxsize=2)
def _pool(after_blank: bool) -> tuple[str, ...]:
    """The model's words with or without a blank at their start, in no order."""
    words = [word for word in SPOKEN if word.startswith(" ") == after_blank]
    return tuple(sorted(words, key=lambda word: crc32(word.encode())))
