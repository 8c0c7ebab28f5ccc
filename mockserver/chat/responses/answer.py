"""A kept reply and its response body."""

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
from mockserver.chat.responses.output import ItemSpan, item_spans
from mockserver.chat.service import Completion
from mockserver.core.codec import encode
from mockserver.core.newest import Newest

MOST_RESPONSES = 10_000


@dataclass
class Reply:
    """A request with the chat's completion, and the state of its response."""

    body: ResponseRequest
    items: list[Item]
    """The input, without earlier turns."""

    earlier: list[Item]
    """The items of earlier turns."""

    completion: Completion
    identity: Identity
    custom: frozenset[str]
    """The names of custom tools, which take text."""

    context: int
    """The most tokens that prompt and output may have together."""

    pending: Status | None = field(default=None)
    """`queued` or `cancelled`, instead of the status of the output."""

    due: int = 0
    """The time at which a queued response is completed, in microseconds."""

    @cached_property
    def choice(self) -> Generation:
        """The chat's choice, with an id for each tool call."""
        completion = self.completion
        return identified(completion.choices[0], 0, completion.key, self.identity.id)

    @cached_property
    def spans(self) -> list[ItemSpan]:
        """The output items, with their positions in the text."""
        return item_spans(
            self.choice,
            self.identity.id,
            self.completion.extras,
            custom=self.custom,
            has_summary=bool((self.body.get("reasoning") or {}).get("summary")),
        )

    @property
    def output(self) -> list[Item]:
        """The output items."""
        return [span.item for span in self.spans]

    @property
    def usage(self) -> ResponseUsage:
        """Token counts. Chosen: the details have no lists, since one client cannot stream these."""
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
        """The response body as JSON."""
        return encode(self.document())

    def document(self, status: Status | None = None) -> Response:
        """The response body, by default with the current status; it has output once it ended.

        Fields of the request are echoed, and fields without a value are null.
        """
        body = self.body
        cut = self.choice.finish_reason == "length"
        status = status or self.pending or ("incomplete" if cut else "completed")
        is_ended = status in ("completed", "incomplete")
        # Observed: a limit above what the context leaves is silently reduced to that.
        left, limit = self.context - self.completion.prompt_tokens, body.get("max_output_tokens")
        fields: dict[str, Any] = {name: body.get(name) for name in Response.__annotations__}
        for name, default in _DEFAULTS.items():
            if fields[name] is None:
                fields[name] = default
        fields |= {
            "id": self.identity.id,
            "created_at": self.identity.created,
            "incomplete_details": {"reason": "max_output_tokens"}
            if status == "incomplete"
            else None,
            "model": self.completion.model,
            "object": "response",
            "output": self.output if is_ended else [],
            "tool_choice": (body.get("tool_choice") or "auto") if body.get("tools") else "none",
            "max_output_tokens": left if limit is None else min(limit, left),
            "status": status,
            "usage": self.usage if is_ended else None,
        }
        return {**fields, **_NULLS}  # type: ignore[typeddict-item]


_DEFAULTS = {
    "parallel_tool_calls": True,
    "temperature": 1.0,
    "tools": [],
    "top_p": 1.0,
    "background": False,
    "service_tier": "auto",
    "truncation": "disabled",
    "presence_penalty": 0.0,
    "frequency_penalty": 0.0,
}
_NULLS = dict.fromkeys(
    (
        "prompt",
        "kv_transfer_params",
        "ec_transfer_params",
        "input_messages",
        "output_messages",
        "error",
    )
)
"""Fields that are null even if a request has a key of the same name."""


class KeptResponses(Newest[str, Reply]):
    """The newest responses by id, which can be continued, read and deleted."""

    def __init__(self) -> None:
        super().__init__(MOST_RESPONSES)
