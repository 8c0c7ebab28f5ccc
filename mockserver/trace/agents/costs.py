"""The costs of agents' spans, by the prices that calls have. Observed: a span has one model, that
of its response before that of its request, and one without a price has no cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mockserver.core.model import Record
from mockserver.trace.costs.pricing import PricesOf, priced

TOTAL = "total_cost_usd"
PARTS = {
    "prompt_tokens": ("input_tokens", "input_cost_usd"),
    "completion_tokens": ("output_tokens", "output_cost_usd"),
    "cache_read_input_tokens": ("cache_read_input_tokens", "cache_read_cost_usd"),
    "cache_creation_input_tokens": ("cache_creation_input_tokens", "cache_creation_cost_usd"),
}
"""The parts of usage as prices know them, with the fields of their tokens and of their costs."""

NO_COSTS = dict.fromkeys([*(cost for _, cost in PARTS.values()), TOTAL])


def costs_of(span: Record, prices: PricesOf) -> Record:
    """The costs of a span in US dollars, in parts and together."""
    model = span["response_model"] or span["request_model"]
    if not any(prices(model)):
        return NO_COSTS
    counts = {part: span[tokens] for part, (tokens, _) in PARTS.items()}
    costs = priced(counts, model, span, prices)
    parts = {cost: costs[part] for part, (_, cost) in PARTS.items()}
    return {**parts, TOTAL: sum(parts.values())}


def added(spans: Iterable[Mapping[str, Any]], cost: str = TOTAL) -> float | None:
    """A cost of spans together; None if no span has it."""
    known = [span[cost] for span in spans if span[cost] is not None]
    return sum(known) if known else None
