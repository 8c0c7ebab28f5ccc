"""The prices that every project starts from.

`prices.json` beside this module, or the file that the setting `prices` names in its place: model
ids, each with a list of prices in US dollars per token and the moments from which they hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mockserver.core.clock import iso
from mockserver.core.model import Closed, Record, misfit
from mockserver.settings import InvalidSetting
from mockserver.trace.costs.models import USD, Amount

BUILT_IN = Path(__file__).with_name("prices.json")


class Price(Closed):
    """The price of one token of a model, from a moment on."""

    provider: str = "default"
    effective_date: datetime
    prompt_token_cost: Amount
    completion_token_cost: Amount
    cache_read_input_token_cost: Amount = 0
    cache_creation_input_token_cost: Amount = 0


@cache
def default_prices(path: str | None) -> Mapping[str, list[Record]]:
    """Price records by model, out of a file or the built-in list. Raises InvalidSetting."""
    file = Path(path) if path else BUILT_IN
    try:
        prices = TypeAdapter(dict[str, list[Price]]).validate_json(file.read_bytes())
    except OSError as error:
        raise InvalidSetting(f"--prices: {file} cannot be read: {error.strerror}") from None
    except ValidationError as error:
        raise InvalidSetting(f"--prices: {file}: {misfit(error)}") from None
    return {
        llm_id: [_record(llm_id, price) for price in history] for llm_id, history in prices.items()
    }


def _record(llm_id: str, price: Price) -> Record:
    return {
        "pricing_level": "default",
        "pricing_level_id": "default",
        "provider_id": price.provider,
        "llm_id": llm_id,
        "effective_date": iso(price.effective_date),
        "prompt_token_cost": price.prompt_token_cost,
        "completion_token_cost": price.completion_token_cost,
        "cache_read_input_token_cost": price.cache_read_input_token_cost,
        "cache_creation_input_token_cost": price.cache_creation_input_token_cost,
        "prompt_token_cost_unit": USD,
        "completion_token_cost_unit": USD,
        "created_by": "system",
        "created_at": iso(price.effective_date),
    }
