"""Wakes those who follow a server: after what may have changed it, and when it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Wake = Callable[[], None]


class News:
    """Tells its followers that there is something to look at, not what it is."""

    def __init__(self) -> None:
        self._followers: set[Wake] = set()
        self.over = False
        """Whether the server ends, so that nobody should wait for more."""

    def tell(self, *_: object) -> None:
        """Wake every follower, in any thread."""
        for wake in tuple(self._followers):
            wake()

    def end(self) -> None:
        """Let every follower go."""
        self.over = True
        self.tell()

    @contextmanager
    def followed(self, wake: Wake) -> Iterator[None]:
        """Call `wake` at each piece of news."""
        self._followers.add(wake)
        try:
            yield
        finally:
            self._followers.discard(wake)
