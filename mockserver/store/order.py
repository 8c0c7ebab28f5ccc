"""A sorted sequence that stays fast when it is long."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator
from itertools import chain, groupby, islice
from operator import itemgetter

Rank = tuple[str, str, int]
"""Where a document stands: value, key, document number."""

BLOCK = 1024


class Order:
    """Ranks in rising order, in blocks of at most 2 x BLOCK.

    Appending is O(1), which is what arrivals in time order do; any other insertion moves at most
    one block.
    """

    def __init__(self) -> None:
        self._blocks: list[list[Rank]] = []
        self._lasts: list[Rank] = []

    def rising(self, low: str = "") -> Iterator[Rank]:
        """Ranks from the value `low` upwards."""
        at = bisect_left(self._lasts, (low, "", 0))
        if at == len(self._blocks):
            return iter(())
        first = self._blocks[at]
        begin = islice(first, bisect_left(first, (low, "", 0)), None)
        return chain(begin, chain.from_iterable(islice(self._blocks, at + 1, None)))

    def falling(self) -> Iterator[Rank]:
        """Ranks by falling value; those of equal value by rising key, as the service has them."""
        downwards = chain.from_iterable(map(reversed, reversed(self._blocks)))
        for _, ties in groupby(downwards, itemgetter(0)):
            yield from reversed(list(ties))

    def add(self, rank: Rank) -> None:
        """Enter a rank at its place."""
        if not self._lasts or rank > self._lasts[-1]:
            self._append(rank)
            return
        at = bisect_left(self._lasts, rank)
        block = self._blocks[at]
        insort(block, rank)
        if len(block) > 2 * BLOCK:
            self._split(at)

    def remove(self, rank: Rank) -> None:
        """Take a rank out. Raises ValueError if it is not there."""
        at = bisect_left(self._lasts, rank)
        block = self._blocks[at] if at < len(self._blocks) else []
        place = bisect_left(block, rank)
        if place == len(block) or block[place] != rank:
            raise ValueError(f"{rank} is not in the order")
        del block[place]
        if block:
            self._lasts[at] = block[-1]
        else:
            del self._blocks[at], self._lasts[at]

    def _append(self, rank: Rank) -> None:
        if self._blocks and len(self._blocks[-1]) < 2 * BLOCK:
            self._blocks[-1].append(rank)
            self._lasts[-1] = rank
        else:
            self._blocks.append([rank])
            self._lasts.append(rank)

    def _split(self, at: int) -> None:
        block = self._blocks[at]
        self._blocks[at : at + 1] = [block[:BLOCK], block[BLOCK:]]
        self._lasts[at : at + 1] = [block[BLOCK - 1], block[-1]]
