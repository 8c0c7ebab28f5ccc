"""Bounds of single fields, and what this engine lacks: rules checked when generation would start.

Observed, unless marked. A broken rule is a 400 of type `BadRequestError`, also for a stream, found
after the model and the prompt were looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from math import inf, ulp
from typing import Any

from mockserver.chat.form import Rule
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.vocabulary import SIZE
from mockserver.core.errors import invalid
from mockserver.core.limits import (
    MOST_CHARACTERS,
    MOST_CHOICES,
    MOST_LOGPROBS,
    MOST_TOKENS,
    MOST_WORDS,
)

_BACKENDS = ("auto", "xgrammar", "guidance", "outlines", "lm-format-enforcer")


def check_length(least: int, most: int) -> None:
    """Refuse choices of at least and at most so many tokens."""
    if most < 1:
        raise invalid(f"max_tokens must be at least 1, got {most}.")
    if least < 0:
        raise invalid(f"min_tokens must be greater than or equal to 0, got {least}.")
    if least > most:
        raise invalid(f"min_tokens must be less than or equal to max_tokens={most}, got {least}.")


def check_volume(n: int, wanted: int, most: int = MOST_TOKENS) -> None:
    """Refuse several choices of at least `wanted` tokens each that are too much together."""
    if n > 1 and n * wanted > most:
        raise invalid(
            f"n={n} choices of {wanted} tokens are {n * wanted} tokens, more than the "
            f"{most} that this server generates for one request."
        )


def stop_strings(body: ChatRequest) -> list[str]:
    """The stop strings in the order in which they are looked for."""
    stop = body.get("stop")
    return [stop] if isinstance(stop, str) else stop or []


def is_greedy(body: ChatRequest) -> bool:
    """True if the likeliest token is always taken, so that nothing is left to chance."""
    return body.get("temperature") == 0


def schema_of_reply(body: ChatRequest) -> Any:
    """The schema of the reply, perhaps as text; None if there is none.

    Observed: that of a `json_schema` format takes the place of `guided_json` silently, even where
    the format has none itself. Other formats have no schema.
    """
    form: Mapping[str, Any] = body.get("response_format") or {}
    if form.get("type") == "json_schema":
        return form["json_schema"].get("schema")
    return body.get("guided_json")


def _bound(field: str, least: float, most: float, must: str) -> Rule:
    """The rule that the value of a field lies within its bounds."""

    def rule(body: Mapping[str, Any]) -> str | None:
        value = body[field]
        within = value is None or least <= value <= most
        return None if within else f"{field} must {must}, got {value}."

    return rule


def _n(body: ChatRequest) -> str | None:
    n = body.get("n")
    if n is None:
        return None
    if n < 1:
        return f"n must be at least 1, got {n}."
    if n > MOST_CHOICES:
        return f"n must be at most {MOST_CHOICES}, got {n}."
    if n > 1 and is_greedy(body) and not body.get("use_beam_search"):
        return f"n must be 1 when using greedy sampling, got {n}."
    return None


def _best_of(body: ChatRequest) -> str | None:
    best_of, n = body.get("best_of"), body.get("n") or 1
    if best_of is None:
        return None
    if best_of < 1:
        return f"best_of must be at least 1, got {best_of}"
    if best_of < n:
        return f"best_of must be greater than or equal to n, got n={n} and best_of={best_of}."
    if best_of != n and body.get("stream"):
        return "best_of must equal n to use output_kind=DELTA"
    return None


def _texts(field: str, texts: list[str]) -> str | None:
    """The rule of stop strings and banned words. Chosen for an empty word: all replies have it."""
    if "" in texts:
        return f"{field} cannot contain an empty string."
    if len(texts) > MOST_WORDS:
        return f"{field} must have at most {MOST_WORDS} strings, got {len(texts)}."
    if (total := sum(map(len, texts))) > MOST_CHARACTERS:
        return f"{field} must have at most {MOST_CHARACTERS} characters in all, got {total}."
    return None


def _numbered_bias(body: ChatRequest) -> str | None:
    """The keys are token ids, in the words of the engine's own parser when they are not."""
    try:
        for name in body.get("logit_bias") or ():
            int(name)
    except ValueError as error:
        return str(error)
    return None


def _guided(body: ChatRequest) -> str | None:
    form = body.get("response_format") or {"type": "text"}
    kinds = {
        "json": schema_of_reply(body),
        "regex": body.get("guided_regex"),
        "choice": body.get("guided_choice"),
        "grammar": body.get("guided_grammar"),
        "json_object": True if form["type"] == "json_object" else None,
    }
    used = [kind for kind, value in kinds.items() if value is not None]
    if len(used) < 2:
        return None
    return (
        "You can only use one kind of guided decoding but multiple are specified: "
        f"{', '.join(used)}"
    )


_ABOVE_0 = ulp(0)
_BOUNDS: tuple[tuple[str, float, float, str], ...] = (
    ("frequency_penalty", -2, 2, "be in [-2, 2]"),
    ("presence_penalty", -2, 2, "be in [-2, 2]"),
    ("repetition_penalty", _ABOVE_0, inf, "be greater than zero"),
    ("temperature", 0, inf, "be non-negative"),
    ("top_p", _ABOVE_0, 1, "be in (0, 1]"),
    ("top_k", -1, inf, "be 0 (disable), or at least 1"),
    ("min_p", 0, 1, "be in [0, 1]"),
)

SAMPLING_RULES: Mapping[str, Rule] = {
    **{bound[0]: _bound(*bound) for bound in _BOUNDS},
    "n": _n,
    "best_of": _best_of,
    "stop": lambda body: _texts("stop", stop_strings(body)),
    "bad_words": lambda body: _texts("bad_words", body.get("bad_words", [])),
    "logit_bias": _numbered_bias,
    "logits_processors": lambda body: (
        "`logits_processors` are not supported by this server."
        if body.get("logits_processors")
        else None
    ),
    "response_format": _guided,
    "guided_regex": _guided,
    "guided_choice": _guided,
    "guided_grammar": _guided,
}
"""The bounds of the sampling parameters, by the field that a rule is about."""


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


def _known_bias(body: ChatRequest) -> str | None:
    unknown = _unknown_ids(map(int, body.get("logit_bias") or ()))
    if not unknown:
        return None
    return (
        f"token_id(s) {unknown} in logit_bias contain out-of-vocab token ids. "
        f"Vocabulary size: {SIZE}"
    )


def _allowed_token_ids(body: ChatRequest) -> str | None:
    allowed = body.get("allowed_token_ids")
    if allowed == []:
        return "allowed_token_ids is not None and empty!"
    if _unknown_ids(allowed or ()):
        return "allowed_token_ids contains out-of-vocab token id!"
    return None


def _guided_json(body: ChatRequest) -> str | None:
    schema = schema_of_reply(body)
    try:
        if isinstance(schema, str):
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


ENGINE_RULES: Mapping[str, Rule] = {
    "best_of": lambda body: (
        "This engine does not support best_of." if (body.get("best_of") or 1) > 1 else None
    ),
    "top_logprobs": lambda body: _logprobs("sample", body.get("top_logprobs")),
    "prompt_logprobs": lambda body: _logprobs("prompt", body.get("prompt_logprobs")),
    "logit_bias": _known_bias,
    "use_beam_search": _beams,
    "allowed_token_ids": _allowed_token_ids,
    "guided_choice": lambda body: (
        "Choice '[]' cannot be an empty list" if body.get("guided_choice") == [] else None
    ),
    "guided_json": _guided_json,
    "guided_decoding_backend": _backend,
    "guided_whitespace_pattern": _blanks,
}
"""The rules of features that this engine lacks, checked after all bounds."""
