"""Requests that the service refuses, and how the library tells a program so."""

from __future__ import annotations

import json
from typing import Any

import openai

MESSAGES = [{"role": "user", "content": "Hello"}]


def refusal(client: openai.OpenAI, **request: Any) -> dict[str, Any]:
    try:
        client.chat.completions.create(**request)
    except openai.APIStatusError as error:
        return {"class": type(error).__name__, "status": error.status_code, "body": error.body}
    raise AssertionError(f"this should be refused: {request}")


client = openai.OpenAI()
print(
    json.dumps(
        {
            "unknown_model": refusal(client, model="m2", messages=MESSAGES),
            "unknown_model_streamed": refusal(client, model="m2", messages=MESSAGES, stream=True),
            "bad_temperature": refusal(client, model="m1", messages=MESSAGES, temperature=-1),
            "wrong_key": refusal(client.with_options(api_key="x"), model="m1", messages=MESSAGES),
        }
    )
)
