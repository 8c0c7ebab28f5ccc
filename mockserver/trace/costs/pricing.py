"""The cost of a call: its usage, model by model, times the price that held when it started."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from mockserver.core.clock import sortable
from mockserver.core.codec import decode
from mockserver.core.model import Record
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.costs.kinds import COSTS
from mockserver.trace.costs.prices import default_prices

PricesOf = Callable[[str], Iterable[Record]]
"""Every price of a model, the oldest record first."""

_TERMS = (
    "prompt_token_cost", "completion_token_cost", "prompt_token_cost_unit",
    "completion_token_cost_unit", "provider_id", "pricing_level", "pricing_level_id", "created_by",
    "effective_date", "created_at",
)  # fmt: skip
"""Members of a price that are told with the costs."""

_CACHE = {
    "cache_read_input_tokens": "cache_read_input_token_cost",
    "cache_creation_input_tokens": "cache_creation_input_token_cost",
}
"""Tokens of the prompt that may have a price of their own."""


def prices_of(store: Store, project: str, settings: Settings) -> PricesOf:
    """The prices that a project's calls are counted by: the defaults and its own.

    Good for one request: a model is looked up once.
    """
    defaults = default_prices(settings.prices)

    @cache
    def prices(llm_id: str) -> list[Record]:
        own = store[COSTS].find(project, {"llm_id": [llm_id]}).texts
        return [*defaults.get(llm_id, ()), *map(decode, own)]

    return prices


def costs_of(call: Record, prices: PricesOf) -> Record:
    """`summary.weave.costs` of a call: an entry per model of its usage that has a price.

    Chosen: models without a price are left out, whatever stands beside them.
    """
    usage = call["summary"].get("usage")
    if not isinstance(usage, dict):
        return {}
    chosen = {llm_id: choose(prices(llm_id), call["started_at"]) for llm_id in usage}
    return {
        llm_id: _cost(usage[llm_id] or {}, price)
        for llm_id, price in chosen.items()
        if price is not None
    }


def total(cost: Record) -> float:
    """The cost of prompt and completion together, in US dollars."""
    both: float = cost["prompt_tokens_total_cost"] + cost["completion_tokens_total_cost"]
    return both


def choose(prices: Iterable[Record], started_at: str) -> Record | None:
    """The price for a call that started then; None if there is none.

    Observed: prices in force before those to come, the project's own before the default, then
    the latest. Chosen: of equal ones the last that was made.
    """
    moment = sortable(started_at)

    def rank(price: Record) -> tuple[bool, bool, str]:
        effective = sortable(price["effective_date"])
        return effective <= moment, price["pricing_level"] == "project", effective

    return max(reversed(list(prices)), key=rank, default=None)


def _cost(usage: Mapping[str, Any], price: Record) -> Record:
    prompt = _tokens(usage, "gross_input_tokens", "prompt_tokens", "input_tokens")
    completion = _tokens(usage, "completion_tokens", "output_tokens")
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "requests": _tokens(usage, "requests"),
        "total_tokens": _tokens(usage, "total_tokens"),
        "prompt_tokens_total_cost": _prompt_cost(prompt, usage, price),
        "completion_tokens_total_cost": times(completion, price["completion_token_cost"]),
        **{term: price[term] for term in _TERMS},
    }


def _prompt_cost(tokens: int, usage: Mapping[str, Any], price: Record) -> float:
    """Tokens that came from a cache or went there cost what the price says of them, if it does."""
    total = 0.0
    for counted, cost in _CACHE.items():
        if price[cost]:
            cached = min(_tokens(usage, counted), tokens)
            tokens -= cached
            total += times(cached, price[cost])
    return total + times(tokens, price["prompt_token_cost"])


def _tokens(usage: Mapping[str, Any], *names: str) -> int:
    """The first of these members that is there; 0 if it is no whole number."""
    value = next((usage[name] for name in names if name in usage), 0)
    return value if type(value) is int else 0


def times(tokens: int, cost: float) -> float:
    """What so many tokens cost."""
    try:
        return tokens * cost
    except OverflowError:
        return math.inf
