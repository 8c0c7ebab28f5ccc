"""Reasoning before a reply.

Observed: `chat_template_kwargs` switch it on and off, `reasoning_effort` switches it on in later
versions of the engine, and a server can always reason. `include_reasoning: false` hides the
reasoning, but its tokens still count. Chosen: the effort is a number of sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import shake_128

from mockserver.chat.model.talk.phrases import PHRASES
from mockserver.chat.model.talk.topic import subject_of
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.tokens import split
from mockserver.chat.reply import Place

FIELDS = frozenset({"chat_template_kwargs", "reasoning_effort"})
"""Fields whose absence allows the fast path."""

_SWITCHES = ("enable_thinking", "thinking")
_SENTENCES: Mapping[str | None, int] = {
    "none": 0, "minimal": 1, "low": 2, "medium": 4, "high": 8, "xhigh": 9, "max": 10,
}  # fmt: skip
_USUAL = _SENTENCES["medium"]


def sentences_wanted(body: ChatRequest, *, always: bool) -> int:
    """The number of sentences of reasoning; 0 if there is none."""
    if FIELDS.isdisjoint(body):
        return _USUAL if always else 0
    options = body.get("chat_template_kwargs") or {}
    switch = next((options[name] for name in _SWITCHES if name in options), None)
    effort = body.get("reasoning_effort")
    if switch is False:
        return 0
    if effort:
        return _SENTENCES[effort]
    return _USUAL if always or switch else 0


def place_of_reasoning(body: ChatRequest) -> Place:
    """The part of the reply that the reasoning goes to."""
    return "reasoning" if body.get("include_reasoning", True) else "unsaid"


def budget(body: ChatRequest) -> int | None:
    """The maximum number of reasoning tokens (a field of newer engines), or None."""
    most = body.get("thinking_token_budget")
    return None if most == -1 else most


def think(message: str, sentences: int, most: int | None, key: bytes) -> list[str]:
    """The tokens of a number of sentences about the subject of a message, cut off after `most`."""
    at, stride, opening = shake_128(key + b" reasoning").digest(3)
    first, steps = PHRASES["thoughts_first"], PHRASES["thoughts"]
    step = 1 + 2 * (stride % (len(steps) // 2))
    middle = [steps[(at + step * made) % len(steps)] for made in range(sentences - 2)]
    thoughts = [first[opening % len(first)], *middle, *PHRASES["thoughts_last"]][:sentences]
    return split(" ".join(thoughts).format(a=subject_of(message)))[:most]
