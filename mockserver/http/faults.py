"""Faults: planned ones with the requests that each applies to, and their one-line notations."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple, Self, cast

from pydantic import Field, ValidationError, model_validator
from pydantic_core import from_json

from mockserver.core.clock import Clock
from mockserver.core.codec import header_text
from mockserver.core.errors import ApiError, invalid
from mockserver.core.ids import Ids
from mockserver.core.limits import LONGEST_WINDOW
from mockserver.core.matching.criteria import ANY, Criteria
from mockserver.core.model import misfit
from mockserver.core.plans import Planned, Plans
from mockserver.core.values import AnySeconds, Seconds

FAULT = b"x-mockserver-fault"
"""The header with which a client requests a fault."""

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


class AppliedFault(NamedTuple):
    """A fault that applies to one request. `wait` is the `Retry-After` of a rate limit."""

    fault: Fault
    wait: float = 0


class ActiveFault(Planned[Fault]):
    """A planned fault, the requests that matched it, and those that its rate limit admitted."""

    def __init__(self, number: int, value: Fault) -> None:
        super().__init__(number, value)
        self.seen = 0
        self._passed: deque[int] = deque()

    def apply(self, ids: Ids, micros: int) -> AppliedFault | None:
        """Count a matching request. Returns the fault if it applies."""
        fault = self.value
        self.seen += 1
        if self.seen <= fault.skip or self.remaining == 0:
            return None
        wait = self._over_limit(micros)
        if wait is None or (fault.probability < 1 and not ids.chance(fault.probability)):
            return None
        self.used += 1
        return AppliedFault(fault, wait)

    def _over_limit(self, micros: int) -> float | None:
        """Seconds until the rate limit admits a request; None if it admits this one."""
        limit, window = self.value.limit, int(self.value.per * 1_000_000)
        if limit is None:
            return 0
        while self._passed and self._passed[0] <= micros - window:
            self._passed.popleft()
        if len(self._passed) < limit:
            self._passed.append(micros)
            return None
        oldest = self._passed[0] if self._passed else micros
        return (oldest + window - micros) / 1_000_000


class Faults(Plans[Fault, ActiveFault]):
    """All planned faults, in the order of planning."""

    def __init__(self, clock: Clock, ids: Ids, baseline: Iterable[Fault] = ()) -> None:
        self._clock = clock
        self.ids = ids
        super().__init__("fault", ActiveFault, baseline)

    def clear(self) -> None:
        """Restore the faults of the start, all unused, and their random numbers."""
        self.ids.restart()
        super().clear()

    def apply_to(self, request: Any) -> tuple[AppliedFault, ...]:
        """The faults that apply to a request, up to the first one that refuses it."""
        applied: list[AppliedFault] = []
        for planned in self.planned:
            fault = planned.value
            if not fault.fits(request):
                continue
            if effect := planned.apply(self.ids, self._clock.micros()):
                applied.append(effect)
                if fault.refuses:
                    break
        return tuple(applied)


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
