"""What tells answers apart that say the same."""

from __future__ import annotations

from typing import NamedTuple

from mockserver.core.ids import Ids


class Stamp(NamedTuple):
    """What tells one answer from another: its id, and its time in whole seconds."""

    id: str
    created: int
    ids: Ids
    """Where the calls of tools get theirs."""
    cached: int = 0
    """How many tokens of the prompt were read before. Observed: told as null if none were."""
