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

_RANKS = 32
_LEAST_LIKELY, _MOST_LIKELY = 0.36, 0.995
_LEVELS = 256


class LogprobsOptions(NamedTuple):
    """The number of alternatives for each token, and if tokens are given by their ids."""

    top: int
    as_ids: bool


def logprobs_options(body: ChatRequest) -> LogprobsOptions | None:
    """The log probabilities that a request asks for.

    Observed: a beam search has none, nor when `top_logprobs` is written as null.
    """
    top = body.get("top_logprobs", 0)
    if top is None or not body.get("logprobs") or body.get("use_beam_search"):
        return None
    return LogprobsOptions(top, bool(body.get("return_tokens_as_token_ids")))


def entries(tokens: Iterable[str], key: bytes, options: LogprobsOptions) -> Iterator[bytes]:
    """An entry of `logprobs.content` for each token of a choice, as JSON."""
    top, as_ids = options
    for token, before, after in _contexts(tokens, key):
        by_rank = _logprobs_by_rank(after % _LEVELS)
        head, tail = _around_value(token, as_ids)
        own = head + by_rank[0] + tail
        listed = [own + b"}"] if top else []
        for other, logprob in zip(_alternatives(token, before, top - 1), by_rank[1:], strict=False):
            head, tail = _around_value(other, as_ids)
            listed.append(head + logprob + tail + b"}")
        yield own + b',"top_logprobs":[' + b",".join(listed) + b"]}"


def prompt_entries(tokens: Iterable[str], key: bytes, top: int) -> Iterator[bytes]:
    """An item of `prompt_logprobs` for each token of the prompt, as JSON; of the first is null.

    Observed: the token itself, and the `top` likeliest ones, by their ids.
    """
    contexts = _contexts(tokens, key)
    next(contexts, None)
    yield b"null"
    for token, before, after in contexts:
        by_rank = _logprobs_by_rank(after % _LEVELS)
        own = (after >> 16) % 12**2 // 6
        ranks = [rank for rank in range(top) if rank != own]
        listed = [_ranked(token, own, by_rank)]
        others = _alternatives(token, before, len(ranks))
        listed += [_ranked(*ranked, by_rank) for ranked in zip(others, ranks, strict=True)]
        yield b"{" + b",".join(listed) + b"}"


def surprise(tokens: Iterable[str], key: bytes) -> float:
    """The surprise of a reply: the logarithm of its probability, without the sign."""
    levels = (after % _LEVELS for _, _, after in _contexts(tokens, key))
    return -sum(float(_logprobs_by_rank(level)[0]) for level in levels)


def _contexts(tokens: Iterable[str], key: bytes) -> Iterator[tuple[str, int, int]]:
    """Each token with a number for the text before it, and one for the text with it."""
    state = crc32(key)
    for token in tokens:
        before, state = state, crc32(token.encode(errors="surrogatepass"), state)
        yield token, before, state


@lru_cache(maxsize=_LEVELS)
def _logprobs_by_rank(level: int) -> tuple[bytes, ...]:
    """Log probabilities by rank, rounded down so that their sum does not grow beyond 1."""
    uncertainty = ((_LEVELS - 1 - level) / (_LEVELS - 1)) ** 2
    first = _MOST_LIKELY - (_MOST_LIKELY - _LEAST_LIKELY) * uncertainty
    shares = [(1 - first) / 2**rank for rank in range(1, _RANKS)]
    return tuple(encode(floor(log(share) * 10_000) / 10_000) for share in (first, *shares))


@lru_cache(maxsize=4096)
def _around_value(token: str, as_id: bool) -> tuple[bytes, bytes]:
    """The texts before and behind a token's value in an entry."""
    text = token.encode(errors="surrogatepass")
    name = f"token_id:{token_id(token)}" if as_id else token
    return b'{"token":%b,"logprob":' % encode(name), b',"bytes":%b' % encode(list(text))


def _ranked(token: str, rank: int, by_rank: tuple[bytes, ...]) -> bytes:
    values = token_id(token), by_rank[rank], rank + 1, encode(token)
    return b'"%d":{"logprob":%b,"rank":%d,"decoded_token":%b}' % values


def _alternatives(token: str, before: int, count: int) -> list[str]:
    """So many other words that are possible there; `before` is the number of the text before."""
    if count < 1:
        return []
    words = _words_like(token.startswith(" "))
    start = (before >> 8) % len(words)
    following = (words * 2)[start : start + count + 1]
    return [word for word in following if word != token][:count]


@lru_cache(maxsize=2)
def _words_like(after_blank: bool) -> tuple[str, ...]:
    """The model's words with or without a blank at their start, in no order."""
    words = [word for word in SPOKEN if word.startswith(" ") == after_blank]
    return tuple(sorted(words, key=lambda word: crc32(word.encode())))
