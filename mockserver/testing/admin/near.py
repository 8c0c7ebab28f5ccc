"""Reply rules that nearly answered a request, with the conditions that it does not meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mockserver.chat.script.models import When
from mockserver.chat.script.question import ScriptRequest
from mockserver.chat.script.script import Script, Written
from mockserver.core.matching.paths import values_at
from mockserver.core.matching.values import short
from mockserver.core.model import Record

MOST = 3
"""Rules listed for one request."""

GROUPS = frozenset({"headers", "query", "body"})
"""Conditions made of named parts."""


def near(script: Script, question: ScriptRequest, used: str | None) -> list[Record]:
    """The nearest rules that did not answer; `answered` is the number of the one that did."""
    misses = [_miss(written, question) for written in script.rules if str(written.number) != used]
    return sorted(misses, key=_distance)[:MOST]


def _miss(written: Written, question: ScriptRequest) -> Record:
    number, rule = written
    return {"id": number, "text": str(rule), "fields": list(_fields(rule.when, question))}


def _distance(miss: Record) -> int:
    return sum(not field["fits"] for field in miss["fields"])


def _fields(when: When, question: ScriptRequest) -> Iterator[Record]:
    """Describe each condition of a rule: if it fits, the wanted value, and the found one."""
    conditions = when.model_dump(exclude_unset=True, exclude_defaults=True)
    for name, wanted in conditions.items():
        parts = wanted.items() if name in GROUPS and isinstance(wanted, dict) else [(None, wanted)]
        for part, value in parts:
            alone: Record = {name: value if part is None else {part: value}}
            if name == "exactly":
                alone["body"] = conditions.get("body", {})
            yield {
                "field": name if part is None else f"{name} {part}",
                "fits": When.model_validate(alone).fits(question),
                "wanted": short(value),
                "found": short(_found(name, part, question)),
            }


def _found(name: str, part: str | None, question: ScriptRequest) -> Any:
    """The value in a question that a condition is about."""
    if name in _CONVERSATION:
        return _CONVERSATION[name](question)
    if part is None:
        return getattr(question, name)
    if name == "body":
        values = [*values_at(question.body, part)] or [question.body.get(part)]
        return values[0] if len(values) == 1 else values
    return getattr(question, name).get(part.lower() if name == "headers" else part)


_CONVERSATION: Mapping[str, Callable[[ScriptRequest], Any]] = {
    "has_tool": lambda question: question.tools,
    "turn": lambda question: question.roles.count("user"),
    "exactly": lambda question: sorted(question.body),
}
