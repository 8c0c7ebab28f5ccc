"""Requests and responses of the completion operations."""

from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.chat.response.models import ChatCompletionResponse
from mockserver.core.model import Closed, JsonObject, Open
from mockserver.core.project import UserRequest
from mockserver.trace.calls.models import IdOrEmpty


class CompletionsCreateRequestInputs(Open):
    """The inputs of a completion: fields of providers, and from `prompt` on the service's own."""

    model: str
    messages: list[Any] = Field(default_factory=list)
    timeout: float | str | None = None
    temperature: float | None = None
    top_p: float | None = None
    n: int | None = None
    stop: str | list[Any] | None = None
    max_completion_tokens: int | None = None
    max_tokens: int | None = None
    modalities: list[Any] | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    stream: bool | None = None
    logit_bias: JsonObject | None = None
    user: str | None = None
    response_format: JsonObject | None = None
    seed: int | None = None
    tools: list[Any] | None = None
    tool_choice: str | JsonObject | None = None
    logprobs: bool | None = None
    top_logprobs: int | None = None
    parallel_tool_calls: bool | None = None
    extra_headers: JsonObject | None = None
    functions: list[Any] | None = None
    function_call: str | None = None
    api_version: str | None = None
    reasoning_effort: str | None = None
    vertex_credentials: str | None = None
    prompt: str | None = None
    template_vars: JsonObject | None = None


class InferenceRoute(Open):
    """A dedicated deployment of a model; it has no effect here."""

    base_url: str
    connection: str
    connection_type: Literal["dedicated"]


class CompletionsCreateReq(UserRequest):
    """`trace_id` and `parent_id` place the recorded call in a trace.

    Chosen: `source` and the conversation have no effect.
    """

    inputs: CompletionsCreateRequestInputs
    track_llm_call: bool | None = True
    trace_id: IdOrEmpty | None = None
    parent_id: str | None = None
    source: str | None = None
    conversation_id: str | None = None
    conversation_name: str | None = None
    inference_route: InferenceRoute | None = None


class CompletionFailure(TypedDict):
    """The response if the model refuses."""

    error: str


class CompletionsCreateRes(TypedDict):
    response: ChatCompletionResponse | CompletionFailure
    weave_call_id: str | None


class CallOfCompletion(TypedDict):
    weave_call_id: str


class CompletionTracked(TypedDict):
    """The first line of a stream with a recorded call."""

    _meta: CallOfCompletion


class ImageCreateInputs(Closed):
    model: str
    prompt: str
    n: int | None = None


class ImageCreateReq(UserRequest):
    inputs: ImageCreateInputs
    track_llm_call: bool | None = True


class ImageCreateRes(TypedDict):
    """The response of a provider, or `{"error"}`."""

    response: JsonObject
    weave_call_id: str | None
