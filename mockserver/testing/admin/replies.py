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
from mockserver.http.exchange import ExchangeView
from mockserver.http.request_log import Journal


def find(ctx: Context) -> Record:
    """Every rule in the order in which they are asked, and how often it was used."""
    script = ctx.services.script
    return {"replies": [shown(script, written) for written in script.rules]}


def read(ctx: Context) -> Record:
    """One rule."""
    script, number = ctx.services.script, ctx.path["id"]
    for written in script.rules:
        if str(written.number) == number:
            return shown(script, written)
    raise not_found(f"No reply {number}")


def misses(ctx: Context) -> Record:
    """Every rule that was not used as often as it should, and why it did not fit the request
    for a chat completion that is nearest to it."""
    script, questions = ctx.services.script, _questions(ctx.services.journal)
    return {"misses": [_miss(script, written, questions) for written in script.missed()]}


def write(body: Rule, ctx: Context) -> Record:
    """Write a rule behind the others, or before them if it is to be the next."""
    listing.check_operation(body.when.operation or ANY)
    script = ctx.services.script
    return shown(script, script.add(body))


def change(body: Rule, ctx: Context) -> Record:
    """Write a rule in the place of another, as if that had not been used."""
    listing.check_operation(body.when.operation or ANY)
    script = ctx.services.script
    written = script.replace(ctx.path["id"], body)
    if written is None:
        raise not_found(f"No reply {ctx.path['id']}")
    return shown(script, written)


def remove(ctx: Context) -> Record:
    """Take one rule away."""
    number = ctx.path["id"]
    gone = ctx.services.script.remove(lambda written: str(written.number) == number)
    if not gone:
        raise not_found(f"No reply {number}")
    return {"dropped": gone}


def clear(ctx: Context) -> Record:
    """Take all rules away."""
    return {"dropped": ctx.services.script.remove(lambda _: True)}


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


def _questions(journal: Journal) -> list[Question]:
    exchanges = (exchange for exchange in journal.exchanges() if not exchange.late)
    found = (question_of(ExchangeView(exchange)) for exchange in exchanges)
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
