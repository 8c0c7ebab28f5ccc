"""The record of an agent's span, and the table that keeps it."""

from __future__ import annotations

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.clock import sortable
from mockserver.core.hand_written import Name
from mockserver.core.records import RecordModel, Timestamp
from mockserver.store.kind import Kind


class AgentMessage(TypedDict):
    """A message; content of several parts is their JSON text."""

    role: str
    content: str
    finish_reason: str


class AgentSpan(RecordModel):
    """A step of an agent: an invocation, a chat with a model, a tool that is executed."""

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
    error_type: str = ""
    operation_name: str = ""
    provider_name: str = ""
    agent_name: str = ""
    agent_id: str = ""
    agent_description: str = ""
    agent_version: str = ""
    request_model: str = ""
    response_model: str = ""
    response_id: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0
    conversation_id: str = ""
    conversation_name: str = ""
    tool_name: str = ""
    tool_type: str = ""
    tool_call_id: str = ""
    tool_description: str = ""
    tool_definitions: str = ""
    tool_call_arguments: str = ""
    tool_call_result: str = ""
    finish_reasons: list[str] = Field(default_factory=list)
    output_type: str = ""
    request_temperature: float = 0
    request_top_p: float = 0
    request_frequency_penalty: float = 0
    request_presence_penalty: float = 0
    request_max_tokens: int = 0
    request_seed: int = 0
    request_choice_count: int = 0
    request_stop_sequences: list[str] = Field(default_factory=list)
    input_messages: list[AgentMessage] = Field(default_factory=list)
    output_messages: list[AgentMessage] = Field(default_factory=list)
    system_instructions: list[str] = Field(default_factory=list)
    reasoning_content: str = ""
    content_refs: list[str] = Field(default_factory=list)
    artifact_refs: list[str] = Field(default_factory=list)
    object_refs: list[str] = Field(default_factory=list)
    compaction_summary: str = ""
    compaction_items_before: int = 0
    compaction_items_after: int = 0
    eval_run_id: str = ""
    eval_predict_and_score_call_id: str = ""
    eval_kind: str = ""
    eval_row_digest: str = ""
    eval_example_id: str = ""
    eval_evaluation_name: str = ""
    eval_trial_index: int | None = None
    parent_call_id: str = ""
    parent_call_trace_id: str = ""
    server_address: str = ""
    server_port: int = 0
    custom_attrs_string: dict[str, str] = Field(default_factory=dict)
    custom_attrs_int: dict[str, int] = Field(default_factory=dict)
    custom_attrs_float: dict[str, float] = Field(default_factory=dict)
    custom_attrs_bool: dict[str, bool] = Field(default_factory=dict)
    wb_user_id: str = ""


SPANS = Kind(
    "agent_spans",
    key=("span_id",),
    indexes=("trace_id", "conversation_id", "eval_run_id"),
    order="started_at",
    sortable=sortable,
    model=AgentSpan,
)
