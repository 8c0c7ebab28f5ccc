"""Long work that pauses wherever it likes, however deep its calls are.

Code that is written as a generator pauses by `yield`. A recursive writer or a foreign library
cannot, so it runs in a greenlet: `pause` switches back to whoever drives it, who lets everybody
else have a turn before the work goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from greenlet import getcurrent, greenlet

from mockserver.core.steps import Steps

Result = TypeVar("Result")


class _Work(greenlet):  # type: ignore[misc]
    """Work that may pause."""


def pause() -> None:
    """Let everybody else have a turn; does nothing in code that was not begun by `pausing`."""
    work = getcurrent()
    if isinstance(work, _Work) and work.parent is not None:
        work.parent.switch()


def pausing(work: Callable[[], Result]) -> Result | Steps[Result]:
    """Begin the work. Its result, or, where it has paused, the steps that are left of it."""
    begun = _Work(work)
    found: Result = begun.switch()
    return found if begun.dead else _steps(begun)


def _steps(work: _Work) -> Steps[Result]:
    """One step from each pause to the next. Ends the work if the steps are given up."""
    try:
        while not work.dead:
            yield
            work.parent = getcurrent()
            found: Result = work.switch()
        return found
    finally:
        if not work.dead:
            work.throw()
