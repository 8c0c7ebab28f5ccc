"""The chat completion request, with every field that the interface document lists.

Typed dictionaries rather than pydantic classes: a field that was not sent stays absent, which
several rules depend on, and validation costs a third. Coercion is pydantic's lax one, as observed.
"""

from typing import Annotated, Any, Literal, NotRequired, Required

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from mockserver.core.limits import MOST_MESSAGES, MOST_PARTS, MOST_TOOLS

Int64 = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
"""Chosen: no number of a request is wider than 64 bits."""

TokenId = Annotated[int, Field(ge=0, le=2**63 - 1)]

Prompt = Annotated[
    str | list[TokenId] | list[str] | list[list[TokenId]], Field(union_mode="left_to_right")
]
"""A text or its token ids, or a list of either."""

WIDEST = 9_223_372_036_854_776_000
"""Stated: a seed is between the negative of this and this, both included. Observed: the engine
takes 64 bits and no more, which is somewhat less."""


Parts = Annotated[list[Any], Field(max_length=MOST_PARTS)]

Text = Annotated[str | Parts | None, Field(union_mode="left_to_right")]
"""A message's content. Observed: the parts of a list are looked at only when the prompt is read."""

SYSTEM = ("system", "developer")
"""The roles of messages from whoever runs the model."""


class ChatMessage(TypedDict, total=False):
    """One message of any kind: any role is taken, and keys not named here have no effect."""

    role: Required[str]
    content: Text
    name: str
    tool_calls: list[Any] | None
    tool_call_id: str | None
    reasoning: str | None
    reasoning_content: str | None


class JsonSchema(TypedDict, total=False):
    """The schema that a `json_schema` response has to follow."""

    name: Required[str]
    description: str | None
    schema: dict[str, Any] | None
    strict: bool | None


class Structure(TypedDict):
    """One structure of a structural tag: JSON of a schema between two marks."""

    begin: str
    schema: NotRequired[dict[str, Any] | None]
    end: str


class ResponseFormat(TypedDict, total=False):
    """The form of the answer. `structural_tag` is observed, the others are stated."""

    type: Required[Literal["text", "json_object", "json_schema", "structural_tag"]]
    json_schema: JsonSchema | None
    structures: list[Structure]
    triggers: list[str]
    format: dict[str, Any] | None


class StructuredOutputs(TypedDict, total=False):
    """The form of the answer in newer engines: one of the first six."""

    json: str | dict[str, Any] | None
    regex: str | None
    choice: list[str] | None
    grammar: str | None
    json_object: bool | None
    structural_tag: str | None
    whitespace_pattern: str | None
    disable_any_whitespace: bool | None
    disable_additional_properties: bool | None


Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]


class StreamOptions(TypedDict, total=False):
    """The parts of a stream beside its text."""

    include_usage: bool | None
    continuous_usage_stats: bool | None


class Function(TypedDict, total=False):
    """A function the model may call; `parameters` is a JSON schema."""

    name: Required[str]
    description: str | None
    parameters: dict[str, Any] | None


class Tool(TypedDict):
    """A tool the model may use."""

    type: NotRequired[Literal["function"]]
    function: Function


@with_config(ConfigDict(extra="forbid", title="LogitsProcessorConstructor"))
class LogitsProcessor(TypedDict, total=False):
    """A processor to construct, by its qualified name."""

    qualname: Required[str]
    args: list[Any] | None
    kwargs: dict[str, Any] | None


ToolChoice = Annotated[str | dict[str, Any] | None, Field(union_mode="left_to_right")]
Stop = Annotated[str | list[str] | None, Field(union_mode="left_to_right")]
ExtraArguments = dict[str, str | int | float] | None
NewerArguments = dict[str, str | int | float | list[str | int | float]] | None


class Conversation(TypedDict, total=False):
    """The messages of a chat."""

    messages: Required[Annotated[list[ChatMessage], Field(max_length=MOST_MESSAGES)]]
    model: str | None


class Sampling(TypedDict, total=False):
    """The fields of a chat and of a text completion alike."""

    frequency_penalty: float | None
    logit_bias: dict[str, float] | None
    n: Int64 | None
    presence_penalty: float | None
    response_format: ResponseFormat | None
    seed: Annotated[int, Field(ge=-WIDEST, le=WIDEST)] | None
    stop: Stop
    stream: bool | None
    stream_options: StreamOptions | None
    temperature: float | None
    top_p: float | None
    user: str | None
    max_tokens: Int64 | None

    # More sampling, and where a reply ends
    best_of: Int64 | None
    use_beam_search: bool
    top_k: Int64 | None
    min_p: float | None
    repetition_penalty: float | None
    length_penalty: float
    stop_token_ids: list[Int64] | None
    include_stop_str_in_output: bool
    ignore_eos: bool
    min_tokens: Int64
    skip_special_tokens: bool
    truncate_prompt_tokens: Annotated[Int64, Field(ge=-1)] | None
    allowed_token_ids: list[Int64] | None
    bad_words: list[str]

    # Guided output
    guided_json: str | dict[str, Any] | None
    guided_regex: str | None
    guided_choice: list[str] | None
    guided_grammar: str | None
    structural_tag: str | None
    guided_whitespace_pattern: str | None

    # Later versions of the engine
    structured_outputs: StructuredOutputs | None
    return_token_ids: bool | None
    stream_interval: Annotated[Int64, Field(ge=1)] | None

    # The engine
    priority: Int64
    request_id: str
    cache_salt: Any


@with_config(ConfigDict(extra="allow", title="ChatCompletionRequest"))
class ChatRequest(Conversation, Sampling, total=False):
    """The body of a chat completion. Keys not named here are accepted and have no effect."""

    logprobs: bool | None
    top_logprobs: Int64 | None
    max_completion_tokens: Int64 | None
    spaces_between_special_tokens: bool
    prompt_logprobs: Int64 | None

    # Tools
    tools: Annotated[list[Tool], Field(max_length=MOST_TOOLS)] | None
    tool_choice: ToolChoice
    parallel_tool_calls: bool | None

    # The prompt
    echo: bool
    add_generation_prompt: bool
    continue_final_message: bool
    add_special_tokens: bool
    documents: list[dict[str, str]] | None
    chat_template: str | None
    chat_template_kwargs: dict[str, Any] | None
    mm_processor_kwargs: dict[str, Any] | None

    # Reasoning, in later versions of the engine
    reasoning_effort: Effort | None
    include_reasoning: bool
    thinking_token_budget: Annotated[Int64, Field(ge=-1)] | None

    # The engine
    guided_decoding_backend: str | None
    truncation_side: Literal["left", "right"] | None
    logits_processors: list[str | LogitsProcessor] | None
    return_tokens_as_token_ids: bool | None
    kv_transfer_params: dict[str, Any] | None
    engine_xargs: ExtraArguments
    vllm_xargs: NewerArguments


_OBSERVED = {
    "vllm_xargs", "reasoning_effort", "include_reasoning", "thinking_token_budget",
    "structured_outputs", "truncation_side", "return_token_ids", "stream_interval",
}  # fmt: skip
DOCUMENTED = frozenset(ChatRequest.__annotations__) - _OBSERVED
"""The fields that the interface document promises."""
