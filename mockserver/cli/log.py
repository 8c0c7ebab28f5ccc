"""Request lines on stderr, one for each request when it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from mockserver.core.clock import Clock
from mockserver.core.codec import encode
from mockserver.http.requests import LoggedRequest, RequestHook
from mockserver.settings import Settings, colourful

PROBES = frozenset({"Read Root", "Metrics"})
"""Operations that machines call every few seconds, which are not logged."""

WIDTH = 25
"""Columns for the longest operation name."""

GREEN, YELLOW, RED = 32, 33, 31


def log_writer(settings: Settings, clock: Clock, stream: TextIO) -> RequestHook | None:
    """Make the writer that the settings ask for. It writes no header, so no credential."""
    if settings.log == "quiet":
        return None
    if settings.log == "json":
        return LogWriter(stream, lambda request: json_line(request, clock))
    colour = colourful(stream)
    return LogWriter(stream, lambda request: readable_line(request, clock, colour=colour))


class LogWriter:
    """A writer of one line for each request; each line is one write, so lines never mix."""

    def __init__(self, stream: TextIO, line: Callable[[LoggedRequest], str]) -> None:
        self._write: Callable[[str], object] = stream.write
        self._line = line

    def __call__(self, request: LoggedRequest) -> None:
        """Write the line of a request. Once the stream is closed, nothing more is written."""
        if request.operation in PROBES:
            return
        try:
            self._write(self._line(request) + "\n")
        except OSError:
            self._write = _nowhere


def readable_line(request: LoggedRequest, clock: Clock, *, colour: bool = False) -> str:
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


def _nowhere(line: str) -> None:
    """Write nothing."""
