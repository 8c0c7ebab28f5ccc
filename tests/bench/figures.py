"""Figures, what they are compared with, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Self

BUSY = 0.9
"""Share of a core from which a server counts as fully busy."""


@dataclass(frozen=True)
class Rate:
    """Items per second, and processor microseconds per item."""

    per_second: float
    cpu_us: float

    def __str__(self) -> str:
        return f"{self.per_second:>8,.0f}/s {self.cpu_us:>5,.1f} us"

    @property
    def value(self) -> float:
        return self.per_second

    @property
    def busy(self) -> float:
        """The share of its core that the server used: about 1 if nothing else slowed it down."""
        return self.per_second * self.cpu_us / 1e6

    @classmethod
    def best(cls, rounds: Iterable[Self]) -> Self:
        """The best of several rounds, since disturbances only make figures worse."""
        rates = list(rounds)
        return cls(max(r.per_second for r in rates), min(r.cpu_us for r in rates))


@dataclass(frozen=True)
class Duration:
    """A duration in milliseconds."""

    ms: float

    def __str__(self) -> str:
        return f"{self.ms:>8,.1f} ms" if self.ms >= 0.1 else f"{self.ms * 1e3:>8,.1f} us"

    @property
    def value(self) -> float:
        return self.ms


@dataclass(frozen=True)
class Amount:
    """An amount; in `/s` if waiting is part of the measurement."""

    value: float
    unit: str

    def __str__(self) -> str:
        return f"{self.value:>8,.0f} {self.unit}"


Figure = Rate | Duration | Amount


@dataclass(frozen=True)
class Outcome:
    """The result of a row, in figures of one kind. Without a limit, our figure is judged."""

    ours: Figure
    limit: Figure | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Our figure divided by the limit's; for rates more is better, for durations less."""
        return None if self.limit is None else self.ours.value / self.limit.value

    @property
    def cpu_ratio(self) -> float | None:
        """The limit's processor time over ours: like the ratio of rates, but less disturbed."""
        match self.ours, self.limit:
            case Rate(cpu_us=ours), Rate(cpu_us=limit):
                return limit / ours
        return None

    @property
    def held_back(self) -> bool:
        """Whether a server had to wait, for its core or for the load: its rate says little then."""
        rates = [figure for figure in (self.ours, self.limit) if isinstance(figure, Rate)]
        return any(rate.busy < BUSY for rate in rates)

    @property
    def judged(self) -> float:
        """What the target speaks of: the ratio, if need be of processor times, or the figure."""
        if self.held_back and self.cpu_ratio is not None:
            return self.cpu_ratio
        return self.ours.value if self.ratio is None else self.ratio


@dataclass(frozen=True)
class Target:
    """What a row must reach."""

    sense: Literal[">=", "<="]
    bound: float
    unit: str = ""

    def met(self, value: float) -> bool:
        return value >= self.bound if self.sense == ">=" else value <= self.bound

    def __str__(self) -> str:
        bound = f"{self.bound:g} {self.unit}" if self.unit else factor(self.bound)
        return f"{self.sense} {bound}"


def at_least(bound: float) -> Target:
    """A ratio to reach."""
    return Target(">=", bound)


def at_most(bound: float, unit: str = "") -> Target:
    """A ratio, or a figure in a unit, to stay within."""
    return Target("<=", bound, unit)


def factor(ratio: float) -> str:
    """A ratio as people write it: `0.55`, `75,000`."""
    return f"{ratio:.2f}" if ratio < 100 else f"{ratio:,.0f}"
