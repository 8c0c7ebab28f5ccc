"""smolagents: agents that call tools, as calls and as code, until they call `final_answer`."""

from __future__ import annotations

import json
import os

from smolagents import CodeAgent, OpenAIServerModel, ToolCallingAgent, tool

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
answers = {
    kind.__name__: kind(tools=[get_weather], model=model, max_steps=6, verbosity_level=0).run(
        "What is the weather in Oslo?"
    )
    for kind in (ToolCallingAgent, CodeAgent)
}
print(json.dumps({"answers": answers, "heard": heard}))
