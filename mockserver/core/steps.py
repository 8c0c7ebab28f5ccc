"""Long work in steps, between which other requests may be served.

After each step, the driver decides whether to continue at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, TypeVar

Item = TypeVar("Item")
Row = TypeVar("Row")
Result = TypeVar("Result")

Steps = Generator[None, None, Result]
"""Yields after each step and finally returns the result."""

GROUP = 16
"""Items in a step: with calls of ordinary size, a twentieth of a millisecond."""

UNREAD = 64
"""Items in a step if they are not parsed."""


def in_steps(
    items: Iterable[Item],
    work: Callable[[list[Item]], Iterable[Row]],
    enough: int | None = None,
    at_a_time: int = GROUP,
) -> Steps[list[Row]]:
    """Apply `work` to the items, group by group, until there are `enough` rows or a few more.

    `items` must not change in the pauses.
    """
    source = iter(items)
    rows: list[Row] = []
    while (enough is None or len(rows) < enough) and (group := list(islice(source, at_a_time))):
        rows += work(group)
        yield
    return rows


def each(items: Iterable[Item], work: Callable[[Item], object]) -> Steps[None]:
    """Apply `work` to each item."""
    source = iter(items)
    while group := list(islice(source, GROUP)):
        for item in group:
            work(item)
        yield


def at_once(steps: Steps[Result]) -> Result:
    """Run all steps without a pause and return the result."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        result: Result = end.value
        return result


def added_up(items: Iterable[Item], measure: Callable[[Item], int]) -> Steps[int]:
    """Add up the measures of items."""
    sums = in_steps(items, lambda group: [sum(map(measure, group))], at_a_time=UNREAD)
    return sum((yield from sums))


def let_go(items: list[Any]) -> Steps[None]:
    """Delete the items of a list group by group, since freeing many is slow."""
    while len(items) > GROUP:
        del items[-GROUP:]
        yield
