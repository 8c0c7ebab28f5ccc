"""The report of a server about a failed test."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.chat.script.question import last_user_of
from mockserver.core.matching.criteria import and_more
from mockserver.core.matching.values import short
from mockserver.core.model import Record
from mockserver.testing.verbs.channel import reason_in

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
