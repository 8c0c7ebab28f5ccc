"""pydantic-ai: an agent with a tool and a type for its output, by the chat or by its default."""

from __future__ import annotations

import json
import sys

from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel


class Report(BaseModel):
    city: str
    degrees: float


model = "openai:mock" if "default" in sys.argv else OpenAIChatModel("mock")
agent = Agent(model, output_type=Report)
plain = Agent(model)
heard = []


@agent.tool_plain
@plain.tool_plain
def get_weather(city: str) -> dict[str, float]:
    """Get the weather of a city."""
    heard.append(city)
    return {"degrees": 21}


typed = agent.run_sync("What is the weather in Oslo?").output.model_dump()
said = plain.run_sync("What is the weather in Oslo?").output
with plain.run_stream_sync("What is the weather in Oslo?") as stream:
    streamed = stream.get_output()
print(json.dumps({"typed": typed, "said": said, "streamed": streamed, "heard": heard}))
