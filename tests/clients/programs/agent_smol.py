"""smolagents: an agent that calls tools until it calls `final_answer`."""

from __future__ import annotations

import json
import os

from smolagents import OpenAIServerModel, ToolCallingAgent, tool

heard = []


@tool
def get_weather(city: str) -> str:
    """Get the weather of a city.

    Args:
        city: The city.
    """
    heard.append(city)
    return "21 degrees and sunny"


model = OpenAIServerModel(
    "mock", api_base=os.environ["OPENAI_BASE_URL"], api_key=os.environ["OPENAI_API_KEY"]
)
agent = ToolCallingAgent(tools=[get_weather], model=model, max_steps=6, verbosity_level=0)
answer = agent.run("What is the weather in Oslo?")
print(json.dumps({"answer": answer, "heard": heard, "steps": len(agent.memory.steps)}))
