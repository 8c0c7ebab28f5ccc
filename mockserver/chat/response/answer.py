"""A completion as bytes: the whole response, and the events of a stream.

The order of the keys is the engine's. Unset keys are null in a whole response, and absent from a
chunk.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from mockserver.chat.decoding.logprobs import entries, prompt_entries
from mockserver.chat.prompt.vocabulary import token_id
from mockserver.chat.response.chunks import LOGPROBS, Chunks
from mockserver.chat.response.identity import Identity, identified
from mockserver.chat.response.message import message_of, reasoning_of_all
from mockserver.chat.response.models import usage_of
from mockserver.chat.service import Completion, UsageShown
from mockserver.core.codec import decode, encode
from mockserver.core.pauses import pause

if TYPE_CHECKING:
    from mockserver.chat.script.models import Failure

DONE = b"data: [DONE]\n\n"

_ENTRIES_AT_A_TIME = 64
"""Log probabilities that are made between two pauses."""


Embed = Callable[[bytes], Any]
"""Embeds encoded JSON in a document."""


def _document(completion: Completion, identity: Identity, embed: Embed) -> dict[str, Any]:
    extras, choices = completion.extras, []
    logprobs, prompt = extras.logprobs, extras.prompt
    for index, choice in enumerate(completion.choices):
        known = identified(choice, index, completion.key, identity.id)
        worded = {
            "index": index,
            "message": message_of(known, completion),
            "logprobs": logprobs
            and embed(LOGPROBS % _joined(entries(choice.tokens, extras.key, logprobs))),
            "finish_reason": choice.finish_reason,
            "stop_reason": choice.stop_reason,
        }
        if extras.prompt_ids is not None:
            worded["token_ids"] = [*map(token_id, choice.tokens)]
        choices.append(worded)
    usage = usage_of(completion.prompt_tokens, completion.completion_tokens, identity.cached)
    if reasoned := reasoning_of_all(completion):
        usage["completion_tokens_details"] = {"reasoning_tokens": reasoned}
    document = {
        "id": identity.id,
        "object": "chat.completion",
        "created": identity.created,
        "model": completion.model,
        "choices": choices,
        "service_tier": None,
        "system_fingerprint": None,
        "usage": usage,
        "prompt_logprobs": prompt
        and embed(b"[%b]" % _joined(prompt_entries(prompt.tokens, extras.key, prompt.top))),
        "kv_transfer_params": None,
    }
    if extras.prompt_ids is not None:
        document["prompt_token_ids"] = extras.prompt_ids
    return document


class StreamEvents(NamedTuple):
    """The events of a stream: those before the tokens, for each choice one for each token, and
    those after them."""

    head: Iterator[bytes]
    contents: Sequence[Iterator[bytes]]
    tail: Iterable[bytes]
    uncounted: int = 0
    """Events of the head that a scripted failure does not count."""


class WordedAnswer(ABC):
    """A completion in the response format of one route."""

    __slots__ = ()
    completion: Completion
    identity: Identity

    @abstractmethod
    def plain(self) -> bytes:
        """The whole response."""

    @abstractmethod
    def sections(self) -> StreamEvents:
        """The response as events."""

    def failed(self, failure: Failure) -> Iterator[bytes]:
        """The last events of a stream that a script breaks off."""
        error = {"message": failure.message, "type": "InternalServerError"}
        body = failure.body or {"error": {**error, "param": None, "code": failure.status}}
        yield b"data: %b\n\n" % json.dumps(body).encode()
        yield DONE


@dataclass(slots=True)
class ChatWording(WordedAnswer):
    """A completion in the format of chat responses."""

    completion: Completion
    identity: Identity
    shown: UsageShown

    def plain(self) -> bytes:
        """The response as one JSON document."""
        completion, identity = self.completion, self.identity
        try:
            text = orjson.dumps(_document(completion, identity, orjson.Fragment))
        except TypeError:  # it has half of a surrogate pair
            text = encode(_document(completion, identity, decode))
        return b"%b" % text  # the request log keeps it, without the spare room of orjson

    def sections(self) -> StreamEvents:
        """The response as events.

        All role chunks come first, then the choices in turn; each ends with a chunk that holds its
        last text and the reason. The last event before the end mark has the usage, if requested.
        """
        completion, identity, shown = self.completion, self.identity, self.shown
        chunks = Chunks(completion, identity, always=shown == "always")
        contents = [
            chunks.contents(index, identified(choice, index, completion.key, identity.id))
            for index, choice in enumerate(completion.choices)
        ]
        tail = [DONE] if shown == "never" else [chunks.usage(), DONE]
        return StreamEvents(chain(chunks.roles(), chunks.echoes()), contents, tail)


def stream(sections: StreamEvents) -> Iterator[bytes]:
    """The events of a stream, made as they are sent."""
    head, contents, tail, _ = sections
    events = contents[0] if len(contents) == 1 else chain.from_iterable(_rounds(contents))
    return chain(head, filter(None, events), tail)


def timed(sections: StreamEvents, waits: Sequence[float]) -> Iterator[tuple[float, bytes]]:
    """The same events with the seconds to wait before each, given those before each token."""
    head, contents, tail, _ = sections
    yield from zip(chain(waits[:1], repeat(0.0)), head, strict=False)
    due = 0.0
    for wait, events in zip(chain([0.0], waits[1:]), _rounds(contents), strict=False):
        due += wait
        for event in filter(None, events):
            yield due, event
            due = 0.0
    yield from ((0.0, event) for event in tail)


def _joined(entries: Iterable[bytes]) -> bytes:
    """Entries as the inside of a list; others have their turn after each few of them."""
    made: list[bytes] = []
    for count, entry in enumerate(entries, 1):
        if not count % _ENTRIES_AT_A_TIME:
            pause()
        made.append(entry)
    return b",".join(made)


def _rounds(choices: Iterable[Iterator[bytes]]) -> Iterator[tuple[bytes, ...]]:
    """One event of each choice after the other, until the last one has ended."""
    return zip_longest(*choices, fillvalue=b"")
