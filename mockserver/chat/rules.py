"""Rules about fields of a request, by the field that makes them apply."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mockserver.chat.models import ChatRequest

Rule = Callable[[ChatRequest], str | None]
"""Answers with the sentence that says how the rule was broken."""


def first_broken(rules: Mapping[str, Rule], body: ChatRequest) -> str | None:
    """The sentence of the first broken rule. Only fields that were sent are checked.

    A validated body has its fields in the model's order, so that order decides, not the sender's.
    """
    if rules.keys().isdisjoint(body):
        return None
    for member in filter(rules.__contains__, body):
        if broken := rules[member](body):
            return broken
    return None
