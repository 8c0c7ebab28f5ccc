"""Translates request fields of newer engines to those of the engine here.

Chosen: a request may use fields of either generation. A newer name is an alias of the older one,
refused only if both are sent and differ. With `--strict` the newer ones are unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from mockserver.chat.form import malformed
from mockserver.chat.models import ChatRequest
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_LOGPROBS

FIELDS = frozenset({
    "structured_outputs", "truncate_prompt_tokens", "top_logprobs", "cache_salt",
    "include_reasoning",
})  # fmt: skip
"""Fields that only newer engines know."""

_KINDS = {
    "json": "guided_json",
    "regex": "guided_regex",
    "choice": "guided_choice",
    "grammar": "guided_grammar",
    "json_object": "",
    "structural_tag": "structural_tag",
}
"""Kinds of structured output, and the older fields with the same meaning."""

_LONGEST_SALT = 128
_NEVER_IN_SALT = "@/\\\0"


def in_older_fields(body: ChatRequest, context: int) -> ChatRequest:
    """The same request in older fields. Raises a 400 for fields that contradict each other."""
    older: dict[str, Any] = {**body}
    if body.get("top_logprobs") == -1:
        older["top_logprobs"] = MOST_LOGPROBS
    if body.get("truncate_prompt_tokens") == -1:
        older["truncate_prompt_tokens"] = context
    if body.get("include_reasoning") is False:
        older.pop("logprobs", None)
        older.pop("top_logprobs", None)
    _check_salt(body.get("cache_salt"))
    if (outputs := older.pop("structured_outputs", None)) is not None:
        older |= _guided(outputs, body)
    return cast("ChatRequest", older)


def _guided(outputs: Mapping[str, Any], body: ChatRequest) -> dict[str, Any]:
    """The older fields with the same meaning. Raises a 400."""
    kinds = [name for name in _KINDS if outputs.get(name) not in (None, False)]
    if len(kinds) != 1:
        raise malformed("You must use exactly one kind of structured outputs constraint")
    (kind,) = kinds
    if kind in ("json", "regex", "choice") and isinstance(body.get("tool_choice"), dict):
        raise malformed("You can only use structured outputs or a named tool, not both")
    sent: Mapping[str, Any] = body
    others = {name for name in _KINDS.values() if name and sent.get(name) is not None}
    field = _KINDS[kind]
    if others - {field} or sent.get(field, outputs[kind]) not in (None, outputs[kind]):
        raise invalid(f"structured_outputs asks for {kind}, and {', '.join(others)} for another.")
    form: Mapping[str, Any] = body.get("response_format") or {}
    format_kind = form.get("type", "text")
    if format_kind != "text" and (kind, format_kind) != ("json", "json_schema"):
        raise invalid(f"structured_outputs asks for {kind}, and response_format for {format_kind}.")
    guided = {field: outputs[kind]} if field else {"response_format": {"type": "json_object"}}
    return guided | _blanks(outputs)


def _blanks(outputs: Mapping[str, Any]) -> dict[str, Any]:
    pattern = outputs.get("whitespace_pattern")
    if pattern is None and outputs.get("disable_any_whitespace"):
        pattern = ""
    return {} if pattern is None else {"guided_whitespace_pattern": pattern}


def _check_salt(salt: Any) -> None:
    if not isinstance(salt, str):
        return
    if len(salt) > _LONGEST_SALT or any(character in salt for character in _NEVER_IN_SALT):
        raise malformed(
            f"Parameter 'cache_salt' has at most {_LONGEST_SALT} characters, and none of @, /, \\ "
            "and NUL."
        )
