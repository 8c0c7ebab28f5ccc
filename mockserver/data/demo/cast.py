"""The people and ports of the demo, and every random draw in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from faker import Faker

if TYPE_CHECKING:
    from random import Random

Item = TypeVar("Item")

SPAN = 14 * 24 * 60 * 60
"""Seconds that the demo covers."""

RELEASE = 7 * 24 * 60 * 60
"""Seconds since the second prompt was released."""


class Cast:
    """Names and numbers drawn from one seed."""

    def __init__(self, seed: int) -> None:
        self._fake = Faker("en_GB")
        self._fake.seed_instance(seed)
        self._random: Random = self._fake.random
        self.ports = [self._fake.unique.city() for _ in range(12)]
        self.people = [self._fake.unique.first_name() for _ in range(60)]

    def one(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[int(self._random.random() * len(items))]

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """`count` different items in any order."""
        return self._random.sample(items, count)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random.random() < probability

    def number(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def took(self, usual: float) -> str:
        """A duration around `usual` seconds; occasionally a far longer one."""
        seconds = usual * (0.7 + 0.6 * self._random.random())
        if self.chance(0.03):
            seconds *= self.number(4, 9)
        return f"{round(seconds * 1000)}ms"

    def moments(self, count: float) -> Iterator[float]:
        """Seconds before now, descending; about `count` of them fill the span."""
        seconds = float(SPAN)
        while True:
            seconds -= SPAN / max(count, 1) * 2 * self._random.random()
            yield max(seconds, 120.0)
