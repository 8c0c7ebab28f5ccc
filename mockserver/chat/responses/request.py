"""Convert a request of `/v1/responses` to one of the chat. Observed, unless marked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from mockserver.chat.form import malformed
from mockserver.chat.models import ChatRequest
from mockserver.chat.responses.items import is_begun, messages_of
from mockserver.chat.responses.models import Format, Item, ResponseRequest
from mockserver.core.errors import ApiError, Malformed, invalid

_SAME = ResponseRequest.__annotations__.keys() & ChatRequest.__annotations__.keys()
_SAME -= {"top_logprobs", "tools", "tool_choice", "parallel_tool_calls"}
"""Fields with the same name and meaning in the chat."""

_LOGPROBS = "message.output_text.logprobs"

_HOSTED = frozenset({
    "web_search", "web_search_preview", "file_search", "code_interpreter", "computer",
    "computer_use_preview", "image_generation", "mcp", "local_shell", "shell", "apply_patch",
    "tool_search", "namespace", "web_search_2025_08_26", "web_search_preview_2025_03_11",
})  # fmt: skip
"""Tools that OpenAI runs itself. They are ignored here."""

_CUSTOM = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
"""The parameters of a custom tool, which takes any text."""


class Tools(NamedTuple):
    """The tools of a request."""

    functions: list[dict[str, Any]]
    """The functions in the format of the chat, with custom tools among them."""

    custom: frozenset[str]
    """The names of custom tools, which take text."""

    dropped: list[str]
    """The types of hosted tools."""


def check_response_form(body: ResponseRequest) -> None:
    """Refuse fields that contradict each other, before any lookup."""
    form = _form(body)
    if form.get("type") == "json_schema":
        for field in ("name", "schema"):
            if form.get(field) is None:
                raise malformed("Field required", "text", "format", field, kind="missing")
    if body.get("prompt") is not None:
        raise malformed("prompt template is not supported", "prompt")
    if body.get("background") and body.get("store") is False:
        raise malformed("background can only be used when `store` is true", "background")
    _check_tool_choice(body)


def read_tools(body: ResponseRequest) -> Tools:
    """The tools of a request. Raises a 400 for a type that OpenAI does not have either."""
    functions, custom, dropped = [], [], []
    for index, tool in enumerate(body.get("tools") or ()):
        kind = str(tool.get("type"))
        if kind in _HOSTED:
            dropped.append(kind)
            continue
        if kind not in ("function", "custom"):
            raise malformed(f"Unknown tool type: {kind}", "tools", index, "type")
        name = tool.get("name")
        if not isinstance(name, str) or not name:
            raise malformed("Field required", "tools", index, "name", kind="missing")
        if kind == "custom":
            form = tool.get("format")
            if isinstance(form, dict) and form.get("type") == "grammar":
                message = "custom tools with a grammar are not supported"
                raise malformed(message, "tools", index, "format")
            custom.append(name)
        functions.append({"type": "function", "function": _function(tool)})
    return Tools(functions, frozenset(custom), dropped)


def check_rules(body: ResponseRequest) -> None:
    """Refuse what this server does not support. Chosen for `conversation`, which the engine
    ignores silently."""
    if body.get("conversation") is not None:
        raise ApiError(
            400,
            "`conversation` is not supported: continue a response by `previous_response_id`.",
            {"param": "conversation"},
        )
    most = body.get("max_output_tokens")
    if most is not None and most < 1:
        raise invalid(f"max_output_tokens must be at least 1, got {most}.")
    if body.get("structured_outputs") and _form(body).get("type", "text") != "text":
        raise invalid("Cannot specify both structured_outputs and text.format")


def chat_request(
    body: ResponseRequest, items: list[Item], tools: Tools, context: int
) -> ChatRequest:
    """The equivalent request of the chat."""
    chat = {name: value for name, value in body.items() if name in _SAME}
    instructions = body.get("instructions")
    opening = [] if instructions is None else [{"role": "system", "content": instructions}]
    chat["messages"] = [*opening, *messages_of(items)]
    if is_begun(items):
        chat |= {"continue_final_message": True, "add_generation_prompt": False}
    chat |= _tool_fields(body, tools)
    if form := _response_format(_form(body)):
        chat["response_format"] = form
    if effort := (body.get("reasoning") or {}).get("effort"):
        chat["reasoning_effort"] = effort
    if (most := body.get("max_output_tokens")) is not None:
        chat["max_completion_tokens"] = most
    if _LOGPROBS in (body.get("include") or ()):
        chat |= {"logprobs": True, "top_logprobs": body.get("top_logprobs") or 0}
    if body.get("truncation") == "auto":
        chat["truncate_prompt_tokens"] = context - 1
    return cast("ChatRequest", chat)


def _form(body: ResponseRequest) -> Format | dict[str, Any]:
    return (body.get("text") or {}).get("format") or {}


def _response_format(form: Mapping[str, Any]) -> dict[str, Any] | None:
    if form.get("type") != "json_schema":
        return {"type": form["type"]} if form else None
    schema = {name: value for name, value in form.items() if name != "type"}
    return {"type": "json_schema", "json_schema": schema}


def _function(tool: Item) -> dict[str, Any]:
    fields = ("name", "description", "parameters", "strict")
    function = {name: tool[name] for name in fields if tool.get(name) is not None}
    return {**function, "parameters": _CUSTOM} if tool["type"] == "custom" else function


def _check_tool_choice(body: ResponseRequest) -> None:
    choice, tools = body.get("tool_choice") or "auto", body.get("tools") or []
    if isinstance(choice, str):
        if choice not in ("none", "auto", "required"):
            raise _bad_choice(f"Invalid value for `tool_choice`: {choice}")
        if choice == "required" and not tools:
            raise _bad_choice("Tool choice 'required' must be specified with 'tools' parameter.")
        return
    kind = choice.get("type")
    if kind in _HOSTED:
        message = f"The hosted tool {kind} cannot be forced: it is not supported."
        raise ApiError(400, message, {"type": "invalid_request_error", "param": "tool_choice"})
    if kind == "allowed_tools":
        if choice.get("mode") not in ("auto", "required") or not _named(choice.get("tools")):
            raise _bad_choice("`allowed_tools` needs a `mode` and a list of `tools`.")
        names = _named(choice["tools"])
    elif kind in ("function", "custom"):
        names = _named([choice])
    else:
        raise _bad_choice(f"Invalid type of `tool_choice`: {kind}")
    if not names or not names <= _named(tools):
        raise _bad_choice(f"Tool choice '{kind}' not found in 'tools' parameter.")


def _named(tools: Any) -> set[str]:
    """The names in a list of tools."""
    if not isinstance(tools, list):
        return set()
    return {str(tool["name"]) for tool in tools if isinstance(tool, dict) and tool.get("name")}


def _tool_fields(body: ResponseRequest, tools: Tools) -> dict[str, Any]:
    if not tools.functions:
        return {}
    choice, functions = body.get("tool_choice") or "auto", tools.functions
    if isinstance(choice, dict) and choice["type"] == "allowed_tools":
        allowed = _named(choice["tools"])
        functions = [each for each in functions if each["function"]["name"] in allowed]
        choice = choice["mode"]
    elif isinstance(choice, dict):
        choice = {"type": "function", "function": {"name": choice["name"]}}
    fields: dict[str, Any] = {"tools": functions, "tool_choice": choice}
    if body.get("parallel_tool_calls") is False:
        fields["parallel_tool_calls"] = False
    return fields


def _bad_choice(message: str) -> Malformed:
    return malformed(message, "tool_choice", param="tool_choice")
