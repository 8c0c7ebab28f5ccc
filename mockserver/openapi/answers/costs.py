"""Answers of the cost operations, in the listing's order."""

from __future__ import annotations

from datetime import datetime

from mockserver.openapi.answers.model import Answered, Answers


class CostCreateRes(Answered):
    """The id and the model of each price."""

    ids: list[list[str]]


class CostQueryOutput(Answered):
    """What one token of a model costs; null for what was not asked for."""

    id: str | None = None
    llm_id: str | None = None
    prompt_token_cost: float | None = None
    completion_token_cost: float | None = None
    cache_read_input_token_cost: float | None = None
    cache_creation_input_token_cost: float | None = None
    prompt_token_cost_unit: str | None = None
    completion_token_cost_unit: str | None = None
    effective_date: datetime | None = None
    provider_id: str | None = None


class CostQueryRes(Answered):
    results: list[CostQueryOutput]


class CostPurgeRes(Answered):
    """Nothing."""


ANSWERS: Answers = {
    "trace.costs:create": CostCreateRes,
    "trace.costs:query": CostQueryRes,
    "trace.costs:purge": CostPurgeRes,
}
