"""A response as a document."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mockserver.chat.decoding.ending import Generation
from mockserver.chat.response.identity import Identity, identified
from mockserver.chat.response.message import reasoning_tokens
from mockserver.chat.responses.models import (
    Item,
    Response,
    ResponseRequest,
    ResponseUsage,
    Status,
)
from mockserver.chat.responses.output import Stretch, Wanted, stretches
from mockserver.chat.service import Completion
from mockserver.core.codec import encode


@dataclass
class Reply:
    """An answered request: what was asked, what the chat said, and how far it is."""

    body: ResponseRequest
    items: list[Item]
    """The input, without earlier turns."""

    earlier: list[Item]
    """The turns before it."""

    completion: Completion
    identity: Identity
    custom: frozenset[str]
    """Tools that take text."""

    context: int
    """The most tokens that prompt and answer may have together."""

    pending: Status | None = field(default=None)
    """`queued` or `cancelled` in the place of the answer."""

    due: int = 0
    """When a queued one will have ended, in microseconds."""

    @cached_property
    def choice(self) -> Generation:
        """The chat's answer, with an id for each call."""
        completion = self.completion
        return identified(completion.choices[0], 0, completion.key, self.identity.id)

    @cached_property
    def stretches(self) -> list[Stretch]:
        """The items of the output, with their places in the text."""
        summary = bool((self.body.get("reasoning") or {}).get("summary"))
        wanted = Wanted(summary, self.custom, self.completion.extras)
        return stretches(self.choice, self.identity.id, wanted)

    @property
    def output(self) -> list[Item]:
        """The items of the output."""
        return [each.item for each in self.stretches]

    @property
    def status(self) -> Status:
        """The status at its end, or until then."""
        if self.pending:
            return self.pending
        return "incomplete" if self.choice.finish_reason == "length" else "completed"

    @property
    def usage(self) -> ResponseUsage:
        """Tokens. Chosen: no lists in the details, on which one client's streams fail."""
        prompt, reply = self.completion.prompt_tokens, self.completion.completion_tokens
        return {
            "input_tokens": prompt,
            "input_tokens_details": {
                "cached_tokens": self.identity.cached,
                "cache_write_tokens": 0,
            },
            "output_tokens": reply,
            "output_tokens_details": {
                "reasoning_tokens": reasoning_tokens(self.choice),
                "tool_output_tokens": 0,
            },
            "total_tokens": prompt + reply,
        }

    def plain(self) -> bytes:
        """The response as it is now."""
        return encode(self.document())

    def document(self, status: Status | None = None, error: Any = None) -> Response:
        """The response, by default as it is now; before its end it has no output."""
        body, status = self.body, status or self.status
        is_over = status in ("completed", "incomplete")
        fields: dict[str, Any] = {
            "id": self.identity.id,
            "created_at": self.identity.created,
            "incomplete_details": _why(status),
            "instructions": body.get("instructions"),
            "metadata": body.get("metadata"),
            "model": self.completion.model,
            "object": "response",
            "output": self.output if is_over else [],
            "parallel_tool_calls": _given(body.get("parallel_tool_calls"), True),
            "temperature": _given(body.get("temperature"), 1.0),
            "tool_choice": (body.get("tool_choice") or "auto") if body.get("tools") else "none",
            "tools": body.get("tools") or [],
            "top_p": _given(body.get("top_p"), 1.0),
            "background": bool(body.get("background")),
            "max_output_tokens": self._most(),
            "max_tool_calls": body.get("max_tool_calls"),
            "previous_response_id": body.get("previous_response_id"),
            "prompt": None,
            "prompt_cache_options": body.get("prompt_cache_options"),
            "prompt_cache_key": body.get("prompt_cache_key"),
            "prompt_cache_retention": body.get("prompt_cache_retention"),
            "reasoning": body.get("reasoning"),
            "safety_identifier": body.get("safety_identifier"),
            "service_tier": body.get("service_tier") or "auto",
            "status": status,
            "text": body.get("text"),
            "top_logprobs": body.get("top_logprobs"),
            "truncation": body.get("truncation") or "disabled",
            "usage": self.usage if is_over else None,
            "user": body.get("user"),
            "presence_penalty": _given(body.get("presence_penalty"), 0.0),
            "frequency_penalty": _given(body.get("frequency_penalty"), 0.0),
            "kv_transfer_params": None,
            "ec_transfer_params": None,
            "input_messages": None,
            "output_messages": None,
            "error": error,
        }
        return fields  # type: ignore[return-value]

    def _most(self) -> int:
        """Observed: more than the context leaves is cut down to that, without a word."""
        left = self.context - self.completion.prompt_tokens
        wanted = self.body.get("max_output_tokens")
        return left if wanted is None else min(wanted, left)


def _given(value: Any, default: Any) -> Any:
    return default if value is None else value


def _why(status: Status) -> dict[str, str] | None:
    return {"reason": "max_output_tokens"} if status == "incomplete" else None
