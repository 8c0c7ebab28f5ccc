"""LiteLLM's completion, by two of the names under which it knows servers like this one."""

from __future__ import annotations

import asyncio
import json
import os
import warnings
from typing import Any

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "true"
warnings.simplefilter("ignore")

import litellm  # noqa: E402

ASK = [{"role": "user", "content": "When should I prune my apple tree?"}]
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "berths": {"type": "integer"}},
    "required": ["name", "berths"],
    "additionalProperties": False,
}
FORM = {"type": "json_schema", "json_schema": {"name": "harbour", "schema": SCHEMA}}
THERE = {"api_base": os.environ["OPENAI_BASE_URL"], "api_key": "any", "seed": 3}


def plain(model: str) -> dict[str, Any]:
    done = litellm.completion(model=model, messages=ASK, **THERE)
    return {"text": done.choices[0].message.content, "tokens": done.usage.total_tokens}


async def streamed() -> dict[str, Any]:
    chunks = await litellm.acompletion(model="openai/m1", messages=ASK, stream=True, **THERE)
    pieces = [chunk.choices[0].delta.content or "" async for chunk in chunks if chunk.choices]
    return {"pieces": len(pieces), "text": "".join(pieces)}


def structured() -> Any:
    done = litellm.completion(model="openai/m1", messages=ASK, response_format=FORM, **THERE)
    return json.loads(done.choices[0].message.content)


def refused() -> str:
    try:
        litellm.completion(model="openai/m1", messages=ASK, **{**THERE, "seed": 2**70})
    except litellm.BadRequestError as error:
        return str(error)
    return "not refused"


result = {
    "openai": plain("openai/m1"),
    "hosted": plain("hosted_vllm/m1"),
    "streamed": asyncio.run(streamed()),
    "structured": structured(),
    "refused": refused(),
}
print(json.dumps(result))
