"""The usage that a call stores, counted alike for all providers, and what each part cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mockserver.core.model import Record
from mockserver.trace.costs.pricing import PricesOf, choose, times

Counts = dict[str, int]

TOKENS = {
    "prompt_tokens": "prompt_token_cost",
    "completion_tokens": "completion_token_cost",
    "cache_read_input_tokens": "cache_read_input_token_cost",
    "cache_creation_input_tokens": "cache_creation_input_token_cost",
}
"""The parts of usage that have a price, and its name."""


def usage_of(call: Record) -> Iterator[tuple[str, Counts]]:
    """The models of a call's own usage that were used at all, and their counts."""
    usage = call["summary"].get("usage")
    for model, told in usage.items() if isinstance(usage, dict) else ():
        counts = _counts(told) if isinstance(told, dict) else {}
        if any(counts.values()):
            yield model, counts


def priced(counts: Counts, model: str, call: Record, prices: PricesOf) -> dict[str, float]:
    """The cost of each part; what came from a cache is no part of the prompt. Zero if unpriced."""
    price = choose(prices(model), call["started_at"])
    cached = counts["cache_read_input_tokens"] + counts["cache_creation_input_tokens"]
    paid = {**counts, "prompt_tokens": max(counts["prompt_tokens"] - cached, 0)}
    return {
        part: times(paid[part], price[cost] or 0.0) if price else 0.0
        for part, cost in TOKENS.items()
    }


def _counts(told: dict[str, Any]) -> Counts:
    """Providers name tokens in two ways, which are added. Observed."""

    def count(*names: str) -> int:
        return sum(value for name in names if type(value := told.get(name)) is int)

    prompt = count("prompt_tokens", "input_tokens")
    completion = count("completion_tokens", "output_tokens")
    return {
        "requests": count("requests"),
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": count("total_tokens") or prompt + completion,
        "cache_read_input_tokens": count("cache_read_input_tokens"),
        "cache_creation_input_tokens": count("cache_creation_input_tokens"),
    }
