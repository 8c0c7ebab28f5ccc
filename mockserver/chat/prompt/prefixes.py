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
from mockserver.core.codec import encode
from mockserver.core.newest import Newest

BLOCK = 16
"""Tokens in a block."""

MOST_BLOCKS = 65_536


class KnownBlocks(Newest[bytes, None]):
    """The digests of the blocks that were read last."""

    def __init__(self) -> None:
        super().__init__(MOST_BLOCKS)

    def read(self, block: bytes) -> bool:
        """Remember a block. True if it was known."""
        is_known = block in self
        self[block] = None
        return is_known


def cached_tokens(body: ChatRequest, model: str, known_blocks: KnownBlocks) -> int:
    """The number of tokens of the prompt that were read before; from now on, all of them."""
    prompt = read_prompt(body)
    start = encode([model, body.get("cache_salt")])
    known = [known_blocks.read(block) for block in _blocks(prompt, start)]
    return BLOCK * [*known, False].index(False)


def _blocks(prompt: Sequence[str], start: bytes) -> Iterator[bytes]:
    """A digest for each whole block, with everything before it."""
    digest = blake2b(start, digest_size=16)
    for end in range(BLOCK, len(prompt), BLOCK):
        digest.update("\0".join(prompt[end - BLOCK : end]).encode(errors="surrogatepass"))
        yield digest.digest()
