"""pydantic-ai: an agent with a tool and a type for its output."""

from __future__ import annotations

import json

from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel


class Report(BaseModel):
    city: str
    degrees: float


agent = Agent(OpenAIChatModel("mock"), output_type=Report)
plain = Agent(OpenAIChatModel("mock"))
heard = []


@agent.tool_plain
@plain.tool_plain
def get_weather(city: str) -> dict[str, float]:
    """Get the weather of a city."""
    heard.append(city)
    return {"degrees": 21}


typed = agent.run_sync("What is the weather in Oslo?").output.model_dump()
said = plain.run_sync("What is the weather in Oslo?").output
print(json.dumps({"typed": typed, "said": said, "heard": heard}))
