"""The rules of usage: what a call used is its own part and that of every call below it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from mockserver.core.codec import decode, peek, peek_all
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.fields import call_fields
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.calls.models import CallsQueryReq
from mockserver.trace.calls.selection import Selection
from mockserver.trace.costs.pricing import TOKENS, PricesOf, priced, prices_of, usage_of
from mockserver.trace.usage.models import CallsUsageReq, ModelUsage, TraceUsageReq, UsageRes

Totals = dict[str, ModelUsage]
"""Usage by model."""

COUNTS = (
    "requests", "prompt_tokens", "completion_tokens", "total_tokens", "cache_read_input_tokens",
    "cache_creation_input_tokens",
)  # fmt: skip
COSTS = tuple(f"{part}_total_cost" for part in TOKENS)


def of_calls(store: Store, request: CallsUsageReq, settings: Settings) -> Steps[UsageRes]:
    """The usage of calls over their whole traces. Raises a 400, and a 413 for a larger trace."""
    project = check_project(request.project_id)
    limit = _limit(request.limit)
    named = dict.fromkeys(request.call_ids)
    texts = filter(None, (store[CALLS].text(project, call_id) for call_id in named))
    traces = dict.fromkeys(peek(text)["trace_id"] for text in texts)
    calls: list[Record] = []
    for trace in traces:
        found = store[CALLS].find(project, {"trace_id": [trace]}).texts
        held = yield from in_steps(found, lambda group: map(decode, group), limit + 1)
        if len(held) > limit:
            raise ApiError(413, f"Trace {trace} has more than {limit} calls")
        calls += held
    usage = _added_up(calls, _prices(store, project, request.include_costs, settings))
    return _answer({call_id: usage.get(call_id, {}) for call_id in named}, calls)


def of_trace(store: Store, request: TraceUsageReq, settings: Settings) -> Steps[UsageRes]:
    """The usage of the calls that match, added up among themselves. Raises a 400."""
    project = check_project(request.project_id)
    limit = _limit(request.limit)
    matching = CallsQueryReq(project_id=project, filter=request.filter, query=request.query)
    calls = yield from select(store, matching, settings, limit)
    usage = _added_up(calls, _prices(store, project, request.include_costs, settings))
    return _answer(usage, calls)


def select(
    store: Store, request: CallsQueryReq, settings: Settings, enough: int | None = None
) -> Steps[list[Record]]:
    """The calls that match, the oldest first."""
    selection = Selection(store, request, call_fields(store, settings))
    texts = (yield from selection.calls(enough))[:enough]
    return (yield from in_steps(texts, peek_all))


def _limit(limit: int | None) -> int:
    if limit is not None and limit < 1:
        raise invalid("limit must be at least 1")
    return 10_000 if limit is None else limit


def _prices(store: Store, project: str, wanted: bool | None, settings: Settings) -> PricesOf | None:
    return prices_of(store, project, settings) if wanted else None


def _answer(usage: dict[str, Totals], calls: Iterable[Record]) -> UsageRes:
    running = sorted(call["id"] for call in calls if not call["ended_at"])
    return {"call_usage": usage, "unfinished_call_ids": running}


def _added_up(calls: list[Record], prices: PricesOf | None) -> dict[str, Totals]:
    """The usage of each call with that of all calls below it."""
    usage = {call["id"]: _own(call, prices) for call in calls}
    above = {call["id"]: call["parent_id"] for call in calls}
    for call_id in reversed(_from_above(above)):
        if (parent := above[call_id]) in usage:
            for model, totals in usage[call_id].items():
                _add(usage[parent], model, totals)
    return usage


def _from_above(above: dict[str, str | None]) -> list[str]:
    """The calls, each after the one above it; calls above themselves are left out."""
    below = defaultdict(list)
    for call_id, parent in above.items():
        below[parent].append(call_id)
    order = [call_id for call_id, parent in above.items() if parent not in above]
    for call_id in order:
        order += below[call_id]
    return order


def _own(call: Record, prices: PricesOf | None) -> Totals:
    totals: Totals = {}
    for model, counts in usage_of(call):
        costs = priced(counts, model, call, prices) if prices else dict.fromkeys(TOKENS)
        by_name = {f"{part}_total_cost": cost for part, cost in costs.items()}
        totals[model] = {**counts, **by_name}  # type: ignore[typeddict-item]
    return totals


def _add(usage: Totals, model: str, more: ModelUsage) -> None:
    there: Record = {**usage[model]} if model in usage else {}
    added: Record = {**more}
    for name in (*COUNTS, *COSTS):
        held = there.get(name)
        there[name] = added[name] if held is None else held + added[name]
    usage[model] = there  # type: ignore[assignment]
