"""Values derived from agents' spans, durations, tokens and costs, and aggregates of values.

Observed: a span has one model, that of its response before that of its request, and a model
without a price has no cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Any

from mockserver.core.clock import parse
from mockserver.core.model import Record
from mockserver.trace.agents.stored import INVOCATION
from mockserver.trace.costs.pricing import PricesOf, priced

TOTAL = "total_cost_usd"
PARTS = {
    "prompt_tokens": ("input_tokens", "input_cost_usd"),
    "completion_tokens": ("output_tokens", "output_cost_usd"),
    "cache_read_input_tokens": ("cache_read_input_tokens", "cache_read_cost_usd"),
    "cache_creation_input_tokens": ("cache_creation_input_tokens", "cache_creation_cost_usd"),
}
"""The fields of tokens and of costs, by the names that prices have for them."""

NO_COSTS = dict.fromkeys([*(cost for _, cost in PARTS.values()), TOTAL])

TOKENS = (
    "input_tokens", "output_tokens", "reasoning_tokens", "cache_creation_input_tokens",
    "cache_read_input_tokens",
)  # fmt: skip


def duration(span: Record) -> int:
    """The milliseconds of a span."""
    took = parse(span["ended_at"]) - parse(span["started_at"])
    return round(took.total_seconds() * 1000)


def costs_of(span: Record, prices: PricesOf) -> Record:
    """The costs of a span in US dollars, by part and in total."""
    model = span["response_model"] or span["request_model"]
    if not any(prices(model)):
        return NO_COSTS
    counts = {part: span[tokens] for part, (tokens, _) in PARTS.items()}
    costs = priced(counts, model, span, prices)
    parts = {cost: costs[part] for part, (_, cost) in PARTS.items()}
    return {**parts, TOTAL: sum(parts.values())}


def total_cost(spans: Iterable[Mapping[str, Any]], cost: str = TOTAL) -> float | None:
    """The sum of a cost over spans; None if no span has it."""
    known = [span[cost] for span in spans if span[cost] is not None]
    return sum(known) if known else None


def total_tokens(spans: list[Record]) -> Record:
    """The sums of all tokens over spans."""
    return {f"total_{name}": sum(span[name] for span in spans) for name in TOKENS}


DERIVED: Mapping[str, tuple[str, Callable[[Record], Any]]] = {
    "duration_ms": ("number", duration),
    "total_tokens": ("number", lambda span: span["input_tokens"] + span["output_tokens"]),
    "is_error": ("boolean", lambda span: span["status_code"] == "ERROR"),
    "is_invocation": ("boolean", lambda span: span["operation_name"] == INVOCATION),
    **{name: ("number", itemgetter(name)) for name in (TOTAL, "input_cost_usd", "output_cost_usd")},
}
"""The type and the reader of each value that statistics may be made of beside fields."""

ALL = frozenset({"number", "boolean", "string", "datetime"})

AGGREGATES: Mapping[str, tuple[frozenset[str], Callable[[list[Any]], Any]]] = {
    # name            types of values           function
    "sum": (frozenset({"number"}), sum),
    "avg": (frozenset({"number"}), lambda values: sum(values) / len(values) if values else None),
    "min": (frozenset({"number", "datetime"}), lambda values: min(values, default=None)),
    "max": (frozenset({"number", "datetime"}), lambda values: max(values, default=None)),
    "count": (ALL, len),
    "count_distinct": (ALL, lambda values: len({*values})),
    "count_true": (frozenset({"boolean"}), lambda values: values.count(True)),
    "count_false": (frozenset({"boolean"}), lambda values: values.count(False)),
}
"""The aggregations of statistics. Observed."""
