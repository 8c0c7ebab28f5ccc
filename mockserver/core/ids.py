"""Ids and random draws, the only ones in the package."""

from __future__ import annotations

import random
from hashlib import blake2b

from mockserver.core.clock import Clock
from mockserver.core.newest import Newest

_MOST_KEYS = 10_000
"""Keys whose uses are counted."""


class Ids:
    """A source of ids and random draws; with a seed and a frozen clock they are reproducible.

    A UUIDv7 has the clock's millisecond, then a 12-bit count, so the ids of one server sort in the
    order of their creation, even within a millisecond and on a frozen clock.
    """

    def __init__(self, clock: Clock, seed: int | str | None = None) -> None:
        self._clock = clock
        self._seed = seed
        self.restart()

    def restart(self) -> None:
        """Restart the sequence of ids; with a seed it repeats."""
        self.reseed(self._seed)

    def reseed(self, seed: int | str | None) -> None:
        """Start another sequence of ids, until the next `restart`."""
        self._random = random.Random(seed)
        self.repeatable = seed is not None
        self._secret = blake2b(str(seed).encode(), digest_size=32).digest()
        self._uses = Newest[bytes, int](_MOST_KEYS)
        self._last = 0
        self._requests = 0

    def apart(self, name: str) -> Ids:
        """An independent source of ids, which is repeatable if this one is."""
        return Ids(self._clock, None if self._seed is None else f"{self._seed} {name}")

    def uuid7(self) -> str:
        """A UUIDv7 in lower case, like every id on the trace side."""
        self._last = max(self._clock.micros() // 1_000 << 12, self._last + 1)
        milliseconds, count = self._last >> 12, self._last & 0xFFF
        tail = 0b10 << 62 | self._random.getrandbits(62)
        text = f"{milliseconds:012x}7{count:03x}{tail:016x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"

    def hex(self) -> str:
        """32 hexadecimal digits, as after `chatcmpl-`."""
        return self._random.getrandbits(128).to_bytes(16).hex()

    def hex_of(self, key: bytes) -> str:
        """32 hexadecimal digits made from the seed, a key and the number of its uses so far."""
        uses = self._uses[key] = self._uses.get(key, 0) + 1
        return blake2b(b"%b %d" % (key, uses), digest_size=16, key=self._secret).hexdigest()

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random.random() < probability

    def request(self) -> int:
        """The next request number, for the header `X-Mockserver-Request`."""
        self._requests += 1
        return self._requests
