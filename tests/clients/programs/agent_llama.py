"""LlamaIndex: a FunctionAgent and a ReActAgent."""

from __future__ import annotations

import asyncio
import json
import os

from llama_index.core.agent.workflow import FunctionAgent, ReActAgent
from llama_index.llms.openai_like import OpenAILike

heard = []


def get_weather(city: str) -> str:
    """Get the weather of a city."""
    heard.append(city)
    return "21 degrees and sunny"


model = OpenAILike(
    model="mock", api_base=os.environ["OPENAI_BASE_URL"], api_key="any",
    is_chat_model=True, is_function_calling_model=True,
)  # fmt: skip


async def main() -> dict[str, str]:
    asked = "What is the weather in Oslo?"
    return {
        kind.__name__: str(await kind(tools=[get_weather], llm=model).run(asked))
        for kind in (FunctionAgent, ReActAgent)
    }


print(json.dumps(asyncio.run(main()) | {"heard": heard}))
