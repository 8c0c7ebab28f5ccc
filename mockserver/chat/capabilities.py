"""The limits of this engine: rules that it checks only when generation would start.

Observed, unless marked: a 400 of type `BadRequestError`, also for a stream.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from mockserver.chat.decoding.sampling import schema_of_reply
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.vocabulary import SIZE
from mockserver.chat.rules import Rule
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_LOGPROBS

_BACKENDS = ("auto", "xgrammar", "guidance", "outlines", "lm-format-enforcer")


def _best_of(body: ChatRequest) -> str | None:
    return "This engine does not support best_of." if (body.get("best_of") or 1) > 1 else None


def check_priority(body: ChatRequest) -> None:
    """Refuse a priority. Stated: any but 0 is an error without priority scheduling."""
    if priority := body.get("priority"):
        message = f"Got priority {priority} but Priority scheduling is not enabled."
        raise invalid(message)


def _logprobs(kind: str, number: int | None) -> str | None:
    if (number or 0) <= MOST_LOGPROBS:
        return None
    return (
        f"Requested {kind} logprobs of {number}, which is greater than max allowed: {MOST_LOGPROBS}"
    )


def _beams(body: ChatRequest) -> str | None:
    """Observed: beam search weighs twice as many tokens as it has beams, by their logprobs."""
    return _logprobs("sample", 2 * (body.get("n") or 1)) if body["use_beam_search"] else None


def _unknown_ids(ids: Iterable[int]) -> list[int]:
    return [number for number in ids if not 0 <= number < SIZE]


def _logit_bias(body: ChatRequest) -> str | None:
    unknown = _unknown_ids(map(int, body.get("logit_bias") or ()))
    if not unknown:
        return None
    return (
        f"token_id(s) {unknown} in logit_bias contain out-of-vocab token ids. "
        f"Vocabulary size: {SIZE}"
    )


def _allowed_token_ids(body: ChatRequest) -> str | None:
    allowed = body.get("allowed_token_ids")
    if allowed is None:
        return None
    if not allowed:
        return "allowed_token_ids is not None and empty!"
    if _unknown_ids(allowed):
        return "allowed_token_ids contains out-of-vocab token id!"
    return None


def _guided_choice(body: ChatRequest) -> str | None:
    return "Choice '[]' cannot be an empty list" if body.get("guided_choice") == [] else None


def _guided_json(body: ChatRequest) -> str | None:
    schema = schema_of_reply(body)
    if not isinstance(schema, str):
        return None
    try:
        json.loads(schema)
    except (ValueError, RecursionError):
        return "Invalid JSON grammar specification."
    return None


def _blanks(body: ChatRequest) -> str | None:
    """Chosen: an invalid whitespace pattern is refused even if no JSON is written."""
    from mockserver.chat.structured.blanks import blanks_of
    from mockserver.chat.structured.budget import Unservable

    field = "guided_whitespace_pattern"
    try:
        blanks_of(body.get(field))
    except Unservable as refused:
        return f"Grammar error: {field}: {refused.reason}"
    return None


def _backend(body: ChatRequest) -> str | None:
    """Chosen: the two stated backends and those of the engine all behave alike."""
    backend = body.get("guided_decoding_backend")
    if backend is None or backend in _BACKENDS:
        return None
    return f"The guided decoding backend {backend} is none of {', '.join(_BACKENDS)}."


RULES: Mapping[str, Rule] = {
    "best_of": _best_of,
    "top_logprobs": lambda body: _logprobs("sample", body.get("top_logprobs")),
    "prompt_logprobs": lambda body: _logprobs("prompt", body.get("prompt_logprobs")),
    "logit_bias": _logit_bias,
    "use_beam_search": _beams,
    "allowed_token_ids": _allowed_token_ids,
    "guided_choice": _guided_choice,
    "guided_json": _guided_json,
    "guided_decoding_backend": _backend,
    "guided_whitespace_pattern": _blanks,
}
