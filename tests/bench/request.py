"""What is sent: requests as they go over the wire, with a number that makes each one different."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

WIDTH = 12
NUMBER = "#" * WIDTH
"""Stands in a body for the number of the request; as wide as the number itself."""

PROJECT = "bench/speed"
KEY = {"Authorization": "Bearer bench"}
PAGE = {"Origin": "http://localhost:3000"}
SCATTER = 7919
"""A prime stride: with it, a walk over stored ids follows no order of the store."""


@dataclass(frozen=True)
class Request:
    """One request, or as many different ones as its body has numbers.

    The numbers run on by `step` and begin again after `period`.
    """

    method: str
    path: str
    body: str = ""
    headers: tuple[tuple[str, str], ...] = tuple(KEY.items())
    step: int = 1
    period: int = 10**WIDTH

    def text(self) -> str:
        """Head and body, with NUMBER where the number goes."""
        head = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        head += [f"{name}: {value}" for name, value in self.headers]
        if self.body:
            head += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
        return "\r\n".join(head) + "\r\n\r\n" + self.body

    def numbered(self, number: int) -> bytes:
        """The request of one number, as bytes."""
        return self.text().replace(NUMBER, f"{number % self.period:0{WIDTH}}").encode()

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


HEALTH = Request("GET", "/health")


def post(path: str, body: Mapping[str, Any], **options: Any) -> Request:
    """A request with a JSON body."""
    return Request("POST", path, json.dumps(body, separators=(",", ":")), **options)


def start_of_call(size: int = 1500) -> dict[str, Any]:
    """A start whose request is `size` bytes long, of a call and a trace of its own."""
    start: dict[str, Any] = {
        "project_id": PROJECT,
        "id": f"01900000-0000-7000-8000-{NUMBER}",
        "op_name": f"weave:///{PROJECT}/op/predict:5f9a1c3e7b2d4f60",
        "trace_id": f"01900000-0000-7000-9000-{NUMBER}",
        "parent_id": None,
        "started_at": "2026-01-01T00:00:00.000000Z",
        "attributes": {"weave": {"client_version": "0.52.22", "source": "python-sdk"}},
        "inputs": {"question": "Which of these sentences answers it?", "context": ""},
    }
    missing = size - len(json.dumps({"start": start}, separators=(",", ":")))
    sentence = "It was the third of the sentences. "
    start["inputs"]["context"] = (sentence * (missing // len(sentence) + 1))[:missing]
    return start


def start() -> Request:
    """Start a call that was never started before: 1.5 KB."""
    return post("/call/start", {"start": start_of_call()})


def start_again() -> Request:
    """Start the same call over and over: a short way through the server, and nothing grows."""
    return post("/call/start", {"start": {**start_of_call(400), "id": "same", "trace_id": "same"}})


def batch_of_starts(numbers: range) -> bytes:
    """The body that starts the calls of these numbers."""
    item = json.dumps({"mode": "start", "req": {"start": start_of_call()}})
    items = (item.replace(NUMBER, f"{number:0{WIDTH}}") for number in numbers)
    return f'{{"batch":[{",".join(items)}]}}'.encode()


def read(stored: int) -> Request:
    """Read one of the calls numbered 0 to `stored`, each in its turn but in no order."""
    body = {"project_id": PROJECT, "id": f"01900000-0000-7000-8000-{NUMBER}"}
    return post("/call/read", body, step=SCATTER, period=stored)


def chat(tokens: int, *, stream: bool = False) -> Request:
    """A conversation of about 300 bytes, never held before, answered with `tokens` tokens."""
    body = {
        "model": "default",
        "messages": [
            {"role": "system", "content": "You are a careful assistant for a small library."},
            {"role": "user", "content": f"Where do I find the book with number {NUMBER}, please?"},
        ],
        "temperature": 0.7,
        "min_tokens": tokens,
        "max_tokens": tokens,
        "stream": stream,
    }
    return post("/v1/chat/completions", body)
