"""Two generations of the Weave library of Python against the trace side.

Every version traces into a database file. The server stops, another starts on that file, and every
version reads there what was traced: four pairs of a version that writes and one that reads.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mockserver.http.request_log import LoggedRequest
from tests.clients.conftest import FindLibrary, serving

VERSIONS = ("weave-0.52.22", "weave-0.54.0")

SETTINGS = {"currency": "EUR", "steps": [1, 2.5, {"note": None}]}


class Visit(NamedTuple):
    """What a program printed, the requests that it made, and the database it left."""

    printed: Any
    requests: list[LoggedRequest]
    db: Path


@pytest.fixture(scope="session", params=VERSIONS)
def traced(
    request: pytest.FixtureRequest, library: FindLibrary, tmp_path_factory: pytest.TempPathFactory
) -> Visit:
    """`trace.py` has run against an empty server, which has stopped.

    The wider scope keeps pytest from tracing anew for each version that reads.
    """
    db = tmp_path_factory.mktemp("traced") / "db.json"
    with serving(db=str(db)) as (server, requests):
        return Visit(library(request.param).run("trace.py", server), requests, db)


@pytest.fixture(scope="module", params=VERSIONS)
def reread(request: pytest.FixtureRequest, library: FindLibrary, traced: Visit) -> Visit:
    """`read.py` has run against another server on the same file."""
    left = traced.printed["op"], traced.printed["settings"]
    with serving(db=str(traced.db)) as (server, requests):
        printed = library(request.param).run("read.py", server, *left)
        return Visit(printed, requests, traced.db)


def rows(visit: Visit, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(call[name] for name in names) for call in visit.printed["calls"]]


def test_calls_have_their_inputs_and_outputs(traced):
    assert rows(traced, "op", "inputs", "output") == [
        ("offer", {"ware": "tea", "pieces": 3}, {"ware": "tea", "total": 13.5}),
        ("price", {"ware": "tea"}, 4.5),
        ("offer", {"ware": "unicorn", "pieces": 1}, {"ware": "unicorn", "total": None}),
        ("price", {"ware": "unicorn"}, None),
        ("order", {"wares": ["tea", "unicorn"]}, None),
        ("price", {"ware": "tea"}, 4.5),
        ("price", {"ware": "unicorn"}, None),
    ]


def test_an_exception_is_kept_with_every_call_it_left(traced):
    error = ["KeyError", "'unicorn'"]
    failed = [(op, told) for op, told in rows(traced, "op", "exception") if told]
    assert failed == [("price", error), ("order", error), ("price", error)]
    assert traced.printed["lost"] == "KeyError('unicorn')"


def test_calls_hang_below_the_call_that_made_them(traced):
    offer, price, offer_2, price_2, order, price_3, price_4 = traced.printed["calls"]
    for parent, *children in ((offer, price), (offer_2, price_2), (order, price_3, price_4)):
        assert parent["parent_id"] is None
        assert {child["parent_id"] for child in children} == {parent["id"]}
        assert {child["trace_id"] for child in children} == {parent["trace_id"]}


def test_calls_are_over_and_count_the_outcomes_below_them(traced):
    assert all(call["is_over"] for call in traced.printed["calls"])
    outcomes = {op: counts for op, counts in rows(traced, "op", "outcomes") if op != "price"}
    assert outcomes == {
        "offer": {"success": 1, "error": 1},
        "order": {"success": 1, "error": 2},
    }


def test_attributes_reach_the_calls_below(traced):
    assert rows(traced, "shop") == [("north",)] * 2 + [(None,)] * 5


def test_a_call_can_be_renamed(traced):
    assert rows(traced, "display_name") == [("Tea for three",)] + [(None,)] * 6


def test_a_deleted_call_is_gone_with_those_below_it(traced):
    assert "tee" not in [call["inputs"].get("ware") for call in traced.printed["calls"]]


def test_a_published_value_comes_back(traced):
    assert traced.printed["settings_got"] == SETTINGS


def test_nothing_that_a_client_asked_was_refused(traced):
    assert [entry for entry in traced.requests if entry.status != 200] == []


def test_every_version_reads_the_same_calls_after_a_restart(traced, reread):
    assert reread.printed["calls"] == traced.printed["calls"]
    assert reread.printed["count"] == len(traced.printed["calls"])


def test_every_version_finds_calls_by_condition_order_and_id(reread):
    calls = reread.printed["calls"]
    roots = [call["id"] for call in calls if call["parent_id"] is None]
    assert reread.printed["roots"] == roots
    assert reread.printed["newest"] == calls[-1]["id"]
    assert reread.printed["by_id"] == calls[0]["id"]


def test_every_version_reads_the_source_of_an_op(reread):
    assert 'PRICES = {\n    "tea": 4.5\n}' in reread.printed["source"]
    assert "def price(ware: str) -> float:\n    return PRICES[ware]" in reread.printed["source"]


def test_every_version_reads_the_published_value(reread):
    assert reread.printed["settings"] == SETTINGS
    assert reread.printed["latest_settings"] == SETTINGS


def test_nothing_that_a_reader_asked_was_refused(reread):
    assert [entry for entry in reread.requests if entry.status != 200] == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_call_may_be_renamed_or_deleted_before_its_start_is_sent(library, version):
    with serving() as (server, _):
        assert library(version).run("haste.py", server) == [["Twice one", 2]]
