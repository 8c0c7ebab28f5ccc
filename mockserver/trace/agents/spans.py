"""The record of a span of an agent, made from a span of OpenTelemetry; its duration, tokens, costs.

`conventions.json` lists the fields that are read from attributes of OpenTelemetry. Observed on the
newest engine: a span has one model, that of its response before that of its request, and a model
without a price has no cost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from pydantic import Field, create_model
from typing_extensions import TypedDict

from mockserver.core.clock import EPOCH, iso, parse
from mockserver.core.errors import invalid
from mockserver.core.hand_written import Name
from mockserver.core.model import Record
from mockserver.core.records import RecordModel, Timestamp
from mockserver.trace.costs import PricesOf, priced
from mockserver.trace.kinds import SPANS
from mockserver.trace.otel.decode import Attributes, Span
from mockserver.trace.otel.spans import check_ids, expanded, listed, text, whole
from mockserver.trace.query.fields import json_text
from mockserver.trace.query.fields import number as from_digits
from mockserver.trace.query.statistics import known_sum, mean, number

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


def _items(value: Any) -> list[Any]:
    """A list as it is, a single value as a list of one."""
    return value if isinstance(value, list) else [] if value is None else [value]


def _texts(value: Any) -> list[str]:
    """A list of strings; of an object, its content."""
    contents = (
        part.get("content") or part.get("text") if isinstance(part, dict) else part
        for part in _items(value)
    )
    return [json_text(content) for content in contents if content]


def _number(value: Any) -> float | None:
    """A number, also from its digits."""
    return number(from_digits(value))


_TYPES: dict[str, tuple[Any, Any, Callable[[Any], Any]]] = {
    # type             annotation, default, and reader of an attribute
    "text": (str, "", json_text),
    "whole": (int, 0, whole),
    "whole or null": (int | None, None, whole),
    "number": (float, 0, _number),
    "texts": (list[str], Field(default_factory=list), _texts),
    "messages": (list[AgentMessage], Field(default_factory=list), _items),
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
    **{name: _TYPES[kind][:2] for name, (kind, *_) in _CONVENTIONS.items()},
    **{name: (annotation, Field(default_factory=dict)) for name, annotation in CUSTOM.items()},
    "wb_user_id": (str, ""),
}

AgentSpan = create_model("AgentSpan", __base__=SpanHead, **_FIELDS)
"""A step of an agent: an invocation, a chat with a model, the execution of a tool.

A new field is a line in `conventions.json`: its type and the attributes that it is read from.
"""


OPERATIONS = (
    "chat", "invoke_agent", "execute_tool", "generate_content", "text_completion", "embeddings",
    "create_agent", "retrieval",
)  # fmt: skip
"""Operations that the first word of a span's name may be."""

MOST_CUSTOM = 1024

EVENTS = {
    "tool_call_arguments": ("gen_ai.tool.input", "gen_ai.tool.call.arguments"),
    "tool_call_result": ("gen_ai.tool.output", "gen_ai.tool.call.result"),
}
"""The event, and its attribute, that a field is read from if the span has no attribute for it."""

COMPLETED = ("gen_ai.content.completion", "gen_ai.completion")
"""The same for the output messages."""

NUMBERED = ("gen_ai.prompt.", "gen_ai.completion.")
"""Prefixes of older conventions, which spread messages over numbered attributes."""

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


def span_of(span: Span, project: str, user: str) -> Record:
    """The record of a span. Raises a 400 for an invalid id or time."""
    check_ids(span)
    fields = {name: _field(span.attributes, name) for name in ATTRIBUTES}
    for name, event in EVENTS.items():
        fields[name] = fields[name] or json_text(_in_event(span, *event))
    operation, _, rest = span.name.partition(" ")
    if not fields["operation_name"] and operation in OPERATIONS:
        fields["operation_name"] = operation
    if not fields["agent_name"] and operation == "invoke_agent":
        fields["agent_name"] = rest.strip()
    exceptions = (event["attributes"] for event in span.events if event["name"] == "exception")
    exception: Attributes = next(exceptions, {})
    outputs = _messages_at(span.attributes, "output_messages") or _in_event(span, *COMPLETED)
    return {
        **SPANS.blank,
        **fields,
        "project_id": project,
        "trace_id": span.trace_id,
        "span_id": span.span_id,
        "parent_span_id": span.parent_id or "",
        "span_name": span.name,
        "span_kind": span.kind,
        "started_at": _moment(span.start),
        "ended_at": _moment(span.end),
        "status_code": span.status,
        "status_message": span.message or json_text(exception.get("exception.message")),
        "error_type": fields["error_type"] or json_text(exception.get("exception.type")),
        "provider_name": fields["provider_name"].lower(),
        "input_messages": _messages(_messages_at(span.attributes, "input_messages"), "user"),
        "output_messages": _messages(outputs, "assistant"),
        "reasoning_content": "\n".join(_reasoning(outputs)),
        **_custom(span.attributes),
        "wb_user_id": user,
    }


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

ALL = ("number", "boolean", "string", "datetime")

AGGREGATES: Mapping[str, tuple[tuple[str, ...], Callable[[list[Any]], Any]]] = {
    # name            types of values           function
    "sum": (("number",), sum),
    "avg": (("number",), mean),
    "min": (("number", "datetime"), partial(min, default=None)),
    "max": (("number", "datetime"), partial(max, default=None)),
    "count": (ALL, len),
    "count_distinct": (ALL, lambda values: len({*values})),
    "count_true": (("boolean",), lambda values: values.count(True)),
    "count_false": (("boolean",), lambda values: values.count(False)),
}
"""The aggregations of statistics. Observed."""


def _keys(name: str) -> tuple[str, ...]:
    """The keys of a `gen_ai` attribute: the service's own spelling comes first."""
    short = name.removeprefix("gen_ai.")
    return (name,) if short == name else (f"weave.{short}", name)


KNOWN = frozenset(key for names in ATTRIBUTES.values() for name in names for key in _keys(name))


def _field(attributes: Attributes, name: str) -> Any:
    _, _, read = _TYPES[_CONVENTIONS[name][0]]
    value = read(_first(attributes, ATTRIBUTES[name]))
    return SPANS.blank[name] if value is None else value


def _first(attributes: Attributes, names: Iterable[str]) -> Any:
    values = (attributes.get(key) for name in names for key in _keys(name))
    return next((value for value in values if value is not None), None)


def _messages_at(attributes: Attributes, field: str) -> Any:
    """The messages of a field, in one attribute or in numbered ones."""
    names = ATTRIBUTES[field]
    if (value := _first(attributes, names)) is not None:
        return value
    for prefix in (f"{name}." for name in names):
        keys = [key for key in attributes if key.startswith(prefix)]
        if keys:
            return listed(expanded({key.removeprefix(prefix): attributes[key] for key in keys}))
    return None


def _in_event(span: Span, event: str, key: str) -> Any:
    """An attribute of the first event with this name that has it."""
    values = (each["attributes"].get(key) for each in span.events if each["name"] == event)
    return next((value for value in values if value is not None), None)


def _moment(nanoseconds: int) -> str:
    try:
        return iso(EPOCH + timedelta(microseconds=nanoseconds // 1000))
    except OverflowError:
        raise invalid("a time is beyond the year 9999") from None


def _messages(value: Any, role: str) -> list[AgentMessage]:
    """Messages; one without a role has this one, and any other value is the content of one."""
    items = (item if isinstance(item, dict) else {"content": item} for item in _items(value))
    return [
        {
            "role": text(item.get("role")) or role,
            "content": json_text(item.get("parts", item.get("content"))),
            "finish_reason": text(item.get("finish_reason")) or "",
        }
        for item in items
    ]


def _reasoning(messages: Any) -> Iterable[str]:
    for message in messages if isinstance(messages, list) else ():
        parts = message.get("parts") if isinstance(message, dict) else None
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, dict) and part.get("type") == "reasoning":
                yield json_text(part.get("content") or part.get("text"))


def _custom(attributes: Attributes) -> Record:
    """The attributes that belong to no field, by the types of their values."""
    fields: dict[str, dict[str, Any]] = {name: {} for name in CUSTOM}
    for key, value in islice(_leaves(attributes), MOST_CUSTOM):
        kind = type(value).__name__ if isinstance(value, bool | int | float) else "string"
        fields[f"custom_attrs_{kind}"][key] = json_text(value) if kind == "string" else value
    return fields


def _leaves(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """The dotted key and the value of each attribute of no field; a list is one value."""
    for name, value in values.items():
        key = above + name
        if key in KNOWN or key.startswith(NUMBERED):
            continue
        if isinstance(value, dict):
            yield from _leaves(value, f"{key}.")
        elif value is not None and value != "":
            yield key, value
