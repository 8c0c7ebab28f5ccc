"""What the costs slice keeps."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.store.kind import Kind

BLANK: Record = {
    "id": "",
    "project_id": "",
    "pricing_level": "project",
    "pricing_level_id": "",
    "provider_id": "default",
    "llm_id": "",
    "effective_date": "1970-01-01T00:00:00Z",
    "prompt_token_cost": 0,
    "completion_token_cost": 0,
    "cache_read_input_token_cost": 0,
    "cache_creation_input_token_cost": 0,
    "prompt_token_cost_unit": "USD",
    "completion_token_cost_unit": "USD",
    "created_by": None,
    "created_at": "1970-01-01T00:00:00Z",
}

COSTS = Kind("costs", key=("id",), indexes=("llm_id",), blank=BLANK)
