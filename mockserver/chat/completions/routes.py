"""The handler of completions."""

from __future__ import annotations

from functools import partial

from mockserver.chat.completions.answer import TextWording
from mockserver.chat.completions.models import (
    CompletionRequest,
    TextCompletion,
    TextCompletionChunk,
)
from mockserver.chat.completions.service import answer
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.vocabulary import TokenTexts
from mockserver.chat.response.identity import Identity
from mockserver.chat.routes import cached, cue_of, response_name, sent
from mockserver.chat.service import Completion, complete, usage_shown
from mockserver.core.pauses import pausing
from mockserver.core.steps import Steps
from mockserver.http.answers import Events, JsonBytes, Slow, SlowEvents
from mockserver.http.context import Context
from mockserver.http.refusals import ErrorResponse

Sent = JsonBytes[TextCompletion] | Events[TextCompletionChunk | ErrorResponse] | Slow | SlowEvents


def create(body: CompletionRequest, ctx: Context) -> Sent | Steps[Sent]:
    """The chat's reply to each prompt as text, plain or streamed. Long work pauses for other
    requests."""
    return pausing(partial(_create, body, ctx))


def _create(body: CompletionRequest, ctx: Context) -> Sent:
    token_texts = ctx.services.memory[TokenTexts]

    def complete_chat(chat: ChatRequest) -> Completion:
        return complete(chat, ctx.settings, ctx.clock.seconds(), cue_of(ctx), capped=True)

    text = answer(body, token_texts, complete_chat)
    if body.get("return_token_ids"):
        for prompt in text.prompts:
            token_texts.remember(prompt.tokens)
            for choice in prompt.choices:
                token_texts.remember(choice.tokens)
    completion = text.completion
    name = response_name(body, completion, ctx)
    identity = Identity(f"cmpl-{name}", ctx.clock.seconds(), cached(completion, ctx))
    wording = TextWording(text, identity, usage_shown(completion.request))
    return sent(wording, ctx, as_stream=bool(body.get("stream")))
