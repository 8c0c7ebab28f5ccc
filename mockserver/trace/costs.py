"""Costs: the price of a token of a model from a moment on, and the cost of calls by it.

The cost of a call is its usage of each model times the price in force when it started. Every
project has the default prices of `prices.json`, or of the file in the setting `prices`: for each
model id a list of prices in US dollars per token, each from an effective date on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from mockserver.core.clock import iso, sortable
from mockserver.core.codec import decode
from mockserver.core.hand_written import Name
from mockserver.core.ids import Ids
from mockserver.core.model import Closed, Record, misfit
from mockserver.core.project import UserRequest
from mockserver.core.records import Blank, RecordModel, Timestamp
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonBytes, listed
from mockserver.http.context import Context
from mockserver.settings import InvalidSetting, Settings
from mockserver.store.store import Store
from mockserver.trace.kinds import COSTS
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.models import RecordsPurge, RecordsQuery
from mockserver.trace.query.select import matching, shown_page
from mockserver.trace.query.select import purge as purge_records

USD = "USD"

Unit = Annotated[str, Blank(USD)]


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


Amount = Annotated[float, Field(allow_inf_nan=False)]
"""The price of one token. Chosen: NaN and infinities are refused."""


class TokenPrices(Closed):
    """The price of one token, by its kind."""

    prompt_token_cost: Amount
    completion_token_cost: Amount
    cache_read_input_token_cost: Amount = 0
    cache_creation_input_token_cost: Amount = 0


class CostCreateInput(TokenPrices):
    """The price of one token of a model. An effective date of null is the time of creation."""

    prompt_token_cost_unit: str | None = USD
    completion_token_cost_unit: str | None = USD
    effective_date: datetime | None = None
    provider_id: str | None = "default"


class CostCreateReq(UserRequest):
    costs: dict[str, CostCreateInput]


class CostQueryReq(RecordsQuery):
    """A query of prices."""


class CostPurgeReq(RecordsPurge):
    """A purge of prices."""


class CostCreateRes(TypedDict):
    """The id and the model of each price."""

    ids: list[list[str]]


class CostQueryOutput(TypedDict):
    """The price of one token of a model; fields that were not requested are null."""

    id: str | None
    llm_id: str | None
    prompt_token_cost: float | None
    completion_token_cost: float | None
    cache_read_input_token_cost: float | None
    cache_creation_input_token_cost: float | None
    prompt_token_cost_unit: str | None
    completion_token_cost_unit: str | None
    effective_date: Timestamp | None
    provider_id: str | None


class CostQueryRes(TypedDict):
    results: list[CostQueryOutput]


class CostPurgeRes(TypedDict):
    """Nothing."""


SHOWN = tuple(CostQueryOutput.__annotations__)
"""The fields in a response. Observed: a query may name others, which it does not return."""

FIELDS = QueryFields.of(CostRecord, unknown_field, hidden=frozenset({"project_id"}))

PricesOf = Callable[[str], Iterable[Record]]
"""Every price of a model, the oldest record first."""

Counts = dict[str, int]
"""Requests and tokens of one model, under the same names for all providers."""

TOKENS = {
    "prompt_tokens": "prompt_token_cost",
    "completion_tokens": "completion_token_cost",
    "cache_read_input_tokens": "cache_read_input_token_cost",
    "cache_creation_input_tokens": "cache_creation_input_token_cost",
}
"""The priced parts of usage, and the field of each price."""

CACHED = ("cache_read_input_tokens", "cache_creation_input_tokens")
"""Tokens of the prompt that may have a separate price."""

TERMS = (
    "prompt_token_cost", "completion_token_cost", "prompt_token_cost_unit",
    "completion_token_cost_unit", "provider_id", "pricing_level", "pricing_level_id", "created_by",
    "effective_date", "created_at",
)  # fmt: skip
"""Fields of a price that are repeated with the costs."""


def create(body: CostCreateReq, ctx: Context) -> CostCreateRes:
    """`{"ids": [[id, model], ...]}`, in the order of the request. Observed."""
    return {"ids": add(ctx.store, body, ctx.ids, ctx.clock.iso(), ctx.user)}


def query(body: CostQueryReq, ctx: Context) -> Steps[JsonBytes[CostQueryRes]]:
    """`{"results": [...]}`."""
    # Chosen: a query cannot see other projects' prices, as it can in production.
    names = body.fields or SHOWN
    matches, reads = yield from matching(ctx.store[COSTS], body, FIELDS, names)

    def show(price: Record) -> Record:
        return {name: reads[name](price) if name in reads else None for name in SHOWN}

    rows = yield from shown_page(matches, body, show)
    return (yield from listed(b'{"results":[', rows, b"]}"))


def purge(body: CostPurgeReq, ctx: Context) -> CostPurgeRes:
    """`{}`, also when there was nothing to delete. Observed."""
    refusal = "Can only purge costs by specifying one or more cost ids"
    purge_records(ctx.store[COSTS], body, refusal, lists=True)
    return {}


def add(store: Store, request: CostCreateReq, ids: Ids, now: str, user: str) -> list[list[str]]:
    """Add a price for each model. Returns the id and the model of each."""
    project = request.project
    created = []
    for llm_id, price in request.costs.items():
        record = {
            **COSTS.blank,
            **{name: value for name, value in price if value not in (None, "")},
            "id": ids.uuid7(),
            "project_id": project,
            "pricing_level_id": project,
            "llm_id": llm_id,
            "effective_date": iso(price.effective_date) if price.effective_date else now,
            "created_by": user,
            "created_at": now,
        }
        store[COSTS].insert(record)
        created.append([record["id"], llm_id])
    return created


class Price(TokenPrices):
    """A default price from a moment on."""

    provider: str = "default"
    effective_date: datetime

    def record(self, llm_id: str) -> Record:
        """The same as a record."""
        return {
            **COSTS.blank,
            **self.model_dump(include=set(TokenPrices.model_fields)),
            "pricing_level": "default",
            "pricing_level_id": "default",
            "provider_id": self.provider,
            "llm_id": llm_id,
            "effective_date": iso(self.effective_date),
            "created_by": "system",
            "created_at": iso(self.effective_date),
        }


@cache
def default_prices(path: str | None) -> Mapping[str, list[Record]]:
    """Price records by model, from a file or the built-in list. Raises InvalidSetting."""
    file = Path(path) if path else Path(__file__).with_name("prices.json")
    try:
        prices = TypeAdapter(dict[str, list[Price]]).validate_json(file.read_bytes())
    except OSError as error:
        raise InvalidSetting(f"--prices: {file} cannot be read: {error.strerror}") from None
    except ValidationError as error:
        raise InvalidSetting(f"--prices: {file}: {misfit(error)}") from None
    return {
        llm_id: [price.record(llm_id) for price in history] for llm_id, history in prices.items()
    }


def prices_of(store: Store, project: str, settings: Settings) -> PricesOf:
    """The default prices and those of a project, each looked up once during one request."""
    defaults = default_prices(settings.prices)

    @cache
    def prices(llm_id: str) -> list[Record]:
        own = store[COSTS].find(project, {"llm_id": [llm_id]}).texts
        return [*defaults.get(llm_id, ()), *map(decode, own)]

    return prices


def costs_of(call: Record, prices: PricesOf) -> Record:
    """`summary.weave.costs` of a call: an entry per model of its usage.

    Chosen: models without a price are left out.
    """
    return {
        llm_id: _cost(counts or {}, price)
        for llm_id, counts in stored_usage(call).items()
        if (price := _in_force(prices(llm_id), call["started_at"]))
    }


def total(cost: Record) -> float:
    """The cost of prompt and completion together, in US dollars."""
    both: float = cost["prompt_tokens_total_cost"] + cost["completion_tokens_total_cost"]
    return both


def stored_usage(call: Record) -> dict[str, Any]:
    """The usage of a call by model, as its client sent it."""
    usage = call["summary"].get("usage")
    return usage if isinstance(usage, dict) else {}


def usage_of(call: Record) -> Iterator[tuple[str, Counts]]:
    """The models of a call's own usage with their counts, if not all are zero."""
    for model, stored in stored_usage(call).items():
        counts = _counts(stored) if isinstance(stored, dict) else {}
        if any(counts.values()):
            yield model, counts


def priced(counts: Counts, model: str, call: Record, prices: PricesOf) -> dict[str, float]:
    """The cost of each part, zero without a price; cached tokens do not count as prompt."""
    price = _in_force(prices(model), call["started_at"])
    cached = sum(counts[part] for part in CACHED)
    paid = {**counts, "prompt_tokens": max(counts["prompt_tokens"] - cached, 0)}
    return {
        part: _times(paid[part], price[cost] or 0.0) if price else 0.0
        for part, cost in TOKENS.items()
    }


def _in_force(prices: Iterable[Record], started_at: str) -> Record | None:
    """The price for a call that started at this time.

    Observed: prices in force before future ones, the project's own before the default, then the
    latest. Chosen: of equal ones the last created.
    """
    moment = sortable(started_at)

    def rank(price: Record) -> tuple[bool, bool, str]:
        effective = sortable(price["effective_date"])
        return effective <= moment, price["pricing_level"] == "project", effective

    return max(reversed(list(prices)), key=rank, default=None)


def _cost(usage: Mapping[str, Any], price: Record) -> Record:
    prompt = _first(usage, "gross_input_tokens", "prompt_tokens", "input_tokens")
    completion = _first(usage, "completion_tokens", "output_tokens")
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "requests": _first(usage, "requests"),
        "total_tokens": _first(usage, "total_tokens"),
        "prompt_tokens_total_cost": _prompt_cost(prompt, usage, price),
        "completion_tokens_total_cost": _times(completion, price["completion_token_cost"]),
        **{term: price[term] for term in TERMS},
    }


def _prompt_cost(tokens: int, usage: Mapping[str, Any], price: Record) -> float:
    """The cost of the prompt; cached tokens have their own price if there is one."""
    total = 0.0
    for part in CACHED:
        if cost := price[TOKENS[part]]:
            cached = min(_first(usage, part), tokens)
            tokens -= cached
            total += _times(cached, cost)
    return total + _times(tokens, price["prompt_token_cost"])


def _first(usage: Mapping[str, Any], *names: str) -> int:
    """The first of these counts that is present; 0 if it is not a whole number."""
    value = next((usage[name] for name in names if name in usage), 0)
    return value if type(value) is int else 0


def _counts(stored: dict[str, Any]) -> Counts:
    """Observed: the two names that providers use for tokens are added."""

    def count(*names: str) -> int:
        return sum(value for name in names if type(value := stored.get(name)) is int)

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


def _times(tokens: int, cost: float) -> float:
    """The cost of tokens, infinite if it is too large for a float."""
    try:
        return tokens * cost
    except OverflowError:
        return math.inf
