"""instructor in every mode that chat completions have."""

from __future__ import annotations

import json
from collections.abc import Iterable

import instructor
from openai import OpenAI
from pydantic import BaseModel


class Person(BaseModel):
    name: str
    age: int


modes = [
    mode
    for name in (
        "TOOLS", "TOOLS_STRICT", "PARALLEL_TOOLS", "JSON", "MD_JSON", "JSON_SCHEMA", "FUNCTIONS"
    )
    if (mode := getattr(instructor.Mode, name, None)) is not None
]  # fmt: skip
found = {}
for mode in modes:
    client = instructor.from_openai(OpenAI(), mode=mode)
    several = mode is instructor.Mode.PARALLEL_TOOLS
    made = client.chat.completions.create(
        model="mock",
        response_model=Iterable[Person] if several else Person,
        max_retries=0,
        messages=[{"role": "user", "content": "Extract: Jason Liu is 25 years old."}],
    )
    found[mode.name] = [each.model_dump() for each in made] if several else made.model_dump()
print(json.dumps(found))
