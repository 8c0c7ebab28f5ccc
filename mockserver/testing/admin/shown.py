"""Logged requests as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from mockserver.chat.script.headers import REPLY
from mockserver.core.clock import iso
from mockserver.core.limits import LONGEST_KEPT
from mockserver.core.masking import CREDENTIALS, is_secret, reduced
from mockserver.core.model import Record
from mockserver.http.request_log import LoggedRequest, RequestLog
from mockserver.http.requests import value_of


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
            record["answer"]["chunks"] = [
                {
                    "ms": round((chunk.sent - request.started) * 1000, 3),
                    "text": chunk.content.decode(errors="replace"),
                }
                for chunk in request.answer
            ]
    if texts:
        record["request"]["text"] = request.body[:LONGEST_KEPT].decode(errors="replace")
        record["answer"]["text"] = request.content[:LONGEST_KEPT].decode(errors="replace")
    return record


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
