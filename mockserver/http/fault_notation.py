"""Faults in one line: the flag `--fault`, and the header of a request."""

from __future__ import annotations

import re
from typing import Any, cast

from pydantic import ValidationError
from pydantic_core import from_json

from mockserver.core.codec import header_text
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import misfit
from mockserver.http.faults import Fault

FAULT = b"x-mockserver-fault"
"""The header with which a client requests a fault."""

_EFFECTS = (
    "status",
    "message",
    "retry_after",
    "drop",
    "delay",
    "first_token",
    "token",
    "cut",
    "error",
    "malformed",
)
"""The fields that the header may set; the other fields of a fault select requests."""

_FORM = f"write it like 'status=429; retry_after=2' or in JSON, each once of {', '.join(_EFFECTS)}"

_TEXT = re.compile(
    r"(?P<operation>[^=]+)=(?:(?P<status>\d{3})|(?P<delay>[\d.]+)(?P<unit>ms|s)|(?P<effect>drop|cut))"
    r"(?:@(?P<probability>[\d.]+))?"
)


def parse_fault(text: str) -> Fault:
    """Parse the value of the flag: `Call End=503@0.1`, `*=200ms`, `Call Start=drop`.

    A status, a delay, `drop` or `cut` follows `=`; a probability follows `@`. Raises ValueError.
    """
    match = _TEXT.fullmatch(text.strip())
    if not match:
        raise ValueError("not a fault; write it like 'Call End=503@0.1' or '*=200ms'")
    fields: dict[str, object] = {"operation": match["operation"].strip()}
    if match["status"]:
        fields["status"] = int(match["status"])
    elif match["delay"]:
        fields["delay"] = match["delay"] + match["unit"]
    else:
        fields[match["effect"]] = match["effect"] == "drop" or 0
    if match["probability"]:
        fields["probability"] = float(match["probability"])
    try:
        return Fault.model_validate(fields)
    except ValidationError as error:
        raise ValueError(misfit(error)) from None


def fault_in(header: bytes, operation: str) -> Fault:
    """Parse the header: `status=429; retry_after=2`, or a JSON object.

    Raises a 400 that names the header.
    """
    text = header_text(header)
    fields = _json_fields(text) if text.startswith("{") else _pairs(text)
    if unknown := [name for name in fields if name not in _EFFECTS]:
        raise _not_understood(unknown[0])
    try:
        return Fault.model_validate({"operation": operation, **fields})
    except ValidationError as error:
        raise _refusal(misfit(error)) from None


def _json_fields(text: str) -> dict[str, Any]:
    try:
        return cast("dict[str, Any]", from_json(text))
    except ValueError as error:
        raise _refusal(f"Invalid JSON: {error}") from None


def _pairs(text: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for part in text.split(";"):
        name, sign, value = map(str.strip, part.partition("="))
        if not sign or name in fields:
            raise _not_understood(part.strip())
        fields[name] = value
    return fields


def _not_understood(part: str) -> ApiError:
    return _refusal(f"{part!r} is not understood; {_FORM}")


def _refusal(why: str) -> ApiError:
    return invalid(f"X-Mockserver-Fault: {why}")
