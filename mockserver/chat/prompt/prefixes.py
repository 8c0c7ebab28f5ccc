"""Cached tokens: the beginning of a prompt that the server has read before.

A stand-in for the engine's prefix cache. Observed: it holds whole blocks of tokens, each known by
all that stands before it; the last token is always read again; prompts with another salt, or for
another model, share nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.rendering import read_prompt
from mockserver.core.bounded_set import BoundedSet
from mockserver.core.codec import encode

BLOCK = 16
"""Tokens in a block."""


def cached_tokens(body: ChatRequest, model: str, known_blocks: BoundedSet) -> int:
    """The number of tokens of the prompt that were read before; from now on, all of them."""
    prompt = read_prompt(body)
    start = encode([model, body.get("cache_salt")])
    known = [known_blocks.add(block) for block in _blocks(prompt, start)]
    return BLOCK * [*known, False].index(False)


def _blocks(prompt: Sequence[str], start: bytes) -> Iterator[bytes]:
    """A digest for each whole block, with everything before it."""
    digest = blake2b(start, digest_size=16)
    for end in range(BLOCK, len(prompt), BLOCK):
        digest.update("\0".join(prompt[end - BLOCK : end]).encode(errors="surrogatepass"))
        yield digest.digest()
