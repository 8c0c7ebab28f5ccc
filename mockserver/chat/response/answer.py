"""A completion as bytes: the plain answer, and the events of a stream.

The order of the keys is the engine's. In the plain answer every key is there, unset ones as
null; in a chunk unset ones are absent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat, zip_longest

from mockserver.chat.decoding.ending import Generation
from mockserver.chat.decoding.logprobs import LogprobsWanted, entries, prompt_entries
from mockserver.chat.decoding.prompt_logprobs import PromptLogprobs
from mockserver.chat.response.chunks import CACHED, LOGPROBS, Chunks
from mockserver.chat.response.identity import Stamp, identified
from mockserver.chat.response.message import members
from mockserver.chat.service import Completion, UsageShown
from mockserver.core.codec import encode

_PLAIN = (
    b'{"id":%b,"object":"chat.completion","created":%d,"model":%b,"choices":[%b],'
    b'"service_tier":null,"system_fingerprint":null,"usage":{"prompt_tokens":%d,'
    b'"total_tokens":%d,"completion_tokens":%d,"prompt_tokens_details":%b},'
    b'"prompt_logprobs":%b,"kv_transfer_params":null}'
)
_CHOICE = (
    b'{"index":%d,"message":{"role":%b,"content":%b,"refusal":null,"annotations":null,'
    b'"audio":null,"function_call":null,"tool_calls":%b,"reasoning_content":%b},'
    b'"logprobs":%b,"finish_reason":"%b","stop_reason":%b}'
)
_DONE = b"data: [DONE]\n\n"


def plain(completion: Completion, stamp: Stamp) -> bytes:
    """The answer as one JSON document."""
    model, author, asked, answered, choices, _, extras, _ = completion
    role, worded = encode(author), []
    for index, choice in enumerate(identified(choices, completion.key, stamp.id)):
        said = members(choice, extras.echo)
        told = _logprobs(choice, extras.key, extras.logprobs) if extras.logprobs else b"null"
        reason, stop = choice.finish_reason.encode(), encode(choice.stop_reason)
        worded.append(_CHOICE % (index, role, *said, told, reason, stop))
    cached = CACHED % stamp.cached if stamp.cached else b"null"
    usage = asked, asked + answered, answered, cached
    read = _prompt_logprobs(extras.key, extras.prompt) if extras.prompt else b"null"
    head = encode(stamp.id), stamp.created, encode(model)
    return _PLAIN % (*head, b",".join(worded), *usage, read)


def stream(completion: Completion, stamp: Stamp, shown: UsageShown) -> Iterator[bytes]:
    """The answer as events, made as they are asked for: one for each token of each choice.

    All role chunks come first, then the choices in turn; each ends with a chunk that holds its
    last text and the reason. The last event before the end mark tells the usage, if asked for.
    """
    head, contents, tail = _sections(completion, stamp, shown)
    plain = len(contents) == 1 and not completion.choices[0].parts
    events = contents[0] if plain else filter(None, chain.from_iterable(_rounds(contents)))
    return chain(head, events, tail)


def timed(
    completion: Completion, stamp: Stamp, shown: UsageShown, waits: Sequence[float]
) -> Iterator[tuple[float, bytes]]:
    """The same events with the seconds to wait before each, given those before each token."""
    head, contents, tail = _sections(completion, stamp, shown)
    yield from zip(chain(waits[:1], repeat(0.0)), head, strict=False)
    due = 0.0
    for wait, events in zip(chain([0.0], waits[1:]), _rounds(contents), strict=False):
        due += wait
        for event in filter(None, events):
            yield due, event
            due = 0.0
    yield from ((0.0, event) for event in tail)


def _sections(
    completion: Completion, stamp: Stamp, shown: UsageShown
) -> tuple[Iterator[bytes], list[Iterator[bytes]], list[bytes]]:
    """Events before all tokens, those of each choice's tokens, and those after all."""
    choices = identified(completion.choices, completion.key, stamp.id)
    chunks = Chunks(completion, stamp, always=shown == "always")
    contents = [chunks.contents(*numbered) for numbered in enumerate(choices)]
    tail = [_DONE] if shown == "never" else [chunks.usage(), _DONE]
    return chain(chunks.roles(), chunks.echoes()), contents, tail


def _logprobs(choice: Generation, key: bytes, wanted: LogprobsWanted) -> bytes:
    return LOGPROBS % b",".join(entries(choice.tokens, key, wanted))


def _prompt_logprobs(key: bytes, prompt: PromptLogprobs) -> bytes:
    return b"[%b]" % b",".join(prompt_entries(prompt.tokens, key, prompt.top))


def _rounds(choices: Iterable[Iterator[bytes]]) -> Iterator[tuple[bytes, ...]]:
    """One event of each choice after the other, until the last one has ended."""
    return zip_longest(*choices, fillvalue=b"")
