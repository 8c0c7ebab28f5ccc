"""OpenTelemetry's exporter for Python against the trace side."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import httpx
import pytest

from mockserver.server import MockServer
from mockserver.settings import Settings
from tests.clients.conftest import FindLibrary

PROJECTS = ["acme/spans", "acme/zipped", "acme/deflated"]


class Export(NamedTuple):
    """What the program told of its exports, and the calls that they became."""

    told: dict[str, Any]
    calls: dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def exported(library: FindLibrary) -> dict[str, Export]:
    """What `export_spans.py` sent, by project; the calls by the names of their ops."""
    with MockServer(Settings(port=0, log="quiet")) as server:
        told = library("openai").run("export_spans.py", server)
        return {project: Export(told[project], calls(server, project)) for project in told}


def calls(server: MockServer, project: str) -> dict[str, dict[str, Any]]:
    if "/" not in project:
        return {}
    answer = httpx.post(
        f"{server.url}/calls/stream_query", json={"project_id": project}, auth=("api", "any")
    )
    assert answer.status_code == 200
    return {call["op_name"]: call for call in map(json.loads, answer.text.splitlines())}


@pytest.mark.parametrize("project", PROJECTS)
def test_every_export_succeeds_and_its_ids_are_the_calls(exported, project):
    told, calls = exported[project]
    assert told["results"] == ["SUCCESS"] * 3
    assert [calls["order"]["id"], calls["ask"]["id"]] == told["ids"]
    assert {call["trace_id"] for call in calls.values()} == {told["trace"]}


@pytest.mark.parametrize("project", PROJECTS)
def test_spans_hang_below_their_parent_and_are_over(exported, project):
    root, *below = (exported[project].calls[name] for name in ("order", "ask", "price"))
    assert root["parent_id"] is None
    assert {call["parent_id"] for call in below} == {root["id"]}
    assert all(root["started_at"] <= call["started_at"] for call in below)
    assert all(call["ended_at"] <= root["ended_at"] for call in below)


@pytest.mark.parametrize("project", PROJECTS)
def test_conventions_are_understood(exported, project):
    calls = exported[project].calls
    assert calls["order"]["inputs"] == {"input.value": {"wares": ["tea", "milk"]}}
    assert calls["ask"]["output"] == {"gen_ai.completion": [{"content": "yes"}]}
    assert calls["ask"]["summary"]["usage"]["m1"]["total_tokens"] == 4
    assert calls["order"]["attributes"]["otel_span"]["attributes"]["shop"] == "north"


@pytest.mark.parametrize("project", PROJECTS)
def test_a_recorded_exception_is_the_calls(exported, project):
    failed = exported[project].calls["price"]
    assert failed["exception"] == "KeyError: 'milk'"
    assert failed["summary"]["weave"]["status"] == "error"
    (event,) = failed["attributes"]["otel_span"]["events"]
    assert event["attributes"]["exception.type"] == "KeyError"


def test_an_export_to_no_project_fails(exported):
    assert exported["nowhere"].told["results"] == ["FAILURE"] * 3
