"""A text completion as bytes: the whole response, and the events of a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from mockserver.chat.completions.service import Continued, TextAnswer
from mockserver.chat.decoding.ending import Generation, pieces
from mockserver.chat.decoding.logprobs import LogprobsWanted, entries, prompt_entries
from mockserver.chat.prompt.vocabulary import token_id
from mockserver.chat.response.answer import DONE, StreamEvents, nested_error
from mockserver.chat.response.identity import Identity
from mockserver.chat.service import UsageShown
from mockserver.core.codec import decode, encode

if TYPE_CHECKING:
    from mockserver.chat.script.models import Failure

Entry = tuple[str, float | None, Mapping[str, float] | None]
"""A token, its log probability, and those of its alternatives."""


class TextWording:
    """A completion in the format of its route."""

    def __init__(self, answer: TextAnswer, identity: Identity, shown: UsageShown) -> None:
        self.completion = answer.completion
        self.identity = identity
        self._answer = answer
        self._shown = shown
        self._ids = bool(answer.completion.request.get("return_token_ids"))

    def plain(self) -> bytes:
        """The response as one JSON document."""
        choices = [self._choice(*numbered) for numbered in enumerate(self._numbered())]
        return encode(
            {
                **self._head(),
                "choices": choices,
                "service_tier": None,
                "system_fingerprint": None,
                "usage": self._usage(self.completion.completion_tokens),
                "kv_transfer_params": None,
            }
        )

    def sections(self) -> StreamEvents:
        """The response as events: a chunk for each token, the echo with the first one."""
        numbered = enumerate(self._numbered())
        contents = [self._chunks(index, prompt, choice) for index, (prompt, choice) in numbered]
        usage = self._chunk([], self._usage(self.completion.completion_tokens))
        return StreamEvents(iter(()), contents, [DONE] if self._shown == "never" else [usage, DONE])

    def failed(self, failure: Failure) -> Iterator[bytes]:
        """The last events of a stream that a script breaks off."""
        yield b"data: %b\n\n" % json.dumps(failure.body or nested_error(failure)).encode()
        yield DONE

    def _head(self) -> dict[str, Any]:
        identity = self.identity
        head = {"id": identity.id, "object": "text_completion", "created": identity.created}
        return {**head, "model": self.completion.model}

    def _numbered(self) -> Iterator[tuple[Continued, Generation]]:
        """Each choice with its prompt; their order is that of the indexes."""
        for prompt in self._answer.prompts:
            yield from ((prompt, choice) for choice in prompt.choices)

    def _choice(self, index: int, found: tuple[Continued, Generation]) -> dict[str, Any]:
        prompt, choice = found
        echo, top = self._answer.echo, self._answer.logprobs
        logprobs = None
        if top is not None:
            read = _of_prompt(prompt, top) if echo else []
            logprobs = _lists([*read, *_of_choice(prompt, choice, top)], 0)
        return {
            "index": index,
            "text": "".join(prompt.tokens) * echo + choice.text,
            "logprobs": logprobs,
            "finish_reason": choice.finish_reason,
            "stop_reason": choice.stop_reason,
            "prompt_logprobs": None,
            "token_ids": [*map(token_id, choice.tokens)] if self._ids else None,
            "prompt_token_ids": [*map(token_id, prompt.tokens)] if self._ids else None,
        }

    def _chunks(self, index: int, prompt: Continued, choice: Generation) -> Iterator[bytes]:
        """The chunks of a choice. A token whose text is held back has one only if it has ids or log
        probabilities."""
        echo, top = "".join(prompt.tokens) * self._answer.echo, self._answer.logprobs
        read = _of_prompt(prompt, top) if echo and top is not None else []
        found = [] if top is None else _of_choice(prompt, choice, top)
        texts = pieces(choice) if choice.tokens else [""]
        alone = choice.interval == 1 and (top is not None or self._ids)
        offset = begun = 0
        for number, text in enumerate(texts):
            is_last = number == len(texts) - 1
            if not (echo or text or is_last or alone):
                yield b""
                continue
            shown = [*read, *found[begun : number + 1]]
            chunk: dict[str, Any] = {
                "index": index,
                "text": echo + text,
                "logprobs": None if top is None else _lists(shown, offset),
                "finish_reason": choice.finish_reason if is_last else None,
                "stop_reason": choice.stop_reason if is_last else None,
            }
            if self._ids:
                chunk["token_ids"] = [*map(token_id, choice.tokens[begun : number + 1])]
                if begun == 0:
                    chunk["prompt_token_ids"] = [*map(token_id, prompt.tokens)]
            offset += sum(len(token) for token, _, _ in shown)
            usage = self._usage(number + 1) if self._shown == "always" else None
            yield self._chunk([chunk], usage)
            begun, echo, read = number + 1, "", []

    def _chunk(self, choices: list[Any], usage: Mapping[str, Any] | None) -> bytes:
        chunk = {**self._head(), "choices": choices}
        return b"data: %b\n\n" % encode(chunk if usage is None else {**chunk, "usage": usage})

    def _usage(self, completion_tokens: int) -> dict[str, Any]:
        prompt_tokens = self.completion.prompt_tokens
        cached = {"cached_tokens": self.identity.cached} if self.identity.cached else None
        return {
            "prompt_tokens": prompt_tokens,
            "total_tokens": prompt_tokens + completion_tokens,
            "completion_tokens": completion_tokens,
            "prompt_tokens_details": cached,
        }


def _of_choice(prompt: Continued, choice: Generation, top: int) -> list[Entry]:
    """The entries of the tokens of a choice, always with the token itself."""
    found = [
        decode(each)
        for each in entries(choice.tokens, prompt.key, LogprobsWanted(top, as_ids=False))
    ]
    return [
        (
            each["token"],
            each["logprob"],
            {other["token"]: other["logprob"] for other in each["top_logprobs"] or [each]},
        )
        for each in found
    ]


def _of_prompt(prompt: Continued, top: int) -> list[Entry]:
    """The entries of the tokens of the prompt. Observed: those of the first are null."""
    found = [decode(each) for each in prompt_entries(prompt.tokens, prompt.key, top)]
    read: list[Entry] = [(prompt.tokens[0], None, None)] if prompt.tokens else []
    for token, entry in zip(prompt.tokens[1:], found[1:], strict=True):
        own, *others = entry.values()
        alternatives = {each["decoded_token"]: each["logprob"] for each in (*others, own)}
        read.append((token, own["logprob"], alternatives))
    return read


def _lists(found: Sequence[Entry], offset: int) -> dict[str, list[Any]]:
    """Entries as the four lists; offsets count characters."""
    tokens = [token for token, _, _ in found]
    return {
        "text_offset": [*accumulate(map(len, tokens[:-1]), initial=offset)] if tokens else [],
        "token_logprobs": [logprob for _, logprob, _ in found],
        "tokens": tokens,
        "top_logprobs": [alternatives for _, _, alternatives in found],
    }
