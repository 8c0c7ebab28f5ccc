"""A call to a chat model."""

from __future__ import annotations

from typing import NamedTuple

from mockserver.core.model import Json, JsonObject
from mockserver.data.demo.cast import Cast

CHARACTERS = 4
"""Characters of a token, about."""


class Talk(NamedTuple):
    """A model under a prompt, and how many seconds it usually takes."""

    model: str
    prompt: str
    usual: float


def chat(cast: Cast, talk: Talk, question: str, answer: Json) -> JsonObject:
    """The call; its answer is a text or a whole message."""
    message = answer if isinstance(answer, dict) else {"role": "assistant", "content": answer}
    messages = [
        {"role": "system", "content": talk.prompt},
        {"role": "user", "content": question},
    ]
    return {
        "op": "chat_completion",
        "took": cast.took(talk.usual),
        "inputs": {"model": talk.model, "messages": messages},
        "output": message,
        "usage": {
            "model": talk.model,
            "prompt": (len(talk.prompt) + len(question)) // CHARACTERS + cast.number(0, 40),
            "completion": len(str(answer)) // CHARACTERS + 2,
        },
    }
