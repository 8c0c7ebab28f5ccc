"""Keys that were met before, without end: the oldest are forgotten."""

from __future__ import annotations


class BoundedSet:
    """The last `most` different keys."""

    def __init__(self, most: int = 65_536) -> None:
        self._most = most
        self._keys: dict[bytes, None] = {}

    def add(self, key: bytes) -> bool:
        """Whether a key was met before; from now on it was."""
        known = key in self._keys
        if known:
            del self._keys[key]
        self._keys[key] = None
        if len(self._keys) > self._most:
            del self._keys[next(iter(self._keys))]
        return known

    def clear(self) -> None:
        """Forget all keys."""
        self._keys.clear()
