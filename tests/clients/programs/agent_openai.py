"""The OpenAI Agents SDK over chat completions: tools, a handoff, a type for the output."""

from __future__ import annotations

import json

from agents import (
    Agent,
    Runner,
    function_tool,
    set_default_openai_api,
    set_tracing_disabled,
)
from pydantic import BaseModel

set_default_openai_api("chat_completions")
set_tracing_disabled(True)
heard = []


class Report(BaseModel):
    city: str
    degrees: int


@function_tool
def get_weather(city: str) -> str:
    """Get the weather of a city."""
    heard.append(city)
    return json.dumps({"degrees": 21})


asked = "What is the weather in Oslo?"
said = Runner.run_sync(Agent(name="a", model="mock", tools=[get_weather]), asked, max_turns=5)
typed = Runner.run_sync(
    Agent(name="b", model="mock", tools=[get_weather], output_type=Report), asked, max_turns=5
)
weather = Agent(
    name="weather", model="mock", handoff_description="Answers questions about the weather.",
    tools=[get_weather],
)  # fmt: skip
triage = Agent(name="triage", model="mock", handoffs=[weather])
handed = Runner.run_sync(triage, asked, max_turns=6)
print(
    json.dumps(
        {
            "said": said.final_output,
            "typed": typed.final_output.model_dump(),
            "by": handed.last_agent.name,
            "heard": heard,
        }
    )
)
