"""The planned faults of a server, with the requests that each applies to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from mockserver.core.clock import Clock
from mockserver.core.ids import Ids
from mockserver.core.plans import Planned, Plans

if TYPE_CHECKING:
    from mockserver.http.fault import Fault

FAULT = b"x-mockserver-fault"
"""The header with which a client requests a fault."""


class AppliedFault(NamedTuple):
    """A fault that applies to one request. `wait` is the `Retry-After` of a rate limit."""

    fault: Fault
    wait: float = 0


class ActiveFault(Planned["Fault"]):
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


class Faults(Plans["Fault", ActiveFault]):
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
