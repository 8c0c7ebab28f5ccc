"""autogen: an assistant with a tool."""

from __future__ import annotations

import asyncio
import json
import os

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

heard = []


async def get_weather(city: str) -> str:
    """Get the weather of a city."""
    heard.append(city)
    return "21 degrees and sunny"


async def main() -> list[str]:
    family = {"vision": False, "function_calling": True, "json_output": True, "family": "unknown",
              "structured_output": True}  # fmt: skip
    model = OpenAIChatCompletionClient(
        model="mock", base_url=os.environ["OPENAI_BASE_URL"], api_key="any", model_info=family
    )
    agent = AssistantAgent("a", model, tools=[get_weather], reflect_on_tool_use=True)
    result = await agent.run(task="What is the weather in Oslo?")
    await model.close()
    return [str(message.content) for message in result.messages]


print(json.dumps({"said": asyncio.run(main()), "heard": heard}))
