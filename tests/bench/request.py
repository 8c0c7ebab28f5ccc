"""The requests of the bench, each made unique by a number."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

WIDTH = 12
NUMBER = "#" * WIDTH
"""Placeholder for the number of the request, and of the same width."""

PROJECT = "bench/speed"
KEY = {"Authorization": "Bearer bench"}
PAGE = {"Origin": "http://localhost:3000"}
SIZE = 1500
TURN = "Where in this library is the book with the map of the old harbour, and may I borrow it? "
ROLES = ("system", *("user", "assistant") * 4, "user")
BEGAN = "2026-06-01T00:00:00.000000Z"
"""The start of calls that are sent as load; those stored in advance started one by one before."""

SCATTER = 7919
"""A prime stride: with it, a walk over stored ids follows no order of the store."""


NUMBERED = {"$getField": "inputs.number"}

THREE_TERMS = {
    "$expr": {
        "$and": [
            {"$gte": [{"$convert": {"input": NUMBERED, "to": "double"}}, {"$literal": 0}]},
            {"$not": [{"$eq": [{"$getField": "inputs.model"}, {"$literal": "another"}]}]},
            {"$eq": [{"$getField": "inputs.temperature"}, {"$literal": 0.1}]},
        ]
    }
}
"""Matches no call, after testing every term."""

RARE_TEXT = {"$expr": {"$eq": [{"$getField": "inputs.note"}, {"$literal": "as rare as it gets"}]}}
"""Matches no call, without an index."""


@dataclass(frozen=True)
class Request:
    """A request with a number. The numbers advance by `step`, modulo `period`."""

    method: str
    path: str
    body: str = ""
    headers: tuple[tuple[str, str], ...] = tuple(KEY.items())
    step: int = 1
    period: int = 10**WIDTH

    def text(self) -> str:
        """Head and body, with NUMBER in place of the number."""
        head = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        head += [f"{name}: {value}" for name, value in self.headers]
        if self.body:
            head += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
        return "\r\n".join(head) + "\r\n\r\n" + self.body

    def numbered(self, number: int) -> bytes:
        """The request with a number, as bytes."""
        return self.text().replace(NUMBER, f"{number % self.period:0{WIDTH}}").encode()

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


HEALTH = Request("GET", "/health")


def post(path: str, body: Mapping[str, Any], **options: Any) -> Request:
    """A request with a JSON body."""
    return Request("POST", path, _compact(body), **options)


def start_of_call() -> dict[str, Any]:
    """The start of a call in a new trace, in a request of SIZE bytes: a chat model answers the next
    turn of a conversation."""
    turns = [{"role": role, "content": TURN} for role in ROLES]
    start: dict[str, Any] = {
        "project_id": PROJECT,
        "id": f"01900000-0000-7000-8000-{NUMBER}",
        "op_name": f"weave:///{PROJECT}/op/predict:5f9a1c3e7b2d4f60",
        "trace_id": f"01900000-0000-7000-9000-{NUMBER}",
        "parent_id": None,
        "started_at": BEGAN,
        "attributes": {"weave": {"client_version": "0.52.22", "source": "python-sdk"}},
        "inputs": {"model": "default", "messages": turns, "temperature": 0.7},
    }
    missing = SIZE - len(_compact({"start": start}))
    turns[-1]["content"] = (TURN * (missing // len(TURN) + 2))[: len(TURN) + missing]
    return start


def start() -> Request:
    """Start a new call: 1.5 KB."""
    return post("/call/start", {"start": start_of_call()})


def start_again() -> Request:
    """Start the same call repeatedly, which is cheap and stores nothing."""
    same = {"id": "same", "trace_id": "same", "inputs": {}}
    return post("/call/start", {"start": {**start_of_call(), **same}})


def batch(size: int) -> Request:
    """Start `size` calls of one trace in one request, in the order of their ids."""
    item = _compact({"mode": "start", "req": {"start": start_of_call()}})
    call_id = f"-8000-{NUMBER}"
    items = ",".join(item.replace(call_id, f"{call_id}{index:03}") for index in range(size))
    return Request("POST", "/call/upsert_batch", f'{{"batch":[{items}]}}')


def batch_of_starts(numbers: range) -> bytes:
    """A body that starts the calls with these numbers, a millisecond after each other."""
    return _batch({"mode": "start", "req": {"start": start_of_call()}}, numbers)


def batch_of_relatives(numbers: range) -> bytes:
    """A body that starts calls in traces of ten (a root and its children) with twenty ops, in
    threads of five hundred."""
    items = ",".join(_compact({"req": {"start": _relative(number)}}) for number in numbers)
    return f'{{"batch":[{items}]}}'.encode()


def _relative(number: int) -> dict[str, Any]:
    start = json.loads(stored(_compact(start_of_call()), number))
    root = number // 10 * 10
    fields = {
        "op_name": f"weave:///{PROJECT}/op/step-{number % 20}:5f9a1c3e7b2d4f60",
        "trace_id": f"trace-{root}",
        "parent_id": f"01900000-0000-7000-8000-{root:0{WIDTH}}" if number > root else None,
        "thread_id": f"thread-{number // 500}",
    }
    return {**start, **fields, "inputs": {**start["inputs"], "number": number}}


def batch_of_ends(numbers: range) -> bytes:
    """A body that ends the calls with these numbers."""
    return _batch({"mode": "end", "req": {"end": end_of_call()}}, numbers)


def end_of_call() -> dict[str, Any]:
    """The end of the call that `start_of_call` starts."""
    usage = {"requests": 1, "prompt_tokens": 180, "completion_tokens": 24, "total_tokens": 204}
    return {
        "project_id": PROJECT,
        "id": f"01900000-0000-7000-8000-{NUMBER}",
        "ended_at": "2026-06-01T00:00:01.500000Z",
        "output": {"role": "assistant", "content": TURN},
        "summary": {"usage": {"default": usage}, "status_counts": {"success": 1, "error": 0}},
    }


def end(stored: int) -> Request:
    """End the calls numbered 0 to `stored`, one by one in scattered order."""
    return post("/call/end", {"end": end_of_call()}, step=SCATTER, period=stored)


def read(stored: int) -> Request:
    """Read the calls numbered 0 to `stored`, one by one in scattered order."""
    body = {"project_id": PROJECT, "id": f"01900000-0000-7000-8000-{NUMBER}"}
    return post("/call/read", body, step=SCATTER, period=stored)


def all_calls() -> Request:
    """Every call of the project."""
    return post("/calls/stream_query", {"project_id": PROJECT})


def first_calls(limit: int) -> Request:
    """The first calls in the default order, by start."""
    return post("/calls/stream_query", {"project_id": PROJECT, "limit": limit})


def last_calls(limit: int) -> Request:
    """The latest calls, as a list of calls requests them."""
    order = [{"field": "started_at", "direction": "desc"}]
    body = {"project_id": PROJECT, "sort_by": order, "limit": limit}
    return post("/calls/stream_query", body)


def filtered(limit: int, **filter: Any) -> Request:
    """The first calls that match a filter."""
    return post("/calls/stream_query", {"project_id": PROJECT, "filter": filter, "limit": limit})


def counted(query: Mapping[str, Any]) -> Request:
    """The number of calls that match a query."""
    return post("/calls/query_stats", {"project_id": PROJECT, "query": query})


def chat(tokens: int, *, stream: bool = False) -> Request:
    """A new conversation of about 300 bytes, with a reply of `tokens` tokens."""
    return _chat(min_tokens=tokens, max_tokens=tokens, stream=stream)


def structured_chat() -> Request:
    """The same conversation, with a reply in JSON of ten properties."""
    text, number = {"type": "string"}, {"type": "number", "minimum": 0}
    properties = {
        "title": text,
        "author": text,
        "isbn": {"type": "string", "pattern": "^97[89]-[0-9]{10}$"},
        "year": {"type": "integer", "minimum": 1900, "maximum": 2030},
        "shelf": {"type": "string", "maxLength": 20},
        "price": number,
        "available": {"type": "boolean"},
        "condition": {"enum": ["new", "used", "worn"]},
        "due": {"type": "string", "format": "date"},
        "tags": {"type": "array", "items": text, "minItems": 2, "maxItems": 4},
    }
    schema = {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
    book = {"name": "book", "schema": schema, "strict": True}
    return _chat(response_format={"type": "json_schema", "json_schema": book})


def new_schema() -> Request:
    """The same conversation, with a reply in JSON of a schema that no other request has."""
    properties = {
        f"field {number} of {NUMBER}": {"type": ["string", "null"], "minLength": number}
        for number in range(30)
    }
    form = {"name": "form", "schema": {"type": "object", "properties": properties}}
    return _chat(response_format={"type": "json_schema", "json_schema": form})


def _chat(**options: Any) -> Request:
    body = {
        "model": "default",
        "messages": [
            {"role": "system", "content": "You are a careful assistant for a small library."},
            {"role": "user", "content": f"Where do I find the book with number {NUMBER}, please?"},
        ],
        "temperature": 0.7,
        **options,
    }
    return post("/v1/chat/completions", body)


def stored(text: str, number: int) -> str:
    """A text with NUMBER and perhaps BEGAN, for a call that is stored in advance."""
    return text.replace(NUMBER, f"{number:0{WIDTH}}").replace(BEGAN, _moment(number))


def _moment(number: int) -> str:
    moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(milliseconds=number)
    return moment.isoformat(timespec="microseconds")[:-6] + "Z"


def _batch(item: Mapping[str, Any], numbers: range) -> bytes:
    text = _compact(item)
    items = ",".join(stored(text, number) for number in numbers)
    return f'{{"batch":[{items}]}}'.encode()


def _compact(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"))
