"""A sorted sequence of documents that stays fast as it grows."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice, takewhile
from operator import itemgetter
from typing import NamedTuple

Rank = tuple[str, str, int]
"""Sort value, key, and number of a document."""

BLOCK = 1024
"""Ranks in half of a full block."""

TOP = "\U0010ffff"
"""Sorts above any text."""


class ValueRange(NamedTuple):
    """Values from `low` to `high`, both included."""

    low: str = ""
    high: str = TOP


EVERYTHING = ValueRange()

_value = itemgetter(0)


class Block(list[Rank]):
    """A part of an order. `walks` is the number of walks that began before it was created."""

    __slots__ = ("walks",)

    def __init__(self, ranks: Iterable[Rank], walks: int) -> None:
        super().__init__(ranks)
        self.walks = walks


class Order:
    """Ranks in rising order, in blocks of at most 2 x BLOCK.

    Appending is O(1), which suits records that arrive in time order; any other insertion moves at
    most one block. A walk shows the moment at which it began: a block is copied before it changes
    if a walk may be reading it.
    """

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._lasts: list[Rank] = []
        self._walks = 0

    def rising(self, span: ValueRange) -> Iterator[Rank]:
        """Walk the ranks within a span, by rising value and then key."""
        at, place = self._locate((span.low, "", 0))
        self._walks += 1
        lent = self._blocks[at:]
        first = islice(lent[0], place, None) if lent else ()
        upwards = chain(first, chain.from_iterable(lent[1:]))
        if span.high == TOP:
            return upwards
        return takewhile(lambda rank: rank[0] <= span.high, upwards)

    def falling(self, span: ValueRange) -> Iterator[Rank]:
        """Walk the ranks within a span by falling value; equal values still by rising key."""
        at, place = self._locate((span.high + TOP, "", 0))
        self._walks += 1
        first = self._blocks[at][:place] if place else []
        downwards = chain(reversed(first), *map(reversed, reversed(self._blocks[:at])))
        ranks = takewhile(lambda rank: rank[0] >= span.low, downwards)
        return chain.from_iterable(reversed(list(ties)) for _, ties in groupby(ranks, _value))

    def add(self, rank: Rank) -> None:
        """Insert a rank."""
        lasts = self._lasts
        if lasts and rank < lasts[-1]:
            at = bisect_left(lasts, rank)
            block = self._own(at)
            insort(block, rank)
            if len(block) > 2 * BLOCK:
                self._split(at)
        elif lasts and len(self._blocks[-1]) < 2 * BLOCK:
            self._own(-1).append(rank)
            lasts[-1] = rank
        else:
            self._blocks.append(Block((rank,), self._walks))
            lasts.append(rank)

    def remove(self, rank: Rank) -> None:
        """Remove a rank. Raises ValueError if it is not there."""
        at = bisect_left(self._lasts, rank)
        block = self._own(at) if at < len(self._blocks) else Block((), 0)
        place = bisect_left(block, rank)
        if place == len(block) or block[place] != rank:
            raise ValueError(f"{rank} is not in the order")
        del block[place]
        if block:
            self._lasts[at] = block[-1]
        else:
            del self._blocks[at], self._lasts[at]

    def _locate(self, rank: Rank) -> tuple[int, int]:
        """The block, and the position in it, of the first rank that is not below `rank`."""
        at = bisect_left(self._lasts, rank)
        return at, bisect_left(self._blocks[at], rank) if at < len(self._blocks) else 0

    def _own(self, at: int) -> Block:
        """The block at an index, for a change; it is copied first if a walk may be reading it."""
        block = self._blocks[at]
        if block.walks != self._walks:
            block = self._blocks[at] = Block(block, self._walks)
        return block

    def _split(self, at: int) -> None:
        block = self._blocks[at]
        halves = block[:BLOCK], block[BLOCK:]
        self._blocks[at : at + 1] = [Block(half, self._walks) for half in halves]
        self._lasts[at : at + 1] = [half[-1] for half in halves]
