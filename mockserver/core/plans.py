"""Plans of a test for future requests: planned faults and scripted replies.

Plans are numbered from 1 in the order of adding. The number of a removed plan is not used again
before the next reset.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Generic, TypeVar

from mockserver.core.errors import not_found

V = TypeVar("V", bound=Any)


class Planned(Generic[V]):
    """A fault or a rule, with its number and the number of its uses, at most `value.most`."""

    def __init__(self, number: int, value: V) -> None:
        self.number = number
        self.value = value
        self.used = 0

    @property
    def remaining(self) -> int | None:
        """The number of further uses; None for no limit."""
        return None if self.value.most is None else self.value.most - self.used


P = TypeVar("P", bound=Planned[Any])


class Plans(Generic[V, P]):
    """All plans of one kind, in the order in which requests are matched."""

    def __init__(self, noun: str, make: Callable[[int, V], P], baseline: Iterable[V] = ()) -> None:
        self._noun, self._make = noun, make
        self.begin(baseline)

    @property
    def values(self) -> list[V]:
        """The faults or rules alone."""
        return [plan.value for plan in self.planned]

    def begin(self, baseline: Iterable[V]) -> None:
        """Replace all plans by these, now and after each reset."""
        self._baseline = tuple(baseline)
        self.clear()

    def clear(self) -> None:
        """Restore the plans of the start, all unused."""
        self.planned: list[P] = []
        self._last = 0
        for value in self._baseline:
            self.add(value)

    def add(self, value: V) -> P:
        """Add a plan after the others."""
        self._last += 1
        self.planned.append(self._make(self._last, value))
        return self.planned[-1]

    def find(self, number: str) -> P:
        """The plan of a number. Raises a 404."""
        for plan in self.planned:
            if str(plan.number) == number:
                return plan
        raise not_found(f"No {self._noun} {number}")

    def replace(self, number: str, value: V) -> P:
        """Replace the plan of a number by an unused one. Raises a 404."""
        former = self.find(number)
        plan = self._make(former.number, value)
        self.planned[self.planned.index(former)] = plan
        return plan

    def remove(self, unwanted: Collection[P]) -> int:
        """Remove plans. Returns their number."""
        removed = {plan.number for plan in unwanted}
        self.planned = [plan for plan in self.planned if plan.number not in removed]
        return len(removed)
