"""The Weave library of Python against a server that refuses, fails and drops connections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from mockserver.http.request_log import LoggedRequest
from tests.clients.conftest import FindLibrary, serving
from tests.clients.test_weave import VERSIONS

FAILURES: dict[str, dict[str, Any]] = {
    "Obj Create": {"drop": True},
    "File Create": {"status": 502},
    "Table Create": {"status": 429, "retry_after": 0.1},
    "Call Start Batch": {"status": 503},
    "Calls Complete": {"drop": True},
    "Calls Query Stream": {"status": 500},
}
"""What befalls the first request of each operation."""


class Endured(NamedTuple):
    """What `endure.py` printed, and the requests that it made."""

    printed: dict[str, Any]
    requests: list[LoggedRequest]


@pytest.fixture(scope="module", params=VERSIONS)
def endured(request: pytest.FixtureRequest, library: FindLibrary) -> Iterator[Endured]:
    with serving() as (server, requests):
        for operation, failure in FAILURES.items():
            server.plan(operation, times=1, **failure)
        yield Endured(library(request.param).run("endure.py", server), requests)


def test_nothing_is_lost_or_doubled(endured):
    assert endured.printed["doubled"] == [0, 2, 4, 6, 8, 10, 12, 14]
    assert endured.printed["settings"] == {"currency": "EUR"}
    assert endured.printed["wares"] == ["tea", "milk"]


def test_each_operation_failed_once_and_was_asked_again(endured):
    for operation in {exchange.operation for exchange in endured.requests} & set(FAILURES):
        asked = [each for each in endured.requests if each.operation == operation]
        assert [bool(each.faults) for each in asked].count(True) == 1
        assert asked[-1].status == 200
