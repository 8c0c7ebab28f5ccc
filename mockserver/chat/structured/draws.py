"""Deterministic draws: pseudo-random choices that depend on a key only."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_MULTIPLIER = 6_364_136_223_846_793_005
_INCREMENT = 1_442_695_040_888_963_407
_MASK = 2**64 - 1


class Draws:
    """A linear congruential generator with 64 bits of state; draws use the upper 53."""

    def __init__(self, key: bytes) -> None:
        self._state = int.from_bytes(blake2b(key, digest_size=8).digest())

    def below(self, bound: int) -> int:
        """An integer from 0 to `bound` - 1."""
        self._state = (self._state * _MULTIPLIER + _INCREMENT) & _MASK
        return (self._state >> 11) * bound >> 53

    def between(self, low: int, high: int) -> int:
        """An integer from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, each equally likely."""
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        """True with a probability of `percent`."""
        return self.below(100) < percent
