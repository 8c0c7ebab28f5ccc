"""A chat completion request, as rules match it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

CHAT = "Chat Completion"
ARTICLES = frozenset({"a", "an", "the", "please"})
"""Words that do not change a question."""

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")

COMPLETIONS = ("Completions Create", "Completions Create Stream")
"""Operations of the trace side that carry a request of the chat side in `inputs`."""


class ScriptRequest:
    """A request with the model and the conversation that rules match."""

    def __init__(self, request: Any, model: str, last_user: str, body: Mapping[str, Any]) -> None:
        self._request = request
        self.model, self.last_user, self.body = model, last_user, body

    def __getattr__(self, name: str) -> Any:
        return getattr(self._request, name)

    @cached_property
    def roles(self) -> list[str]:
        """The roles of the messages."""
        return [message["role"] for message in self.body["messages"]]

    @cached_property
    def tools(self) -> list[str]:
        """The names of the tools that it offers."""
        return [tool["function"]["name"] for tool in self.body.get("tools") or ()]


def question_of(request: Any) -> ScriptRequest | None:
    """The question in a logged request; None if it has none, or was cut."""
    body = request.body
    if request.operation in COMPLETIONS and isinstance(body, dict):
        body = body.get("inputs")
    elif request.operation != CHAT:
        return None
    try:
        question = ScriptRequest(request, str(body.get("model", "")), last_user_of(body), body)
        return question if question.roles and question.tools is not None else None
    except (AttributeError, KeyError, TypeError):
        return None


def last_user_of(body: Mapping[str, Any]) -> str:
    """The text of the last user message, else of the last message."""
    messages = body["messages"]
    candidates = [message for message in messages if message["role"] == "user"] or messages
    content = candidates[-1].get("content") if candidates else None
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content if isinstance(content, str) else ""


def end_of(messages: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[str]]:
    """The words of the last user message, and the roles of the messages after it.

    The roles distinguish the steps of an agent, which share their last user message.
    """
    users = [place for place, message in enumerate(messages) if message["role"] == "user"]
    since = [message["role"] for message in messages[users[-1] + 1 :]] if users else []
    words = _WORD.findall(last_user_of({"messages": messages}).casefold())
    return [word for word in words if word not in ARTICLES], since
