"""LangChain's chat model: asked, streamed, given a schema, given tools."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

QUESTION = "When should I prune my apple tree?"
WEATHER = HumanMessage("Use get_weather for Oslo, please.")


class Harbour(BaseModel):
    """Where ships lie."""

    name: str
    berths: int


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"Rain in {city}"


def structured(model: ChatOpenAI, method: str) -> dict[str, Any]:
    harbour = model.with_structured_output(Harbour, method=method).invoke("Describe a harbour.")
    assert isinstance(harbour, Harbour)
    return harbour.model_dump()


def with_tools(model: ChatOpenAI) -> dict[str, Any]:
    bound = model.bind_tools([get_weather])
    asked = bound.invoke([WEATHER])
    call = asked.tool_calls[0]
    result = ToolMessage(get_weather.invoke(call["args"]), tool_call_id=call["id"])
    return {"call": call["name"], "answer": bound.invoke([WEATHER, asked, result]).text}


async def streamed(model: ChatOpenAI) -> dict[str, Any]:
    chunks = [chunk async for chunk in model.astream(QUESTION, stream_usage=True)]
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole += chunk
    return {"pieces": len(chunks), "text": whole.text, "usage": whole.usage_metadata}


model = ChatOpenAI(model="m1", seed=3)
plain = model.invoke(QUESTION)
result = {
    "plain": {"text": plain.text, "usage": plain.usage_metadata},
    "streamed": asyncio.run(streamed(model)),
    "by_schema": structured(model, "json_schema"),
    "by_tool": structured(model, "function_calling"),
    "tools": with_tools(model),
}
print(json.dumps(result))
