"""Requests that ask for a failure, or say their reply, in extra headers of the library."""

from __future__ import annotations

import json
from typing import Any

import openai

MESSAGES = [{"role": "user", "content": "How is the weather in Oslo?"}]
CALL = {"name": "get_weather", "arguments": {"city": "Oslo"}}


def asked(client: openai.OpenAI, **headers: str) -> Any:
    return client.chat.completions.create(model="m1", messages=MESSAGES, extra_headers=headers)


def failing(client: openai.OpenAI, fault: str) -> dict[str, Any]:
    try:
        asked(client, **{"X-Mockserver-Fault": fault})
    except openai.APIStatusError as error:
        retry_after = error.response.headers.get("retry-after")
        return {"class": type(error).__name__, "retry_after": retry_after}
    except openai.APIConnectionError as error:
        return {"class": type(error).__name__}
    raise AssertionError(f"this should fail: {fault}")


def said(client: openai.OpenAI, reply: str) -> Any:
    return asked(client, **{"X-Mockserver-Reply": reply}).choices[0].message


def streamed(client: openai.OpenAI, reply: str) -> str:
    chunks = client.chat.completions.create(
        model="m1", messages=MESSAGES, stream=True, extra_headers={"X-Mockserver-Reply": reply}
    )
    return "".join(chunk.choices[0].delta.content or "" for chunk in chunks)


with openai.OpenAI(max_retries=0) as client:
    result = {
        "refused": failing(client, "status=429; retry_after=2"),
        "dropped": failing(client, "drop=true"),
        "said": said(client, "Sunny.").content,
        "streamed": streamed(client, "Sunny."),
        "called": said(client, json.dumps({"tool_call": CALL})).tool_calls[0].function.arguments,
    }
print(json.dumps(result))
