"""An exchange of the journal as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from mockserver.core.clock import iso
from mockserver.core.limits import LONGEST_KEPT
from mockserver.core.masking import API_KEY, AUTHORIZATION, COOKIE, is_secret, reduced
from mockserver.core.model import Record
from mockserver.http.capture import Chunk
from mockserver.http.exchange import Exchange, value_of
from mockserver.http.request_log import Journal


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
    cut = len(content) > LONGEST_KEPT
    return {
        "headers": dict(_header(name.decode("latin-1"), value) for name, value in headers),
        "body": value_of(content[:LONGEST_KEPT]),
        "cut": cut,
    }


def _header(name: str, value: bytes) -> tuple[str, str]:
    """A header. Credentials for this server are reduced already, those for others are here."""
    kept = name.encode("latin-1") in (AUTHORIZATION, API_KEY, COOKIE)
    shown = value if kept or not is_secret(name) else reduced(value)
    return name, shown.decode("latin-1")


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
