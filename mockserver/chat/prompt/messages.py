"""Reading the conversation: the text of its messages, and what the prompt costs in tokens."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mockserver.chat.form import malformed
from mockserver.chat.models import ChatMessage, ChatRequest
from mockserver.chat.prompt.tokens import count
from mockserver.core.codec import encode
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_PROMPT_TOKENS

TOKENS_PER_MESSAGE = 4
"""Chosen, the usual price: a mark, the role, a newline and a closing mark."""

TOKENS_OF_GENERATION_PROMPT = 3
TOKENS_PER_MEDIUM = 256
"""Chosen: the tokens of an image, a sound or a video, whatever its size."""

_AROUND = frozenset({
    "tools", "documents", "truncate_prompt_tokens", "add_special_tokens", "chat_template_kwargs",
    "add_generation_prompt", "continue_final_message",
})  # fmt: skip
"""Fields that change the text around the messages."""

_TEXTS = frozenset({"text", "refusal", "thinking"})
_MEDIA = frozenset({"image_url", "image_embeds", "input_audio", "audio_url", "video_url"})
_HOLDS = {"image_url": "url", "audio_url": "url", "video_url": "url", "input_audio": "data"}
"""The field in which a medium that is an object has its URL or its data."""

_AUDIO_FORMATS = ("wav", "mp3")


Turn = tuple[str, str, int]
"""A message as the model reads it: its role, its text, and its number of media."""


def read_turns(body: ChatRequest) -> list[Turn]:
    """The messages as turns. Raises a 400 for parts and tool calls that no template can show.

    Chosen for no message at all: a 400, where the engine depends on the template.
    """
    turns: list[Turn] = []
    for message in body["messages"]:
        content = message.get("content", "")
        if isinstance(content, str) and "tool_calls" not in message:
            turns.append((message["role"], content, 0))
            continue
        is_reply = message["role"] == "assistant" and message.get("tool_calls", ()) is not None
        if content is None and not is_reply:
            text = "Input should be a valid string"
            raise malformed(text, "messages", len(turns), "content", kind="string_type")
        turns.append(_turn(message))
    if not turns:
        raise invalid("The list of messages is empty, there is nothing to answer.")
    return turns


def content_text(message: ChatMessage) -> str:
    """The text of a message, without its calls."""
    return _turn({"role": message["role"], "content": message.get("content")})[1]


def count_prompt(body: ChatRequest, turns: Sequence[Turn]) -> int:
    """The number of tokens in the rendered prompt, after `truncate_prompt_tokens`.

    Chosen: a 400 for more than `MOST_PROMPT_TOKENS`, even if few of them are to remain.
    """
    total = len(turns) * TOKENS_PER_MESSAGE
    for _, text, media in turns:
        total += count(text) + media * TOKENS_PER_MEDIUM
        if total > MOST_PROMPT_TOKENS:
            raise too_much()
    if _AROUND.isdisjoint(body):
        return total + TOKENS_OF_GENERATION_PROMPT
    for field in ("tools", "documents"):
        if shown := body.get(field):
            total += count(encode(shown).decode())
    if total > MOST_PROMPT_TOKENS:
        raise too_much()
    total += _framing(body)
    return min(total, body.get("truncate_prompt_tokens") or total)


def too_much() -> Exception:
    """The error for a prompt of too many tokens."""
    return invalid(
        f"The prompt has more than the {MOST_PROMPT_TOKENS} tokens that this server reads."
    )


def wants_reply(body: ChatRequest) -> bool:
    """True if the prompt ends with the beginning of a reply. Observed: the arguments of the
    template win."""
    wanted: bool = body.get("add_generation_prompt", True)
    if arguments := body.get("chat_template_kwargs"):
        return bool(arguments.get("add_generation_prompt", wanted))
    return wanted


def _framing(body: ChatRequest) -> int:
    """The tokens around the messages; one that is continued has no closing mark."""
    beginning = int(body.get("add_special_tokens", False))
    if body.get("continue_final_message"):
        return beginning - 1
    if wants_reply(body):
        return beginning + TOKENS_OF_GENERATION_PROMPT
    return beginning


def _turn(message: ChatMessage) -> Turn:
    role, content = message["role"], message.get("content")
    if isinstance(content, str):
        text, media = content, 0
    else:
        texts = [_part_text(part) for part in content or ()]
        text = "\n".join(part for part in texts if part is not None)
        media = texts.count(None)
    if role == "assistant" and (calls := message.get("tool_calls")):
        text = "\n".join(filter(None, (text, *map(_call_text, calls))))
    return role, text, media


def _part_text(part: Any) -> str | None:
    """The text of a part; None if it is an image, a sound or a video."""
    if not isinstance(part, dict):
        raise invalid(f"A content part must be an object, got {type(part).__name__}.")
    kind = str(part.get("type") or next((name for name in part if name in _MEDIA), None))
    content = part.get(kind)
    if kind in _TEXTS:
        if not isinstance(content, str):
            raise invalid(f"A content part of type {kind} needs a text in `{kind}`.")
        return content
    if kind not in _MEDIA:
        raise invalid(f"Unknown part type: {kind}")
    _check_medium(kind, content)
    return None


def _check_medium(kind: str, medium: Any) -> None:
    if not medium or not isinstance(medium, (str, dict)):
        raise invalid(f"A content part of type {kind} needs `{kind}`.")
    if kind == "input_audio" and _field_of(medium, "format") not in _AUDIO_FORMATS:
        raise invalid("The format of `input_audio` must be wav or mp3.")
    held = _HOLDS.get(kind)
    if held and isinstance(medium, dict) and not isinstance(medium.get(held), str):
        raise invalid(f"A content part of type {kind} needs a text in `{kind}.{held}`.")


def _call_text(call: Any) -> str:
    """An earlier tool call, as the template writes it."""
    function = _field_of(call, "function")
    name, arguments = _field_of(function, "name"), _field_of(function, "arguments")
    if not isinstance(_field_of(call, "id"), str) or not isinstance(name, str):
        raise invalid("Each of `tool_calls` needs an `id` and a `function` with a `name`.")
    if not isinstance(arguments, str):
        raise invalid("The `arguments` of a tool call must be JSON in a string.")
    try:
        json.loads(arguments or "{}")
    except ValueError as error:
        raise invalid(str(error)) from None
    except RecursionError:
        raise invalid("The JSON is nested too deeply.") from None
    return f"{name} {arguments}"


def _field_of(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None
