"""Parts of a response beside its choices: an echo, log probabilities, token ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mockserver.chat.decoding.logprobs import LogprobsOptions, logprobs_options
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.messages import Turn, content_text
from mockserver.chat.prompt.rendering import built_in
from mockserver.chat.prompt.vocabulary import token_id
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_LIKELIHOODS

FIELDS = frozenset({"logprobs", "prompt_logprobs", "echo", "return_token_ids"})
"""The fields that request them."""


class PromptLogprobs(NamedTuple):
    """The tokens of the prompt, and how many alternatives each has."""

    tokens: Sequence[str]
    top: int


@dataclass(frozen=True, slots=True)
class Extras:
    """The parts of a response beside its choices; none by default."""

    key: bytes = b""
    """The log probabilities depend on this beside the tokens."""

    echo: str = ""
    logprobs: LogprobsOptions | None = None
    prompt: PromptLogprobs | None = None
    prompt_ids: Sequence[int] | None = None
    """The ids of the prompt's tokens; with them, choices have the ids of theirs."""


NOTHING = Extras()


def extras_of(
    body: ChatRequest, turns: Sequence[Turn], written: list[str] | None, role: str, key: bytes
) -> Extras:
    """The extras that a request asks for. Raises a 400 if that would be too many values.

    `written` is the prompt if the request has a template of its own.
    """
    prompt = _prompt(body, turns, written)
    if prompt:
        check_values(len(prompt.tokens), prompt.top)
    read = (written or built_in(body, turns)) if body.get("return_token_ids") else None
    ids = None if read is None else [*map(token_id, read)]
    return Extras(key, _echo(body, role), logprobs_options(body), prompt, ids)


def check_values(tokens: int, top: int) -> None:
    """Refuse so many alternatives for so many tokens."""
    values = tokens * (top + 1)
    if values > MOST_LIKELIHOODS:
        raise invalid(
            f"{top} alternatives for each of {tokens} tokens are {values} log probabilities, more "
            f"than the {MOST_LIKELIHOODS} that this server gives in one answer."
        )


def _echo(body: ChatRequest, role: str) -> str:
    """Observed: the text of the last message, if its role is that of the reply."""
    last = body["messages"][-1]
    return content_text(last) if body.get("echo") and last["role"] == role else ""


def _prompt(
    body: ChatRequest, turns: Sequence[Turn], written: list[str] | None
) -> PromptLogprobs | None:
    """Observed: an echo has the prompt's values too, with as many alternatives as the reply's.

    A stream has no place for them, and a beam search has none.
    """
    wanted = body.get("prompt_logprobs")
    if wanted is None and body.get("echo"):
        wanted = body.get("top_logprobs") or 0
    if wanted is None or body.get("stream") or body.get("use_beam_search"):
        return None
    return PromptLogprobs(written or built_in(body, turns), wanted)
