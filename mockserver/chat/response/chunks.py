"""The chunks of a streamed completion, as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat

from mockserver.chat.decoding.ending import Generation, pieces
from mockserver.chat.decoding.logprobs import entries
from mockserver.chat.prompt.vocabulary import token_id
from mockserver.chat.response.identity import Identity
from mockserver.chat.response.message import Delta, deltas, reasoning_of_all
from mockserver.chat.service import Completion
from mockserver.core.codec import encode

LOGPROBS = b'{"content":[%b]}'
_CACHED = b'{"cached_tokens":%d}'
_IDS, _PROMPT_IDS = b',"token_ids":%b', b',"prompt_token_ids":%b'
_REASONED = b',"completion_tokens_details":{"reasoning_tokens":%d}'
_HEAD = b'data: {"id":%b,"object":"chat.completion.chunk","created":%d,"model":%b,"choices":['
_ROLE = b'{"index":%d,"delta":{"role":%b,"content":""},"logprobs":null,"finish_reason":null}]'
_OPENING = b'{"index":%d,"delta":{"content":"'
_CLOSING = b'"},"logprobs":null,"finish_reason":null}]'
_CLOSING_WITH_LOGPROBS = b'"},"logprobs":%b,"finish_reason":null}]'
_LAST_CLOSING = b'"},"logprobs":%b,"finish_reason":"%b","stop_reason":%b}]'
_DELTA = b'{"index":%d,"delta":%b,"logprobs":%b,"finish_reason":null}]'
_LAST_DELTA = b'{"index":%d,"delta":%b,"logprobs":%b,"finish_reason":"%b","stop_reason":%b}]'
_USAGE = b',"usage":{"prompt_tokens":%d,"total_tokens":%d,"completion_tokens":%d}'
_END = b"}\n\n"
_CLOSED = _CLOSING + _END
_BLOCK = 256
"""Texts that are encoded together."""


class Chunks:
    """The chunks of one stream; with `always`, each has the usage of its choice so far."""

    def __init__(self, completion: Completion, identity: Identity, *, always: bool) -> None:
        self._completion = completion
        self._head = _HEAD % (encode(identity.id), identity.created, encode(completion.model))
        self._always = always
        self._cached = identity.cached
        extras = completion.extras
        self._prompt_ids = extras.prompt_ids
        self._has_details = always or bool(extras.logprobs) or extras.prompt_ids is not None

    def roles(self) -> Iterator[bytes]:
        """One chunk for each choice with its author's role."""
        role = encode(self._completion.role)
        for index in range(len(self._completion.choices)):
            ids = self._prompt_ids if index == 0 else None
            prompt = b"" if ids is None else _PROMPT_IDS % encode(ids)
            yield self._head + _ROLE % (index, role) + prompt + self._end(0)

    def echoes(self) -> Iterator[bytes]:
        """One chunk for each choice with the echoed text, if there is any."""
        if echo := self._completion.extras.echo:
            for index in range(len(self._completion.choices)):
                opening = self._head + _OPENING % index
                yield opening + _escaped([echo])[0] + _CLOSING + self._end(0)

    def contents(self, index: int, choice: Generation) -> Iterator[bytes]:
        """One chunk for each token of a choice, or for each interval of tokens."""
        is_plain = not choice.parts and choice.interval == 1
        return self._texts(index, choice) if is_plain else self._parts(index, choice)

    def usage(self) -> bytes:
        """The chunk without choices, with the usage of all."""
        usage = self._counts(self._completion.completion_tokens)
        if self._cached:
            usage = b'%b,"prompt_tokens_details":%b}' % (usage[:-1], _CACHED % self._cached)
        if reasoned := reasoning_of_all(self._completion):
            usage = usage[:-1] + _REASONED % reasoned + b"}"
        return self._head + b"]" + usage + _END

    def _texts(self, index: int, choice: Generation) -> Iterator[bytes]:
        opening, texts = self._head + _OPENING % index, pieces(choice)
        last, logprobs = len(texts) - 1, self._logprobs_of(choice)
        for start in range(0, last, _BLOCK):
            block = _escaped(texts[start : min(start + _BLOCK, last)])
            if self._has_details:
                for count, text in enumerate(block, start + 1):
                    closing = _CLOSING_WITH_LOGPROBS % next(logprobs)
                    yield opening + text + closing + self._end(count)
            else:
                yield from [opening + text + _CLOSED for text in block]
        ending = next(logprobs), choice.finish_reason.encode(), encode(choice.stop_reason)
        end = _LAST_CLOSING % ending + self._end(len(choice.tokens))
        yield opening + _escaped(texts[last:])[0] + end

    def _parts(self, index: int, choice: Generation) -> Iterator[bytes]:
        """The chunks of each token: none, one or several; at least one for the last."""
        found = [*deltas(choice, newer=self._completion.newer)]
        logprobs = self._logprobs_of(choice, found)
        *earlier, ending = found
        for count, added in enumerate(earlier, 1):
            yield self._added(index, added, next(logprobs), self._end(count))
        *several, last = ending or [{}]
        end, reason = self._end(len(choice.tokens)), choice.finish_reason.encode()
        final = index, encode(last), next(logprobs), reason, encode(choice.stop_reason)
        before = self._added(index, several, b"null", end)
        yield before + self._head + _LAST_DELTA % final + end

    def _added(self, index: int, found: Iterable[Delta], logprobs: bytes, end: bytes) -> bytes:
        """A chunk for each delta, the first with the log probabilities."""
        chunks = zip(found, chain([logprobs], repeat(b"null")), strict=False)
        return b"".join(
            self._head + _DELTA % (index, encode(delta), logprobs) + end
            for delta, logprobs in chunks
        )

    def _logprobs_of(
        self, choice: Generation, found: Iterable[Sequence[Delta]] | None = None
    ) -> Iterator[bytes]:
        """The `logprobs` of each chunk, and the ids of its tokens if they are requested.

        The next chunk also has those of tokens without a chunk.
        """
        extras = self._completion.extras
        logprobs: Iterator[bytes] = repeat(b"null")
        found = repeat([{}]) if found is None else found
        if extras.logprobs:
            each = entries(choice.tokens, extras.key, extras.logprobs)
            logprobs = (LOGPROBS % several for several in _gathered(each, found))
        if extras.prompt_ids is None:
            return logprobs
        ids = _gathered((b"%d" % token_id(token) for token in choice.tokens), found)
        return (
            own + _IDS % (b"[%b]" % several) for own, several in zip(logprobs, ids, strict=False)
        )

    def _end(self, completion_tokens: int) -> bytes:
        return self._counts(completion_tokens) + _END if self._always else _END

    def _counts(self, completion_tokens: int) -> bytes:
        prompt_tokens = self._completion.prompt_tokens
        return _USAGE % (prompt_tokens, prompt_tokens + completion_tokens, completion_tokens)


def _escaped(texts: Sequence[str]) -> list[bytes]:
    """Each text as the inside of a JSON string.

    All are encoded at once. A quote inside a text is escaped, so `","` is only found between two
    texts if the search runs from the end; from the start it is also found after a text that ends in
    `",`.
    """
    return encode(texts)[2:-2].rsplit(b'","')


def _gathered(entries: Iterable[bytes], found: Iterable[Sequence[Delta]]) -> Iterator[bytes]:
    """Each entry, joined to those before it without a delta."""
    waiting: list[bytes] = []
    for entry, added in zip(entries, found, strict=False):
        waiting.append(entry)
        yield b",".join(waiting)
        if added:
            waiting.clear()
