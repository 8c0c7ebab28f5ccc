"""Convert input items to the messages of a chat. Observed, unless marked.

Reasoning, text and tool calls of an assistant are separate items, but one message of the chat.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, cast

from mockserver.chat.models import SYSTEM, ChatMessage
from mockserver.chat.responses.models import Item
from mockserver.core.errors import ApiError

Find = Callable[[str], Item | None]
"""Finds an item of a kept response by its id."""

_TEXT_PARTS = ("input_text", "output_text", "text", "reasoning_text", "summary_text")
_CALLS = ("function_call", "custom_tool_call")
_OUTPUTS = ("function_call_output", "custom_tool_call_output")
_PREFIXES = {"message": "msg", "reasoning": "rs", "function_call": "fc"}
_BEGUN = ("incomplete", "in_progress")


def refused(message: str, param: str = "input") -> ApiError:
    """The 400 for an item."""
    return ApiError(400, message, {"param": param})


def read_items(value: str | list[Item], find: Find) -> list[Item]:
    """The items of an input, with references resolved. Raises a 404 for an unknown reference."""
    if isinstance(value, str):
        return [{"type": "message", "role": "user", "content": value}]
    if not value:
        raise refused("`input` has no items.")
    return [_resolved(item, find) for item in value]


def _resolved(item: Item, find: Find) -> Item:
    is_reference = item.get("type") == "item_reference" or item.keys() == {"id"}
    if not is_reference:
        return item
    if referenced := find(str(item.get("id"))):
        return referenced
    message = f"Item with id '{item.get('id')}' not found."
    raise ApiError(404, message, {"type": "invalid_request_error", "param": "input"})


def messages_of(items: Iterable[Item]) -> list[ChatMessage]:
    """The messages for items. Raises a 400 for an item that no message can represent."""
    messages: list[dict[str, Any]] = []
    for item in items:
        kind = item.get("type") or "message"
        if kind == "message":
            _add_message(messages, item)
        elif kind == "reasoning":
            message = _assistant_message(messages, "reasoning_content")
            message["reasoning_content"] = _reasoning(item)
        elif kind in _CALLS:
            message = _assistant_message(messages)
            message.setdefault("tool_calls", []).append(call_of(item))
        elif kind in _OUTPUTS:
            output = item.get("output")
            if not isinstance(output, str | list):
                raise refused("The `output` of a call must be a text or a list of parts.")
            call_id = _text(item, "call_id")
            messages.append({"role": "tool", "tool_call_id": call_id, "content": _content(output)})
        else:
            raise refused(f"Unsupported input item type: {kind}")
    return cast("list[ChatMessage]", messages)


def is_begun(items: list[Item]) -> bool:
    """True if the last item is the beginning of a reply, to be continued."""
    last = items[-1]
    is_reply = last.get("role") == "assistant" or last.get("type") == "reasoning"
    return is_reply and last.get("status") in _BEGUN


def _add_message(messages: list[dict[str, Any]], item: Item) -> None:
    role, content = item.get("role"), item.get("content")
    if not isinstance(role, str):
        raise refused("A message needs a `role`.")
    if not isinstance(content, str | list):
        raise refused("The `content` of a message must be a text or a list of parts.")
    if role == "assistant":
        _assistant_message(messages, "content")["content"] = _content(content)
    else:
        messages.append({"role": role, "content": _content(content)})


def _assistant_message(messages: list[dict[str, Any]], field: str = "") -> dict[str, Any]:
    """The last message if it is the assistant's and has neither `field` nor a field that follows
    it; otherwise a new one."""
    order = ("reasoning_content", "content", "tool_calls")
    later = order[order.index(field) :] if field else ()
    if not messages or messages[-1]["role"] != "assistant" or messages[-1].keys() & set(later):
        messages.append({"role": "assistant"})
    return messages[-1]


def _content(content: str | list[Any]) -> str | list[dict[str, Any]]:
    """A message's content in the format of the chat: a single text is a string."""
    if isinstance(content, str):
        return content
    parts = [_part(part) for part in content]
    if len(parts) == 1 and parts[0]["type"] == "text":
        text: str = parts[0]["text"]
        return text
    return parts


def _part(part: Any) -> dict[str, Any]:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind in _TEXT_PARTS or kind == "refusal":
        return {"type": "text", "text": _text(part, "refusal" if kind == "refusal" else "text")}
    if kind == "input_image":
        if not isinstance(part.get("image_url"), str):
            raise refused("A content part of type input_image needs a text in `image_url`.")
        return {"type": "image_url", "image_url": {"url": part["image_url"]}}
    raise refused(f"Unsupported content part type: {kind}")


def _text(item: Mapping[str, Any], field: str) -> str:
    text = item.get(field)
    if not isinstance(text, str):
        kind = item.get("type") or "message"
        raise refused(f"An item or part of type {kind} needs a text in `{field}`.")
    return text


def _reasoning(item: Item) -> str:
    if item.get("encrypted_content") is not None:
        raise refused("Encrypted content is not supported.")
    parts = item.get("content") or item.get("summary") or []
    if not isinstance(parts, list):
        raise refused("The `content` and the `summary` of reasoning are lists of parts.")
    return "\n".join(_part(part).get("text", "") for part in parts)


def call_of(item: Item) -> dict[str, Any]:
    """The call of an item in the format of the chat. Raises a 400."""
    if item["type"] == "custom_tool_call":
        arguments = json.dumps({"input": _text(item, "input")}, ensure_ascii=False)
    else:
        arguments = _text(item, "arguments")
    function = {"name": _text(item, "name"), "arguments": arguments}
    return {"id": _text(item, "call_id"), "type": "function", "function": function}


def without_instructions(items: Iterable[Item]) -> list[Item]:
    """The items without system and developer messages, which the next turn does not repeat."""
    return [item for item in items if item.get("role") not in SYSTEM]


def listed(items: Iterable[Item], response_id: str) -> list[Item]:
    """Input items as the API lists them: each with an id, and its text as parts."""
    return [_listed(item, f"{response_id} input {number}") for number, item in enumerate(items)]


def _listed(item: Item, key: str) -> Item:
    kind = item.get("type") or "message"
    shown = {"id": item_id(_PREFIXES.get(kind, "item"), key), "type": kind, **item}
    if kind == "message" and isinstance(item.get("content"), str):
        part = "output_text" if item.get("role") == "assistant" else "input_text"
        shown["content"] = [{"type": part, "text": item["content"]}]
    return {**shown, "status": item.get("status") or "completed"}


def item_id(prefix: str, key: str) -> str:
    """The id of an item, derived from a key."""
    digest = blake2b(key.encode(errors="surrogatepass"), digest_size=16).hexdigest()
    return f"{prefix}_{digest}"
