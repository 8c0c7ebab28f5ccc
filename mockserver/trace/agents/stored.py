"""The record of an agent's span, and the attributes that its fields are read from."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.hand_written import Name
from mockserver.core.records import RecordModel, Timestamp

INVOCATION = "invoke_agent"
"""The operation of an agent's turn."""


class Attribute:
    """The OpenTelemetry attribute of a field; of several names, the first that a span has."""

    def __init__(self, *names: str) -> None:
        self.names = names


class AgentMessage(TypedDict):
    """A message; content with several parts is their JSON text."""

    role: str
    content: str
    finish_reason: str


Strings = Annotated[list[str], Field(default_factory=list)]
Messages = Annotated[list[AgentMessage], Field(default_factory=list)]


class AgentSpan(RecordModel):
    """A step of an agent: an invocation, a chat with a model, the execution of a tool.

    A new field is one line: its name, its type and the attribute that it is read from.
    """

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
    error_type: Annotated[str, Attribute("error.type")] = ""
    operation_name: Annotated[str, Attribute("gen_ai.operation.name")] = ""
    provider_name: Annotated[str, Attribute("gen_ai.provider.name", "gen_ai.system")] = ""
    agent_name: Annotated[str, Attribute("gen_ai.agent.name")] = ""
    agent_id: Annotated[str, Attribute("gen_ai.agent.id")] = ""
    agent_description: Annotated[str, Attribute("gen_ai.agent.description")] = ""
    agent_version: Annotated[str, Attribute("gen_ai.agent.version")] = ""
    request_model: Annotated[str, Attribute("gen_ai.request.model")] = ""
    response_model: Annotated[str, Attribute("gen_ai.response.model")] = ""
    response_id: Annotated[str, Attribute("gen_ai.response.id")] = ""
    input_tokens: Annotated[int, Attribute("gen_ai.usage.input_tokens")] = 0
    output_tokens: Annotated[int, Attribute("gen_ai.usage.output_tokens")] = 0
    reasoning_tokens: Annotated[
        int,
        Attribute(
            "gen_ai.usage.reasoning.output_tokens",
            "gen_ai.usage.reasoning_tokens",
            "gen_ai.usage.experimental.reasoning_tokens",
        ),
    ] = 0
    cache_creation_input_tokens: Annotated[
        int,
        Attribute(
            "gen_ai.usage.cache_creation.input_tokens", "gen_ai.usage.cache_write.input_tokens"
        ),
    ] = 0
    cache_read_input_tokens: Annotated[
        int,
        Attribute(
            "gen_ai.usage.cache_read.input_tokens",
            "gen_ai.usage.prompt_tokens_details.cached_tokens",
            "gen_ai.usage.input_tokens_details.cached_tokens",
            "prompt_tokens_details.cached_tokens",
        ),
    ] = 0
    conversation_id: Annotated[str, Attribute("gen_ai.conversation.id")] = ""
    conversation_name: Annotated[str, Attribute("gen_ai.conversation.name")] = ""
    tool_name: Annotated[str, Attribute("gen_ai.tool.name")] = ""
    tool_type: Annotated[str, Attribute("gen_ai.tool.type")] = ""
    tool_call_id: Annotated[str, Attribute("gen_ai.tool.call.id")] = ""
    tool_description: Annotated[str, Attribute("gen_ai.tool.description")] = ""
    tool_definitions: Annotated[str, Attribute("gen_ai.tool.definitions")] = ""
    tool_call_arguments: Annotated[str, Attribute("gen_ai.tool.call.arguments")] = ""
    tool_call_result: Annotated[str, Attribute("gen_ai.tool.call.result")] = ""
    finish_reasons: Annotated[Strings, Attribute("gen_ai.response.finish_reasons")]
    output_type: Annotated[str, Attribute("gen_ai.output.type")] = ""
    request_temperature: Annotated[float, Attribute("gen_ai.request.temperature")] = 0
    request_top_p: Annotated[float, Attribute("gen_ai.request.top_p")] = 0
    request_frequency_penalty: Annotated[float, Attribute("gen_ai.request.frequency_penalty")] = 0
    request_presence_penalty: Annotated[float, Attribute("gen_ai.request.presence_penalty")] = 0
    request_max_tokens: Annotated[int, Attribute("gen_ai.request.max_tokens")] = 0
    request_seed: Annotated[int, Attribute("gen_ai.request.seed")] = 0
    request_choice_count: Annotated[int, Attribute("gen_ai.request.choice.count")] = 0
    request_stop_sequences: Annotated[Strings, Attribute("gen_ai.request.stop_sequences")]
    input_messages: Annotated[Messages, Attribute("gen_ai.input.messages", "gen_ai.prompt")]
    output_messages: Annotated[Messages, Attribute("gen_ai.output.messages", "gen_ai.completion")]
    system_instructions: Annotated[Strings, Attribute("gen_ai.system_instructions")]
    reasoning_content: str = ""
    content_refs: Annotated[Strings, Attribute("weave.content_refs")]
    artifact_refs: Annotated[Strings, Attribute("weave.artifact_refs")]
    object_refs: Annotated[Strings, Attribute("weave.object_refs")]
    compaction_summary: Annotated[str, Attribute("weave.compaction.summary")] = ""
    compaction_items_before: Annotated[int, Attribute("weave.compaction.items_before")] = 0
    compaction_items_after: Annotated[int, Attribute("weave.compaction.items_after")] = 0
    eval_run_id: Annotated[str, Attribute("weave.eval.run_id")] = ""
    eval_predict_and_score_call_id: Annotated[
        str, Attribute("weave.eval.predict_and_score_call_id")
    ] = ""
    eval_kind: Annotated[str, Attribute("weave.eval.kind")] = ""
    eval_row_digest: Annotated[str, Attribute("weave.eval.row_digest")] = ""
    eval_example_id: Annotated[str, Attribute("weave.eval.example_id")] = ""
    eval_evaluation_name: Annotated[str, Attribute("weave.eval.evaluation_name")] = ""
    eval_trial_index: Annotated[int | None, Attribute("weave.eval.trial_index")] = None
    parent_call_id: Annotated[str, Attribute("weave.parent_call.id")] = ""
    parent_call_trace_id: Annotated[str, Attribute("weave.parent_call.trace_id")] = ""
    server_address: Annotated[str, Attribute("server.address")] = ""
    server_port: Annotated[int, Attribute("server.port")] = 0
    custom_attrs_string: dict[str, str] = Field(default_factory=dict)
    custom_attrs_int: dict[str, int] = Field(default_factory=dict)
    custom_attrs_float: dict[str, float] = Field(default_factory=dict)
    custom_attrs_bool: dict[str, bool] = Field(default_factory=dict)
    wb_user_id: str = ""


ATTRIBUTES = {
    name: mark.names
    for name, field in AgentSpan.model_fields.items()
    for mark in field.metadata
    if isinstance(mark, Attribute)
}
"""The names of the attribute of each field that has one."""

CUSTOM = tuple(name for name in AgentSpan.model_fields if name.startswith("custom_attrs_"))
"""The fields of attributes that no other field is read from, one for each type of value."""
