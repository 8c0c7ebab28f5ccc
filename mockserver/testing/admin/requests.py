"""The journal, over HTTP."""

from __future__ import annotations

from functools import partial

from mockserver.chat.script.question import question_of
from mockserver.core.codec import encode
from mockserver.core.errors import ApiError, not_found
from mockserver.core.matching.criteria import judge
from mockserver.core.model import Record
from mockserver.data.dump import layout
from mockserver.http.answers import Json, Later
from mockserver.http.context import Context, Services
from mockserver.http.exchange import Exchange, ExchangeView
from mockserver.http.parameters import queried
from mockserver.http.request_log import Journal
from mockserver.testing.admin.data_file import data_file_of
from mockserver.testing.admin.models import Find, Requests, Verify, Wait, Wanted
from mockserver.testing.admin.names import check_name
from mockserver.testing.admin.near import near
from mockserver.testing.admin.shown import reply_of, shown
from mockserver.testing.admin.waiting import Patience

QUIET = 0.1
"""Seconds without a request after which a server counts as idle."""

_SIMPLE = {"operation", "project", "since"}


@queried
def find(ctx: Context, query: Requests) -> Record:
    """The newest requests that fit a few simple criteria, the newest last; late ones too."""
    check_name(query.operation)
    journal = ctx.services.journal
    wanted = Wanted(**query.model_dump(include=_SIMPLE))
    found = [
        view.exchange
        for view in _since(journal, wanted)
        if wanted.fits(view) and _is_found(view.exchange, query)
    ]
    if query.failed:
        found = [each for each in found if each.number in journal.failures]
    shown_ones = [shown(journal, each, bodies=query.bodies) for each in found[-query.limit :]]
    return {"requests": shown_ones}


def find_fitting(body: Find, ctx: Context) -> Record:
    """The newest requests that fit, the newest last."""
    check_name(body.operation)
    journal = ctx.services.journal
    found = _fitting(journal, body)[-body.limit :]
    return {"requests": [shown(journal, view.exchange) for view in found]}


def read(ctx: Context) -> Record:
    """One request by the number that `X-Mockserver-Request` told, with the bodies as they were
    sent too, and the rules that nearly answered it."""
    exchange = _exchange(ctx)
    question = question_of(ExchangeView(exchange))
    script = ctx.services.script
    misses = near(script, question, reply_of(exchange)) if question else []
    return {**shown(ctx.services.journal, exchange, texts=True), "near": misses}


def data_file(ctx: Context) -> Json[Record]:
    """A data file that has a server say or hold the same again: of a chat completion the rule that
    gives its answer, of any other request the records that it names."""
    return Json(b"".join(layout(data_file_of(_exchange(ctx), ctx.services))))


def unmatched(ctx: Context) -> Record:
    """Requests that nothing serves, with what each may have been meant for."""
    journal = ctx.services.journal
    found = [exchange for exchange in journal.exchanges() if not exchange.operation]
    return {"requests": [shown(journal, exchange) for exchange in found]}


def clear(ctx: Context) -> Record:
    """Forget all requests."""
    return {"dropped": ctx.services.journal.clear()}


def count(body: Wanted, ctx: Context) -> Record:
    """How many requests fit."""
    check_name(body.operation)
    return {"count": len(_fitting(ctx.services.journal, body))}


def verify(body: Verify, ctx: Context) -> Record:
    """How many requests fit; a 409 that says why when these are not as many as there must be."""
    check_name(body.operation)
    verdict = judge(_candidates(ctx.services.journal, body), body, body.times)
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
        while len(_fitting(journal, body)) < body.times and await patience.stirred():
            pass
        while body.idle and await patience.stirred(within=QUIET):
            pass
    count, reason = judge(_candidates(journal, body), body, least=body.times)
    return encode({"met": not reason, "count": count, "reason": reason})


def _is_found(exchange: Exchange, query: Requests) -> bool:
    """True if a request is as the query says. Bodies are looked into last."""
    faults, reply = " ".join(exchange.faults), reply_of(exchange)
    status = (query.status or "").replace("x", "")
    return (
        (query.before is None or int(exchange.number or 0) < query.before)
        and str(exchange.status).startswith(status)
        and exchange.seconds * 1000 >= (query.ms or 0)
        and (query.fault is None or (bool(faults) and query.fault in f"any {faults}"))
        and (query.reply is None or (reply is not None and query.reply in ("any", reply)))
        and (not query.q or _has(exchange, query.q))
    )


def _has(exchange: Exchange, words: str) -> bool:
    """True if all words stand somewhere in a request or its answer, whatever their case."""
    headers = (*exchange.headers.items(), *exchange.answer_headers)
    lines = [b"%b: %b" % header for header in headers]
    parts = [exchange.name.encode(), exchange.path.encode(), exchange.query, *lines]
    said = b"\n".join([*parts, exchange.body, exchange.content]).lower()
    return all(word in said for word in words.lower().encode().split())


def _exchange(ctx: Context) -> Exchange:
    number = ctx.path["id"]
    for exchange in reversed(ctx.services.journal.exchanges()):
        if exchange.number == number:
            return exchange
    raise not_found(f"No request {number} in the journal")


def _fitting(journal: Journal, wanted: Wanted) -> list[ExchangeView]:
    return [view for view in _candidates(journal, wanted) if wanted.fits(view)]


def _candidates(journal: Journal, wanted: Wanted) -> list[ExchangeView]:
    """The requests that can be meant at all: neither late nor too early."""
    return [view for view in _since(journal, wanted) if not view.exchange.late]


def _since(journal: Journal, wanted: Wanted) -> list[ExchangeView]:
    exchanges, since = journal.exchanges(), wanted.since
    return [
        ExchangeView(exchange)
        for exchange in exchanges
        if since is None or journal.moment(exchange.started) >= since
    ]
