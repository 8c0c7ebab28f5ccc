"""The journal, over HTTP."""

from __future__ import annotations

from functools import partial

from mockserver.core.codec import encode
from mockserver.core.errors import ApiError, not_found
from mockserver.core.model import Record
from mockserver.http.answers import Later
from mockserver.http.context import Context, Services
from mockserver.http.parameters import queried
from mockserver.testing.admin.matching import filtered, judge, matching
from mockserver.testing.admin.models import Matcher, Requests, Verify, Wait
from mockserver.testing.admin.names import check_name
from mockserver.testing.admin.shown import shown
from mockserver.testing.admin.waiting import Patience


@queried
def find(ctx: Context, query: Requests) -> Record:
    """The newest requests that pass a filter, the newest last."""
    check_name(query.operation)
    journal = ctx.services.journal
    found = filtered(journal, query)
    if query.failed:
        found = [each for each in found if each.number in journal.failures]
    shown_ones = [shown(journal, each, bodies=query.bodies) for each in found[-query.limit :]]
    return {"requests": shown_ones}


def read(ctx: Context) -> Record:
    """One request by the number that `X-Mockserver-Request` told."""
    journal, number = ctx.services.journal, ctx.path["id"]
    for exchange in reversed(journal.exchanges()):
        if exchange.number == number:
            return shown(journal, exchange)
    raise not_found(f"No request {number} in the journal")


def unmatched(ctx: Context) -> Record:
    """Requests that nothing serves, with what each may have been meant for."""
    journal = ctx.services.journal
    found = [exchange for exchange in journal.exchanges() if not exchange.operation]
    return {"requests": [shown(journal, exchange) for exchange in found]}


def clear(ctx: Context) -> Record:
    """Forget all requests."""
    return {"dropped": ctx.services.journal.clear()}


def count(body: Matcher, ctx: Context) -> Record:
    """How many requests fit."""
    check_name(body.operation)
    return {"count": len(matching(ctx.services.journal, body))}


def verify(body: Verify, ctx: Context) -> Record:
    """How many requests fit; a 409 that says why when these are not as many as there must be."""
    check_name(body.operation)
    verdict = judge(ctx.services.journal, body, body.times)
    if verdict.reason:
        raise ApiError(409, verdict.reason, {"count": verdict.found})
    return {"count": verdict.found}


def wait(body: Wait, ctx: Context) -> Later:
    """How many requests fit, as soon as these are enough, the time is over or the server ends."""
    check_name(body.operation)
    return Later(partial(_waited, body, ctx.services))


async def _waited(body: Wait, services: Services) -> bytes:
    journal, patience = services.journal, Patience(services, body.timeout)
    with patience.listening():
        while len(matching(journal, body)) < body.times and await patience.stirred():
            pass
    count, reason = judge(journal, body, least=body.times)
    return encode({"met": not reason, "count": count, "reason": reason})
