"""The record of a price."""

from __future__ import annotations

from typing import Annotated

from mockserver.core.hand_written import Name
from mockserver.core.records import Blank, RecordModel, Timestamp

Unit = Annotated[str, Blank("USD")]


class CostRecord(RecordModel):
    """A price of a project: the cost of one token of a model from a moment on."""

    id: Name
    project_id: str
    pricing_level: Annotated[str, Blank("project")]
    pricing_level_id: str
    provider_id: Annotated[str, Blank("default")]
    llm_id: str
    effective_date: Timestamp
    prompt_token_cost: int | float
    completion_token_cost: int | float
    cache_read_input_token_cost: int | float
    cache_creation_input_token_cost: int | float
    prompt_token_cost_unit: Unit
    completion_token_cost_unit: Unit
    created_by: str | None = None
    created_at: Timestamp
