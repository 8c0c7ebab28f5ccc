"""The watch of one test over a server, and its report if the test fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import httpx

from mockserver.chat.script.question import last_user_of
from mockserver.core.clock import real_now
from mockserver.core.codec import encode
from mockserver.core.matching.criteria import and_more
from mockserver.core.matching.values import short
from mockserver.core.model import Record
from mockserver.testing.verbs.channel import ALL, Refused, reason_in
from mockserver.testing.verbs.verbs import Controls

T = TypeVar("T")

LINES = 20
"""Most lines of a report, without its title."""

UNUSED = 5
"""Most unused faults in a report, and most missed replies."""

WIDTH = 28
"""Characters of an operation's name."""

NOTE = 90
"""Characters of a note on a request."""

MESSAGE = 40
"""Characters of a message in a note."""

NAMES = 3
"""Ops of a batch that a note names."""


class Report(NamedTuple):
    """The title and the lines of a report."""

    title: str
    lines: list[str]


class Watch:
    """A watch over a server from the beginning of a test; a test may end its server.

    `folder` makes a folder for the full bodies.
    """

    def __init__(self, server: Controls, folder: Callable[[], Path]) -> None:
        self._server = server
        self._folder = folder
        self._start = real_now()
        self._last: Report | None = None
        server.clear_plans()

    def defects(self) -> list[str]:
        """Describe the defects of the server."""
        failed = _while_running(lambda: self._requests(failed=True)) or []
        return [f"the server failed:\n{request['exception']}" for request in failed]

    def hits(self) -> dict[str, int]:
        """The number of calls of each operation."""
        return _while_running(self._server.hits) or {}

    def unused(self) -> list[str]:
        """Describe the unused faults and replies.

        If there are any, the report is made now, since the server may end before pytest asks for
        it.
        """
        problems = _while_running(self._unused) or []
        if problems:
            self._last = self.report()
        return problems

    def take_back(self) -> None:
        """Remove the faults and replies that the test planned."""
        server = self._server
        plans = [
            *(f"/faults/{number}" for number in server.planned_faults),
            *(f"/replies/{number}" for number in server.planned_replies),
        ]
        with suppress(httpx.TransportError):
            for path in plans:
                with suppress(Refused):
                    server.channel.delete(path)
        server.clear_plans()

    def report(self) -> Report:
        """Report the requests, and the file that has their full bodies."""
        if self._last:
            return self._last
        try:
            requests, misses = self._requests(), self._server.misses()
            title, lines = report(requests, self._unused_faults(), misses, self._start)
        except httpx.HTTPError as error:
            return Report(f"mockserver: {self._server} does not respond", [f"  {error}"])
        if requests:
            path = self._folder() / "requests.jsonl"
            path.write_bytes(b"".join(encode(request) + b"\n" for request in requests))
            lines.append(f"  full bodies: {path}")
        return Report(title, lines)

    def _unused(self) -> list[str]:
        server = self._server
        misses = server.misses() if server.planned_replies else ()
        shared = f" (of project {server.project} alone)" if server.project else ""
        return [
            *(
                f"planned, but no request met it: {fault['text']}{shared}"
                for fault in self._unused_faults()
            ),
            *(missed(miss) + shared for miss in misses if miss["id"] in server.planned_replies),
        ]

    def _unused_faults(self) -> list[Record]:
        planned = self._server.planned_faults
        return [
            fault
            for fault in (self._server.faults if planned else ())
            if fault["id"] in planned and not fault["used"] and not fault.get("optional")
        ]

    def _requests(self, **query: Any) -> list[Record]:
        return list(self._server.channel.get("/requests", limit=ALL, **query)["requests"])


def _while_running(read: Callable[[], T]) -> T | None:
    """Read from the server; None if the test has ended it."""
    try:
        return read()
    except httpx.TransportError:
        return None


def report(
    requests: Sequence[Record], faults: Sequence[Record], misses: Sequence[Record], start: datetime
) -> Report:
    """Report requests with the seconds since `start`, then unused faults and missed replies.

    If there are too many requests, errors and then the newest are shown.
    """
    unused = [
        *_first([f"unused fault: {fault['text']}" for fault in faults], "unused faults"),
        *_first([missed(miss) for miss in misses], "missed replies"),
    ]
    title = f"mockserver: {_counted(len(requests), 'request')}"
    if faults:
        title += f", {_counted(len(faults), 'fault')} unused"
    if misses:
        title += f", {len(misses)} {'reply' if len(misses) == 1 else 'replies'} missed"
    return Report(title, [*_timeline(requests, start, LINES - len(unused) - 1), *unused])


def missed(miss: Record) -> str:
    """Describe a reply rule that was used too rarely, and the reason."""
    name = f"reply {miss['id']} ({miss['text']})"
    if miss["shadowed_by"]:
        return f"{name} is never reached: reply {miss['shadowed_by']} answers all that it could"
    used = f"{name}: used {miss['used']} of {_counted(miss['least'], 'time')}"
    if not miss["problems"]:
        return used
    return f"{used}; nearest is request {miss['request']}: {'; '.join(miss['problems'])}"


def _first(texts: list[str], kind: str) -> list[str]:
    left_out = len(texts) - UNUSED
    shown = [f"  {text}" for text in texts[:UNUSED]]
    return [*shown, f"  and {left_out} more {kind}"] if left_out > 0 else shown


def _timeline(requests: Sequence[Record], start: datetime, most: int) -> list[str]:
    """Write a line for each request; of too many, the errors and then the newest of the rest."""
    if len(requests) <= most:
        return [_line(request, start) for request in requests]
    errors = [request for request in requests if _is_error(request)][: most - 1]
    others = [request for request in requests if not _is_error(request)]
    newest = others[len(others) - (most - 1 - len(errors)) :]
    left_out = len(requests) - len(errors) - len(newest)
    return [*(_line(request, start) for request in errors + newest), f"  and {left_out} more"]


def _is_error(request: Record) -> bool:
    return request["status"] is None or request["status"] >= 400 or bool(request["faults"])


def _line(request: Record, start: datetime) -> str:
    """Write `  +0.031  Call End       503      0.4 ms  fault: Call End: status=503`."""
    offset = (datetime.fromisoformat(request["at"]) - start).total_seconds()
    name = request["operation"] or f"{request['method']} {request['path']}"
    status = request["status"] or "---"
    took = f"{request['ms']:8.1f} ms"
    line = f"  {offset:+.3f}  {name:{WIDTH}.{WIDTH}}  {status}  {took}  {_note(request)}"
    return line.rstrip()


def _note(request: Record) -> str:
    if "exception" in request:
        text = f"the server failed: {request['exception'].strip().splitlines()[-1]}"
    elif request["late"]:
        text = "late: it began before the reset, and its writes were dropped"
    elif request["faults"]:
        text = "fault: " + "; ".join(request["faults"])
    elif request["operation"] is None:
        text = str(request["hint"] or "")
    elif _is_error(request):
        text = reason_in(request["answer"]["body"])
    else:
        reply = f"reply {request['reply']}" if request["reply"] else None
        text = "  ".join(filter(None, [request["project"], _topic(request), reply]))
    return text if len(text) <= NOTE else text[:NOTE] + "..."


def _topic(request: Record) -> str:
    """The last user message of a chat, or the op names of calls."""
    body = request["request"]["body"]
    if not isinstance(body, dict):
        return ""
    if isinstance(body.get("messages"), list):
        with suppress(AttributeError, KeyError, TypeError):
            return short(last_user_of(body), MESSAGE)
        return ""
    batch = body.get("batch")
    calls = batch if isinstance(batch, list) else [body]
    names = [name for call in calls if (name := _op_name(call))]
    return and_more(names[:NAMES], len(names))


def _op_name(call: Any) -> str:
    """The op name of a call or its start, however it is wrapped; of a ref only the name."""
    for key in ("req", "start"):
        call = call.get(key, call) if isinstance(call, dict) else {}
    name = call.get("op_name") if isinstance(call, dict) else None
    return name.rpartition("/")[2].partition(":")[0] if isinstance(name, str) else ""


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
