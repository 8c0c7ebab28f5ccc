"""What the costs slice keeps."""

from __future__ import annotations

from mockserver.store.kind import Kind

COSTS = Kind("costs", key=("id",), indexes=("llm_id",))
