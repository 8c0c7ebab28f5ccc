"""DSPy: Predict, ChainOfThought and ReAct."""

from __future__ import annotations

import json
import os

import dspy

heard = []


def get_weather(city: str) -> str:
    """Get the weather of a city."""
    heard.append(city)
    return "21 degrees and sunny"


dspy.configure(
    lm=dspy.LM("openai/mock", api_base=os.environ["OPENAI_BASE_URL"], api_key="any", cache=False)
)
predicted = dspy.Predict("question -> answer")(question="What is the capital of France?")
thought = dspy.ChainOfThought("question -> answer: int")(question="What is 17 * 23?")
acted = dspy.ReAct("question -> answer", tools=[get_weather], max_iters=4)(
    question="What is the weather in Oslo?"
)
print(
    json.dumps(
        {
            "predicted": predicted.answer,
            "thought": [thought.reasoning, thought.answer],
            "acted": acted.answer,
            "heard": heard,
        }
    )
)
