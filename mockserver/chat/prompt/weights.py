"""How much a value of a chat template is, when everything in it is written out.

A list that holds another one twice costs nothing to make, but comparing it, or making a text of it,
costs what it comes to. Whatever is weighed must not change afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any


class Weights:
    """Weighs values of one rendering, each list, tuple and dictionary once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, int]] = {}
        """By the identity of a value, which is kept so that no other one takes it over."""

    def of(self, value: Any) -> int:
        """The characters of all texts in a value, and one for everything else."""
        if isinstance(value, str):
            return len(value)
        if isinstance(value, dict):
            return self._of_all(value, chain(value, value.values()))
        if isinstance(value, (list, tuple)):
            return self._of_all(value, value)
        return 1

    def _of_all(self, value: Any, items: Iterable[Any]) -> int:
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = value, 1 + sum(map(self.of, items))
        return known[1]
