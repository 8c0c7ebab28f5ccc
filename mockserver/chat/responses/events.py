"""A response as the events of a stream.

Each item has events for its beginning and its end, and one for each token that adds text. Events
are numbered from 0.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple

from mockserver.chat.decoding.ending import pieces
from mockserver.chat.response.answer import StreamEvents, WordedAnswer
from mockserver.chat.responses.answer import Reply
from mockserver.chat.responses.models import Item
from mockserver.chat.responses.output import ItemSpan, in_events
from mockserver.core.codec import encode

if TYPE_CHECKING:
    from mockserver.chat.script.models import Failure


_PARTS = {"content": "output_text", "reasoning": "reasoning_text"}
"""The type of a content part, by the kind of its item."""


class Delta(NamedTuple):
    """The text that one token adds to an item."""

    text: str
    number: int
    """The number of the token within the item."""

    is_last: bool


class ResponseWording(WordedAnswer):
    """A reply in the format of this API. Its events can be generated once, in order."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._number = 0
        self.completion = reply.completion
        self.identity = reply.identity

    def plain(self) -> bytes:
        """The response body."""
        return self._reply.plain()

    def sections(self) -> StreamEvents:
        """The events before, for and after the tokens."""
        return StreamEvents(self._beginning(), [self._contents()], self._end(), uncounted=2)

    def failed(self, failure: Failure) -> Iterator[bytes]:
        """The last event of a failing stream. Chosen: flat, as OpenAI has it, since the engine's
        own error is none of the event types."""
        yield self._event("error", code="server_error", message=failure.message, param=None)

    def _event(self, kind: str, **fields: Any) -> bytes:
        data = encode({"type": kind, "sequence_number": self._number, **fields})
        self._number += 1
        return b"event: %b\ndata: %b\n\n" % (kind.encode(), data)

    def _beginning(self) -> Iterator[bytes]:
        response = self._reply.document("in_progress")
        yield self._event("response.created", response=response)
        yield self._event("response.in_progress", response=response)

    def _end(self) -> Iterator[bytes]:
        response = self._reply.document()
        yield self._event(f"response.{response['status']}", response=response)

    def _contents(self) -> Iterator[bytes]:
        """The events of each token. The first and the last one of an item also begin or end it."""
        for deltas in self._deltas():
            yield b"".join(chain.from_iterable(self._events_of(*each) for each in deltas))

    def _deltas(self) -> list[list[tuple[int, Delta]]]:
        """For each token, the indexes of its items with the text that it adds to them."""
        choice, spans = self._reply.choice, self._reply.spans
        ends = [*accumulate(map(len, pieces(choice)))]
        deltas: list[list[tuple[int, Delta]]] = [[] for _ in ends]
        for index, span in enumerate(spans):
            first = min(bisect_right(ends, span.start), len(ends) - 1)
            last = max(first, bisect_left(ends, span.end))
            for number in range(first, last + 1):
                start = max(span.start, ends[number - 1] if number else 0)
                text = choice.text[start : min(span.end, ends[number])]
                deltas[number].append((index, Delta(text, number - first, number == last)))
        return deltas

    def _events_of(self, index: int, delta: Delta) -> Iterator[bytes]:
        span = self._reply.spans[index]
        target = {"item_id": span.item["id"], "output_index": index}
        if delta.number == 0:
            yield from self._opened(span, target)
        if delta.text and span.kind != "custom":
            yield self._delta(span, delta, target)
        if delta.is_last:
            yield from self._closed(span, target)
            yield self._event("response.output_item.done", output_index=index, item=span.item)

    def _opened(self, span: ItemSpan, target: dict[str, Any]) -> Iterator[bytes]:
        blank = {"content": [], "summary": [], "arguments": "", "input": ""}
        item = {name: blank.get(name, value) for name, value in span.item.items()}
        item["status"] = "in_progress"
        index = target["output_index"]
        yield self._event("response.output_item.added", output_index=index, item=item)
        if span.kind in _PARTS:
            part = {**span.item["content"][0], "text": ""}
            if "logprobs" in part:
                part["logprobs"] = []
            yield self._event("response.content_part.added", **target, content_index=0, part=part)

    def _delta(self, span: ItemSpan, delta: Delta, target: dict[str, Any]) -> bytes:
        if span.kind == "call":
            return self._event("response.function_call_arguments.delta", **target, delta=delta.text)
        kind = f"response.{_PARTS[span.kind]}.delta"
        fields = {**target, "content_index": 0, "delta": delta.text}
        if span.kind == "content":
            logprobs = span.item["content"][0]["logprobs"] or []
            fields["logprobs"] = in_events(logprobs[delta.number : delta.number + 1])
        return self._event(kind, **fields)

    def _closed(self, span: ItemSpan, target: dict[str, Any]) -> Iterator[bytes]:
        """The events between the last delta of an item and its end."""
        item = span.item
        if span.kind == "call":
            yield self._event(
                "response.function_call_arguments.done",
                **target,
                arguments=item["arguments"],
                name=item["name"],
            )
        elif span.kind == "custom":
            if item["input"]:
                yield self._event(
                    "response.custom_tool_call_input.delta", **target, delta=item["input"]
                )
            yield self._event("response.custom_tool_call_input.done", **target, input=item["input"])
        else:
            yield from self._closed_part(span, {**target, "content_index": 0})
            yield from self._summary(item, target)

    def _closed_part(self, span: ItemSpan, target: dict[str, Any]) -> Iterator[bytes]:
        part = span.item["content"][0]
        fields = {**target, "text": part["text"]}
        if span.kind == "content":
            fields["logprobs"] = in_events(part["logprobs"] or [])
        yield self._event(f"response.{_PARTS[span.kind]}.done", **fields)
        yield self._event("response.content_part.done", **target, part=part)

    def _summary(self, item: Item, target: dict[str, Any]) -> Iterator[bytes]:
        """Chosen: the summary is one delta after the reasoning, whose text it repeats."""
        for index, part in enumerate(item.get("summary") or ()):
            where = {**target, "summary_index": index}
            empty, kind = {**part, "text": ""}, "response.reasoning_summary"
            yield self._event(f"{kind}_part.added", **where, part=empty)
            yield self._event(f"{kind}_text.delta", **where, delta=part["text"])
            yield self._event(f"{kind}_text.done", **where, text=part["text"])
            yield self._event(f"{kind}_part.done", **where, part=part)
