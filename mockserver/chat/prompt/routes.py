"""Handlers of the tokenizer: from text to ids and back, and its description."""

from __future__ import annotations

from typing import cast

from mockserver.chat.catalogue import resolve
from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.messages import too_much
from mockserver.chat.prompt.models import (
    DetokenizeRequest,
    DetokenizeResponse,
    TokenizeRequest,
    TokenizeResponse,
    TokenizerInfo,
)
from mockserver.chat.prompt.rendering import read_prompt
from mockserver.chat.prompt.tokens import split_prompt
from mockserver.chat.prompt.vocabulary import (
    BEGIN,
    CLOSE,
    START,
    TokenTexts,
)
from mockserver.core.errors import missing_field
from mockserver.core.limits import MOST_PROMPT_TOKENS
from mockserver.http.context import Context

_TEMPLATE = (
    "{% for message in messages %}"
    f"{BEGIN}{{{{ message['role'] }}}}\n{{{{ message['content'] }}}}{CLOSE}"
    "{% endfor %}"
    f"{{% if add_generation_prompt %}}{BEGIN}assistant\n{{% endif %}}"
)
"""The built-in template, in Jinja."""


def tokenize(body: TokenizeRequest, ctx: Context) -> TokenizeResponse:
    """The ids of a prompt. Their texts are remembered, so that they can be detokenized."""
    resolve(body.get("model"), ctx.settings)
    pieces = _pieces(body)
    return {
        "count": len(pieces),
        "max_model_len": ctx.settings.context_length,
        "tokens": ctx.services.memory[TokenTexts].remember(pieces),
        "token_strs": pieces if body.get("return_token_strs") else None,
    }


def detokenize(body: DetokenizeRequest, ctx: Context) -> DetokenizeResponse:
    """The text of ids. Two rare words may share an id; then the last one that was sent counts."""
    resolve(body.get("model"), ctx.settings)
    return {"prompt": "".join(ctx.services.memory[TokenTexts].tokens_of(body["tokens"]))}


def tokenizer_info(ctx: Context) -> TokenizerInfo:
    """The tokenizer, for programs that count tokens. Observed: off by default in the engine."""
    return {
        "tokenizer_class": "MockserverTokenizer",
        "bos_token": START,
        "eos_token": CLOSE,
        "pad_token": CLOSE,
        "model_max_length": ctx.settings.context_length,
        "chat_template": _TEMPLATE,
    }


def _pieces(body: TokenizeRequest) -> list[str]:
    if "messages" in body:
        return read_prompt(cast("ChatRequest", body))
    if "prompt" not in body:
        raise missing_field("body", "prompt")
    pieces = split_prompt(body["prompt"])
    if len(pieces) > MOST_PROMPT_TOKENS:
        raise too_much()
    return pieces
