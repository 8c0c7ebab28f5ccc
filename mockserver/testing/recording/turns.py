"""Recording of responses and text completions, as chat requests and their script lines.

Each becomes a rule for the equivalent chat request, so the chat replays it too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from pydantic import TypeAdapter

from mockserver.chat.completions.models import CompletionRequest
from mockserver.chat.completions.service import chat_requests
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.vocabulary import TokenTexts
from mockserver.chat.responses.answer import MOST_RESPONSES
from mockserver.chat.responses.items import call_of, read_items, without_instructions
from mockserver.chat.responses.models import Item, ResponseRequest
from mockserver.chat.responses.request import chat_request, read_tools
from mockserver.core.model import Record
from mockserver.core.newest import Newest
from mockserver.http.context import Services
from mockserver.testing.recording.replies import (
    EVENTS,
    UpstreamResponse,
    events_of,
    line_of_completion,
    line_of_failure,
)

RESPONSES, TEXTS = "Response Create", "Text Completion"

Recorded = tuple[ChatRequest, Record]
"""A chat request, and the line that replies to it."""


class Turns:
    """The conversations of an upstream's responses, which later requests continue by their ids."""

    def __init__(self) -> None:
        self._kept: Newest[str, list[Item]] = Newest(MOST_RESPONSES)

    def recorded(
        self, body: bytes, response: UpstreamResponse, services: Services
    ) -> Iterator[Recorded]:
        """The chat request and the line of a response. Raises KeyError if an earlier response that
        the request continues is unknown."""
        fields = {name: value for name, value in json.loads(body).items() if value is not None}
        request: ResponseRequest = _adapter().validate_python(fields)
        previous = fields.get("previous_response_id")
        earlier = self._kept[previous] if previous else []
        items = read_items(request["input"], self._item)
        context = services.settings.context_length
        chat = chat_request(request, [*earlier, *items], read_tools(request), context)
        if response.status >= 400:
            yield chat, {"error": line_of_failure(response)}
            return
        reply = _whole(response)
        if reply["status"] in ("completed", "incomplete"):
            # Only the upstream can read what it has encrypted.
            output = [
                {**item, "encrypted_content": None} if item["type"] == "reasoning" else item
                for item in reply["output"]
            ]
            kept = [item for item in output if item["type"] != "reasoning" or _text(item)]
            self._kept[reply["id"]] = [*earlier, *without_instructions(items), *kept]
            yield chat, line_of_completion({"choices": [{"message": _message(output)}]})

    def _item(self, name: str) -> Item | None:
        return next(
            (item for items in self._kept.values() for item in items if item.get("id") == name),
            None,
        )


def recorded_texts(
    body: bytes, response: UpstreamResponse, services: Services
) -> Iterator[Recorded]:
    """The chat requests and the lines of a text completion, of each prompt the first choice."""
    request = cast("CompletionRequest", json.loads(body))
    chats = chat_requests(request, services.memory[TokenTexts])
    if response.status >= 400:
        for _, chat in chats:
            yield chat, {"error": line_of_failure(response)}
        return
    texts: dict[int, str] = {}
    streamed = response.media_type == EVENTS
    for chunk in events_of(response) if streamed else [json.loads(response.content)]:
        for choice in chunk["choices"]:
            texts[choice["index"]] = texts.get(choice["index"], "") + choice["text"]
    for number, (tokens, chat) in enumerate(chats):
        echo = "".join(tokens) if request.get("echo") else ""
        yield chat, {"text": texts[number * (request.get("n") or 1)].removeprefix(echo)}


@cache
def _adapter() -> TypeAdapter[Any]:
    return TypeAdapter(ResponseRequest)


def _whole(response: UpstreamResponse) -> Record:
    """The whole response, which is in the last event of a stream."""
    if response.media_type != EVENTS:
        return cast("Record", json.loads(response.content))
    *_, last = events_of(response)
    return cast("Record", last["response"])


def _message(output: list[Item]) -> Record:
    """The chat message that is equivalent to an output."""
    texts = [_text(item) for item in output if item["type"] == "message"]
    reasoning = "".join(_text(item) for item in output if item["type"] == "reasoning")
    calls = [call_of(item) for item in output if item["type"].endswith("_call")]
    content = "".join(texts) if texts else None
    return {"content": content, "reasoning": reasoning, "tool_calls": calls}


def _text(item: Item) -> str:
    parts = item.get("content") or item.get("summary") or ()
    return "".join(part.get("text", "") for part in parts)
