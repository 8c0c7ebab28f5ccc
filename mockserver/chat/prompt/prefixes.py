"""The prefix cache: how many tokens at the beginning of a prompt the server has read before.

Observed: it holds whole blocks of tokens, each with all tokens before it as its key; the last token
is never cached; prompts with another salt, or for another model, share nothing.
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
    """A bounded set of the digests of recently read blocks."""

    def __init__(self) -> None:
        super().__init__(MOST_BLOCKS)

    def read(self, block: bytes) -> bool:
        """Remember a block. True if it was known."""
        is_known = block in self
        self[block] = None
        return is_known


def cached_tokens(body: ChatRequest, model: str, known_blocks: KnownBlocks) -> int:
    """The number of cached tokens of a prompt, which is then added to the cache."""
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
