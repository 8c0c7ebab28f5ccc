"""The OpenAI Agents SDK over the interface that is named, or its default: tools, a handoff, a type
for the output, and a stream."""

from __future__ import annotations

import asyncio
import json
import sys

from agents import (
    Agent,
    Runner,
    function_tool,
    set_default_openai_api,
    set_tracing_disabled,
)
from pydantic import BaseModel

if sys.argv[1:]:
    set_default_openai_api(sys.argv[1])
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
agent = Agent(name="a", model="mock", tools=[get_weather])
typist = Agent(name="b", model="mock", tools=[get_weather], output_type=Report)
weather = Agent(
    name="weather", model="mock", handoff_description="Answers questions about the weather.",
    tools=[get_weather],
)  # fmt: skip
triage = Agent(name="triage", model="mock", handoffs=[weather])


async def main() -> None:
    said = await Runner.run(agent, asked, max_turns=5)
    typed = await Runner.run(typist, asked, max_turns=5)
    handed = await Runner.run(triage, asked, max_turns=6)
    streamed = Runner.run_streamed(agent, asked, max_turns=5)
    async for _ in streamed.stream_events():
        pass
    found = {
        "said": said.final_output,
        "typed": typed.final_output.model_dump(),
        "by": handed.last_agent.name,
        "streamed": streamed.final_output,
        "heard": heard,
    }
    print(json.dumps(found))


asyncio.run(main())
