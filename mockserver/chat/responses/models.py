"""Requests and responses of `/v1/responses`. A null in a request means the default everywhere."""

from typing import Annotated, Any, Literal, Required

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from mockserver.chat.models import Effort, Int64, Stop, StructuredOutputs
from mockserver.core.limits import MOST_MESSAGES, MOST_TOOLS
from mockserver.core.model import JsonObject

Item = dict[str, Any]
"""An item of an input or of an output."""

Included = Literal[
    "message.output_text.logprobs",
    "reasoning.encrypted_content",
    "message.input_image.image_url",
    "file_search_call.results",
    "code_interpreter_call.outputs",
    "computer_call_output.output.image_url",
    "web_search_call.results",
    "web_search_call.action.sources",
]
"""Additional output data. Only log probabilities have an effect here."""

Penalty = Annotated[float, Field(ge=-2, le=2)]


class Format(TypedDict, total=False):
    """The format of the text; `json_schema` needs `name` and `schema`."""

    type: Required[Literal["text", "json_object", "json_schema"]]
    name: str
    schema: dict[str, Any]
    description: str | None
    strict: bool | None


class TextConfig(TypedDict, total=False):
    format: Format | None
    verbosity: Literal["low", "medium", "high"] | None


class Reasoning(TypedDict, total=False):
    """The effort of the model's reasoning, and a summary of it."""

    effort: Effort | None
    summary: Literal["auto", "concise", "detailed"] | None


@with_config(ConfigDict(extra="allow"))
class ResponseRequest(TypedDict, total=False):
    """The body of a response. Keys not named here are accepted and have no effect."""

    input: Required[
        Annotated[
            str | Annotated[list[Item], Field(max_length=MOST_MESSAGES)],
            Field(union_mode="left_to_right"),
        ]
    ]
    model: str | None
    instructions: str | None
    previous_response_id: str | None
    conversation: Any
    store: bool | None
    background: bool | None
    stream: bool | None
    metadata: dict[str, str] | None
    prompt: Any

    # The answer
    text: TextConfig | None
    reasoning: Reasoning | None
    max_output_tokens: Int64 | None
    include: list[Included] | None
    top_logprobs: Annotated[int, Field(ge=0, le=20)] | None
    truncation: Literal["auto", "disabled"] | None
    structured_outputs: StructuredOutputs | None
    include_reasoning: bool | None

    # Tools
    tools: Annotated[list[Item], Field(max_length=MOST_TOOLS)] | None
    tool_choice: Annotated[str | dict[str, Any] | None, Field(union_mode="left_to_right")]
    parallel_tool_calls: bool | None
    max_tool_calls: Int64 | None

    # Sampling
    temperature: float | None
    top_p: float | None
    top_k: Int64 | None
    min_p: float | None
    seed: Int64 | None
    stop: Stop
    stop_token_ids: list[Int64] | None
    ignore_eos: bool | None
    presence_penalty: Penalty | None
    frequency_penalty: Penalty | None
    repetition_penalty: float | None
    logit_bias: dict[str, float] | None
    chat_template_kwargs: dict[str, Any] | None
    vllm_xargs: dict[str, Any] | None
    priority: Int64 | None
    cache_salt: Any

    # Echoed
    request_id: str | None
    user: str | None
    service_tier: str | None
    safety_identifier: str | None
    prompt_cache_key: str | None
    prompt_cache_retention: str | None
    prompt_cache_options: dict[str, Any] | None


class InputTokensDetails(TypedDict):
    cached_tokens: int
    cache_write_tokens: int


class OutputTokensDetails(TypedDict):
    reasoning_tokens: int
    tool_output_tokens: int


class ResponseUsage(TypedDict):
    input_tokens: int
    input_tokens_details: InputTokensDetails
    output_tokens: int
    output_tokens_details: OutputTokensDetails
    total_tokens: int


class IncompleteDetails(TypedDict):
    reason: Literal["max_output_tokens"]


class ResponseError(TypedDict):
    code: str
    message: str


Status = Literal["completed", "incomplete", "in_progress", "queued", "cancelled", "failed"]


class Response(TypedDict):
    """A response; a field that the request leaves out is null or its default."""

    id: str
    created_at: int
    incomplete_details: IncompleteDetails | None
    instructions: str | None
    metadata: dict[str, str] | None
    model: str
    object: Literal["response"]
    output: list[Item]
    parallel_tool_calls: bool
    temperature: float
    tool_choice: str | JsonObject
    tools: list[Item]
    top_p: float
    background: bool
    max_output_tokens: int
    max_tool_calls: int | None
    previous_response_id: str | None
    prompt: None
    prompt_cache_options: JsonObject | None
    prompt_cache_key: str | None
    prompt_cache_retention: str | None
    reasoning: Reasoning | None
    safety_identifier: str | None
    service_tier: str
    status: Status
    text: TextConfig | None
    top_logprobs: int | None
    truncation: Literal["auto", "disabled"]
    usage: ResponseUsage | None
    user: str | None
    presence_penalty: float
    frequency_penalty: float
    kv_transfer_params: None
    ec_transfer_params: None
    input_messages: None
    output_messages: None
    error: ResponseError | None


@with_config(ConfigDict(extra="allow"))
class ResponseEvent(TypedDict, total=False):
    """An event of a stream; its further fields depend on its type."""

    type: Required[str]
    sequence_number: Required[int]
    response: Response
    item: Item
    item_id: str
    output_index: int
    content_index: int
    summary_index: int
    delta: str
    text: str


class ResponseDeleted(TypedDict):
    id: str
    object: Literal["response"]
    deleted: bool


class InputItems(TypedDict):
    """The items of a response's input, in pages."""

    object: Literal["list"]
    data: list[Item]
    first_id: str | None
    last_id: str | None
    has_more: bool


class InputTokens(TypedDict):
    object: Literal["response.input_tokens"]
    input_tokens: int
