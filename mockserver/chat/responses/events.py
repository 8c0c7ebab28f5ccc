"""A response as the events of a stream.

Every item begins and ends with events of its own; between them each token that says something is
an event. Events are numbered from 0 without gaps.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple

from mockserver.chat.decoding.ending import pieces
from mockserver.chat.response.answer import StreamEvents
from mockserver.chat.responses.answer import Reply
from mockserver.chat.responses.models import Item
from mockserver.chat.responses.output import Stretch, in_events
from mockserver.core.codec import encode

if TYPE_CHECKING:
    from mockserver.chat.script.models import Failure


_PARTS = {"content": "output_text", "reasoning": "reasoning_text"}
"""The name of a part in events, by the kind of its item."""


class Slice(NamedTuple):
    """The addition of one token to an item."""

    text: str
    place: int
    """The number of tokens that the item had before."""

    is_last: bool


class ResponseWording:
    """A response in the words of its path. The events are made once, in their order."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._number = 0
        self.completion = reply.completion
        self.identity = reply.identity

    def plain(self) -> bytes:
        """The response itself."""
        return self._reply.plain()

    def sections(self) -> StreamEvents:
        """The events before all tokens, those of each token, and those after all."""
        return StreamEvents(self._beginning(), [self._contents()], self._end(), uncounted=2)

    def failed(self, failure: Failure) -> Iterator[bytes]:
        """The last event of a stream that breaks. Chosen: flat, as OpenAI has it; the engine's own
        error fits none of the types of events."""
        yield self._event("error", code="server_error", message=failure.message, param=None)

    def _event(self, kind: str, **members: Any) -> bytes:
        data = encode({"type": kind, "sequence_number": self._number, **members})
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
        """The events of each token: what it adds to an item, and the item's beginning and end if
        it is the first or the last."""
        for slices in self._slices():
            yield b"".join(chain.from_iterable(self._events_of(*each) for each in slices))

    def _slices(self) -> list[list[tuple[int, Slice]]]:
        """The additions of each token, with the items that they belong to."""
        choice, found = self._reply.choice, self._reply.stretches
        ends = [*accumulate(map(len, pieces(choice)))]
        rounds: list[list[tuple[int, Slice]]] = [[] for _ in ends]
        for index, stretch in enumerate(found):
            first = min(bisect_right(ends, stretch.start), len(ends) - 1)
            last = max(first, bisect_left(ends, stretch.end))
            for number in range(first, last + 1):
                start = max(stretch.start, ends[number - 1] if number else 0)
                text = choice.text[start : min(stretch.end, ends[number])]
                rounds[number].append((index, Slice(text, number - first, number == last)))
        return rounds

    def _events_of(self, index: int, slice_: Slice) -> Iterator[bytes]:
        stretch = self._reply.stretches[index]
        at = {"item_id": stretch.item["id"], "output_index": index}
        if slice_.place == 0:
            yield from self._opened(index, stretch, at)
        if slice_.text and stretch.kind != "custom":
            yield self._delta(stretch, slice_, at)
        if slice_.is_last:
            yield from self._closed(stretch, at)
            yield self._event("response.output_item.done", output_index=index, item=stretch.item)

    def _opened(self, index: int, stretch: Stretch, at: dict[str, Any]) -> Iterator[bytes]:
        item = _empty(stretch)
        yield self._event("response.output_item.added", output_index=index, item=item)
        if stretch.kind in _PARTS:
            part = {**stretch.item["content"][0], "text": ""}
            if "logprobs" in part:
                part["logprobs"] = []
            yield self._event("response.content_part.added", **at, content_index=0, part=part)

    def _delta(self, stretch: Stretch, slice_: Slice, at: dict[str, Any]) -> bytes:
        if stretch.kind == "call":
            return self._event("response.function_call_arguments.delta", **at, delta=slice_.text)
        kind = f"response.{_PARTS[stretch.kind]}.delta"
        members = {**at, "content_index": 0, "delta": slice_.text}
        if stretch.kind == "content":
            logprobs = stretch.item["content"][0]["logprobs"] or []
            members["logprobs"] = in_events(logprobs[slice_.place : slice_.place + 1])
        return self._event(kind, **members)

    def _closed(self, stretch: Stretch, at: dict[str, Any]) -> Iterator[bytes]:
        """The events between the last piece of an item and its end."""
        item = stretch.item
        if stretch.kind == "call":
            yield self._event(
                "response.function_call_arguments.done",
                **at,
                arguments=item["arguments"],
                name=item["name"],
            )
        elif stretch.kind == "custom":
            if item["input"]:
                yield self._event(
                    "response.custom_tool_call_input.delta", **at, delta=item["input"]
                )
            yield self._event("response.custom_tool_call_input.done", **at, input=item["input"])
        else:
            yield from self._closed_part(stretch, {**at, "content_index": 0})
            yield from self._summary(item, at)

    def _closed_part(self, stretch: Stretch, at: dict[str, Any]) -> Iterator[bytes]:
        part = stretch.item["content"][0]
        members = {**at, "text": part["text"]}
        if stretch.kind == "content":
            members["logprobs"] = in_events(part["logprobs"] or [])
        yield self._event(f"response.{_PARTS[stretch.kind]}.done", **members)
        yield self._event("response.content_part.done", **at, part=part)

    def _summary(self, item: Item, at: dict[str, Any]) -> Iterator[bytes]:
        """Chosen: the summary is one piece, after the reasoning whose words it has."""
        for index, part in enumerate(item.get("summary") or ()):
            where = {**at, "summary_index": index}
            begun, kind = {**part, "text": ""}, "response.reasoning_summary"
            yield self._event(f"{kind}_part.added", **where, part=begun)
            yield self._event(f"{kind}_text.delta", **where, delta=part["text"])
            yield self._event(f"{kind}_text.done", **where, text=part["text"])
            yield self._event(f"{kind}_part.done", **where, part=part)


def _empty(stretch: Stretch) -> Item:
    """An item as it is when it is announced."""
    nothing = {"content": [], "summary": [], "arguments": "", "input": ""}
    empty = {name: nothing.get(name, value) for name, value in stretch.item.items()}
    return {**empty, "status": "in_progress"}
