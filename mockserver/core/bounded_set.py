"""A bounded set of recently seen keys."""

from __future__ import annotations


class BoundedSet:
    """A set of at most `most` keys, from which the least recently added ones are dropped."""

    def __init__(self, most: int = 65_536) -> None:
        self._most = most
        self._keys: dict[bytes, None] = {}

    def add(self, key: bytes) -> bool:
        """Add a key. True if it was there already."""
        known = key in self._keys
        if known:
            del self._keys[key]
        self._keys[key] = None
        if len(self._keys) > self._most:
            del self._keys[next(iter(self._keys))]
        return known

    def clear(self) -> None:
        """Remove all keys."""
        self._keys.clear()
