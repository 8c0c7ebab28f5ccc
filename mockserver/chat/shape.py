"""The shape of a request: all that follows from the names of its fields.

Programs send the same fields again and again, so the shape of a set of names is found once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from mockserver.chat import newer, structured
from mockserver.chat.bounds import ENGINE_RULES, SAMPLING_RULES
from mockserver.chat.decoding import bans, ending, prompt_logprobs
from mockserver.chat.form import FORM_RULES, Rule
from mockserver.chat.model.talk import reasoning
from mockserver.chat.models import ChatRequest

_SHAPING = frozenset({*bans.FIELDS, *structured.FIELDS, *reasoning.FIELDS, *ending.FIELDS})
_SHAPING |= {"tools", "use_beam_search", "continue_final_message"}
_RELEVANT = frozenset({*FORM_RULES, *SAMPLING_RULES, *ENGINE_RULES, *_SHAPING})
_RELEVANT |= newer.FIELDS | prompt_logprobs.FIELDS


@dataclass(slots=True)
class RequestShape:
    """The rules that apply to a request, and the features that it uses."""

    form: tuple[Rule, ...]
    """Rules of the body alone."""

    limits: tuple[Rule, ...]
    """Rules that are checked when generation would start."""

    is_newer: bool
    """True if it has fields of newer engines."""

    has_extras: bool
    """True if the response may have more than choices."""

    is_plain: bool
    """True if its choices are plain text."""


def shape_of(body: ChatRequest) -> RequestShape:
    """The shape of a request."""
    return _shape(tuple(body))


@lru_cache(maxsize=256)
def _shape(fields: tuple[str, ...]) -> RequestShape:
    names = _RELEVANT.intersection(fields)
    return RequestShape(
        _applying(FORM_RULES, names),
        _applying(SAMPLING_RULES, names) + _applying(ENGINE_RULES, names),
        not newer.FIELDS.isdisjoint(names),
        not prompt_logprobs.FIELDS.isdisjoint(names),
        _SHAPING.isdisjoint(names),
    )


def _applying(rules: Mapping[str, Rule], names: frozenset[str]) -> tuple[Rule, ...]:
    """The rules of the fields that were sent, in the order of the model."""
    fields = ChatRequest.__annotations__
    return tuple(rules[name] for name in fields if name in names and name in rules)
