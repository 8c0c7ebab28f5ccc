"""Planned faults, and the requests that each applies to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple, Self

from pydantic import Field, model_validator

from mockserver.core.clock import Clock
from mockserver.core.durations import AnySeconds, Seconds
from mockserver.core.ids import Ids
from mockserver.core.limits import LONGEST_WINDOW
from mockserver.core.matching.criteria import ANY, Criteria, RequestLike
from mockserver.core.plans import Planned, Plans


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

    def apply_to(self, request: RequestLike) -> tuple[AppliedFault, ...]:
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
