"""Response id and creation time, and the ids of tool calls that follow from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

from mockserver.chat.decoding.ending import Generation


@dataclass(slots=True)
class Identity:
    """Response id and creation time, in whole seconds."""

    id: str
    created: int

    cached: int = 0
    """The number of prompt tokens that were read before. Observed: shown as null if none were."""


def identified(choice: Generation, index: int, key: bytes, response_id: str) -> Generation:
    """The same choice with an id for each call that has none from a script.

    The ids depend on the key of the request too, since clients may give two requests one id.
    """
    if not choice.parts:
        return choice
    name, parts = response_id.encode(errors="surrogatepass"), list(choice.parts)
    for place, part in enumerate(parts):
        if part.place == "call" and not part.id:
            known_by = b"%b %d %d %b" % (key, index, place, name)
            digest = blake2b(known_by, digest_size=16).hexdigest()
            parts[place] = part._replace(id=f"chatcmpl-tool-{digest}")
    return replace(choice, parts=parts)
