"""The report of a server about a failed test."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.chat.script.question import last_user_of
from mockserver.core.matching.criteria import and_more
from mockserver.core.matching.values import short
from mockserver.core.model import Record

LINES = 20
"""Most lines of a report, without its title."""

UNUSED = 5
"""Most unused faults in a report, and most missed replies."""

WIDTH = 28
NOTE = 90
MESSAGE = 40
"""Characters of an operation's name, of a note, and of a message in a note."""

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
        *_several([f"unused fault: {fault['text']}" for fault in faults], "unused faults"),
        *_several([missed(miss) for miss in misses], "missed replies"),
    ]
    lines = [_line(each, start) for each in requests]
    room = LINES - len(unused) - 1
    if len(lines) > room:
        lines = _shortened(requests, lines, room)
    title = f"mockserver: {_counted(len(requests), 'request')}"
    if faults:
        title += f", {_counted(len(faults), 'fault')} unused"
    if misses:
        title += f", {len(misses)} {'reply' if len(misses) == 1 else 'replies'} missed"
    return Report(title, lines + unused)


def missed(miss: Record) -> str:
    """Say how often a reply was used, and why not more often."""
    name = f"reply {miss['id']} ({miss['text']})"
    if miss["shadowed_by"]:
        return f"{name} is never reached: reply {miss['shadowed_by']} answers all that it could"
    used = f"{name}: used {miss['used']} of {_counted(miss['least'], 'time')}"
    if not miss["problems"]:
        return used
    return f"{used}; nearest is request {miss['request']}: {'; '.join(miss['problems'])}"


def _several(sentences: list[str], kind: str) -> list[str]:
    more = len(sentences) - UNUSED
    shown = [f"  {sentence}" for sentence in sentences[:UNUSED]]
    return [*shown, f"  and {more} more {kind}"] if more > 0 else shown


def _shortened(requests: Sequence[Record], lines: list[str], room: int) -> list[str]:
    """Choose the errors, then the newest of the rest, and count those left out."""
    errors = [line for line, each in zip(lines, requests, strict=True) if _is_error(each)]
    others = [line for line, each in zip(lines, requests, strict=True) if not _is_error(each)]
    errors = errors[: room - 1]
    newest = others[len(others) - (room - 1 - len(errors)) :]
    left_out = len(lines) - len(errors) - len(newest)
    return [*errors, *newest, f"  and {left_out} more"]


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
    """The most important fact about a request."""
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
        text = "  ".join(filter(None, [request["project"], _topic(request), _reply(request)]))
    return text if len(text) <= NOTE else text[:NOTE] + "..."


def _topic(request: Record) -> str:
    """The last user message of a chat, or the op names of calls."""
    body = request["request"]["body"]
    if not isinstance(body, dict):
        return ""
    if isinstance(body.get("messages"), list):
        return short(_last_user(body), MESSAGE)
    batch = body.get("batch")
    calls = batch if isinstance(batch, list) else [body]
    names = [name for each in calls if (name := _op_name(each))]
    return and_more(names[:NAMES], len(names))


def _last_user(body: Record) -> str:
    try:
        return last_user_of(body)
    except (AttributeError, KeyError, TypeError):
        return ""


def _op_name(call: Any) -> str:
    """The op name of a call or its start, however it is wrapped; of a ref only the name."""
    for key in ("req", "start"):
        call = call.get(key, call) if isinstance(call, dict) else {}
    name = call.get("op_name") if isinstance(call, dict) else None
    return name.rpartition("/")[2].partition(":")[0] if isinstance(name, str) else ""


def _reply(request: Record) -> str:
    """The number of the rule that replied."""
    number = request["answer"]["headers"].get("x-mockserver-reply")
    return f"reply {number}" if number else ""


def _reason(body: Any) -> str:
    """The sentence in a refusal of either side."""
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
