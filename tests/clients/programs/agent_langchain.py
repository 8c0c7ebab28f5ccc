"""LangChain's agents, parsers and evaluators."""

from __future__ import annotations

import json
from typing import Any

from langchain.agents import create_agent
from langchain.agents.structured_output import ToolStrategy
from langchain_core.output_parsers import JsonOutputParser
from langchain_core.prompts import PromptTemplate
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, Field

MODEL = ChatOpenAI(model="mock")
ASKED = {"messages": [{"role": "user", "content": "What is the weather in Oslo?"}]}


class Report(BaseModel):
    """The weather of a city."""

    city: str
    degrees: float


class Joke(BaseModel):
    """A joke."""

    setup: str = Field(description="question to set up the joke")
    punchline: str = Field(description="answer to resolve the joke")


@tool
def get_weather(city: str) -> str:
    """Get the weather of a city."""
    return json.dumps({"city": city, "degrees": 21})


def agent() -> dict[str, Any]:
    messages = create_agent(MODEL, [get_weather]).invoke(ASKED)["messages"]
    return {"kinds": [message.type for message in messages], "answer": messages[-1].text}


def strategy() -> dict[str, Any]:
    made = create_agent(MODEL, [get_weather], response_format=ToolStrategy(Report))
    return made.invoke(ASKED)["structured_response"].model_dump()


def parser() -> dict[str, Any]:
    parse = JsonOutputParser(pydantic_object=Joke)
    prompt = PromptTemplate(
        template="Answer the user query.\n{format_instructions}\n{query}\n",
        input_variables=["query"],
        partial_variables={"format_instructions": parse.get_format_instructions()},
    )
    return (prompt | MODEL | parse).invoke({"query": "Tell me a joke."})


def structured() -> dict[str, Any]:
    ways = ("json_schema", "function_calling", "json_mode")
    question = "Oslo has 21 degrees. Answer in JSON with the keys city and degrees."
    return {
        way: MODEL.with_structured_output(Report, method=way).invoke(question).model_dump()
        for way in ways
    }


found = {
    "agent": agent(),
    "strategy": strategy(),
    "parser": parser(),
    "structured": structured(),
}
print(json.dumps(found))
