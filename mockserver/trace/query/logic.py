"""Logic of three values: None is NULL, which stays NULL under `$not`, and only True matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mockserver.core.model import Record

Truth = bool | None
Predicate = Callable[[Record], bool]
Test = Callable[[Record], Truth]


def all_true(tests: Sequence[Test]) -> Predicate:
    """Where NULL counts as no, the first that is not true decides."""

    def holds(record: Record) -> bool:
        for test in tests:  # noqa: SIM110 - a generator costs as much as a test
            if test(record) is not True:
                return False
        return True

    return holds


def every(tests: Sequence[Test]) -> Test:
    """`$and`: one that is false decides, even beside NULL."""
    return _decided(tests, by=False)


def some(tests: Sequence[Test]) -> Test:
    """`$or`: one that is true decides, even beside NULL."""
    return _decided(tests, by=True)


def opposite(test: Test) -> Test:
    """`$not`."""

    def holds(record: Record) -> Truth:
        answer = test(record)
        return None if answer is None else not answer

    return holds


def _decided(tests: Sequence[Test], *, by: bool) -> Test:
    def holds(record: Record) -> Truth:
        result: Truth = not by
        for test in tests:
            answer = test(record)
            if answer is by:
                return by
            if answer is None:
                result = None
        return result

    return holds
