"""The error of the store."""

from __future__ import annotations

REPAIR = "`mockserver repair` keeps what can be read"


class StoreError(Exception):
    """The state cannot be read or kept; the text is one sentence for the user."""
