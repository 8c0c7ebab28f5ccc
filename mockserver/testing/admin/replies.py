"""Scripted replies, over HTTP."""

from __future__ import annotations

from mockserver.chat.script.models import Rule
from mockserver.chat.script.script import Script, Written
from mockserver.core.errors import not_found
from mockserver.core.model import Record
from mockserver.http.context import Context


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


def write(body: Rule, ctx: Context) -> Record:
    """Write a rule behind the others, or before them if it is to be the next."""
    script = ctx.services.script
    return shown(script, script.add(body))


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
        "remaining": None if rule.most is None else rule.most - used,
        "shadowed_by": script.shadow(written),
    }
