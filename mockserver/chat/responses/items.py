"""Input items as the messages of a chat. Observed, unless marked.

What an assistant thought, said and called are items of their own there, and one message here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, cast

from mockserver.chat.models import ChatMessage
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


def read_items(given: str | list[Item], find: Find) -> list[Item]:
    """The items of an input, with items in place of references to them.

    Raises a 404 for a reference to nothing that is kept.
    """
    if isinstance(given, str):
        return [{"type": "message", "role": "user", "content": given}]
    if not given:
        raise refused("`input` has no items, there is nothing to answer.")
    return [_resolved(item, find) for item in given]


def _resolved(item: Item, find: Find) -> Item:
    is_reference = item.get("type") == "item_reference" or item.keys() == {"id"}
    if not is_reference:
        return item
    if found := find(str(item.get("id"))):
        return found
    message = f"Item with id '{item.get('id')}' not found."
    raise ApiError(404, message, {"type": "invalid_request_error", "param": "input"})


def messages_of(items: Iterable[Item]) -> list[ChatMessage]:
    """The conversation that items are. Raises a 400 for one that no message can show."""
    messages: list[dict[str, Any]] = []
    for item in items:
        kind = item.get("type") or "message"
        if kind == "message":
            _add_message(messages, item)
        elif kind == "reasoning":
            _begin_answer(messages, "reasoning_content")["reasoning_content"] = _thoughts(item)
        elif kind in _CALLS:
            calls = _begin_answer(messages, "").setdefault("tool_calls", [])
            calls.append(_call(item))
        elif kind in _OUTPUTS:
            messages.append(_tool_message(item))
        else:
            raise refused(f"Unsupported input item type: {kind}")
    return cast("list[ChatMessage]", messages)


def is_begun(items: list[Item]) -> bool:
    """True if the last item is the beginning of an answer, which is to be continued."""
    last = items[-1]
    is_answer = last.get("role") == "assistant" or last.get("type") == "reasoning"
    return is_answer and last.get("status") in _BEGUN


def _add_message(messages: list[dict[str, Any]], item: Item) -> None:
    role, content = item.get("role"), item.get("content")
    if not isinstance(role, str):
        raise refused("A message needs a `role`.")
    if not isinstance(content, str | list):
        raise refused("The `content` of a message must be a text or a list of parts.")
    if role == "assistant":
        _begin_answer(messages, "content")["content"] = _content(content)
    else:
        messages.append({"role": role, "content": _content(content)})


def _begin_answer(messages: list[dict[str, Any]], field: str) -> dict[str, Any]:
    """The assistant's message that is being put together: a new one if the last is not the
    assistant's, or if what is to come stands before what it has."""
    order = ("reasoning_content", "content", "tool_calls")
    later = order[order.index(field) :] if field else ()
    if not messages or messages[-1]["role"] != "assistant" or messages[-1].keys() & set(later):
        messages.append({"role": "assistant"})
    return messages[-1]


def _content(content: str | list[Any]) -> str | list[dict[str, Any]]:
    """A message's content in the words of the chat: one text alone is no list."""
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


def _thoughts(item: Item) -> str:
    if item.get("encrypted_content") is not None:
        raise refused("Encrypted content is not supported.")
    parts = item.get("content") or item.get("summary") or []
    if not isinstance(parts, list):
        raise refused("The `content` and the `summary` of reasoning are lists of parts.")
    return "\n".join(_part(part).get("text", "") for part in parts)


def _call(item: Item) -> dict[str, Any]:
    if item["type"] == "custom_tool_call":
        arguments = json.dumps({"input": _text(item, "input")}, ensure_ascii=False)
    else:
        arguments = _text(item, "arguments")
    function = {"name": _text(item, "name"), "arguments": arguments}
    return {"id": _text(item, "call_id"), "type": "function", "function": function}


def _tool_message(item: Item) -> dict[str, Any]:
    output = item.get("output")
    if not isinstance(output, str | list):
        raise refused("The `output` of a call must be a text or a list of parts.")
    return {"role": "tool", "tool_call_id": _text(item, "call_id"), "content": _content(output)}


def without_instructions(items: Iterable[Item]) -> list[Item]:
    """The input for the next turn: without messages of the system and of the developer."""
    return [item for item in items if item.get("role") not in ("system", "developer")]


def listed(items: Iterable[Item], response_id: str) -> list[Item]:
    """The items of an input as they are listed: each with an id, and texts as parts."""
    return [_listed(item, f"{response_id} input {number}") for number, item in enumerate(items)]


def _listed(item: Item, known_by: str) -> Item:
    kind = item.get("type") or "message"
    shown = {"id": f"{_PREFIXES.get(kind, 'item')}_{_digest(known_by)}", "type": kind, **item}
    if kind == "message" and isinstance(item.get("content"), str):
        part = "output_text" if item.get("role") == "assistant" else "input_text"
        shown["content"] = [{"type": part, "text": item["content"]}]
    return {**shown, "status": item.get("status") or "completed"}


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()
