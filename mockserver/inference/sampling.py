"""What the request asks of the engine: bounds of the sampling parameters, rules of the engine.

All of it is observed unless marked. A broken rule is a 400 of type `BadRequestError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pydantic_core import from_json

from mockserver.core.errors import ApiError, invalid
from mockserver.inference.models import ChatRequest
from mockserver.inference.vocabulary import SIZE

MOST_CHOICES = 128
"""Chosen: the engine has no bound, but one request must not keep all others waiting."""

MOST_LOGPROBS = 20
GUIDED_BACKENDS = ("auto", "xgrammar", "guidance", "outlines", "lm-format-enforcer")


class Bound(NamedTuple):
    """A bound of one member; `says` has a place for the value that breaks it."""

    member: str
    holds: Callable[[Any], bool]
    says: str


_BOUNDS = (
    Bound("n", lambda n: n >= 1, "n must be at least 1, got {}."),
    Bound("n", lambda n: n <= MOST_CHOICES, f"n must be at most {MOST_CHOICES}, got {{}}."),
    Bound("best_of", lambda n: n >= 1, "best_of must be at least 1, got {}"),
    Bound("presence_penalty", lambda p: -2 <= p <= 2,
          "presence_penalty must be in [-2, 2], got {}."),
    Bound("frequency_penalty", lambda p: -2 <= p <= 2,
          "frequency_penalty must be in [-2, 2], got {}."),
    Bound("repetition_penalty", lambda p: p > 0,
          "repetition_penalty must be greater than zero, got {}."),
    Bound("temperature", lambda t: not t < 0, "temperature must be non-negative, got {}."),
    Bound("top_p", lambda p: 0 < p <= 1, "top_p must be in (0, 1], got {}."),
    Bound("top_k", lambda k: k >= -1, "top_k must be 0 (disable), or at least 1, got {}."),
    Bound("min_p", lambda p: 0 <= p <= 1, "min_p must be in [0, 1], got {}."),
)  # fmt: skip


def check_sampling(body: ChatRequest, most: int) -> None:
    """Refuse parameters out of their bounds; `most` is the number of tokens each choice may have.

    The order of the checks is the engine's: guided output, bounds, where a reply ends, then what
    is found only when generation starts.
    """
    members: Mapping[str, Any] = body
    _check_guided(body)
    if body.get("logits_processors"):
        raise invalid("`logits_processors` are not supported by this server.")
    biased = _biased_ids(body.get("logit_bias") or ())
    for bound in _BOUNDS:
        value = members.get(bound.member)
        if value is not None and not bound.holds(value):
            raise invalid(bound.says.format(value))
    _check_ending(body, most)
    _check_choices(body)
    _check_engine(body, biased)


def stop_strings(body: ChatRequest) -> list[str]:
    """The stop strings in the order in which they are looked for."""
    stop = body.get("stop") or []
    return [stop] if isinstance(stop, str) else stop


def is_greedy(body: ChatRequest) -> bool:
    """Whether the most likely token is always taken, so that nothing is left to chance."""
    return body.get("temperature") == 0


def _check_guided(body: ChatRequest) -> None:
    response_format = body.get("response_format") or {"type": "text"}
    as_object = response_format["type"] == "json_object"
    kinds = {
        "json": body.get("guided_json"),
        "regex": body.get("guided_regex"),
        "choice": body.get("guided_choice"),
        "grammar": body.get("guided_grammar"),
        "json_object": as_object or None,
    }
    if response_format["type"] == "json_schema":
        kinds["json"] = response_format.get("json_schema")
    used = [kind for kind, value in kinds.items() if value is not None]
    if len(used) > 1:
        names = ", ".join(used)
        raise invalid(
            f"You can only use one kind of guided decoding but multiple are specified: {names}"
        )


def _biased_ids(names: Iterable[str]) -> list[int]:
    try:
        return [int(name) for name in names]
    except ValueError as error:
        raise invalid(str(error)) from None


def _check_ending(body: ChatRequest, most: int) -> None:
    least = body.get("min_tokens", 0)
    if most < 1:
        raise invalid(f"max_tokens must be at least 1, got {most}.")
    if least < 0:
        raise invalid(f"min_tokens must be greater than or equal to 0, got {least}.")
    if least > most:
        raise invalid(
            f"min_tokens must be less than or equal to max_tokens={most}, got {least}."
        )
    if body.get("stop") == "" or "" in stop_strings(body):
        raise invalid("stop cannot contain an empty string.")


def _check_choices(body: ChatRequest) -> None:
    choices, best_of = body.get("n") or 1, body.get("best_of")
    if best_of is not None and best_of < choices:
        raise invalid(
            f"best_of must be greater than or equal to n, got n={choices} and best_of={best_of}."
        )
    if best_of not in (None, choices) and body.get("stream"):
        raise invalid("best_of must equal n to use output_kind=DELTA")
    if choices > 1 and is_greedy(body):
        raise invalid(f"n must be 1 when using greedy sampling, got {choices}.")


def _check_engine(body: ChatRequest, biased: list[int]) -> None:
    if broken := next(_broken_by_engine(body, biased), None):
        raise broken


def _broken_by_engine(body: ChatRequest, biased: list[int]) -> Iterable[ApiError]:
    if (body.get("best_of") or 1) > 1:
        yield invalid("This engine does not support best_of.")
