"""The number of calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mockserver.core.model import JsonObject


def up_to(calls: int, families: Iterable[JsonObject]) -> Iterator[JsonObject]:
    """The first families that come to so many calls, or just above."""
    count = 0
    for family in families:
        if count >= calls:
            return
        count += family_size(family)
        yield family


def family_size(call: JsonObject) -> int:
    """A call and all below it."""
    return 1 + sum(map(family_size, call.get("children", ())))
