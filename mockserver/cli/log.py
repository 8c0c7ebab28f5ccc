"""Request lines on stderr, one for each request when it is complete."""

from __future__ import annotations

from typing import TextIO

from mockserver.core.clock import Clock
from mockserver.core.codec import encode
from mockserver.http.request_log import LoggedRequest, RequestHook
from mockserver.settings import Settings, colourful

PROBES = frozenset({"Read Root", "Metrics"})
"""Operations that machines call every few seconds, which are not logged."""

WIDTH = 25
"""Columns for the longest operation name."""

GREEN, YELLOW, RED = 32, 33, 31


def log_writer(settings: Settings, clock: Clock, stream: TextIO) -> RequestHook | None:
    """Make the writer of request lines, if any. It writes no header, so no credential.

    Each line is one write, so lines never mix. A closed stream is ignored.
    """
    if settings.log == "quiet":
        return None
    colour, is_open = colourful(stream), True

    def write(request: LoggedRequest) -> None:
        nonlocal is_open
        if request.operation in PROBES or not is_open:
            return
        is_json = settings.log == "json"
        line = json_line(request, clock) if is_json else readable_line(request, clock, colour)
        try:
            stream.write(line + "\n")
        except OSError:
            is_open = False

    return write


def readable_line(request: LoggedRequest, clock: Clock, colour: bool = False) -> str:
    """Write `14:02:11  Call Start                 200    1.2 ms  acme/demo`, in UTC."""
    status = f"\x1b[{_colour(request.status)}m{request.status}\x1b[0m" if colour else request.status
    name, project = _printable(request.name), _printable(request.project)
    took = f"{request.seconds * 1000:7.1f} ms"
    return f"{clock.now():%H:%M:%S}  {name:{WIDTH}}  {status}  {took}  {project}".rstrip()


def json_line(request: LoggedRequest, clock: Clock) -> str:
    """Write an object with `time`, `operation`, `status`, `ms` and `project`."""
    return encode(
        {
            "time": clock.iso(),
            "operation": request.name,
            "status": request.status,
            "ms": round(request.seconds * 1000, 3),
            "project": request.project,
        }
    ).decode()


def _colour(status: int) -> int:
    if status < 400:
        return GREEN
    return YELLOW if status < 500 else RED


def _printable(text: str) -> str:
    """Escape line breaks and terminal codes that a client may have put into a path."""
    return text if text.isprintable() else ascii(text)[1:-1]
