"""What the newest Weave library of Python does that no older one does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.conftest import FindLibrary, serving


def test_a_value_is_read_by_its_alias_next_trace_15(library: FindLibrary) -> None:
    with serving() as (server, requests):
        told = library("weave-0.54.0").run("label.py", server)
    assert told == {
        "value": {"steps": 1},
        "tags": ["checked", "fast"],
        "aliases": ["prod"],
        "all_tags": ["checked", "fast"],
        "all_aliases": ["beta", "latest", "prod"],
        "left": ["checked"],
    }
    assert {request.status for request in requests if "tags" in request.path} == {200}


@pytest.fixture(scope="module")
def review(library: FindLibrary) -> Any:
    """What `review.py` got."""
    with serving() as (server, requests):
        told = library("weave-0.54.0").run("review.py", server)
    assert {request.status for request in requests} == {200}
    return told


def test_results_of_an_evaluation_are_queried(review: Any) -> None:
    assert (review["rows"], review["trials"]) == ([0, 1, 2], 3)
    assert review["pass_rate"] == pytest.approx(1 / 3)


def test_calls_wait_in_a_queue(review: Any) -> None:
    added, total, completed, names = review["queue"]
    assert (added, total, completed, names) == (3, 3, 1, ["Done"])
    assert review["positions"] == [1, 2, 3]


def test_a_link_of_a_dataset_to_its_source_is_deleted(review: Any) -> None:
    assert review["links"] == [[True], []]


def test_a_conversation_is_read_next_trace_51(review: Any) -> None:
    assert (review["agents"], review["spans"], review["turns"]) == (["guide"], 3, 1)
    assert review["lists"] == [[], [], []]
    kinds = ["user_message", "agent_start", "assistant_message", "tool_call"]
    assert review["messages"] == kinds
    assert (review["feedback"], review["cost"]) == (1, 13)
    assert (review["tokens"], review["found"]) == (5, ["c1"])
