"""One conversation in the four ways that the library offers; what came of each."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from openai import AsyncOpenAI, OpenAI
from openai.types.chat import ChatCompletion, ChatCompletionChunk

REQUEST: dict[str, Any] = {
    "model": "m1",
    "messages": [
        {"role": "system", "content": "You are a patient gardener."},
        {"role": "user", "content": "When should I prune my apple tree?"},
    ],
    "max_completion_tokens": 64,
}
STREAMED = {**REQUEST, "stream": True, "stream_options": {"include_usage": True}}


def answer(completion: ChatCompletion) -> dict[str, Any]:
    choice = completion.choices[0]
    return {
        "model": completion.model,
        "role": choice.message.role,
        "text": choice.message.content,
        "finish_reason": choice.finish_reason,
        "usage": usage(completion),
    }


def streamed_answer(chunks: list[ChatCompletionChunk]) -> dict[str, Any]:
    choices = [choice for chunk in chunks for choice in chunk.choices]
    return {
        "model": chunks[0].model,
        "role": choices[0].delta.role,
        "text": "".join(choice.delta.content or "" for choice in choices),
        "finish_reason": choices[-1].finish_reason,
        "usage": usage(chunks[-1]),
    }


def usage(message: ChatCompletion | ChatCompletionChunk) -> dict[str, int]:
    assert message.usage
    return {
        "prompt_tokens": message.usage.prompt_tokens,
        "completion_tokens": message.usage.completion_tokens,
        "total_tokens": message.usage.total_tokens,
    }


async def both_at_once() -> list[dict[str, Any]]:
    async with AsyncOpenAI() as client:
        plain, stream = await asyncio.gather(
            client.chat.completions.create(**REQUEST),
            client.chat.completions.create(**STREAMED),
        )
        return [answer(plain), streamed_answer([chunk async for chunk in stream])]


with OpenAI() as client:
    chunks = list(client.chat.completions.create(**STREAMED))
    several = client.chat.completions.create(**REQUEST, n=2)
    result = {
        "plain": answer(client.chat.completions.create(**REQUEST)),
        "streamed": streamed_answer(chunks),
        "pieces": len(chunks),
        "several": [choice.message.content for choice in several.choices],
        "several_usage": usage(several),
        "models": [model.id for model in client.models.list()],
    }
result["plain_async"], result["streamed_async"] = asyncio.run(both_at_once())
print(json.dumps(result))
