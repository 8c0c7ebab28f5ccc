"""outlines over its backend for vLLM: a type, choices, a pattern, a grammar, and a stream."""

from __future__ import annotations

import json
from typing import Literal

import outlines
from openai import OpenAI
from outlines.types import CFG, Regex
from pydantic import BaseModel

GRAMMAR = """
?start: expression
?expression: NUMBER | expression ("+" | "-") expression
%import common.NUMBER
"""


class Harbour(BaseModel):
    name: str
    berths: int


model = outlines.from_vllm(OpenAI(), "m1")
asked = "Describe the harbour of Oslo."
found = {
    "text": model(asked),
    "typed": model(asked, Harbour),
    "chosen": model("Is it a big or a small harbour?", Literal["big", "small"]),
    "matching": model("Which berth?", Regex(r"[A-D]-\d{3}")),
    "number": model("How many berths has it?", int),
    "derived": model("Add two numbers.", CFG(GRAMMAR)),
    "streamed": "".join(model.stream(asked, Harbour)),
}
print(json.dumps(found))
