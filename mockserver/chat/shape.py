"""The shape of a request: what the names of its fields tell before any value is looked at.

A program sends the same fields again and again, so a shape is found once for each set of names.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from mockserver.chat import capabilities, form, newer, structured
from mockserver.chat.decoding import bans, ending, prompt_logprobs, sampling
from mockserver.chat.model.content import reasoning
from mockserver.chat.models import ChatRequest
from mockserver.chat.rules import Rule

_SHAPING = frozenset({*bans.MEMBERS, *structured.MEMBERS, *reasoning.FIELDS, *ending.MEMBERS})
_SHAPING |= {"tools", "use_beam_search", "continue_final_message"}
_TELLING = frozenset({*form.RULES, *sampling.RULES, *capabilities.RULES, *_SHAPING})
_TELLING |= newer.MEMBERS | prompt_logprobs.MEMBERS


class RequestShape(NamedTuple):
    """The rules that apply to a request, and the parts of the engine that it concerns."""

    form: tuple[Rule, ...]
    """Rules of the body alone."""

    limits: tuple[Rule, ...]
    """Rules that are checked when generation would start."""

    is_newer: bool
    """True if some of it is in the words of newer engines."""

    has_extras: bool
    """True if the answer may have more than choices."""

    is_plain: bool
    """True if nothing makes more of a choice than plain words."""


def shape_of(body: ChatRequest) -> RequestShape:
    """The shape of a request."""
    return _shape(_TELLING.intersection(chain(body, *body["messages"])))


@lru_cache(maxsize=256)
def _shape(names: frozenset[str]) -> RequestShape:
    return RequestShape(
        _applying(form.RULES, names),
        _applying(sampling.RULES, names) + _applying(capabilities.RULES, names),
        not newer.MEMBERS.isdisjoint(names),
        not prompt_logprobs.MEMBERS.isdisjoint(names),
        _SHAPING.isdisjoint(names),
    )


def _applying(rules: Mapping[str, Rule], names: frozenset[str]) -> tuple[Rule, ...]:
    """The rules of the fields that were sent, in the order of the model."""
    fields = ChatRequest.__annotations__
    return tuple(rules[name] for name in fields if name in names and name in rules)
