"""From a span of OpenTelemetry to the record of an agent's span. Observed on the newest engine."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from mockserver.core.clock import EPOCH, iso
from mockserver.core.codec import encode
from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.trace.agents.kinds import SPANS, AgentMessage
from mockserver.trace.otel.attributes import expanded, listed, text, whole
from mockserver.trace.otel.models import Attributes, Span
from mockserver.trace.otel.spans import check_ids
from mockserver.trace.query.statistics import number

OPERATIONS = (
    "chat", "invoke_agent", "execute_tool", "generate_content", "text_completion", "embeddings",
    "create_agent", "retrieval",
)  # fmt: skip
"""Names by which a span without an operation is recognized."""

MOST_CUSTOM = 1024

TEXTS = {
    "operation_name": ("gen_ai.operation.name",),
    "provider_name": ("gen_ai.provider.name", "gen_ai.system"),
    "agent_name": ("gen_ai.agent.name",),
    "agent_id": ("gen_ai.agent.id",),
    "agent_description": ("gen_ai.agent.description",),
    "agent_version": ("gen_ai.agent.version",),
    "request_model": ("gen_ai.request.model",),
    "response_model": ("gen_ai.response.model",),
    "response_id": ("gen_ai.response.id",),
    "conversation_id": ("gen_ai.conversation.id",),
    "conversation_name": ("gen_ai.conversation.name",),
    "tool_name": ("gen_ai.tool.name",),
    "tool_type": ("gen_ai.tool.type",),
    "tool_call_id": ("gen_ai.tool.call.id",),
    "tool_description": ("gen_ai.tool.description",),
    "tool_definitions": ("gen_ai.tool.definitions",),
    "tool_call_arguments": ("gen_ai.tool.call.arguments",),
    "tool_call_result": ("gen_ai.tool.call.result",),
    "output_type": ("gen_ai.output.type",),
    "compaction_summary": ("weave.compaction.summary",),
    "eval_run_id": ("weave.eval.run_id",),
    "eval_predict_and_score_call_id": ("weave.eval.predict_and_score_call_id",),
    "eval_kind": ("weave.eval.kind",),
    "eval_row_digest": ("weave.eval.row_digest",),
    "eval_example_id": ("weave.eval.example_id",),
    "eval_evaluation_name": ("weave.eval.evaluation_name",),
    "parent_call_id": ("weave.parent_call.id",),
    "parent_call_trace_id": ("weave.parent_call.trace_id",),
    "server_address": ("server.address",),
}
NUMBERS = {
    "input_tokens": ("gen_ai.usage.input_tokens",),
    "output_tokens": ("gen_ai.usage.output_tokens",),
    "reasoning_tokens": (
        "gen_ai.usage.reasoning.output_tokens",
        "gen_ai.usage.reasoning_tokens",
        "gen_ai.usage.experimental.reasoning_tokens",
    ),
    "cache_creation_input_tokens": (
        "gen_ai.usage.cache_creation.input_tokens",
        "gen_ai.usage.cache_write.input_tokens",
    ),
    "cache_read_input_tokens": (
        "gen_ai.usage.cache_read.input_tokens",
        "gen_ai.usage.prompt_tokens_details.cached_tokens",
        "gen_ai.usage.input_tokens_details.cached_tokens",
        "prompt_tokens_details.cached_tokens",
    ),
    "request_max_tokens": ("gen_ai.request.max_tokens",),
    "request_seed": ("gen_ai.request.seed",),
    "request_choice_count": ("gen_ai.request.choice.count",),
    "compaction_items_before": ("weave.compaction.items_before",),
    "compaction_items_after": ("weave.compaction.items_after",),
    "server_port": ("server.port",),
}
FRACTIONS = {
    "request_temperature": ("gen_ai.request.temperature",),
    "request_top_p": ("gen_ai.request.top_p",),
    "request_frequency_penalty": ("gen_ai.request.frequency_penalty",),
    "request_presence_penalty": ("gen_ai.request.presence_penalty",),
}
LISTS = {
    "finish_reasons": ("gen_ai.response.finish_reasons",),
    "request_stop_sequences": ("gen_ai.request.stop_sequences",),
    "system_instructions": ("gen_ai.system_instructions",),
    "content_refs": ("weave.content_refs",),
    "artifact_refs": ("weave.artifact_refs",),
    "object_refs": ("weave.object_refs",),
}
INPUT = ("gen_ai.input.messages", "gen_ai.prompt")
OUTPUT = ("gen_ai.output.messages", "gen_ai.completion")
OTHERS = {"messages": (*INPUT, *OUTPUT), "eval": ("weave.eval.trial_index",), "": ("error.type",)}

EVENTS = {
    "tool_call_arguments": ("gen_ai.tool.input", "gen_ai.tool.call.arguments"),
    "tool_call_result": ("gen_ai.tool.output", "gen_ai.tool.call.result"),
}
"""The events that have what no attribute has, and their attributes."""

COMPLETED = ("gen_ai.content.completion", "gen_ai.completion")


SPREAD = ("gen_ai.prompt.", "gen_ai.completion.")
"""Prefixes of the names of messages that are spread over several attributes."""


def _keys(name: str) -> tuple[str, ...]:
    """The service's own spelling of a convention's name goes before it."""
    short = name.removeprefix("gen_ai.")
    return (name,) if short == name else (f"weave.{short}", name)


KNOWN = frozenset(
    key
    for table in (TEXTS, NUMBERS, FRACTIONS, LISTS, OTHERS)
    for names in table.values()
    for name in names
    for key in _keys(name)
)


def span_of(span: Span, project: str, user: str) -> Record:
    """The record of a span. Raises a 400 for a span that is none."""
    check_ids(span)
    given = span.attributes
    texts = {field: _text(_first(given, names)) for field, names in TEXTS.items()}
    for field, event in EVENTS.items():
        texts[field] = texts[field] or _text(_in_event(span, *event))
    operation, _, rest = span.name.partition(" ")
    if not texts["operation_name"] and operation in OPERATIONS:
        texts["operation_name"] = operation
    if not texts["agent_name"] and operation == "invoke_agent":
        texts["agent_name"] = rest.strip()
    texts["provider_name"] = texts["provider_name"].lower()
    outputs = _messages_in(given, OUTPUT) or _in_event(span, *COMPLETED)
    error, message = _error(span)
    return {
        **SPANS.blank,
        "project_id": project,
        "trace_id": span.trace_id,
        "span_id": span.span_id,
        "parent_span_id": span.parent_id or "",
        "span_name": span.name,
        "span_kind": span.kind,
        "started_at": _moment(span.start),
        "ended_at": _moment(span.end),
        "status_code": span.status,
        "status_message": span.message or message,
        "error_type": error,
        **texts,
        **{field: whole(_first(given, names)) or 0 for field, names in NUMBERS.items()},
        **{field: number(_first(given, names)) or 0 for field, names in FRACTIONS.items()},
        **{field: _texts(_first(given, names)) for field, names in LISTS.items()},
        "eval_trial_index": whole(given.get("weave.eval.trial_index")),
        "input_messages": _messages(_messages_in(given, INPUT), "user"),
        "output_messages": _messages(outputs, "assistant"),
        "reasoning_content": "\n".join(_reasoning(outputs)),
        **_custom(given),
        "wb_user_id": user,
    }


def _first(given: Attributes, names: Iterable[str]) -> Any:
    """The value of the first name that is there."""
    held = (given.get(key) for name in names for key in _keys(name))
    return next((value for value in held if value is not None), None)


def _messages_in(given: Attributes, names: Iterable[str]) -> Any:
    """The same for messages, which older conventions spread over names with numbers."""
    if (value := _first(given, names)) is not None:
        return value
    for prefix in (f"{name}." for name in names):
        below = {key.removeprefix(prefix): given[key] for key in given if key.startswith(prefix)}
        if below:
            return listed(expanded(below))
    return None


def _in_event(span: Span, event: str, key: str) -> Any:
    """The value of an attribute of the first event of a name."""
    held = (each["attributes"].get(key) for each in span.events if each["name"] == event)
    return next((value for value in held if value is not None), None)


def _moment(nanoseconds: int) -> str:
    try:
        return iso(EPOCH + timedelta(microseconds=nanoseconds // 1000))
    except OverflowError:
        raise invalid("a time is beyond the year 9999") from None


def _text(value: Any) -> str:
    """A text as it is, anything else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else encode(value).decode()


def _texts(value: Any) -> list[str]:
    """Texts, or the texts of what has a content."""
    parts = value if isinstance(value, list) else [] if value is None else [value]
    contents = (
        part.get("content") or part.get("text") if isinstance(part, dict) else part
        for part in parts
    )
    return [_text(each) for each in contents if each]


def _messages(value: Any, role: str) -> list[AgentMessage]:
    """Messages as clients of the service have them."""
    given = value if isinstance(value, list) else [] if value is None else [value]
    return [_message(each, role) for each in given]


def _message(value: Any, role: str) -> AgentMessage:
    if not isinstance(value, dict):
        return {"role": role, "content": _text(value), "finish_reason": ""}
    content = value.get("parts", value.get("content"))
    return {
        "role": text(value.get("role")) or role,
        "content": _text(content),
        "finish_reason": text(value.get("finish_reason")) or "",
    }


def _reasoning(value: Any) -> Iterable[str]:
    for message in value if isinstance(value, list) else ():
        parts = message.get("parts") if isinstance(message, dict) else None
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, dict) and part.get("type") == "reasoning":
                yield _text(part.get("content") or part.get("text"))


def _error(span: Span) -> tuple[str, str]:
    """The type and the words of an error: by its attribute, or by the exception recorded."""
    exceptions = (event["attributes"] for event in span.events if event["name"] == "exception")
    recorded: Attributes = next(exceptions, {})
    kind = span.attributes.get("error.type") or recorded.get("exception.type")
    return _text(kind), _text(recorded.get("exception.message"))


def _custom(given: Attributes) -> Record:
    """All other attributes by the type of their values."""
    found: dict[str, dict[str, Any]] = {"string": {}, "int": {}, "float": {}, "bool": {}}
    types = {bool: "bool", int: "int", float: "float"}
    others = [(key, value) for key, value in given.items() if not _is_known(key)]
    for key, value in others[:MOST_CUSTOM]:
        if value is not None and value != "":
            kind = types.get(type(value), "string")
            found[kind][key] = _text(value) if kind == "string" else value
    return {f"custom_attrs_{kind}": values for kind, values in found.items()}


def _is_known(key: str) -> bool:
    return key in KNOWN or key.startswith(SPREAD)
