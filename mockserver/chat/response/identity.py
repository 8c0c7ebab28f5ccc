"""Response id and creation time, and the ids of tool calls that follow from them."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import blake2b
from typing import NamedTuple

from mockserver.chat.decoding.ending import Generation
from mockserver.chat.model.reply import Part
from mockserver.core.clock import EPOCH


class Stamp(NamedTuple):
    """Response id and creation time, in whole seconds."""

    id: str
    created: int

    cached: int = 0
    """The number of prompt tokens that were read before. Observed: told as null if none were."""

    @property
    def moment(self) -> datetime:
        """The creation time."""
        return EPOCH + timedelta(seconds=self.created)


def identified(choices: list[Generation], key: bytes, response_id: str) -> list[Generation]:
    """The same choices, each call with an id: that of a script, or one of its own.

    `key` is that of the request, so that a client that gives two requests one id has no two calls
    with one.
    """
    if not any(choice.parts for choice in choices):
        return choices
    return [
        choice._replace(
            parts=[
                _identified(
                    part,
                    b"%b %d %d %b"
                    % (key, index, place, response_id.encode(errors="surrogatepass")),
                )
                for place, part in enumerate(choice.parts)
            ]
        )
        for index, choice in enumerate(choices)
    ]


def _identified(part: Part, known_by: bytes) -> Part:
    if part.place != "call" or part.id:
        return part
    digest = blake2b(known_by, digest_size=16).hexdigest()
    return part._replace(id=f"chatcmpl-tool-{digest}")
