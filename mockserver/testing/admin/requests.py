"""The request log, over HTTP."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from mockserver import listing
from mockserver.chat.script.question import question_of
from mockserver.chat.script.script import REPLY, Script
from mockserver.core.clock import iso
from mockserver.core.codec import encode
from mockserver.core.errors import ApiError, invalid, not_found
from mockserver.core.limits import LONGEST_KEPT
from mockserver.core.masking import CREDENTIALS, is_secret, reduced
from mockserver.core.matching.criteria import judge
from mockserver.core.model import Record
from mockserver.data.dump import layout
from mockserver.http.answers import JsonBytes, Later
from mockserver.http.context import Context, Services
from mockserver.http.parsers import queried
from mockserver.http.request_log import Chunk, LoggedRequest, LoggedRequestView, RequestLog
from mockserver.http.requests import value_of
from mockserver.testing.admin.data import data_file_of
from mockserver.testing.admin.models import LoggedCriteria, RequestsQuery, Search, Verify, Wait
from mockserver.testing.admin.replies import near
from mockserver.testing.admin.waiting import Waiter

QUIET = 0.1
"""Seconds without a request after which a server counts as idle."""

_SIMPLE = {"operation", "project", "since"}


@queried
def find(ctx: Context, query: RequestsQuery) -> Record:
    """The newest requests that fit a few simple criteria, late ones too; the newest last."""
    request_log = ctx.services.request_log
    criteria = LoggedCriteria(**query.model_dump(include=_SIMPLE))
    views = _candidates(request_log, criteria, late=True)
    found = [
        view.logged
        for view in views
        if criteria.fits(view) and _fits_query(view.logged, query, request_log)
    ]
    newest = found[-query.limit :]
    return {"requests": [shown(request_log, each, bodies=query.bodies) for each in newest]}


def find_fitting(body: Search, ctx: Context) -> Record:
    """The newest requests that fit, the newest last."""
    request_log = ctx.services.request_log
    newest = _fitting(request_log, body)[-body.limit :]
    return {"requests": [shown(request_log, view.logged) for view in newest]}


def read(ctx: Context) -> Record:
    """One request by its number from the header `X-Mockserver-Request`, with its bodies also as
    text, and the reply rules that nearly answered it."""
    request = _request(ctx)
    question = question_of(LoggedRequestView(request))
    script = ctx.services.memory[Script]
    misses = near(script, question, reply_of(request)) if question else []
    return {**shown(ctx.services.request_log, request, texts=True), "near": misses}


def data_file(ctx: Context) -> JsonBytes[Record]:
    """A data file made of one request: for a chat completion, a rule that gives the same reply;
    for any other request, the records that it names."""
    return b"".join(layout(data_file_of(_request(ctx), ctx.services)))


def unmatched(ctx: Context) -> Record:
    """Requests to paths that nothing serves, each with a hint."""
    request_log = ctx.services.request_log
    found = [request for request in request_log.requests() if not request.operation]
    return {"requests": [shown(request_log, request) for request in found]}


def clear(ctx: Context) -> Record:
    """Drop all requests."""
    return {"dropped": ctx.services.request_log.clear()}


def count(body: LoggedCriteria, ctx: Context) -> Record:
    """The number of requests that fit."""
    return {"count": len(_fitting(ctx.services.request_log, body))}


def verify(body: Verify, ctx: Context) -> Record:
    """The number of requests that fit, or a 409 with the reason if it is not the expected one."""
    verdict = judge(_candidates(ctx.services.request_log, body), body, body.times)
    if verdict.reason:
        raise ApiError(409, verdict.reason, {"count": verdict.found})
    return {"count": verdict.found}


def wait(body: Wait, ctx: Context) -> Later:
    """Wait until enough requests fit, the time is over or the server ends."""
    _check_name(body.operation)  # before the head of the response is sent
    return Later(partial(_waited, body, ctx.services))


async def _waited(body: Wait, services: Services) -> bytes:
    request_log, waiter = services.request_log, Waiter(services, body.timeout)
    with waiter.listening():
        while len(_fitting(request_log, body)) < body.times and await waiter.changed():
            pass
        while body.idle and await waiter.changed(within=QUIET):
            pass
    count, reason = judge(_candidates(request_log, body), body, least=body.times)
    return encode({"met": not reason, "count": count, "reason": reason})


def _fits_query(request: LoggedRequest, query: RequestsQuery, request_log: RequestLog) -> bool:
    """True if a request fits the rest of the query. Bodies are searched last."""
    faults, reply = " ".join(request.faults), reply_of(request)
    status = (query.status or "").replace("x", "")
    return (
        (query.before is None or int(request.number or 0) < query.before)
        and str(request.status).startswith(status)
        and request.seconds * 1000 >= (query.ms or 0)
        and (query.fault is None or (bool(faults) and query.fault in f"any {faults}"))
        and (query.reply is None or (reply is not None and query.reply in ("any", reply)))
        and (not query.failed or request.number in request_log.tracebacks)
        and (not query.q or _has(request, query.q))
    )


def _has(request: LoggedRequest, words: str) -> bool:
    """True if a request or its response contains all words, in any case."""
    headers = (*request.head.headers.items(), *request.answer_headers)
    lines = [b"%b: %b" % header for header in headers]
    parts = [request.name.encode(), request.path.encode(), request.head.query, *lines]
    text = b"\n".join([*parts, request.body, request.content]).lower()
    return all(word in text for word in words.lower().encode().split())


def _request(ctx: Context) -> LoggedRequest:
    number = ctx.path["id"]
    for request in reversed(ctx.services.request_log.requests()):
        if request.number == number:
            return request
    raise not_found(f"No request {number} in the request log")


def _fitting(request_log: RequestLog, criteria: LoggedCriteria) -> list[LoggedRequestView]:
    return [view for view in _candidates(request_log, criteria) if criteria.fits(view)]


def _candidates(
    request_log: RequestLog, criteria: LoggedCriteria, *, late: bool = False
) -> list[LoggedRequestView]:
    """The requests that are not too early, with `late` also those that were late after a reset."""
    _check_name(criteria.operation)
    since = criteria.since
    return [
        LoggedRequestView(request)
        for request in request_log.requests()
        if (late or not request.late)
        and (since is None or request_log.moment(request.started) >= since)
    ]


def _check_name(name: str | None) -> None:
    """Check that a name is an operation, or a method and a path. Raises a 400."""
    if name == "*":
        raise invalid("Leave the operation out to mean any")
    if name is not None and "/" not in name:
        listing.check_operation(name)


def shown(
    request_log: RequestLog, request: LoggedRequest, *, bodies: bool = True, texts: bool = False
) -> Record:
    """Describe a request, with its headers and `bodies`, and with the bodies as `texts`. Times are
    real, even if the clock is frozen."""
    record: Record = {
        "id": request.number,
        "at": iso(request_log.moment(request.started)),
        "operation": request.operation or None,
        "method": request.method,
        "path": request.path,
        "query": request.head.query.decode("latin-1"),
        "project": request.project or None,
        "status": request.status or None,
        "ms": round(request.seconds * 1000, 3),
        "late": request.late,
        "faults": list(request.faults),
        "reply": reply_of(request),
    }
    if not request.operation:
        body = value_of(request.content)
        record["hint"] = body.get("hint") if isinstance(body, dict) else None
    if request.number in request_log.tracebacks:
        record["exception"] = request_log.tracebacks[request.number]
    if bodies:
        record["request"] = _part(request.head.headers.items(), request.body)
        record["answer"] = _part(request.answer_headers, request.content)
        if isinstance(request.answer, list):
            record["answer"]["chunks"] = [_chunk(each, request.started) for each in request.answer]
    if texts:
        record["request"]["text"] = request.body[:LONGEST_KEPT].decode(errors="replace")
        record["answer"]["text"] = request.content[:LONGEST_KEPT].decode(errors="replace")
    return record


def _chunk(chunk: Chunk, started: float) -> Record:
    """A chunk of a stream, with the milliseconds after the request's start."""
    ms = round((chunk.sent - started) * 1000, 3)
    return {"ms": ms, "text": chunk.content.decode(errors="replace")}


def reply_of(request: LoggedRequest) -> str | None:
    """The number of the reply rule that answered, if any."""
    number = dict(request.answer_headers).get(REPLY)
    return number.decode() if number else None


def _part(headers: Iterable[tuple[bytes, bytes]], content: bytes) -> Record:
    return {
        "headers": dict(_header(name.decode("latin-1"), value) for name, value in headers),
        "body": value_of(content[:LONGEST_KEPT]),
        "cut": len(content) > LONGEST_KEPT,
    }


def _header(name: str, value: bytes) -> tuple[str, str]:
    """Decode a header. Credentials for other servers are reduced here; the rest already are."""
    kept = name.encode("latin-1") in CREDENTIALS
    shown = value if kept or not is_secret(name) else reduced(value)
    return name, shown.decode("latin-1")
