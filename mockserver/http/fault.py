"""A fault: the requests that it applies to, its effects on them, and its one-line notations."""

from __future__ import annotations

import re
from typing import Any, Self, cast

from pydantic import Field, ValidationError, model_validator
from pydantic_core import from_json

from mockserver.core.codec import header_text
from mockserver.core.errors import ApiError, invalid
from mockserver.core.limits import LONGEST_WINDOW
from mockserver.core.matching import ANY
from mockserver.core.matching.criteria import Criteria
from mockserver.core.model import misfit
from mockserver.core.values import AnySeconds, Seconds

_EFFECTS = (
    "status", "message", "retry_after", "drop", "delay", "first_token", "token", "cut", "error",
    "malformed",
)  # fmt: skip
"""The fields that the header may set; the other fields of a fault select requests."""

_FORM = f"write it like 'status=429; retry_after=2' or in JSON, each once of {', '.join(_EFFECTS)}"

_TEXT = re.compile(
    r"(?P<operation>[^=]+)=(?:(?P<status>\d{3})|(?P<delay>[\d.]+)(?P<unit>ms|s)|(?P<effect>drop|cut))"
    r"(?:@(?P<probability>[\d.]+))?"
)


class Fault(Criteria):
    """A planned fault: criteria of requests, and its effects on them.

    The first `skip` matching requests pass; the fault applies to the next `times`, to each with
    `probability`. It has at least one effect.
    """

    operation: str = Field(ANY, description="Operation by its name in the listing; * is any.")
    skip: int = Field(0, ge=0, description="Requests that pass first.")
    times: int | None = Field(None, ge=1, description="Requests it applies to; null is all.")
    probability: float = Field(1, gt=0, le=1, description="Chance of each, drawn from the seed.")
    optional: bool = Field(False, description="No test fails because this was not used.")
    status: int | None = Field(None, ge=400, le=599, description="Refuse with this status.")
    message: str | None = Field(None, description="Text of the refusal.")
    retry_after: AnySeconds | None = Field(
        None, ge=0, le=LONGEST_WINDOW, description="Header of the refusal."
    )
    drop: bool = Field(False, description="Close the connection without an answer.")
    delay: Seconds = Field(0, description="Wait before the request is served.")
    first_token: Seconds = Field(0, description="Wait before the first piece of the answer.")
    token: Seconds = Field(0, description="Wait before each further piece.")
    cut: int | None = Field(None, ge=0, description="Close the connection after so many pieces.")
    error: int | None = Field(
        None, ge=0, description="After so many events, an error in their place."
    )
    malformed: int | None = Field(None, ge=1, description="Spoil this piece of the answer.")
    limit: int | None = Field(None, ge=0, description="Requests that pass in `per` seconds.")
    per: AnySeconds = Field(
        60, gt=0, le=LONGEST_WINDOW, description="Window of `limit`; more is refused, 429."
    )

    @model_validator(mode="after")
    def _has_an_effect(self) -> Self:
        if not (self.refuses or self.distorts or self.delay):
            raise ValueError("a fault needs an effect, such as status, delay, cut or drop")
        return self

    @property
    def most(self) -> int | None:
        """The most requests that it applies to; None without a limit."""
        return self.times

    @property
    def refuses(self) -> bool:
        """True if it refuses the request or drops its connection."""
        return self.status is not None or self.drop or self.limit is not None

    @property
    def distorts(self) -> bool:
        """True if it changes how the response is sent."""
        pieces = (self.cut, self.error, self.malformed)
        return bool(pieces != (None, None, None) or self.first_token or self.token)

    def __str__(self) -> str:
        given = self.model_dump(exclude_defaults=True, exclude={"operation", "optional"})
        effects = ", ".join(f"{name}={value}" for name, value in given.items())
        return f"{self.operation}: {effects}"


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
