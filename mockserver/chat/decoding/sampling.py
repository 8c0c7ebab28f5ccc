"""Bounds of the sampling parameters.

Observed, unless marked. A broken rule is a 400 of type `BadRequestError`, found after the model
and the prompt were looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, ulp
from typing import Any

from mockserver.chat.models import ChatRequest
from mockserver.chat.rules import Rule
from mockserver.core.errors import invalid
from mockserver.core.limits import (
    MOST_CHARACTERS,
    MOST_CHOICES,
    MOST_TOKENS,
    MOST_WORDS,
)


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
    if stop is None:
        return []
    return [stop] if isinstance(stop, str) else stop


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


def _logits_processors(body: ChatRequest) -> str | None:
    if body.get("logits_processors"):
        return "`logits_processors` are not supported by this server."
    return None


def _logit_bias(body: ChatRequest) -> str | None:
    """The keys are token ids, in the words of the engine's own parser when they are not."""
    try:
        for name in body.get("logit_bias") or ():
            int(name)
    except ValueError as error:
        return str(error)
    return None


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
    best_of = body.get("best_of")
    if best_of is None:
        return None
    if best_of < 1:
        return f"best_of must be at least 1, got {best_of}"
    n = body.get("n") or 1
    if best_of < n:
        return f"best_of must be greater than or equal to n, got n={n} and best_of={best_of}."
    if best_of != n and body.get("stream"):
        return "best_of must equal n to use output_kind=DELTA"
    return None


def _stop(body: ChatRequest) -> str | None:
    return _texts("stop", stop_strings(body))


def _bad_words(body: ChatRequest) -> str | None:
    """Chosen for an empty one: it would be in every reply."""
    return _texts("bad_words", body.get("bad_words", []))


def _texts(field: str, texts: list[str]) -> str | None:
    if "" in texts:
        return f"{field} cannot contain an empty string."
    if len(texts) > MOST_WORDS:
        return f"{field} must have at most {MOST_WORDS} strings, got {len(texts)}."
    if (total := sum(map(len, texts))) > MOST_CHARACTERS:
        return f"{field} must have at most {MOST_CHARACTERS} characters in all, got {total}."
    return None


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

RULES: Mapping[str, Rule] = {
    **{bound[0]: _bound(*bound) for bound in _BOUNDS},
    "n": _n,
    "best_of": _best_of,
    "stop": _stop,
    "bad_words": _bad_words,
    "logit_bias": _logit_bias,
    "logits_processors": _logits_processors,
    "response_format": _guided,
    "guided_regex": _guided,
    "guided_choice": _guided,
    "guided_grammar": _guided,
}
