"""The assistants of the demo: the chat model, which replies to their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mockserver.chat.response.message import message_of
from mockserver.chat.service import canonical, complete
from mockserver.core.model import Json, JsonObject
from mockserver.settings import Settings

SMALL, LARGE = "harbour-small", "harbour-large"


class Assistant:
    """Sends requests to the chat model; a request that was sent before has the same reply."""

    def __init__(self, seed: int) -> None:
        self._settings = Settings(seed=seed)
        self._replies: dict[bytes, JsonObject] = {}

    def reply(self, request: JsonObject) -> JsonObject:
        """The message of the model: its content, or its calls of tools."""
        key = canonical(request)
        if key not in self._replies:
            completion = complete(request, self._settings, 0)  # type: ignore[arg-type]
            message = message_of(completion.choices[0], completion)
            kept = (
                ("role", "content", "tool_calls") if message["tool_calls"] else ("role", "content")
            )
            self._replies[key] = {name: message[name] for name in kept}
        return self._replies[key]


def request(model: str, prompt: str, question: str, tools: Sequence[Json] = ()) -> JsonObject:
    """A chat completion request with a system message and a question."""
    messages = [{"role": "system", "content": prompt}, {"role": "user", "content": question}]
    return {"model": model, "messages": messages, **({"tools": [*tools]} if tools else {})}


def function(name: str, description: str, parameters: Mapping[str, str]) -> JsonObject:
    """A tool as requests offer it; `parameters` are the types of its parameters, all required."""
    properties = {each: {"type": type_} for each, type_ in parameters.items()}
    schema = {"type": "object", "properties": properties, "required": [*parameters]}
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": schema},
    }
