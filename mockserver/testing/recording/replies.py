"""Chat completions, as the rules that say the same again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mockserver.chat.prompt.tokens import count
from mockserver.chat.script.models import ASIDE, Rule
from mockserver.core.codec import decode, encode
from mockserver.core.model import Record
from mockserver.trace.completions.joining import joined

_DATA, _DONE = b"data:", b"[DONE]"


class UpstreamResponse(NamedTuple):
    """An upstream's whole answer to a question, and the seconds until its first and last piece."""

    status: int
    headers: Mapping[bytes, bytes]
    media_type: str
    content: bytes
    first: float = 0
    last: float = 0


class Replies:
    """Questions, and what was said to each of them in turn."""

    def __init__(self) -> None:
        self._lines: dict[bytes, list[Record]] = {}

    def add(self, question: Mapping[str, Any], line: Record | None) -> None:
        """Record what was said, if anything was. Raises ValueError for what no rule can say."""
        if line is not None:
            rule = Rule.model_validate({"when": _when(question), **line})
            given = rule.model_dump(exclude_unset=True)
            self._lines.setdefault(encode(given.pop("when")), []).append(given)

    def rules(self) -> list[Record]:
        """A rule for each question, in the order in which they were asked first."""
        return [{"when": decode(when), **_in_turn(lines)} for when, lines in self._lines.items()]


def line_of(said: UpstreamResponse) -> Record | None:
    """What a script says in place of an answer of the chat side; None if nothing."""
    if said.status == 401 or 200 < said.status < 400:
        return None
    if said.status >= 400:
        return {"error": _failure(said)}
    if said.media_type == "text/event-stream":
        return _line_of_events(said.content)
    return line_of_completion(json.loads(said.content))


def paced(line: Record, said: UpstreamResponse) -> Record:
    """A line with the time that it took; it is shared by the tokens of ours that follow the first.

    A refusal is as late as it was.
    """
    calls = "".join(call["name"] + str(call["arguments"]) for call in line.get("tool_calls", ()))
    further = count(line.get("text", "") + line.get("reasoning", "") + calls) - 1
    token = (said.last - said.first) / further if further > 0 else 0
    return {**line, "recorded": {"first_token": round(said.first, 3), "token": round(token, 6)}}


def line_of_completion(answer: Record) -> Record:
    """The same for a plain completion: what its first choice says."""
    return _line(answer["choices"][0]["message"])


def line_of_chunks(chunks: Sequence[Record]) -> Record:
    """The same for a streamed one."""
    whole = joined([_in_one_spelling(chunk) for chunk in chunks]) or {"choices": []}
    return line_of_completion(whole) if whole["choices"] else {"text": ""}


def _when(question: Mapping[str, Any]) -> Record:
    model = {"model": {"exact": question["model"]}} if question.get("model") else {}
    body = {name: {"exact": value} for name, value in question.items() if name not in ASIDE}
    return {**model, "body": body, "exactly": True}


def _in_turn(lines: list[Record]) -> Record:
    """One answer if all say the same, in whatever time, else each in its turn."""
    said = [{**line, "recorded": None} for line in lines]
    return lines[0] if all(each == said[0] for each in said) else {"sequence": lines}


def _failure(said: UpstreamResponse) -> Record:
    body = _parsed(said.content)
    message = _message(body) or said.content.decode(errors="replace")
    wait = said.headers.get(b"retry-after")
    return {
        "status": said.status,
        "message": message,
        **({"body": body} if body is not None else {}),
        **({"headers": {"retry-after": wait.decode("latin-1")}} if wait else {}),
    }


def _message(body: Any) -> str | None:
    told = body.get("error", body) if isinstance(body, dict) else None
    message = told.get("message") if isinstance(told, dict) else told
    return message if isinstance(message, str) else None


def _line_of_events(content: bytes) -> Record | None:
    """The line of a stream of events; None if it has no end."""
    lines = [line for line in content.splitlines() if line.startswith(_DATA)]
    *events, end = [line.removeprefix(_DATA).strip() for line in lines]
    if end != _DONE:
        return None
    *chunks, last = [json.loads(event) for event in events]
    if "error" in last:
        return {**line_of_chunks(chunks), "error": _broken(last, len(chunks))}
    return line_of_chunks([*chunks, last])


def _in_one_spelling(chunk: Record) -> Record:
    """Newer engines say `reasoning` where others say `reasoning_content`."""
    for choice in chunk["choices"]:
        delta = choice["delta"]
        delta.setdefault("reasoning_content", delta.get("reasoning"))
    return chunk


def _broken(event: Record, count: int) -> Record:
    told = event["error"]
    code = told.get("code") if isinstance(told, dict) else None
    status = code if isinstance(code, int) and 400 <= code <= 599 else 500
    message = _message(event) or "The upstream failed"
    return {"status": status, "message": message, "body": event, "after": count}


def _line(message: Record) -> Record:
    text, calls = message.get("content"), message.get("tool_calls") or ()
    reasoning = message.get("reasoning_content") or message.get("reasoning")
    return {
        **({"text": text or ""} if text is not None or not calls else {}),
        **({"reasoning": reasoning} if reasoning else {}),
        **({"tool_calls": [_call(call) for call in calls]} if calls else {}),
    }


def _call(call: Record) -> Record:
    """Arguments as an object if that is written as they were, else as their text.

    The id is part of it: what the caller does next names it.
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


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
