"""Rules of the body alone, across its fields, checked before anything is looked up.

All of them are observed. A broken one is a 400 of type `Bad Request`, like a wrong type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from mockserver.chat.models import DOCUMENTED, ChatRequest
from mockserver.core.errors import Malformed

Rule = Callable[[ChatRequest], str | None]
"""Returns a message if the rule is broken."""

BITS_64 = 2**63
"""Observed: a seed is below this, and no less than its negative. The document takes some more."""

NEVER_NULL = (
    "logit_bias",
    "response_format",
    "response_format.json_schema",
    "response_format.json_schema.description",
    "response_format.json_schema.schema",
    "response_format.json_schema.strict",
    "stop",
    "stream_options",
    "stream_options.include_usage",
    "stream_options.continuous_usage_stats",
    "tools.*.function.description",
    "tools.*.function.parameters",
    "tool_choice",
    "chat_template_kwargs",
    "mm_processor_kwargs",
    "guided_json",
    "logits_processors.*.args",
    "logits_processors.*.kwargs",
    "kv_transfer_params",
    "engine_xargs",
)
"""Stated: fields that the document does not call nullable, and that the engine lets be null.
`*` is every item of a list."""


def malformed(
    message: str, *where: str | int, kind: str = "value_error", param: str | None = None
) -> Malformed:
    """The refusal of a body, or of the part of it that is there, in pydantic's words."""
    if kind == "value_error":
        message = f"Value error, {message}"
    return Malformed([{"type": kind, "loc": ["body", *where], "msg": message}], param)


def check_form(body: ChatRequest, rules: Iterable[Rule], *, strict: bool) -> None:
    """Refuse a body whose fields contradict each other; with `strict`, also undocumented ones."""
    if strict:
        _check_documented(body)
    elif seed := body.get("seed"):
        _check_bits(seed)
    if form := body.get("response_format"):
        _check_response_format(form)
    for rule in rules:
        if broken := rule(body):
            raise malformed(broken)


def _check_bits(seed: int) -> None:
    """Refuse a seed of more than 64 bits, in the words of the engine."""
    if seed >= BITS_64:
        message = f"Input should be less than or equal to {BITS_64 - 1}"
        raise malformed(message, "seed", kind="less_than_equal")
    if seed < -BITS_64:
        message = f"Input should be greater than or equal to {-BITS_64}"
        raise malformed(message, "seed", kind="greater_than_equal")


def _check_documented(body: ChatRequest) -> None:
    for name in body:
        if name not in DOCUMENTED:
            raise malformed("Extra inputs are not permitted", name, kind="extra_forbidden")
    for path in NEVER_NULL:
        for place in _nulls(body, path.split(".")):
            raise malformed("Input should not be null", *place, kind="null")
    if body.get("tool_choice", "none") != "none":
        raise malformed("Input should be 'none'", "tool_choice", kind="literal_error")
    if not isinstance(body.get("stop", []), list):
        raise malformed("Input should be a valid list", "stop", kind="list_type")


def _nulls(
    value: Any, path: Sequence[str], place: tuple[str | int, ...] = ()
) -> Iterator[tuple[str | int, ...]]:
    """The locations of nulls that a path matches."""
    if not path:
        if value is None:
            yield place
        return
    step, *rest = path
    if step == "*":
        for number, item in enumerate(value or ()):
            yield from _nulls(item, rest, (*place, number))
    elif isinstance(value, dict) and step in value:
        yield from _nulls(value[step], rest, (*place, step))


def _check_response_format(form: Mapping[str, Any]) -> None:
    """Chosen for a missing schema: the engine crashes on it."""
    tag = ("format",) if "format" in form else ("structures", "triggers")
    needed = {"json_schema": ("json_schema",), "structural_tag": tag}
    for field in needed.get(form.get("type", ""), ()):
        if form.get(field) is None:
            raise malformed("Field required", "response_format", field, kind="missing")


def _prompt_logprobs(body: ChatRequest) -> str | None:
    wanted = body.get("prompt_logprobs") or 0
    if wanted > 0 and body.get("stream"):
        return "`prompt_logprobs` are not available when `stream=True`."
    return "`prompt_logprobs` must be a positive value." if wanted < 0 else None


def _top_logprobs(body: ChatRequest) -> str | None:
    wanted = body.get("top_logprobs") or 0
    if wanted < 0:
        return "`top_logprobs` must be a positive value."
    if wanted and not body.get("logprobs"):
        return "when using `top_logprobs`, `logprobs` must be set to true."
    return None


def _guided(body: ChatRequest) -> str | None:
    kinds = (body.get("guided_json"), body.get("guided_regex"), body.get("guided_choice"))
    if sum(kind is not None for kind in kinds) < 2:
        return None
    return (
        "You can only use one kind of guided decoding "
        "('guided_json', 'guided_regex' or 'guided_choice')."
    )


def _tool_choice(body: ChatRequest) -> str | None:
    choice = body.get("tool_choice")
    if choice is None or choice == "none":
        return None
    if body.get("tools") is None:
        return "When using `tool_choice`, `tools` must be set."
    if isinstance(choice, dict):
        return _named_tool(body, choice)
    if choice in ("auto", "required"):
        return None
    return (
        f"Invalid value for `tool_choice`: {choice}! "
        'Only named tools, "none", "auto" or "required" are supported.'
    )


_USAGE = 'Correct usage: `{"type": "function", "function": {"name": "my_function"}}`'


def _named_tool(body: ChatRequest, choice: Mapping[str, Any]) -> str | None:
    function = choice.get("function")
    if choice.get("type", "function") != "function":
        return f"`tool_choice` can only be of type `function`. {_USAGE}"
    if not isinstance(function, dict):
        return f"`tool_choice` has no object `function`. {_USAGE}"
    name = function.get("name")
    if not isinstance(name, str):
        return f"`tool_choice` has no text `function.name`. {_USAGE}"
    if not name:
        return f"`function.name` in `tool_choice` is empty. {_USAGE}"
    if name not in [tool["function"]["name"] for tool in body.get("tools") or ()]:
        return "The tool specified in `tool_choice` does not match any of the specified `tools`"
    return None


def _cache_salt(body: ChatRequest) -> str | None:
    salt = body.get("cache_salt")
    if salt is None or (isinstance(salt, str) and salt):
        return None
    return "Parameter 'cache_salt' must be a non-empty string if provided."


def _truncation(body: ChatRequest) -> str | None:
    """The engine's own bound; the -1 of newer ones has become the context by now."""
    most = body.get("truncate_prompt_tokens")
    if most is None or most > 0:
        return None
    return f"truncate_prompt_tokens should be greater than or equal to 1, got {most}"


FORM_RULES: Mapping[str, Rule] = {
    "truncate_prompt_tokens": _truncation,
    "stream_options": lambda body: (
        "Stream options can only be defined when `stream=True`."
        if body.get("stream_options") and not body.get("stream")
        else None
    ),
    "prompt_logprobs": _prompt_logprobs,
    "top_logprobs": _top_logprobs,
    "guided_regex": _guided,
    "guided_choice": _guided,
    "tool_choice": _tool_choice,
    # The default of `add_generation_prompt` does not count: both must have been written.
    "continue_final_message": lambda body: (
        "Cannot set both `continue_final_message` and `add_generation_prompt` to True."
        if body.get("continue_final_message") and body.get("add_generation_prompt")
        else None
    ),
    "cache_salt": _cache_salt,
}
