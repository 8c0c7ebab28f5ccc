"""Scripted replies, over HTTP."""

from __future__ import annotations

from mockserver import listing
from mockserver.chat.script.models import Rule
from mockserver.chat.script.question import Question, question_of
from mockserver.chat.script.script import Script, Written
from mockserver.core.errors import not_found
from mockserver.core.matching.criteria import ANY
from mockserver.core.model import Record
from mockserver.http.context import Context
from mockserver.http.request_log import RequestLog
from mockserver.http.requests import LoggedRequestView


def find(ctx: Context) -> Record:
    """Every rule in the order in which they are asked, and how often it was used."""
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
    """Every rule that was not used as often as it should, and why it did not fit the request
    for a chat completion that is nearest to it."""
    script, questions = ctx.services.memory[Script], _questions(ctx.services.request_log)
    return {"misses": [_miss(script, written, questions) for written in script.missed()]}


def write(body: Rule, ctx: Context) -> Record:
    """Write a rule behind the others, or before them if it is to be the next."""
    listing.check_operation(body.when.operation or ANY)
    script = ctx.services.memory[Script]
    return shown(script, script.add(body))


def change(body: Rule, ctx: Context) -> Record:
    """Write a rule in the place of another, as if that had not been used."""
    listing.check_operation(body.when.operation or ANY)
    script = ctx.services.memory[Script]
    written = script.replace(ctx.path["id"], body)
    if written is None:
        raise not_found(f"No reply {ctx.path['id']}")
    return shown(script, written)


def remove(ctx: Context) -> Record:
    """Take one rule away."""
    number = ctx.path["id"]
    gone = ctx.services.memory[Script].remove(lambda written: str(written.number) == number)
    if not gone:
        raise not_found(f"No reply {number}")
    return {"dropped": gone}


def clear(ctx: Context) -> Record:
    """Take all rules away."""
    return {"dropped": ctx.services.memory[Script].remove(lambda _: True)}


def shown(script: Script, written: Written) -> Record:
    """A rule with what became of it; `shadowed_by` is the earlier rule that leaves it nothing."""
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


def _questions(request_log: RequestLog) -> list[Question]:
    requests = (request for request in request_log.requests() if not request.late)
    found = (question_of(LoggedRequestView(request)) for request in requests)
    return [question for question in found if question]


def _miss(script: Script, written: Written, questions: list[Question]) -> Record:
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
