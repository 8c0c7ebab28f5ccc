"""Words that the tests of the chat completion begin with."""

from __future__ import annotations

import json
from typing import Any

from mockserver.chat.response.identity import Identity

STAMP = Identity("id", 0)

PATH = "/v1/chat/completions"

QUESTION = "How do I keep a sourdough starter alive during a long winter holiday?"

MALFORMED = "Bad Request"
REFUSED = "BadRequestError"


def said(text: str, role: str = "user", **members: Any) -> dict[str, Any]:
    return {"role": role, "content": text, **members}


def request(**members: Any) -> dict[str, Any]:
    return {"model": "m1", "messages": [said(QUESTION)], **members}


def ask(client: Any, **members: Any) -> dict[str, Any]:
    """The plain answer to a question."""
    answer = client.post(PATH, json=request(**members))
    assert answer.status_code == 200, answer.text
    return answer.json()


def choice(client: Any, **members: Any) -> dict[str, Any]:
    return ask(client, **members)["choices"][0]


def content(client: Any, **members: Any) -> str:
    return choice(client, **members)["message"]["content"]


def refusal(client: Any, **members: Any) -> tuple[int, str, str]:
    """Status, type and message of the refusal."""
    return refusal_of(client.post(PATH, json=request(**members)))


def refusal_of(answer: Any) -> tuple[int, str, str]:
    error = answer.json()["error"]
    assert error["code"] == answer.status_code
    assert error["param"] is None
    return answer.status_code, error["type"], error["message"]


def refusal_of_any(answer: Any) -> tuple[int, str, str, str | None]:
    """Status, type, message and member of a refusal."""
    error = answer.json()["error"]
    assert error["code"] == answer.status_code
    return answer.status_code, error["type"], error["message"], error["param"]


def events(client: Any, **members: Any) -> list[str]:
    """The data of each event of a streamed answer, as text."""
    answer = client.post(PATH, json=request(stream=True, **members))
    assert answer.status_code == 200, answer.text
    *found, rest = answer.text.split("\n\n")
    assert rest == ""
    assert all(event.startswith("data: ") for event in found)
    return [event.removeprefix("data: ") for event in found]


def chunks(client: Any, **members: Any) -> list[dict[str, Any]]:
    *found, end = events(client, **members)
    assert end == "[DONE]"
    return [json.loads(event) for event in found]


def streamed(found: list[dict[str, Any]], index: int = 0) -> str:
    """The text of one choice, put together."""
    return "".join(
        choice["delta"].get("content", "")
        for chunk in found
        for choice in chunk["choices"]
        if choice["index"] == index
    )
