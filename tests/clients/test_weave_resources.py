"""The v2 methods of the Weave library of Python: every resource from its creation to its end."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from mockserver.http.request_log import LoggedRequest
from tests.clients.conftest import FindLibrary, serving
from tests.clients.test_weave import VERSIONS


class Recounted(NamedTuple):
    """What `recount.py` printed, and the requests that it made."""

    printed: dict[str, Any]
    requests: list[LoggedRequest]

    def read(self, kind: str) -> dict[str, Any]:
        found: dict[str, Any] = self.printed["read"][kind]
        return found


@pytest.fixture(scope="module", params=VERSIONS)
def recounted(request: pytest.FixtureRequest, library: FindLibrary) -> Recounted:
    with serving() as (server, requests):
        return Recounted(library(request.param).run("recount.py", server), requests)


def test_versions_come_back(recounted):
    assert recounted.read("op")["code"] == "def f(): pass"
    assert recounted.read("dataset")["name"] == "Rows"
    assert recounted.read("scorer")["score_op"] == recounted.read("op")["digest"]
    assert recounted.read("model")["attributes"] == {"k": 2}
    evaluation, dataset = recounted.read("evaluation"), recounted.read("dataset")
    assert evaluation["dataset"].endswith(f"/object/rows:{dataset['digest']}")


def test_a_run_comes_back_with_what_was_predicted_and_scored(recounted):
    found, prediction, score = map(recounted.read, ("evaluation_run", "prediction", "score"))
    assert (found["status"], found["summary"]["mine"]) == ("completed", 1)
    assert (prediction["inputs"], prediction["output"]) == ({"q": 2}, 4)
    assert score["value"] == 1
    assert prediction["evaluation_run_id"] == score["evaluation_run_id"]


def test_what_was_read_is_listed(recounted):
    for kind, listed in recounted.printed["listed"].items():
        assert recounted.read(kind) in listed
    sizes = {kind: len(listed) for kind, listed in recounted.printed["listed"].items()}
    calls = {"evaluation_run": 2, "prediction": 2, "score": 2}
    assert sizes == {"dataset": 1, "scorer": 1, "evaluation": 1, "model": 1, **calls}


def test_lists_are_narrowed(recounted):
    _, second = recounted.printed["runs"]
    assert [found["evaluation_run_id"] for found in recounted.printed["found"]] == [second]
    assert [score["value"] for score in recounted.printed["in_run"]] == [0.5, 1]


def test_exactly_what_was_named_is_deleted(recounted):
    deleted = recounted.printed["deleted"]
    assert {deleted.pop(kind) for kind in [*deleted] if kind != "evaluation_run"} == {1}
    assert deleted["evaluation_run"] == len(["run", "trial", "prediction", "score", "trial", "sum"])
    left = {kind: len(listed) for kind, listed in recounted.printed["left"].items() if listed}
    assert left == {"evaluation_run": 1}


def test_nothing_that_was_asked_was_refused(recounted):
    assert [entry for entry in recounted.requests if entry.status != 200] == []
