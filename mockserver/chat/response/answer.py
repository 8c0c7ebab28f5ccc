"""A completion as bytes: the plain answer, and the events of a stream.

The order of the keys is the engine's. In the plain answer every key is there, unset ones as
null; in a chunk unset ones are absent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from mockserver.chat.decoding.ending import Generation
from mockserver.chat.decoding.logprobs import LogprobsWanted, entries, prompt_entries
from mockserver.chat.decoding.prompt_logprobs import PromptLogprobs
from mockserver.chat.prompt.vocabulary import token_id
from mockserver.chat.response.chunks import (
    CACHED,
    IDS,
    LOGPROBS,
    PROMPT_IDS,
    Chunks,
    reasoning_usage,
)
from mockserver.chat.response.identity import Stamp, identified
from mockserver.chat.response.message import members
from mockserver.chat.service import Completion, UsageShown
from mockserver.core.codec import encode
from mockserver.core.pauses import pause

if TYPE_CHECKING:
    from mockserver.chat.script.models import Failure

_PLAIN = (
    b'{"id":%b,"object":"chat.completion","created":%d,"model":%b,"choices":[%b],'
    b'"service_tier":null,"system_fingerprint":null,"usage":{"prompt_tokens":%d,'
    b'"total_tokens":%d,"completion_tokens":%d,"prompt_tokens_details":%b%b},'
    b'"prompt_logprobs":%b,"kv_transfer_params":null%b}'
)
_CHOICE = (
    b'{"index":%d,"message":{"role":%b,"content":%b,"refusal":null,"annotations":null,'
    b'"audio":null,"function_call":null,"tool_calls":%b,"reasoning_content":%b%b},'
    b'"logprobs":%b,"finish_reason":"%b","stop_reason":%b%b}'
)
DONE = b"data: [DONE]\n\n"

_ENTRIES_AT_A_TIME = 64
"""Log probabilities that are made between two pauses."""


def plain(completion: Completion, stamp: Stamp) -> bytes:
    """The answer as one JSON document."""
    asked, answered = completion.prompt_tokens, completion.answered_tokens
    role, worded, extras = encode(completion.role), [], completion.extras
    for index, choice in enumerate(identified(completion.choices, completion.key, stamp.id)):
        *said, thought = members(choice, extras.echo)
        newer = b',"reasoning":' + thought if extras.newer else b""
        told = _logprobs(choice, extras.key, extras.logprobs) if extras.logprobs else b"null"
        reason, stop = choice.finish_reason.encode(), encode(choice.stop_reason)
        ids = b"" if extras.prompt_ids is None else IDS % encode([*map(token_id, choice.tokens)])
        worded.append(_CHOICE % (index, role, *said, thought, newer, told, reason, stop, ids))
    cached = CACHED % stamp.cached if stamp.cached else b"null"
    usage = asked, asked + answered, answered, cached, reasoning_usage(completion)
    read = _prompt_logprobs(extras.key, extras.prompt) if extras.prompt else b"null"
    head = encode(stamp.id), stamp.created, encode(completion.model)
    prompt = b"" if extras.prompt_ids is None else PROMPT_IDS % encode(extras.prompt_ids)
    return _PLAIN % (*head, b",".join(worded), *usage, read, prompt)


class StreamEvents(NamedTuple):
    """The events of a streamed answer: those before all tokens, for each choice those of each of
    its tokens, and those after all."""

    head: Iterator[bytes]
    contents: Sequence[Iterator[bytes]]
    tail: Iterable[bytes]
    uncounted: int = 0
    """Events of the head that are none of those after which a script breaks off."""


class ChatWording(NamedTuple):
    """A completion as the chat words it."""

    completion: Completion
    stamp: Stamp
    shown: UsageShown

    def plain(self) -> bytes:
        """The answer as one JSON document."""
        return plain(self.completion, self.stamp)

    def sections(self) -> StreamEvents:
        """The answer as events.

        All role chunks come first, then the choices in turn; each ends with a chunk that holds its
        last text and the reason. The last event before the end mark has the usage, if asked for.
        """
        completion, stamp, shown = self
        choices = identified(completion.choices, completion.key, stamp.id)
        chunks = Chunks(completion, stamp, always=shown == "always")
        contents = [chunks.contents(*numbered) for numbered in enumerate(choices)]
        tail = [DONE] if shown == "never" else [chunks.usage(), DONE]
        return StreamEvents(chain(chunks.roles(), chunks.echoes()), contents, tail)

    def failed(self, failure: Failure) -> Iterator[bytes]:
        """The events that end a stream which a script breaks."""
        yield b"data: %b\n\n" % json.dumps(failure.body or told_nested(failure)).encode()
        yield DONE


def told_nested(failure: Failure) -> dict[str, object]:
    """The body of a failure in the middle of a stream."""
    told = {"message": failure.message, "type": "InternalServerError"}
    return {"error": {**told, "param": None, "code": failure.status}}


def stream(sections: StreamEvents) -> Iterator[bytes]:
    """The events of an answer, made as they are asked for."""
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


def _logprobs(choice: Generation, key: bytes, wanted: LogprobsWanted) -> bytes:
    return LOGPROBS % b",".join(_with_pauses(entries(choice.tokens, key, wanted)))


def _prompt_logprobs(key: bytes, prompt: PromptLogprobs) -> bytes:
    return b"[%b]" % b",".join(_with_pauses(prompt_entries(prompt.tokens, key, prompt.top)))


def _with_pauses(entries: Iterable[bytes]) -> Iterator[bytes]:
    """The same entries; others have their turn after each few of them."""
    for count, entry in enumerate(entries, 1):
        if not count % _ENTRIES_AT_A_TIME:
            pause()
        yield entry


def _rounds(choices: Iterable[Iterator[bytes]]) -> Iterator[tuple[bytes, ...]]:
    """One event of each choice after the other, until the last one has ended."""
    return zip_longest(*choices, fillvalue=b"")
