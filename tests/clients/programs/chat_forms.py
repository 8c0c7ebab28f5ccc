"""The forms that the library puts an answer into: parsed, as a stream of events, tool by tool."""

from __future__ import annotations

import json
from typing import Any

from openai import OpenAI
from pydantic import BaseModel


class Harbour(BaseModel):
    """Where ships lie."""

    name: str
    berths: int
    open: bool


class GetWeather(BaseModel):
    """The weather of a city."""

    city: str


TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "The weather of a city.",
            "parameters": GetWeather.model_json_schema(),
        },
    }
]
ASK_HARBOUR = [{"role": "user", "content": "Tell me about a harbour."}]
ASK_WEATHER = [{"role": "user", "content": "Use get_weather for Oslo, please."}]


def parsed(client: OpenAI) -> dict[str, Any]:
    done = client.chat.completions.parse(
        model="m1", messages=ASK_HARBOUR, response_format=Harbour, seed=3
    )
    harbour = done.choices[0].message.parsed
    assert isinstance(harbour, Harbour)
    return harbour.model_dump()


def parsed_from_events(client: OpenAI) -> dict[str, Any]:
    with client.chat.completions.stream(
        model="m1", messages=ASK_HARBOUR, response_format=Harbour, seed=3
    ) as stream:
        kinds = [event.type for event in stream]
        harbour = stream.get_final_completion().choices[0].message.parsed
    assert isinstance(harbour, Harbour)
    return {"kinds": sorted(set(kinds)), "harbour": harbour.model_dump()}


def tool_loop(client: OpenAI) -> dict[str, Any]:
    first = client.chat.completions.create(model="m1", messages=ASK_WEATHER, tools=TOOLS)
    message = first.choices[0].message
    call = message.tool_calls[0]
    result = {"role": "tool", "tool_call_id": call.id, "content": "Rain, 7 degrees"}
    second = client.chat.completions.create(
        model="m1", messages=[*ASK_WEATHER, message, result], tools=TOOLS
    )
    return {
        "reason": first.choices[0].finish_reason,
        "name": call.function.name,
        "arguments": json.loads(call.function.arguments),
        "answer": second.choices[0].message.content,
        "last_reason": second.choices[0].finish_reason,
    }


def streamed_tool(client: OpenAI) -> dict[str, Any]:
    tool = {"type": "function", "function": {"name": "get_weather"}}
    with client.chat.completions.stream(
        model="m1", messages=ASK_WEATHER, tools=TOOLS, tool_choice=tool
    ) as stream:
        pieces = [event.type for event in stream].count("tool_calls.function.arguments.delta")
        call = stream.get_final_completion().choices[0].message.tool_calls[0]
    return {"pieces": pieces, "arguments": json.loads(call.function.arguments)}


with OpenAI() as client:
    result = {
        "parsed": parsed(client),
        "events": parsed_from_events(client),
        "loop": tool_loop(client),
        "streamed_tool": streamed_tool(client),
    }
print(json.dumps(result))
