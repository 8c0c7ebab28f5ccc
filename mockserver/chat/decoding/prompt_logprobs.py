"""What an answer tells beside its choices: an echo, and how likely the tokens were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mockserver.chat.decoding.logprobs import Told, told
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.messages import Turn, content_text
from mockserver.chat.prompt.rendering import built_in
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_LIKELIHOODS

_MEMBERS = frozenset({"logprobs", "prompt_logprobs", "echo"})
"""Members that most requests do without."""


class PromptTold(NamedTuple):
    """The tokens of the prompt, and how many alternatives are told for each."""

    tokens: Sequence[str]
    top: int


class Aside(NamedTuple):
    """What is told beside the choices; by default nothing."""

    key: bytes = b""
    """What the likelihoods depend on beside the tokens."""

    echo: str = ""
    logprobs: Told | None = None
    prompt: PromptTold | None = None


NOTHING = Aside()


def aside_of(
    body: ChatRequest, turns: list[Turn], written: list[str] | None, role: str, key: bytes
) -> Aside:
    """What a request wants to be told. Raises a 400 if that would be too many values.

    `written` is the prompt if the request has a template of its own.
    """
    if _MEMBERS.isdisjoint(body):
        return NOTHING
    prompt = _prompt(body, turns, written)
    if prompt:
        _check_volume(len(prompt.tokens), prompt.top)
    return Aside(key, _echo(body, role), told(body), prompt)


def check_told(aside: Aside, tokens: int) -> None:
    """Refuse to tell more values about the tokens of all choices than there is time for."""
    if aside.logprobs:
        _check_volume(tokens, aside.logprobs.top)


def _check_volume(tokens: int, top: int) -> None:
    values = tokens * (top + 1)
    if values > MOST_LIKELIHOODS:
        raise invalid(
            f"{top} alternatives for each of {tokens} tokens are {values} log probabilities, more "
            f"than the {MOST_LIKELIHOODS} that this server tells in one answer."
        )


def _echo(body: ChatRequest, role: str) -> str:
    """Observed: the last message's text, if whoever answers has written it."""
    last = body["messages"][-1]
    return content_text(last) if body.get("echo") and last["role"] == role else ""


def _prompt(body: ChatRequest, turns: list[Turn], written: list[str] | None) -> PromptTold | None:
    """Observed: an echo tells the prompt's values too, with as many alternatives as the reply's.

    A stream has no place for them, and a beam search tells none.
    """
    wanted = body.get("prompt_logprobs")
    if wanted is None and body.get("echo"):
        wanted = body.get("top_logprobs") or 0
    if wanted is None or body.get("stream") or body.get("use_beam_search"):
        return None
    return PromptTold(written or built_in(body, turns), wanted)
