"""A completion as bytes: the response body, and the events of a stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from mockserver.chat.completions.service import PromptChoices, TextAnswer
from mockserver.chat.decoding.ending import Generation, pieces
from mockserver.chat.decoding.logprobs import LogprobsOptions, entries, prompt_entries
from mockserver.chat.prompt.vocabulary import token_id
from mockserver.chat.response.answer import DONE, StreamEvents, WordedAnswer
from mockserver.chat.response.identity import Identity
from mockserver.chat.response.models import ChatUsage, usage_of
from mockserver.chat.service import UsageShown
from mockserver.core.codec import decode, encode

Entry = tuple[str, float | None, Mapping[str, float] | None]
"""A token, its log probability, and the log probabilities of its alternatives."""


class TextWording(WordedAnswer):
    """A completion in the format of this API."""

    def __init__(self, answer: TextAnswer, identity: Identity, shown: UsageShown) -> None:
        self.completion = answer.completion
        self.identity = identity
        self._answer = answer
        self._shown = shown
        self._ids = bool(answer.completion.request.get("return_token_ids"))

    def plain(self) -> bytes:
        """The response body."""
        choices = [self._choice(index, *pair) for index, pair in enumerate(self._pairs())]
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
        """The events: a chunk for each token, the first one with the echo."""
        contents = [self._chunks(index, *pair) for index, pair in enumerate(self._pairs())]
        usage = self._chunk([], self._usage(self.completion.completion_tokens))
        return StreamEvents(iter(()), contents, [DONE] if self._shown == "never" else [usage, DONE])

    def _head(self) -> dict[str, Any]:
        identity = self.identity
        head = {"id": identity.id, "object": "text_completion", "created": identity.created}
        return {**head, "model": self.completion.model}

    def _pairs(self) -> Iterator[tuple[PromptChoices, Generation]]:
        """Each choice with its prompt, in the order of their indexes."""
        for prompt in self._answer.prompts:
            yield from ((prompt, choice) for choice in prompt.choices)

    def _choice(self, index: int, prompt: PromptChoices, choice: Generation) -> dict[str, Any]:
        echo, top = self._answer.echo, self._answer.logprobs
        logprobs = None
        if top is not None:
            echoed = _prompt_entries(prompt, top) if echo else []
            logprobs = _lists([*echoed, *_choice_entries(prompt, choice, top)], 0)
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

    def _chunks(self, index: int, prompt: PromptChoices, choice: Generation) -> Iterator[bytes]:
        """The chunks of a choice. A token whose text is held back has one only if it has ids or log
        probabilities."""
        echo, top = "".join(prompt.tokens) * self._answer.echo, self._answer.logprobs
        echoed = _prompt_entries(prompt, top) if echo and top is not None else []
        spoken = [] if top is None else _choice_entries(prompt, choice, top)
        texts = pieces(choice) if choice.tokens else [""]
        has_details = choice.interval == 1 and (top is not None or self._ids)
        offset = sent = 0
        for number, text in enumerate(texts):
            is_last = number == len(texts) - 1
            if not (echo or text or is_last or has_details):
                yield b""
                continue
            shown = [*echoed, *spoken[sent : number + 1]]
            chunk: dict[str, Any] = {
                "index": index,
                "text": echo + text,
                "logprobs": None if top is None else _lists(shown, offset),
                "finish_reason": choice.finish_reason if is_last else None,
                "stop_reason": choice.stop_reason if is_last else None,
            }
            if self._ids:
                chunk["token_ids"] = [*map(token_id, choice.tokens[sent : number + 1])]
                if sent == 0:
                    chunk["prompt_token_ids"] = [*map(token_id, prompt.tokens)]
            offset += sum(len(token) for token, _, _ in shown)
            usage = self._usage(number + 1) if self._shown == "always" else None
            yield self._chunk([chunk], usage)
            sent, echo, echoed = number + 1, "", []

    def _chunk(self, choices: list[Any], usage: ChatUsage | None) -> bytes:
        chunk = {**self._head(), "choices": choices}
        return b"data: %b\n\n" % encode(chunk if usage is None else {**chunk, "usage": usage})

    def _usage(self, completion_tokens: int) -> ChatUsage:
        return usage_of(self.completion.prompt_tokens, completion_tokens, self.identity.cached)


def _choice_entries(prompt: PromptChoices, choice: Generation, top: int) -> list[Entry]:
    """The entries of a choice's tokens. The alternatives always include the chosen token."""
    options = LogprobsOptions(top, as_ids=False)
    found: list[Entry] = []
    for entry in map(decode, entries(choice.tokens, prompt.key, options)):
        listed = entry["top_logprobs"] or [entry]
        alternatives = {each["token"]: each["logprob"] for each in listed}
        found.append((entry["token"], entry["logprob"], alternatives))
    return found


def _prompt_entries(prompt: PromptChoices, top: int) -> list[Entry]:
    """The entries of a prompt's tokens. Observed: the first one has no log probability."""
    found: list[Entry] = [(prompt.tokens[0], None, None)] if prompt.tokens else []
    decoded = [decode(each) for each in prompt_entries(prompt.tokens, prompt.key, top)]
    for token, entry in zip(prompt.tokens[1:], decoded[1:], strict=True):
        own, *others = entry.values()
        alternatives = {each["decoded_token"]: each["logprob"] for each in (*others, own)}
        found.append((token, own["logprob"], alternatives))
    return found


def _lists(found: Sequence[Entry], offset: int) -> dict[str, list[Any]]:
    """Entries as the four lists of the API; offsets count characters."""
    tokens = [token for token, _, _ in found]
    return {
        "text_offset": [*accumulate(map(len, tokens[:-1]), initial=offset)] if tokens else [],
        "token_logprobs": [logprob for _, logprob, _ in found],
        "tokens": tokens,
        "top_logprobs": [alternatives for _, _, alternatives in found],
    }
