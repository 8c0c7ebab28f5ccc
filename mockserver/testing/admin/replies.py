"""Scripted replies, over HTTP."""

from __future__ import annotations

from mockserver import listing
from mockserver.chat.script.models import Rule
from mockserver.chat.script.question import ScriptRequest, question_of
from mockserver.chat.script.script import Script, Written
from mockserver.core.errors import not_found
from mockserver.core.matching.criteria import ANY
from mockserver.core.model import Record
from mockserver.http.context import Context
from mockserver.http.request_log import RequestLog
from mockserver.http.requests import LoggedRequestView


def find(ctx: Context) -> Record:
    """All rules in the order of matching, and how often each was used."""
    script = ctx.services.memory[Script]
    return {"replies": [shown(script, written) for written in script.rules]}


def read(ctx: Context) -> Record:
    """One rule."""
    script, number = ctx.services.memory[Script], ctx.path["id"]
    for written in script.rules:
        if str(written.number) == number:
            return shown(script, written)
    raise not_found(f"No reply {number}")


def misses(ctx: Context) -> Record:
    """The rules that were not used often enough, each with the nearest chat request and the
    reasons why it does not fit."""
    script, questions = ctx.services.memory[Script], _questions(ctx.services.request_log)
    return {"misses": [_miss(script, written, questions) for written in script.missed()]}


def write(body: Rule, ctx: Context) -> Record:
    """Add a rule after the others, or before them if it is for the next chat."""
    listing.check_operation(body.when.operation or ANY)
    script = ctx.services.memory[Script]
    return shown(script, script.add(body))


def change(body: Rule, ctx: Context) -> Record:
    """Replace a rule by another, which begins unused."""
    listing.check_operation(body.when.operation or ANY)
    script = ctx.services.memory[Script]
    written = script.replace(ctx.path["id"], body)
    if written is None:
        raise not_found(f"No reply {ctx.path['id']}")
    return shown(script, written)


def remove(ctx: Context) -> Record:
    """Remove one rule."""
    number = ctx.path["id"]
    gone = ctx.services.memory[Script].remove(lambda written: str(written.number) == number)
    if not gone:
        raise not_found(f"No reply {number}")
    return {"dropped": gone}


def clear(ctx: Context) -> Record:
    """Remove all rules."""
    return {"dropped": ctx.services.memory[Script].remove(lambda _: True)}


def shown(script: Script, written: Written) -> Record:
    """A rule as JSON; `shadowed_by` is an earlier rule that answers all it could."""
    number, rule = written
    used = script.used[number]
    return {
        "id": number,
        **rule.model_dump(exclude_unset=True),
        "used": used,
        "least": rule.least,
        "remaining": None if rule.most is None else rule.most - used,
        "shadowed_by": script.shadow(written),
    }


def _questions(request_log: RequestLog) -> list[ScriptRequest]:
    requests = (request for request in request_log.requests() if not request.late)
    found = (question_of(LoggedRequestView(request)) for request in requests)
    return [question for question in found if question]


def _miss(script: Script, written: Written, questions: list[ScriptRequest]) -> Record:
    number, rule = written
    problems = [(list(rule.when.problems(question)), question.id) for question in questions]
    found, nearest = min((each for each in problems if each[0]), key=_count, default=([], None))
    return {
        "id": number,
        "text": str(rule),
        "used": script.used[number],
        "least": rule.least,
        "shadowed_by": script.shadow(written),
        "request": nearest,
        "problems": found,
    }


def _count(miss: tuple[list[str], str]) -> int:
    return len(miss[0])
