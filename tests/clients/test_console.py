"""The console and the page of operations in a real browser."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from mockserver.server import MockServer
from tests.clients.conftest import FindLibrary, serving
from tests.conftest import CREDENTIAL, P

LOOK_UP = {
    "op": "look_up",
    "took": "1s",
    "usage": {"model": "gpt-4o-mini", "prompt": 2_000_000, "completion": 1_000_000},
}
FILE = {
    "mockserver": 1,
    "projects": {
        P: {
            "calls": [{"op": "answer", "took": "2s", "children": [LOOK_UP]}],
            "objects": [{"name": "prompt", "versions": ["Be kind.", "Be brief."]}],
        }
    },
}
CALL = {
    "project_id": P,
    "id": "a",
    "op_name": "predict",
    "started_at": "2025-01-01T09:00:00Z",
    "attributes": {},
    "inputs": {"x": 1},
}


@pytest.fixture(scope="module")
def seen(library: FindLibrary) -> Any:
    """What a person saw in a server with a few records and two requests."""
    with serving() as (server, _):
        _use(server)
        return library("node").run("console.cjs", server)


def _use(server: MockServer) -> None:
    with httpx.Client(base_url=server.url, headers=CREDENTIAL) as client:
        client.post("/__admin/state/load", json=FILE).raise_for_status()
        client.post("/call/start", json={"start": CALL}).raise_for_status()
        assert client.post("/calls/start", json={}).status_code == 404


def test_requests_are_listed_with_what_was_sent_and_got(seen):
    shown = seen["requests"]["shown"]
    assert "POST /call/start → 200" in shown
    assert "def test_request(mockserver):" in shown
    assert "Bearer test" not in shown


def test_an_unknown_path_tells_what_it_may_have_been(seen):
    assert "POST /call/start" in seen["requests"]["hint"]


def test_requests_and_counts_arrive_by_themselves_and_go_when_they_are_forgotten(seen):
    assert "No request has arrived" in seen["forgotten"]


def test_a_trace_is_a_tree_that_the_arrow_keys_walk(seen):
    assert "look_up" in seen["traces"]["tree"]
    assert "look_up" in seen["traces"]["chosen"]


def test_a_trace_costs_what_its_calls_do(seen):
    assert "$0.90" in seen["traces"]["tree"]
    assert "$0.90" in seen["traces"]["row"]


def test_versions_of_an_object_stand_side_by_side(seen):
    assert seen["data"] == ['"Be kind."', '"Be brief."']


def test_faults_are_planned_and_the_state_is_emptied(seen):
    control = seen["control"]
    assert "503" in control["faults"][0]
    assert '"calls":3' in control["news"]


def test_an_operation_is_tried_on_its_page(seen):
    assert '"call": null' in seen["operations"]


def test_no_script_failed(seen):
    assert seen["errors"] == []
