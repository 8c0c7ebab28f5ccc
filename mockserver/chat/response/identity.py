"""Response id and creation time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

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
