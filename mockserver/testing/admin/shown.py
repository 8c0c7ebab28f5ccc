"""An exchange of the journal as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from mockserver.core.clock import iso
from mockserver.core.model import Record
from mockserver.http.capture import LONGEST, Chunk
from mockserver.http.exchange import Exchange, value_of
from mockserver.http.masking import reduced
from mockserver.http.request_log import Journal

_SECRET = frozenset(
    {b"api-key", b"x-api-key", b"x-auth-token", b"x-goog-api-key", b"proxy-authorization"}
)
"""Headers with credentials that are for others; those for this server are reduced when kept."""


def shown(journal: Journal, exchange: Exchange, *, bodies: bool = True) -> Record:
    """What happened, and with `bodies` what was said. Times are real, whatever the clock shows."""
    record: Record = {
        "id": exchange.number,
        "at": iso(journal.moment(exchange.started)),
        "operation": exchange.operation or None,
        "method": exchange.method,
        "path": exchange.path,
        "query": exchange.query.decode("latin-1"),
        "project": exchange.project or None,
        "status": exchange.status or None,
        "ms": round(exchange.seconds * 1000, 3),
        "late": exchange.late,
        "faults": list(exchange.faults),
    }
    if not exchange.operation:
        record["hint"] = _hint(exchange)
    if exchange.number in journal.failures:
        record["exception"] = journal.failures[exchange.number]
    if bodies:
        record["request"] = _part(exchange.headers.items(), exchange.body)
        record["answer"] = _part(exchange.answer_headers, exchange.content)
        if isinstance(exchange.answer, list):
            record["answer"]["chunks"] = [_chunk(exchange, chunk) for chunk in exchange.answer]
    return record


def _part(headers: Iterable[tuple[bytes, bytes]], content: bytes) -> Record:
    cut = len(content) > LONGEST
    told = ((name, reduced(value) if name in _SECRET else value) for name, value in headers)
    return {
        "headers": {name.decode("latin-1"): value.decode("latin-1") for name, value in told},
        "body": value_of(content[:LONGEST]),
        "cut": cut,
    }


def _chunk(exchange: Exchange, chunk: Chunk) -> Record:
    return {
        "ms": round((chunk.sent - exchange.started) * 1000, 3),
        "text": chunk.content.decode(errors="replace"),
    }


def _hint(exchange: Exchange) -> str | None:
    """What a caller was told that asked for an unknown path."""
    body = value_of(exchange.content)
    hint: str | None = body.get("hint") if isinstance(body, dict) else None
    return hint
