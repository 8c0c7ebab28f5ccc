"""Pauses in long work, at any depth of its calls.

A generator pauses by `yield`. A recursive function or a library cannot, so it runs in a greenlet:
`pause` switches back to the driver, which serves other requests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from greenlet import getcurrent, greenlet

from mockserver.core.steps import Steps

Result = TypeVar("Result")


class _Work(greenlet):  # type: ignore[misc]
    """A greenlet of work that may pause."""


def pause() -> None:
    """Serve other requests; does nothing outside work that `pausing` started."""
    work = getcurrent()
    if isinstance(work, _Work) and work.parent is not None:
        work.parent.switch()


def pausing(work: Callable[[], Result]) -> Result | Steps[Result]:
    """Start work. Returns its result or, if it has paused, the remaining steps."""
    begun = _Work(work)
    found: Result = begun.switch()
    return found if begun.dead else _steps(begun)


def _steps(work: _Work) -> Steps[Result]:
    """Run the work from pause to pause. Closing the generator ends the work."""
    try:
        while not work.dead:
            yield
            work.parent = getcurrent()
            found: Result = work.switch()
        return found
    finally:
        if not work.dead:
            work.throw()
