"""Attributes: dotted names as a tree, and which of them say what.

The conventions are tables. A row lists names of one thing in the order in which they are looked
for; the first that is there and not empty, zero or false wins. Observed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mockserver.core.errors import invalid
from mockserver.core.model import Json, JsonObject
from mockserver.trace.otel.models import Attributes

MAX_LEVELS = 32
"""Levels of a dotted name. Chosen."""

ATTRIBUTES = {
    "system": ("gen_ai.system_instructions", "gen_ai.system", "llm.system"),
    "kind": ("weave.span.kind", "traceloop.span.kind", "openinference.span.kind"),
    "model": (
        "gen_ai.response.model",
        "gen_ai.request.model",
        "llm.model_name",
        "ai.model.id",
    ),
    "provider": ("gen_ai.provider.name", "llm.provider", "ai.model.provider"),
    "operation_name": ("gen_ai.operation.name",),
    "response_id": ("gen_ai.response.id",),
    "finish_reasons": ("gen_ai.response.finish_reasons",),
    "agent_name": ("gen_ai.agent.name",),
    "agent_id": ("gen_ai.agent.id",),
    "model_parameters": ("gen_ai.request", "llm.invocation_parameters"),
}
INPUTS = (
    "ai.prompt",
    "gen_ai.prompt",
    "input.value",
    "mlflow.spanInputs",
    "gen_ai.input.messages",
    "pydantic_ai.all_messages",
    "traceloop.entity.input",
    "gcp.vertex.agent.tool_call_args",
    "gcp.vertex.agent.llm_request",
    "input",
    "inputs",
)
OUTPUTS = (
    "ai.response",
    "gen_ai.completion",
    "output.value",
    "gen_ai.output.messages",
    "mlflow.spanOutputs",
    "final_result",
    "gen_ai.content.completion",
    "traceloop.entity.output",
    "gcp.vertex.agent.tool_response",
    "gcp.vertex.agent.llm_response",
    "output",
    "outputs",
)
USAGE = {
    "prompt_tokens": (
        "gen_ai.usage.prompt_tokens",
        "llm.token_count.prompt",
        "ai.usage.promptTokens",
    ),
    "input_tokens": ("gen_ai.usage.input_tokens",),
    "completion_tokens": (
        "gen_ai.usage.completion_tokens",
        "llm.token_count.completion",
        "ai.usage.completionTokens",
    ),
    "output_tokens": ("gen_ai.usage.output_tokens",),
    "requests": (),
    "total_tokens": ("llm.usage.total_tokens", "llm.token_count.total"),
    "cache_creation_input_tokens": ("gen_ai.usage.cache_creation.input_tokens",),
    "cache_read_input_tokens": (
        "gen_ai.usage.cache_read.input_tokens",
        "gen_ai.usage.prompt_tokens_details.cached_tokens",
        "gen_ai.usage.input_tokens_details.cached_tokens",
        "prompt_tokens_details.cached_tokens",
    ),
}
SUMS = (("prompt_tokens", "completion_tokens"), ("input_tokens", "output_tokens"))
"""Parts of a total that no attribute has."""

START = ("langfuse.startTime",)
END = ("langfuse.endTime",)
CONVERSATION = ("gen_ai.conversation.id", "gcp.vertex.agent.session_id")
THREAD = (*CONVERSATION, "wandb.thread_id")
TURN = "wandb.is_turn"
DISPLAY_NAME = ("wandb.display_name",)
RUN = ("wandb.wb_run_id",)
RUN_STEP = ("wandb.wb_run_step",)
RUN_STEP_END = ("wandb.wb_run_step_end",)
OWN = ("wandb.attributes",)
"""An object whose keys become attributes of the call as they are."""


class FoundAttribute(NamedTuple):
    """The attribute that was found first, and what it holds."""

    name: str
    value: Json


def expanded(attributes: Attributes) -> JsonObject:
    """The tree of dotted names. Raises a 400 if a name has both a value and names below it."""
    tree: JsonObject = {}
    for name, value in attributes.items():
        _plant(tree, name, value)
    return tree


def find(tree: JsonObject, names: Iterable[str]) -> FoundAttribute | None:
    """The first of the names that holds something."""
    for name in names:
        if value := _at(tree, name):
            return FoundAttribute(name, listed(value))
    return None


def first(tree: JsonObject, names: Iterable[str]) -> Json:
    """The value of the first of these names that has one, or None."""
    match = find(tree, names)
    return match.value if match else None


def count(tree: JsonObject, names: Iterable[str]) -> int | None:
    """The first whole number that one of the names holds; it may be zero. Observed."""
    numbers = (whole(_at(tree, name)) for name in names)
    return next((number for number in numbers if number is not None), None)


def is_turn(tree: JsonObject) -> bool:
    """True if a span is a turn of its thread: it says so, or names its conversation."""
    marked = _at(tree, TURN)
    return marked if isinstance(marked, bool) else bool(first(tree, CONVERSATION) or marked)


def listed(value: Json) -> Json:
    """The value with every object whose keys are exactly 0 to n-1 as the list it stands for.

    Observed: an object without keys is an empty list.
    """
    if isinstance(value, list):
        return [listed(item) for item in value]
    if not isinstance(value, dict):
        return value
    numbers = [str(number) for number in range(len(value))]
    if value.keys() == set(numbers):
        return [listed(value[number]) for number in numbers]
    return {key: listed(item) for key, item in value.items()}


def text(value: Json) -> str | None:
    """A name or an id as text, if the value can be one."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value) or None


def whole(value: Json) -> int | None:
    """A whole number, also from its digits."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = int(value)
    except (ValueError, OverflowError):
        return None
    return None if isinstance(value, float) and value != number else number


def _plant(tree: JsonObject, name: str, value: Json) -> None:
    *branches, leaf = name.split(".")
    if len(branches) >= MAX_LEVELS:
        raise invalid(f"attribute {name[:64]!r} has more than {MAX_LEVELS} levels")
    for branch in branches:
        tree = tree.setdefault(branch, {})
        if not isinstance(tree, dict):
            raise _ambiguous(name)
    _put(tree, leaf, value, name)


def _put(tree: JsonObject, key: str, value: Json, name: str) -> None:
    there = tree.get(key)
    if not isinstance(there, dict):
        tree[key] = value
    elif isinstance(value, dict):
        for below, item in value.items():
            _put(there, below, item, name)
    else:
        raise _ambiguous(name)


def _ambiguous(name: str) -> Exception:
    return invalid(f"attribute {name[:64]!r} collides with one that is both a value and a parent")


def _at(tree: Json, name: str) -> Json:
    for key in name.split("."):
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree
