"""Scripted replies, over HTTP; and the rules that nearly answered a request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mockserver import listing
from mockserver.chat.script.models import Rule, When
from mockserver.chat.script.question import ScriptRequest, question_of
from mockserver.chat.script.script import Script
from mockserver.core.matching import ANY
from mockserver.core.matching.paths import values_at
from mockserver.core.matching.values import short
from mockserver.core.model import Record
from mockserver.core.plans import Planned
from mockserver.http.context import Context
from mockserver.http.request_log import LoggedRequestView

MOST_NEAR = 3
"""Rules listed as near to one request."""

GROUPS = frozenset({"headers", "query", "body"})
"""Conditions made of named parts."""


def find(ctx: Context) -> Record:
    """All rules in the order of matching, and the number of uses of each."""
    script = ctx.services.memory[Script]
    return {"replies": [shown(script, plan) for plan in script.planned]}


def read(ctx: Context) -> Record:
    """One rule."""
    script = ctx.services.memory[Script]
    return shown(script, script.find(ctx.path["id"]))


def write(body: Rule, ctx: Context) -> Record:
    """Add a rule after the others, or before them if it is for the next chat."""
    listing.check_operation(body.when.operation or ANY)
    script = ctx.services.memory[Script]
    return shown(script, script.add(body))


def change(body: Rule, ctx: Context) -> Record:
    """Replace a rule by another, which begins unused."""
    listing.check_operation(body.when.operation or ANY)
    script = ctx.services.memory[Script]
    return shown(script, script.replace(ctx.path["id"], body))


def remove(ctx: Context) -> Record:
    """Remove one rule."""
    script = ctx.services.memory[Script]
    return {"dropped": script.remove([script.find(ctx.path["id"])])}


def clear(ctx: Context) -> Record:
    """Remove all rules."""
    script = ctx.services.memory[Script]
    return {"dropped": script.remove(script.planned)}


def misses(ctx: Context) -> Record:
    """The rules that were not used often enough, each with the nearest chat request and the
    reasons why it does not fit."""
    script = ctx.services.memory[Script]
    logged = [request for request in ctx.services.request_log.requests() if not request.late]
    questions = [*filter(None, map(question_of, map(LoggedRequestView, logged)))]
    return {"misses": [_miss(script, plan, questions) for plan in script.missed()]}


def near(script: Script, question: ScriptRequest, used: str | None) -> list[Record]:
    """The nearest rules that did not answer; `used` is the number of the rule that did."""
    rules: list[Record] = [
        {
            "id": plan.number,
            "text": str(plan.value),
            "fields": list(_fields(plan.value.when, question)),
        }
        for plan in script.planned
        if str(plan.number) != used
    ]
    rules.sort(key=lambda rule: sum(not field["fits"] for field in rule["fields"]))
    return rules[:MOST_NEAR]


def shown(script: Script, plan: Planned[Rule]) -> Record:
    """A rule as JSON; `shadowed_by` is an earlier rule that answers all it could."""
    return {
        "id": plan.number,
        **plan.value.model_dump(exclude_unset=True),
        "used": plan.used,
        "least": plan.value.least,
        "remaining": plan.remaining,
        "shadowed_by": script.shadow(plan),
    }


def _miss(script: Script, plan: Planned[Rule], questions: list[ScriptRequest]) -> Record:
    rule = plan.value
    problems = [(list(rule.when.problems(question)), question.id) for question in questions]
    unfit = [each for each in problems if each[0]]
    reasons, nearest = min(unfit, key=lambda each: len(each[0]), default=([], None))
    return {
        "id": plan.number,
        "text": str(rule),
        "used": plan.used,
        "least": rule.least,
        "shadowed_by": script.shadow(plan),
        "request": nearest,
        "problems": reasons,
    }


def _fields(when: When, question: ScriptRequest) -> Iterator[Record]:
    """Describe each condition of a rule: if it fits, the expected value, and the found one."""
    conditions = when.model_dump(exclude_unset=True, exclude_defaults=True)
    for name, expected in conditions.items():
        grouped = name in GROUPS and isinstance(expected, dict)
        for part, value in expected.items() if grouped else [(None, expected)]:
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
    """The value in a request that a condition is about."""
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
"""Conditions that have another name in a request."""
