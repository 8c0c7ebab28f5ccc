"""OpenTelemetry's exporter for Python against the trace side, and libraries that export by it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import httpx
import pytest

from mockserver.server import MockServer
from mockserver.settings import Settings
from tests.clients.conftest import FindLibrary, serving

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


class Watched(NamedTuple):
    """What OpenAI's library answered while something watched it, and the calls that came of it."""

    told: dict[str, Any]
    chat: dict[str, Any]
    streamed: dict[str, Any]
    tool: dict[str, Any]
    response: dict[str, Any]
    embeddings: dict[str, Any]


@pytest.fixture(scope="module", params=["opentelemetry", "openinference"])
def watched(library: FindLibrary, request: pytest.FixtureRequest) -> Watched:
    """What `instrumented.py` got with OpenLLMetry, and with OpenInference."""
    with serving() as (server, _):
        package = f"{request.param}.instrumentation.openai"
        told = library("openai").run("instrumented.py", server, package)
        return Watched(told, *server.calls())


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


def texts_in(value: Any) -> list[str]:
    """Every text in a JSON value."""
    if isinstance(value, dict):
        return [text for inner in value.values() for text in texts_in(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in texts_in(inner)]
    return [value] if isinstance(value, str) else []


def test_a_watched_client_leaves_its_questions_and_answers(watched):
    answers = [watched.told[name] for name in ("chat", "streamed", "response")]
    for call, answer in zip(
        (watched.chat, watched.streamed, watched.response), answers, strict=True
    ):
        assert "When should I prune my apple tree?" in texts_in(call["inputs"])
        assert answer in texts_in(call["output"])
    assert "get_weather" in texts_in(watched.tool["output"])
    assert "a tree" in texts_in(watched.embeddings["inputs"])


def test_a_watched_client_leaves_its_model_and_usage(watched):
    for call in watched[1:4]:
        usage = call["summary"]["usage"]["m1"]
        assert usage["total_tokens"] == sum(
            usage[name] or 0
            for name in ("prompt_tokens", "input_tokens", "completion_tokens", "output_tokens")
        )
    for call in (watched.chat, watched.streamed, watched.response):
        usage = call["summary"]["usage"]["m1"]
        assert usage["total_tokens"] == watched.told["usage"]["total_tokens"]


def test_logfire_shows_an_agent_of_pydantic_ai(library):
    with serving() as (server, _):
        told = library("frameworks").run("observed_pydantic.py", server)
        calls = server.calls()
    by_name = {call["op_name"]: call for call in calls}
    assert by_name.keys() == {
        "invoke_agent forecaster",
        "chat m1",
        "execute_tool get_weather",
    }
    root = by_name["invoke_agent forecaster"]
    assert root["output"] == {"final_result": told["said"]}
    assert "What is the weather in Oslo?" in texts_in(root["inputs"])
    below = [call for call in calls if call is not root]
    assert len(below) == 3
    assert {call["parent_id"] for call in below} == {root["id"]}
    assert told["said"] in texts_in(by_name["chat m1"]["output"])
    assert by_name["chat m1"]["attributes"]["system"] == [{"type": "text", "content": "Be brief."}]
    assert by_name["chat m1"]["summary"]["usage"]["m1"]["total_tokens"] > 0
    assert len({call["thread_id"] for call in calls}) == 1
    assert root["thread_id"]
