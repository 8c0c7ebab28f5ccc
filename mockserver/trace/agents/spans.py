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
from mockserver.trace.otel.attributes import text, whole
from mockserver.trace.otel.models import Attributes, Span
from mockserver.trace.otel.spans import check_ids

OPERATIONS = (
    "chat", "invoke_agent", "execute_tool", "generate_content", "text_completion", "embeddings",
    "create_agent", "retrieval",
)  # fmt: skip
"""Names by which a span without an operation is recognized."""

MOST_CUSTOM = 1024

TEXTS = {
    "operation_name": ("operation.name",),
    "provider_name": ("provider.name", "system"),
    "agent_name": ("agent.name",),
    "agent_id": ("agent.id",),
    "agent_description": ("agent.description",),
    "agent_version": ("agent.version",),
    "request_model": ("request.model",),
    "response_model": ("response.model",),
    "response_id": ("response.id",),
    "conversation_id": ("conversation.id",),
    "conversation_name": ("conversation.name",),
    "tool_name": ("tool.name",),
    "tool_type": ("tool.type",),
    "tool_call_id": ("tool.call.id",),
    "tool_description": ("tool.description",),
    "tool_definitions": ("tool.definitions",),
    "tool_call_arguments": ("tool.call.arguments",),
    "tool_call_result": ("tool.call.result",),
    "output_type": ("output.type",),
}
NUMBERS = {
    "input_tokens": ("usage.input_tokens",),
    "output_tokens": ("usage.output_tokens",),
    "reasoning_tokens": (
        "usage.reasoning.output_tokens",
        "usage.reasoning_tokens",
        "usage.experimental.reasoning_tokens",
    ),
    "cache_creation_input_tokens": (
        "usage.cache_creation.input_tokens",
        "usage.cache_write.input_tokens",
    ),
    "cache_read_input_tokens": (
        "usage.cache_read.input_tokens",
        "usage.prompt_tokens_details.cached_tokens",
        "usage.input_tokens_details.cached_tokens",
    ),
}
INPUT = ("input.messages", "prompt")
OUTPUT = ("output.messages", "completion")
LISTS = {"finish_reasons": ("response.finish_reasons",), "content_refs": ("content_refs",)}
INSTRUCTIONS = ("system_instructions",)
KNOWN = frozenset(
    f"{prefix}.{name}"
    for names in (*TEXTS.values(), *NUMBERS.values(), *LISTS.values(), INPUT, OUTPUT, INSTRUCTIONS)
    for name in names
    for prefix in ("weave", "gen_ai")
) | {"error.type"}


def span_of(span: Span, project: str, user: str) -> Record:
    """The record of a span. Raises a 400 for a span that is none."""
    check_ids(span)
    given = span.attributes
    texts = {field: _text(_first(given, names)) for field, names in TEXTS.items()}
    numbers = {field: whole(_first(given, names)) or 0 for field, names in NUMBERS.items()}
    operation, _, rest = span.name.partition(" ")
    if not texts["operation_name"] and operation in OPERATIONS:
        texts["operation_name"] = operation
    if not texts["agent_name"] and operation == "invoke_agent":
        texts["agent_name"] = rest.strip()
    texts["provider_name"] = texts["provider_name"].lower()
    outputs = _messages(_first(given, OUTPUT), "assistant")
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
        **texts,
        **numbers,
        **{field: _texts(_first(given, names)) for field, names in LISTS.items()},
        "input_messages": _messages(_first(given, INPUT), "user"),
        "output_messages": outputs,
        "system_instructions": _texts(_first(given, INSTRUCTIONS)),
        "error_type": error,
        "reasoning_content": "\n".join(_reasoning(_first(given, OUTPUT))),
        **_custom(given),
        "wb_user_id": user,
    }


def _first(given: Attributes, names: Iterable[str]) -> Any:
    """The value of the first name that is there, with the service's own prefix before the other."""
    for name in names:
        for key in (f"weave.{name}", f"gen_ai.{name}"):
            if given.get(key) is not None:
                return given[key]
    return None


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
    told = (
        part.get("content") or part.get("text") if isinstance(part, dict) else part
        for part in parts
    )
    return [_text(each) for each in told if each]


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
    told: Attributes = next(exceptions, {})
    kind = span.attributes.get("error.type") or told.get("exception.type")
    return _text(kind), _text(told.get("exception.message"))


def _custom(given: Attributes) -> Record:
    """All other attributes by the type of their values."""
    found: dict[str, dict[str, Any]] = {"string": {}, "int": {}, "float": {}, "bool": {}}
    types = {bool: "bool", int: "int", float: "float"}
    others = [(key, value) for key, value in given.items() if key not in KNOWN]
    for key, value in others[:MOST_CUSTOM]:
        if value is not None and value != "":
            kind = types.get(type(value), "string")
            found[kind][key] = _text(value) if kind == "string" else value
    return {f"custom_attrs_{kind}": values for kind, values in found.items()}
