"""Work that pauses, however deep its calls are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mockserver.core.pauses import pause, pausing


def deep(depth: int, seen: list[int]) -> int:
    """Recursive work that pauses at its bottom."""
    if depth:
        return deep(depth - 1, seen) + 1
    for number in range(3):
        seen.append(number)
        pause()
    return 0


def result_of(steps: Iterator[None]) -> object:
    found: list[object] = []

    def drive() -> Iterator[None]:
        found.append((yield from steps))

    list(drive())
    return found[0]


def test_work_without_a_pause_is_done_at_once():
    assert pausing(lambda: 7) == 7


def test_work_goes_on_where_it_paused_and_returns_its_result_in_the_end():
    seen: list[int] = []
    steps = pausing(lambda: deep(20, seen))
    assert isinstance(steps, Iterator)
    assert seen == [0]
    next(steps)
    assert seen == [0]
    next(steps)
    assert seen == [0, 1]
    assert result_of(steps) == 20
    assert seen == [0, 1, 2]


def test_two_works_take_turns():
    one, other = [], []
    works = [pausing(lambda: deep(3, one)), pausing(lambda: deep(3, other))]
    for steps in works * 2:
        next(steps)
    assert (one, other) == ([0, 1], [0, 1])


def test_an_error_after_a_pause_reaches_whoever_drives_the_work():
    def fail() -> None:
        pause()
        raise ValueError("later")

    with pytest.raises(ValueError, match="later"):
        list(pausing(fail))


def test_work_that_is_given_up_is_ended_where_it_paused():
    ended: list[str] = []

    def work() -> None:
        try:
            pause()
        finally:
            ended.append("here")

    steps = pausing(work)
    next(steps)
    steps.close()
    assert ended == ["here"]


def test_a_pause_of_ordinary_code_does_nothing():
    pause()
