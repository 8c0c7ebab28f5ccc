"""The record of an agent's span, and values derived from spans: durations, tokens, costs.

`conventions.json` lists the fields that are read from attributes of OpenTelemetry. Observed: a span
has one model, that of its response before that of its request, and a model without a price has no
cost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

from pydantic import Field, create_model
from typing_extensions import TypedDict

from mockserver.core.clock import parse
from mockserver.core.hand_written import Name
from mockserver.core.model import Record
from mockserver.core.records import RecordModel, Timestamp
from mockserver.trace.costs.pricing import PricesOf, priced
from mockserver.trace.query.statistics import known_sum, mean

INVOCATION = "invoke_agent"
"""The operation of an agent's turn."""


class AgentMessage(TypedDict):
    """A message; content with several parts is their JSON text."""

    role: str
    content: str
    finish_reason: str


class SpanHead(RecordModel):
    """The fields of an agent's span that every span of OpenTelemetry has."""

    project_id: str
    trace_id: Name
    span_id: Name
    parent_span_id: str = ""
    span_name: str = ""
    span_kind: str = "UNSPECIFIED"
    started_at: Timestamp
    ended_at: Timestamp
    status_code: str = "UNSET"
    status_message: str = ""


_TYPES: dict[str, tuple[Any, Any]] = {
    # type             annotation and default
    "text": (str, ""),
    "whole": (int, 0),
    "whole or null": (int | None, None),
    "number": (float, 0),
    "texts": (list[str], Field(default_factory=list)),
    "messages": (list[AgentMessage], Field(default_factory=list)),
}

_CONVENTIONS = json.loads(Path(__file__).with_name("conventions.json").read_bytes())

ATTRIBUTES = {name: names for name, (_, *names) in _CONVENTIONS.items() if names}
"""The names of the attribute of each field that has one, the preferred first."""

CUSTOM = {
    "custom_attrs_string": dict[str, str],
    "custom_attrs_int": dict[str, int],
    "custom_attrs_float": dict[str, float],
    "custom_attrs_bool": dict[str, bool],
}
"""The fields of attributes that no other field is read from, one for each type of value."""

_FIELDS: Any = {
    **{name: _TYPES[kind] for name, (kind, *_) in _CONVENTIONS.items()},
    **{name: (annotation, Field(default_factory=dict)) for name, annotation in CUSTOM.items()},
    "wb_user_id": (str, ""),
}

AgentSpan = create_model("AgentSpan", __base__=SpanHead, **_FIELDS)
"""A step of an agent: an invocation, a chat with a model, the execution of a tool.

A new field is a line in `conventions.json`: its type and the attributes that it is read from.
"""


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
    total: float | None = known_sum(span[cost] for span in spans)
    return total


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
    "avg": (frozenset({"number"}), mean),
    "min": (frozenset({"number", "datetime"}), lambda values: min(values, default=None)),
    "max": (frozenset({"number", "datetime"}), lambda values: max(values, default=None)),
    "count": (ALL, len),
    "count_distinct": (ALL, lambda values: len({*values})),
    "count_true": (frozenset({"boolean"}), lambda values: values.count(True)),
    "count_false": (frozenset({"boolean"}), lambda values: values.count(False)),
}
"""The aggregations of statistics. Observed."""
