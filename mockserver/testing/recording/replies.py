"""Reply rules made of chat completions, which give the same replies again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from mockserver.chat.prompt.tokens import count
from mockserver.chat.script.models import ASIDE, Rule
from mockserver.core.codec import decode, encode
from mockserver.core.model import Record
from mockserver.trace.completions import joined

EVENTS = "text/event-stream"

_DATA, _DONE = b"data:", b"[DONE]"


@dataclass
class UpstreamResponse:
    """A response of an upstream, and the seconds until its first and its last piece."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    media_type: str
    content: bytes = b""
    first: float = 0
    last: float = 0


class Replies:
    """Recorded chat requests, each with its replies in turn."""

    def __init__(self) -> None:
        self._lines: dict[bytes, list[Record]] = {}

    def add(self, question: Mapping[str, Any], line: Record | None) -> None:
        """Record a reply, if any. Raises ValueError if no rule can give it."""
        if line is not None:
            rule = Rule.model_validate({"when": _when(question), **line})
            fields = rule.model_dump(exclude_unset=True)
            self._lines.setdefault(encode(fields.pop("when")), []).append(fields)

    def rules(self) -> list[Record]:
        """A rule for each request, in the order of first occurrence."""
        return [{"when": decode(when), **_in_turn(lines)} for when, lines in self._lines.items()]


def line_of(response: UpstreamResponse) -> Record | None:
    """The script line that repeats a chat response; None if it must not be repeated."""
    if not is_repeatable(response):
        return None
    if response.status >= 400:
        return {"error": line_of_failure(response)}
    if response.media_type == EVENTS:
        return _line_of_events(response.content)
    return line_of_completion(json.loads(response.content))


def is_repeatable(response: UpstreamResponse) -> bool:
    """False for a refused credential and for a redirect."""
    return response.status != 401 and not 200 < response.status < 400


def paced(line: Record, response: UpstreamResponse) -> Record:
    """Add the time that a reply took, divided among its tokens as this server counts them."""
    calls = "".join(call["name"] + str(call["arguments"]) for call in line.get("tool_calls", ()))
    further = count(line.get("text", "") + line.get("reasoning", "") + calls) - 1
    token = (response.last - response.first) / further if further > 0 else 0
    recorded = {"first_token": round(response.first, 3), "token": round(token, 6)}
    return {**line, "recorded": recorded}


def line_of_completion(completion: Record) -> Record:
    """The script line of a plain completion: its first choice."""
    message = completion["choices"][0]["message"]
    text, calls = message.get("content"), message.get("tool_calls") or ()
    reasoning = message.get("reasoning_content") or message.get("reasoning")
    return {
        **({"text": text or ""} if text is not None or not calls else {}),
        **({"reasoning": reasoning} if reasoning else {}),
        **({"tool_calls": [_call(call) for call in calls]} if calls else {}),
    }


def line_of_chunks(chunks: Sequence[Record]) -> Record:
    """The script line of a streamed completion."""
    for choice in chain.from_iterable(chunk.get("choices", ()) for chunk in chunks):
        # Newer engines call it `reasoning`.
        choice["delta"].setdefault("reasoning_content", choice["delta"].get("reasoning"))
    whole = joined(chunks)
    return line_of_completion(whole) if whole.get("choices") else {"text": ""}


def _when(question: Mapping[str, Any]) -> Record:
    model = {"model": {"exact": question["model"]}} if question.get("model") else {}
    body = {name: {"exact": value} for name, value in question.items() if name not in ASIDE}
    return {**model, "body": body, "exactly": True}


def _in_turn(lines: list[Record]) -> Record:
    """A single line if all are equal but for their times, else a sequence."""
    untimed = [{**line, "recorded": None} for line in lines]
    return lines[0] if all(each == untimed[0] for each in untimed) else {"sequence": lines}


def line_of_failure(response: UpstreamResponse) -> Record:
    """The script error that repeats a refusal."""
    try:
        body: Any = json.loads(response.content)
    except ValueError:
        body = None
    message = _message(body) or response.content.decode(errors="replace")
    wait = dict(response.headers).get(b"retry-after")
    return {
        "status": response.status,
        "message": message,
        **({"body": body} if body is not None else {}),
        **({"headers": {"retry-after": wait.decode("latin-1")}} if wait else {}),
    }


def _message(body: Any) -> str | None:
    error = body.get("error", body) if isinstance(body, dict) else None
    message = error.get("message") if isinstance(error, dict) else error
    return message if isinstance(message, str) else None


def events_of(response: UpstreamResponse) -> list[Record]:
    """The events of a stream, without the final `[DONE]`."""
    return [json.loads(event) for event in _data(response.content) if event != _DONE]


def _data(content: bytes) -> list[bytes]:
    lines = [line for line in content.splitlines() if line.startswith(_DATA)]
    return [line.removeprefix(_DATA).strip() for line in lines]


def _line_of_events(content: bytes) -> Record | None:
    """The script line of an event stream; None if it is cut off."""
    *events, end = _data(content)
    if end != _DONE:
        return None
    *chunks, last = [json.loads(event) for event in events]
    if "error" in last:
        return {**line_of_chunks(chunks), "error": _broken(last, len(chunks))}
    return line_of_chunks([*chunks, last])


def _broken(event: Record, count: int) -> Record:
    error = event["error"]
    code = error.get("code") if isinstance(error, dict) else None
    status = code if isinstance(code, int) and 400 <= code <= 599 else 500
    message = _message(event) or "The upstream failed"
    return {"status": status, "message": message, "body": event, "after": count}


def _call(call: Record) -> Record:
    """Convert a tool call. Its arguments are an object if that is written as the same text.

    The id is kept, because the caller's next request names it.
    """
    function = call["function"]
    text = function.get("arguments") or ""
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    as_written = isinstance(value, dict) and json.dumps(value, ensure_ascii=False) == text
    named = {"id": call["id"]} if call.get("id") else {}
    return {**named, "name": function["name"], "arguments": value if as_written else text}
