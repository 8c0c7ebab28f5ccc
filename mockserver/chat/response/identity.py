"""Response id and creation time, and the ids of tool calls that follow from them."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from mockserver.chat.decoding.ending import Generation


class Stamp(NamedTuple):
    """Response id and creation time, in whole seconds."""

    id: str
    created: int

    cached: int = 0
    """The number of prompt tokens that were read before. Observed: told as null if none were."""


def identified(choices: list[Generation], key: bytes, response_id: str) -> list[Generation]:
    """The same choices, each call with an id: that of a script, or one of its own.

    `key` is that of the request, so that a client that gives two requests one id has no two calls
    with one.
    """
    return [
        _identified(choice, b"%b %d" % (key, index), response_id) if choice.parts else choice
        for index, choice in enumerate(choices)
    ]


def _identified(choice: Generation, known_by: bytes, response_id: str) -> Generation:
    name, parts = response_id.encode(errors="surrogatepass"), list(choice.parts)
    for place, part in enumerate(parts):
        if part.place == "call" and not part.id:
            digest = blake2b(b"%b %d %b" % (known_by, place, name), digest_size=16).hexdigest()
            parts[place] = part._replace(id=f"chatcmpl-tool-{digest}")
    return choice._replace(parts=parts)
