"""LlamaIndex over responses, and an index that retrieves over embeddings."""

from __future__ import annotations

import json
import os

from llama_index.core import Document, VectorStoreIndex
from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAIResponses
from pydantic import BaseModel


class Report(BaseModel):
    city: str
    degrees: int


def get_weather(city: str) -> str:
    """Get the weather of a city."""
    return json.dumps({"city": city, "degrees": 21})


server = os.environ["OPENAI_BASE_URL"]
model = OpenAIResponses("gpt-4o", api_base=server)
asked = "What is the weather in Oslo?"
said = model.complete(asked).text
streamed = [piece.delta for piece in model.stream_complete(asked)]
used = model.predict_and_call([FunctionTool.from_defaults(get_weather)], asked)
typed = model.as_structured_llm(Report).chat([ChatMessage("It is 21 degrees in Oslo.")]).raw

passages = [
    "Refunds are paid back to the original card within ten working days.",
    "To reset a password, open Settings and choose Security.",
    "The office in Oslo is open from eight to four on weekdays.",
]
questions = [
    "When do I get my money back on my card?",
    "I forgot my password, how do I set a new one?",
    "When is the Oslo office open?",
]
embeddings = OpenAIEmbedding(api_base=server)
documents = [Document(text=passage) for passage in passages]
index = VectorStoreIndex.from_documents(documents, embed_model=embeddings)
engine = index.as_query_engine(llm=model, similarity_top_k=1)
retrieved = [engine.query(question).source_nodes[0].text for question in questions]
print(
    json.dumps(
        {
            "said": said,
            "streamed": "".join(streamed),
            "used": str(used),
            "typed": typed.model_dump(),
            "right": retrieved == passages,
        }
    )
)
