"""One completion out of the chunks of a stream, as a tracked call keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mockserver.core.model import Record


def joined(chunks: Sequence[Record]) -> Record | None:
    """The completion that was streamed so far; None if nothing was. A failure stays one."""
    if not chunks or "error" in chunks[0]:
        return chunks[0] if chunks else None
    first, last = chunks[0], chunks[-1]
    parts: dict[int, list[Record]] = {}
    for chunk in chunks:
        for choice in chunk["choices"]:
            parts.setdefault(choice["index"], []).append(choice)
    completion = {
        "id": first["id"],
        "object": "chat.completion",
        "created": first["created"],
        "model": first["model"],
        "choices": [_choice(index, parts[index]) for index in sorted(parts)],
    }
    return {**completion, "usage": last["usage"]} if "usage" in last else completion


def _choice(index: int, parts: Sequence[Record]) -> Record:
    deltas = [part["delta"] for part in parts]
    calls = _calls(call for delta in deltas for call in delta.get("tool_calls") or ())
    content, reasoning = _text(deltas, "content"), _text(deltas, "reasoning_content")
    message: Record = {"role": deltas[0].get("role", "assistant")}
    message["content"] = content or (None if calls else "")
    if calls:
        message["tool_calls"] = calls
    if reasoning:
        message["reasoning_content"] = reasoning
    return {"index": index, "message": message, "finish_reason": parts[-1]["finish_reason"]}


def _text(deltas: Iterable[Record], member: str) -> str:
    return "".join(delta.get(member) or "" for delta in deltas)


def _calls(pieces: Iterable[Record]) -> list[Record]:
    """Calls put together from their pieces. Observed: those without an id or a name are dropped."""
    calls: dict[int, dict[str, Any]] = {}
    for piece in pieces:
        call = calls.setdefault(
            piece["index"], {"id": "", "type": "function", "name": "", "arguments": ""}
        )
        function = piece.get("function") or {}
        call["id"] = piece.get("id") or call["id"]
        call["name"] = function.get("name") or call["name"]
        call["arguments"] += function.get("arguments") or ""
    return [
        {
            "id": call["id"],
            "type": call["type"],
            "function": {"name": call["name"], "arguments": call["arguments"]},
        }
        for call in calls.values()
        if call["id"] and call["name"]
    ]
