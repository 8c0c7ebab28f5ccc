"""A completion as bytes: the plain answer, and the events of a stream.

The order of the keys is the engine's. In the plain answer every key is there, unset ones as
null; in a chunk unset ones are absent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat, zip_longest
from typing import NamedTuple

from mockserver.core.codec import encode
from mockserver.core.ids import Ids
from mockserver.inference.aside import PromptTold
from mockserver.inference.engine import Generation, pieces
from mockserver.inference.likelihood import Told, entries, prompt_entries
from mockserver.inference.message import Delta, deltas, members
from mockserver.inference.service import Completion, UsageShown
from mockserver.inference.tools import identified

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
_LOGPROBS = b'{"content":[%b]}'
_HEAD = b'data: {"id":%b,"object":"chat.completion.chunk","created":%d,"model":%b,"choices":['
_ROLE = b'{"index":%d,"delta":{"role":%b,"content":""},"logprobs":null,"finish_reason":null}]'
_OPENING = b'{"index":%d,"delta":{"content":"'
_CLOSING = b'"},"logprobs":null,"finish_reason":null}]'
_TOLD_CLOSING = b'"},"logprobs":%b,"finish_reason":null}]'
_LAST_CLOSING = b'"},"logprobs":%b,"finish_reason":"%b","stop_reason":%b}]'
_DELTA = b'{"index":%d,"delta":%b,"logprobs":%b,"finish_reason":null}]'
_LAST_DELTA = b'{"index":%d,"delta":%b,"logprobs":%b,"finish_reason":"%b","stop_reason":%b}]'
_USAGE = b',"usage":{"prompt_tokens":%d,"total_tokens":%d,"completion_tokens":%d}'
_CACHED = b'{"cached_tokens":%d}'
_END = b"}\n\n"
_CLOSED = _CLOSING + _END
_DONE = b"data: [DONE]\n\n"
_BLOCK = 256


class Stamp(NamedTuple):
    """What tells one answer from another: its id, and its time in whole seconds."""

    id: str
    created: int
    ids: Ids
    """Where the calls of tools get theirs."""
    cached: int = 0
    """How many tokens of the prompt were read before. Observed: told as null if none were."""


def plain(completion: Completion, stamp: Stamp) -> bytes:
    """The answer as one JSON document."""
    model, author, asked, answered, choices, aside, _ = completion
    role, worded = encode(author), []
    for index, choice in enumerate(identified(choices, stamp.ids)):
        said = members(choice, aside.echo)
        told = _logprobs(choice, aside.key, aside.logprobs) if aside.logprobs else b"null"
        reason, stop = choice.finish_reason.encode(), encode(choice.stop_reason)
        worded.append(_CHOICE % (index, role, *said, told, reason, stop))
    cached = _CACHED % stamp.cached if stamp.cached else b"null"
    usage = asked, asked + answered, answered, cached
    read = _prompt_logprobs(aside.key, aside.prompt) if aside.prompt else b"null"
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
    choices = identified(completion.choices, stamp.ids)
    chunks = _Chunks(completion, stamp, always=shown == "always")
    contents = [chunks.contents(*numbered) for numbered in enumerate(choices)]
    tail = [_DONE] if shown == "never" else [chunks.usage(), _DONE]
    return chain(chunks.roles(), chunks.echoes()), contents, tail


def _logprobs(choice: Generation, key: bytes, wanted: Told) -> bytes:
    return _LOGPROBS % b",".join(entries(choice.tokens, key, wanted))


def _prompt_logprobs(key: bytes, prompt: PromptTold) -> bytes:
    return b"[%b]" % b",".join(prompt_entries(prompt.tokens, key, prompt.top))


class _Chunks:
    """The chunks of one stream; with `always`, each tells its choice's usage so far."""

    def __init__(self, completion: Completion, stamp: Stamp, *, always: bool) -> None:
        self._completion = completion
        self._head = _HEAD % (encode(stamp.id), stamp.created, encode(completion.model))
        self._always = always
        self._cached = stamp.cached
        self._detailed = always or completion.aside.logprobs is not None

    def roles(self) -> Iterator[bytes]:
        role = encode(self._completion.role)
        for index in range(len(self._completion.choices)):
            yield self._head + _ROLE % (index, role) + self._end(0)

    def echoes(self) -> Iterator[bytes]:
        """One chunk for each choice with the text that is echoed, if any is."""
        if echo := self._completion.aside.echo:
            for index in range(len(self._completion.choices)):
                opening = self._head + _OPENING % index
                yield opening + _escaped([echo])[0] + _CLOSING + self._end(0)

    def contents(self, index: int, choice: Generation) -> Iterator[bytes]:
        """One chunk for each token of a choice; all of it is content, or it has parts."""
        return self._parts(index, choice) if choice.parts else self._texts(index, choice)

    def _texts(self, index: int, choice: Generation) -> Iterator[bytes]:
        opening, texts = self._head + _OPENING % index, pieces(choice)
        last, told = len(texts) - 1, self._told_logprobs(choice)
        for start in range(0, last, _BLOCK):
            block = _escaped(texts[start : min(start + _BLOCK, last)])
            if self._detailed:
                yield from self._details(opening, start, block, told)
            else:
                yield from [opening + text + _CLOSED for text in block]
        ending = next(told), choice.finish_reason.encode(), encode(choice.stop_reason)
        end = _LAST_CLOSING % ending + self._end(len(choice.tokens))
        yield opening + _escaped(texts[last:])[0] + end

    def _parts(self, index: int, choice: Generation) -> Iterator[bytes]:
        """What each token adds to the message: no chunk, one or several; the last at least one."""
        found = [*deltas(choice)]
        told = self._told_together(choice, found)
        *earlier, ending = found
        for count, added in enumerate(earlier, 1):
            yield self._added(index, added, next(told), self._end(count))
        *several, last = ending or [{}]
        end, reason = self._end(len(choice.tokens)), choice.finish_reason.encode()
        final = index, encode(last), next(told), reason, encode(choice.stop_reason)
        before = self._added(index, several, b"null", end)
        yield before + self._head + _LAST_DELTA % final + end

    def _added(self, index: int, found: Iterable[Delta], logprobs: bytes, end: bytes) -> bytes:
        """A chunk for each delta, of which the first tells the likelihood."""
        chunks = zip(found, chain([logprobs], repeat(b"null")), strict=False)
        return b"".join(
            self._head + _DELTA % (index, encode(delta), told) + end for delta, told in chunks
        )

    def usage(self) -> bytes:
        """The chunk without choices that tells the usage of all."""
        usage = self._told(self._completion.answered_tokens)
        if self._cached:
            usage = b'%b,"prompt_tokens_details":%b}' % (usage[:-1], _CACHED % self._cached)
        return self._head + b"]" + usage + _END

    def _details(
        self, opening: bytes, start: int, block: Sequence[bytes], told: Iterator[bytes]
    ) -> Iterator[bytes]:
        for count, text in enumerate(block, start + 1):
            yield opening + text + _TOLD_CLOSING % next(told) + self._end(count)

    def _told_logprobs(self, choice: Generation) -> Iterator[bytes]:
        """The `logprobs` of each chunk of a choice."""
        aside = self._completion.aside
        if aside.logprobs is None:
            return repeat(b"null")
        return (_LOGPROBS % entry for entry in entries(choice.tokens, aside.key, aside.logprobs))

    def _told_together(
        self, choice: Generation, found: Sequence[Sequence[Delta]]
    ) -> Iterator[bytes]:
        """The same where some tokens have no chunk: the next chunk tells of them as well."""
        aside = self._completion.aside
        if aside.logprobs is None:
            return repeat(b"null")
        each = entries(choice.tokens, aside.key, aside.logprobs)
        return (_LOGPROBS % told for told in _gathered(each, found))

    def _end(self, answered: int) -> bytes:
        return self._told(answered) + _END if self._always else _END

    def _told(self, answered: int) -> bytes:
        asked = self._completion.prompt_tokens
        return _USAGE % (asked, asked + answered, answered)


def _escaped(texts: Sequence[str]) -> list[bytes]:
    """Each text as the inside of a JSON string.

    All are encoded at once. A quote inside a text is escaped, so read from the end `","` only
    stands between two; read from the start it is also found across the end of a text in `",`.
    """
    return encode(texts)[2:-2].rsplit(b'","')


def _gathered(entries: Iterable[bytes], found: Iterable[Sequence[Delta]]) -> Iterator[bytes]:
    """Each entry with those before it that no delta stands beside."""
    waiting: list[bytes] = []
    for entry, added in zip(entries, found, strict=True):
        waiting.append(entry)
        yield b",".join(waiting)
        if added:
            waiting.clear()


def _rounds(choices: Iterable[Iterator[bytes]]) -> Iterator[tuple[bytes, ...]]:
    """One event of each choice after the other, until the last one has ended."""
    return zip_longest(*choices, fillvalue=b"")
