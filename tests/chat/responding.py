"""Words that the tests of responses begin with."""

from __future__ import annotations

import json
from typing import Any

from tests.chat.asking import refusal_of_any, request

PATH = "/v1/responses"

RQ = {"model": "m1", "input": "hi there"}

PARAMETERS = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
TOOL = {"type": "function", "name": "f", "description": "Weather", "parameters": PARAMETERS}
OTHER = {**TOOL, "name": "g"}

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}, "sure": {"type": "boolean"}},
    "required": ["answer", "sure"],
    "additionalProperties": False,
}
FORMAT = {"type": "json_schema", "name": "s", "schema": SCHEMA}


def respond(client: Any, **members: Any) -> dict[str, Any]:
    """The response to RQ with other members."""
    answer = client.post(PATH, json={**RQ, **members})
    assert answer.status_code == 200, answer.text
    return answer.json()


def text_of(response: dict[str, Any]) -> str:
    """The text of all its messages."""
    messages = [item for item in response["output"] if item["type"] == "message"]
    return "".join(part["text"] for item in messages for part in item["content"])


def kinds(response: dict[str, Any]) -> list[str]:
    return [item["type"] for item in response["output"]]


def refused(client: Any, **members: Any) -> tuple[int, str, str, str | None]:
    """Status, type, message and member of the refusal."""
    body = {name: value for name, value in {**RQ, **members}.items() if value is not ...}
    return refusal_of_any(client.post(PATH, json=body))


def chat_text(client: Any, messages: Any = None, **members: Any) -> str:
    """What the chat says to the same words."""
    messages = messages or [{"role": "user", "content": "hi there"}]
    answer = client.post("/v1/chat/completions", json=request(messages=messages, **members))
    assert answer.status_code == 200, answer.text
    return answer.json()["choices"][0]["message"]["content"]


def events(client: Any, **members: Any) -> list[dict[str, Any]]:
    """The events of the streamed response."""
    answer = client.post(PATH, json={**RQ, "stream": True, **members})
    assert answer.status_code == 200, answer.text
    return read_events(answer.text)


def read_events(text: str) -> list[dict[str, Any]]:
    found = []
    for event in text.split("\n\n")[:-1]:
        head, data = event.split("\n")
        found.append(json.loads(data.removeprefix("data: ")))
        assert head == f"event: {found[-1]['type']}"
    return found


def types(found: list[dict[str, Any]]) -> list[str]:
    return [event["type"].removeprefix("response.") for event in found]
