"""The chat's replies to the texts of a request, as one completion. Observed, unless marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from mockserver.chat.completions.models import CompletionRequest
from mockserver.chat.decoding.ending import Generation
from mockserver.chat.decoding.prompt_logprobs import check_values
from mockserver.chat.model.reply import text_of_parts
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.tokens import split
from mockserver.chat.service import Completion
from mockserver.core.errors import ApiError, Malformed, invalid
from mockserver.core.limits import MOST_LOGPROBS, MOST_PROMPTS

_USUAL_TOKENS = 16
"""The default of `max_tokens`."""

_SAME = CompletionRequest.__annotations__.keys() & ChatRequest.__annotations__.keys()
_SAME -= {"echo", "logprobs", "max_tokens"}
"""Fields with the same name and meaning as in the chat."""

_WITHOUT_THOUGHTS = {"chat_template_kwargs": {"enable_thinking": False}}

Read = Callable[[Sequence[int]], list[str]]
"""From token ids to their texts."""

Complete = Callable[[ChatRequest], Completion]
"""Answers a chat request."""


class Continued(NamedTuple):
    """A prompt and its choices."""

    tokens: list[str]
    choices: list[Generation]
    key: bytes
    """The key of the log probabilities beside the tokens."""


class TextAnswer(NamedTuple):
    """The prompts of a request with their choices."""

    prompts: list[Continued]
    completion: Completion
    """All of them together, as in the chat."""

    echo: bool
    logprobs: int | None
    """The number of alternatives for each token; None without log probabilities."""


def answer(body: CompletionRequest, read: Read, complete: Complete) -> TextAnswer:
    """Answer each prompt as the one message of a user. Raises a 400 or a 404."""
    prompts = questions(body, read)
    alternatives, is_silent = _alternatives(body), body.get("max_tokens") == 0
    made = []
    for kept, chat in prompts:
        completion = complete(chat)
        choices = [_text_alone(each, is_silent=is_silent) for each in completion.choices]
        if alternatives is not None and body.get("echo"):
            check_values(len(kept), alternatives)
        made.append((Continued(kept, choices, completion.key), completion))
    continued = [each for each, _ in made]
    whole = made[0][1]._replace(
        prompt_tokens=sum(len(each.tokens) for each in continued),
        choices=[choice for each in continued for choice in each.choices],
        completion_tokens=sum(len(one.tokens) for each in continued for one in each.choices),
    )
    return TextAnswer(continued, whole, bool(body.get("echo")), alternatives)


def questions(body: CompletionRequest, read: Read) -> list[tuple[list[str], ChatRequest]]:
    """The tokens of each prompt, and the request that the chat answers. Raises a 400."""
    prompts = [split(each) if isinstance(each, str) else read(each) for each in _prompts(body)]
    _check_rules(body)
    asked = []
    for tokens in prompts:
        most = body.get("truncate_prompt_tokens") or len(tokens)
        kept = tokens[-most:] if most > 0 else tokens
        asked.append((kept, _chat_request(body, "".join(kept), _alternatives(body))))
    return asked


def _prompts(body: CompletionRequest) -> Sequence[str | Sequence[int]]:
    """The texts, or lists of token ids, that are continued."""
    prompt = body.get("prompt")
    if not prompt:
        raise _malformed("Either prompt or prompt_embeds must be provided and non-empty.")
    if isinstance(prompt, str) or isinstance(prompt[0], int):
        return [cast("str", prompt)]
    if len(prompt) > MOST_PROMPTS:
        raise _malformed(f"A request has at most {MOST_PROMPTS} prompts, got {len(prompt)}.")
    return cast("list[str]", prompt)


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
    wanted = body.get("logprobs")
    return MOST_LOGPROBS if wanted == -1 else wanted


def _chat_request(body: CompletionRequest, text: str, alternatives: int | None) -> ChatRequest:
    most = body.get("max_tokens")
    chat: dict[str, Any] = {
        "messages": [{"role": "user", "content": text}],
        **_WITHOUT_THOUGHTS,
        **{name: value for name, value in body.items() if name in _SAME},
        "max_tokens": _USUAL_TOKENS if most is None else most or 1,
    }
    chat.pop("truncate_prompt_tokens", None)
    if alternatives is not None:
        chat |= {"logprobs": True, "top_logprobs": alternatives}
    return cast("ChatRequest", chat)


def _text_alone(choice: Generation, *, is_silent: bool) -> Generation:
    """A choice without the reasoning and the calls of a script. Chosen: with `max_tokens` of 0 it
    costs no tokens."""
    if is_silent:
        return choice._replace(tokens=(), text="", finish_reason="length", stop_reason=None)
    if not choice.parts:
        return choice
    shown = [
        choice.text[start:end]
        for part, start, end in text_of_parts(choice.text, choice.parts)
        if part.place == "content"
    ]
    text = "".join(shown)
    return choice._replace(tokens=split(text), text=text, parts=(), finish_reason="stop")


def _malformed(message: str) -> Malformed:
    problem = {"type": "value_error", "loc": ["body", "prompt"], "msg": f"Value error, {message}"}
    return Malformed([problem], "prompt")
