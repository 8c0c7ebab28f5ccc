"""What the v2 resources keep beside objects and calls."""

from __future__ import annotations

from mockserver.store.kind import Kind

READS = Kind("reads", key=("id",))
"""How often something that runs was read, where that counts."""
