"""The prompt as tokens, rendered by the built-in template or by one that the client sends."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mockserver.chat.models import ChatMessage, ChatRequest
from mockserver.chat.prompt.messages import (
    TOKENS_PER_MEDIUM,
    Turn,
    content_text,
    read_turns,
    too_much,
    wants_reply,
)
from mockserver.chat.prompt.tokens import split, split_prompt
from mockserver.chat.prompt.vocabulary import BEGIN, CLOSE, MEDIUM, START
from mockserver.core.codec import encode
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_PROMPT_TOKENS


def read_prompt(body: ChatRequest) -> list[str]:
    """The tokens of the prompt by whichever template it has."""
    return custom(body) or built_in(body, read_turns(body))


def built_in(body: ChatRequest, turns: Sequence[Turn]) -> list[str]:
    """The tokens of the prompt by our own template, as many as `count_prompt` counts."""
    pieces = [START] * body.get("add_special_tokens", False)
    for field in ("tools", "documents"):
        if shown := body.get(field):
            pieces += split(encode(shown).decode())
    for role, text, media in _reached(turns, body):
        pieces += [BEGIN, role, "\n", *split(text), *[MEDIUM] * media, CLOSE]
    if body.get("continue_final_message"):
        pieces.pop()
    elif wants_reply(body):
        pieces += [BEGIN, "assistant", "\n"]
    return _truncated(pieces, body)


def _reached(turns: Sequence[Turn], body: ChatRequest) -> Iterator[Turn]:
    """The last turns, as far as truncation may leave something of them, with their media tokens.

    Making all would be slow: an image is few bytes of a request, but many tokens.
    """
    left = body.get("truncate_prompt_tokens") or sys.maxsize
    reached: list[Turn] = []
    for role, text, media in reversed(turns):
        shown = min(media * TOKENS_PER_MEDIUM, left)
        reached.append((role, text, shown))
        left -= shown + 1
        if left < 0:
            break
    return reversed(reached)


def custom(body: ChatRequest) -> list[str] | None:
    """The tokens of the prompt by the request's template; None if it has none.

    Raises a 400 for a template that fails, costs too much, or renders nothing.
    """
    template = body.get("chat_template")
    if not template:
        return None
    from mockserver.chat.prompt.template import rendered

    text = rendered(template, _values(body))
    if body.get("continue_final_message"):
        text = _until_final(text, body["messages"][-1])
    pieces = [START] * body.get("add_special_tokens", False) + split_prompt(text)
    if len(pieces) > MOST_PROMPT_TOKENS:
        raise too_much()
    if not pieces:
        raise invalid("The decoder prompt cannot be empty.")
    return _truncated(pieces, body)


def _truncated(pieces: list[str], body: ChatRequest) -> list[str]:
    """Observed: the last tokens remain, or the first ones if `truncation_side` is `right`."""
    most = body.get("truncate_prompt_tokens") or len(pieces)
    return pieces[:most] if body.get("truncation_side") == "right" else pieces[-most:]


def _values(body: ChatRequest) -> dict[str, Any]:
    """The variables of a template. Observed: `chat_template_kwargs` override all others."""
    return {
        "messages": [_shown(message) for message in body["messages"]],
        "tools": body.get("tools"),
        "documents": body.get("documents"),
        "add_generation_prompt": body.get("add_generation_prompt", True),
        "bos_token": START,
        "eos_token": CLOSE,
        **(body.get("chat_template_kwargs") or {}),
    }


def _shown(message: ChatMessage) -> Mapping[str, Any]:
    """A message with its parts as one text, the arguments of its calls as values, and its reasoning
    under both names."""
    shown = {**message}
    if "reasoning" in message:
        shown.setdefault("reasoning_content", message["reasoning"])
    if isinstance(message.get("content"), list):
        shown["content"] = content_text(message)
    if message["role"] == "assistant" and (calls := message.get("tool_calls")):
        shown["tool_calls"] = [_call(call) for call in calls]
    return shown


def _call(call: Mapping[str, Any]) -> Mapping[str, Any]:
    function = call["function"]
    arguments = json.loads(function["arguments"] or "{}")
    return {**call, "function": {**function, "arguments": arguments}}


def _until_final(text: str, final: ChatMessage) -> str:
    """The prompt up to the end of the message that is continued.

    Observed: a template that does not show that message cannot be used for it.
    """
    text_of_last = content_text(final).strip()
    at = text.rfind(text_of_last)
    if at < 0:
        raise invalid("The final message does not appear in the prompt, so it cannot be continued.")
    return text[: at + len(text_of_last)]
