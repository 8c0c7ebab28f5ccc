"""Rules about fields of a request, by the field that makes them apply."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mockserver.chat.models import ChatRequest

Rule = Callable[[ChatRequest], str | None]
"""Returns a message if the rule is broken."""


def first_broken(rules: Iterable[Rule], body: ChatRequest) -> str | None:
    """The message of the first broken rule."""
    for rule in rules:
        if broken := rule(body):
            return broken
    return None
