"""What a server has to say about a test that failed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.core.model import Record

LINES = 20
"""Lines that a report has at most, its title not counted."""

FAULTS = 5
"""Faults among them."""

WIDTH = 28
REMARK = 90
"""Characters of a name and of a remark."""


class Report(NamedTuple):
    """A title and the lines below it."""

    title: str
    lines: list[str]


def report(requests: Sequence[Record], unused: Sequence[Record], start: datetime) -> Report:
    """Every request with the seconds since `start`, as far as there is room: errors first."""
    faults = [f"  unused fault: {fault['text']}" for fault in unused[:FAULTS]]
    lines = [_line(each, start) for each in requests]
    room = LINES - len(faults) - 1
    if len(lines) > room:
        lines = _shortened(requests, lines, room)
    title = f"mockserver: {_counted(len(requests), 'request')}"
    if unused:
        title += f", {_counted(len(unused), 'fault')} unused"
    return Report(title, lines + faults)


def _shortened(requests: Sequence[Record], lines: list[str], room: int) -> list[str]:
    """The errors, then the newest of the rest, then how many are left out."""
    errors = [line for line, each in zip(lines, requests, strict=True) if _is_error(each)]
    others = [line for line, each in zip(lines, requests, strict=True) if not _is_error(each)]
    errors = errors[: room - 1]
    newest = others[len(others) - (room - 1 - len(errors)) :]
    left_out = len(lines) - len(errors) - len(newest)
    return [*errors, *newest, f"  and {left_out} more"]


def _is_error(request: Record) -> bool:
    return request["status"] is None or request["status"] >= 400 or bool(request["faults"])


def _line(request: Record, start: datetime) -> str:
    """`  +0.031  Call End       503      0.4 ms  fault: Call End: status=503`."""
    offset = (datetime.fromisoformat(request["at"]) - start).total_seconds()
    name = request["operation"] or f"{request['method']} {request['path']}"
    status = request["status"] or "---"
    took = f"{request['ms']:8.1f} ms"
    line = f"  {offset:+.3f}  {name:{WIDTH}.{WIDTH}}  {status}  {took}  {_remark(request)}"
    return line.rstrip()


def _remark(request: Record) -> str:
    """The one thing that is worth saying of a request."""
    if "exception" in request:
        text = f"the server failed: {request['exception'].strip().splitlines()[-1]}"
    elif request["late"]:
        text = "late: it began before the reset, nothing of it was kept"
    elif request["faults"]:
        text = "fault: " + "; ".join(request["faults"])
    elif request["operation"] is None:
        text = str(request["hint"] or "")
    elif _is_error(request):
        text = _reason(request["answer"]["body"])
    else:
        text = str(request["project"] or "")
    return text if len(text) <= REMARK else text[:REMARK] + "..."


def _reason(body: Any) -> str:
    """The sentence in a refusal of either side of the service."""
    if not isinstance(body, dict):
        return str(body)
    if isinstance(body.get("error"), dict):
        return str(body["error"].get("message"))
    if isinstance(body.get("detail"), list) and body["detail"]:
        problem = body["detail"][0]
        return f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}"
    return str(body.get("reason") or body.get("detail") or body.get("message") or body)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
