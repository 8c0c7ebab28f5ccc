"""The error of the store."""

from __future__ import annotations

from mockserver.core.errors import Unusable

REPAIR = "`mockserver repair` keeps what can be read"


class StoreError(Unusable):
    """The state cannot be read or kept."""
