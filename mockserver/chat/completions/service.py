"""The chat's replies to the prompts of a request, as one completion. Observed, unless marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from mockserver.chat.completions.models import CompletionRequest
from mockserver.chat.decoding.ending import Generation
from mockserver.chat.decoding.prompt_logprobs import check_values
from mockserver.chat.form import malformed
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import TokenTexts
from mockserver.chat.reply import text_of_parts
from mockserver.chat.service import Completion
from mockserver.core.errors import ApiError, invalid
from mockserver.core.limits import MOST_LOGPROBS, MOST_PROMPTS

_USUAL_TOKENS = 16
"""The default of `max_tokens`."""

_SAME = CompletionRequest.__annotations__.keys() & ChatRequest.__annotations__.keys()
_SAME -= {"echo", "logprobs", "max_tokens"}
"""Fields with the same name and meaning in the chat."""

Complete = Callable[[ChatRequest], Completion]
"""Completes a request of the chat."""


class PromptChoices(NamedTuple):
    """A prompt and its choices."""

    tokens: list[str]
    choices: list[Generation]
    key: bytes
    """The key of the log probabilities."""


class TextAnswer(NamedTuple):
    """The prompts of a request with their choices."""

    prompts: list[PromptChoices]
    completion: Completion
    """All prompts and choices together, as a completion of the chat."""

    echo: bool
    logprobs: int | None
    """The number of alternatives per token, or None without log probabilities."""


def answer(body: CompletionRequest, texts: TokenTexts, complete: Complete) -> TextAnswer:
    """Complete each prompt as the only message of a user. Raises a 400 or a 404."""
    requests = chat_requests(body, texts)
    alternatives, is_empty = _alternatives(body), body.get("max_tokens") == 0
    prompts: list[PromptChoices] = []
    completions: list[Completion] = []
    for tokens, chat in requests:
        completion = complete(chat)
        choices = [_text_only(each, is_empty=is_empty) for each in completion.choices]
        if alternatives is not None and body.get("echo"):
            check_values(len(tokens), alternatives)
        prompts.append(PromptChoices(tokens, choices, completion.key))
        completions.append(completion)
    choices = [choice for prompt in prompts for choice in prompt.choices]
    whole = replace(
        completions[0],
        prompt_tokens=sum(len(prompt.tokens) for prompt in prompts),
        choices=choices,
        completion_tokens=sum(len(choice.tokens) for choice in choices),
    )
    return TextAnswer(prompts, whole, bool(body.get("echo")), alternatives)


def chat_requests(
    body: CompletionRequest, texts: TokenTexts
) -> list[tuple[list[str], ChatRequest]]:
    """The tokens of each prompt, with the equivalent request of the chat. Raises a 400."""
    prompts = [*map(texts.tokens_of, _prompts(body))]
    _check_rules(body)
    requests = []
    for tokens in prompts:
        most = body.get("truncate_prompt_tokens") or len(tokens)
        kept = tokens[-most:] if most > 0 else tokens
        requests.append((kept, _chat_request(body, "".join(kept), _alternatives(body))))
    return requests


def _prompts(body: CompletionRequest) -> Sequence[str | Sequence[int]]:
    """The prompts as texts or lists of token ids."""
    prompt = body.get("prompt")
    if not prompt:
        raise _bad_prompt("Either prompt or prompt_embeds must be provided and non-empty.")
    if isinstance(prompt, str) or isinstance(prompt[0], int):
        return [cast("str", prompt)]
    if len(prompt) > MOST_PROMPTS:
        raise _bad_prompt(f"A request has at most {MOST_PROMPTS} prompts, got {len(prompt)}.")
    return cast("list[str]", prompt)


def _bad_prompt(message: str) -> Exception:
    return malformed(message, "prompt", param="prompt")


def _check_rules(body: CompletionRequest) -> None:
    if body.get("suffix") is not None:
        message = "suffix is only supported for models with FIM completion rendering"
        raise ApiError(400, message, {"param": "suffix"})
    if body.get("stream") and body.get("use_beam_search"):
        raise invalid("Streaming is not supported with beam search.")
    most = body.get("max_tokens")
    if most is not None and most < (0 if body.get("echo") else 1):
        raise invalid(f"max_tokens must be at least 1, got {most}.")


def _alternatives(body: CompletionRequest) -> int | None:
    logprobs = body.get("logprobs")
    return MOST_LOGPROBS if logprobs == -1 else logprobs


def _chat_request(body: CompletionRequest, text: str, alternatives: int | None) -> ChatRequest:
    most = body.get("max_tokens")
    chat: dict[str, Any] = {
        "messages": [{"role": "user", "content": text}],
        "chat_template_kwargs": {"enable_thinking": False},
        **{name: value for name, value in body.items() if name in _SAME},
        "max_tokens": _USUAL_TOKENS if most is None else most or 1,
    }
    chat.pop("truncate_prompt_tokens", None)
    if alternatives is not None:
        chat |= {"logprobs": True, "top_logprobs": alternatives}
    return cast("ChatRequest", chat)


def _text_only(choice: Generation, *, is_empty: bool) -> Generation:
    """A choice without the reasoning and tool calls of a script. Chosen: an empty choice costs no
    tokens."""
    if is_empty:
        return replace(choice, tokens=(), text="", finish_reason="length", stop_reason=None)
    if not choice.parts:
        return choice
    shown = [
        choice.text[start:end]
        for part, start, end in text_of_parts(choice.text, choice.parts)
        if part.place == "content"
    ]
    text = "".join(shown)
    return replace(choice, tokens=split(text), text=text, parts=(), finish_reason="stop")
