"""LangChain over responses, and retrieval over embeddings."""

from __future__ import annotations

import json

from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from pydantic import BaseModel


class Report(BaseModel):
    city: str
    degrees: int


def get_weather(city: str) -> str:
    """Get the weather of a city."""
    return json.dumps({"city": city, "degrees": 21})


asked = "What is the weather in Oslo?"
model = ChatOpenAI(model="mock", use_responses_api=True, use_previous_response_id=True)
bound = model.bind_tools([get_weather])
messages = [("user", asked)]
call = bound.invoke(messages)
(tool_call,) = call.tool_calls
result = {"role": "tool", "tool_call_id": tool_call["id"], "content": get_weather("Oslo")}
said = bound.invoke([*messages, call, result])
continued = bound.invoke([*messages, call, result, said, ("user", "Thank you.")])
typed = model.with_structured_output(Report).invoke("It is 21 degrees in Oslo.")

passages = [
    "Refunds are paid back to the original card within ten working days.",
    "To reset a password, open Settings and choose Security.",
    "The office in Oslo is open from eight to four on weekdays.",
]
embeddings = OpenAIEmbeddings(model="mock", check_embedding_ctx_length=False)
vectors = embeddings.embed_documents(passages)
wanted = embeddings.embed_query("I forgot my password, how do I set a new one?")
scores = [sum(map(float.__mul__, wanted, vector)) for vector in vectors]
found = passages[scores.index(max(scores))]
print(
    json.dumps(
        {
            "said": said.text,
            "continued": continued.text,
            "typed": typed.model_dump(),
            "passage": found,
        }
    )
)
