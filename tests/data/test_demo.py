"""The demo: a story that repeats itself, of any size, in which there is something to find."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mockserver.data.demo import demo
from mockserver.data.demo.heartbeat import Heartbeat
from mockserver.data.load import load
from mockserver.data.source import Source
from mockserver.settings import Settings

ASSISTANT, HANDBOOK = "acme/ferry-assistant", "acme/handbook"
JOURNEYS = f"weave:///{ASSISTANT}/op/plan_journey:*"
NOW = "2025-01-15T12:00:00Z"


@pytest.fixture(scope="module")
def client():
    from mockserver.app import create_app
    from tests.conftest import Client

    settings = Settings(auth="none", demo=True, demo_size=2000, seed=7, now=NOW)
    with Client(create_app(settings)) as client:
        yield client


def calls(client, project: str, **request: Any) -> list[dict[str, Any]]:
    return client.query(project_id=project, **request)


def rows(client, path: str, project: str, field: str, **request: Any) -> list[dict[str, Any]]:
    return list(client.post(path, json={"project_id": project, **request}).json()[field])


def statuses(found: list[dict[str, Any]]) -> Counter[str]:
    return Counter(call["summary"]["weave"]["status"] for call in found)


def test_the_same_seed_and_size_make_the_same_file():
    assert demo(7, 400) == demo(7, 400)
    assert demo(7, 400) != demo(8, 400)


@pytest.mark.parametrize("size", [400, 500, 3000])
def test_the_demo_has_about_as_many_calls_as_it_should(make_client, size):
    client = make_client(demo=True, demo_size=size)
    count = client.application.services.store.counts()["calls"]
    assert size <= count <= size + 25


def test_passengers_talk_in_threads(client):
    answer = client.post("/threads/stream_query", json={"project_id": ASSISTANT}).text
    threads = [json.loads(line) for line in answer.splitlines()]
    assert len(threads) > 50
    assert {thread["turn_count"] for thread in threads} >= {2, 3, 4, 5}


def test_nobody_asks_twice_and_one_thread_has_twenty_turns(client):
    questions_of: dict[str, list[str]] = {}
    for call in calls(client, ASSISTANT, filter={"trace_roots_only": True}):
        if call["thread_id"]:
            questions_of.setdefault(call["thread_id"], []).append(call["inputs"]["message"])
    assert len(questions_of["regular-7"]) == 20
    assert all(len(set(questions)) == len(questions) for questions in questions_of.values())


def test_the_answer_of_a_journey_has_the_findings_of_its_tools(client):
    journeys = calls(client, ASSISTANT, filter={"op_names": [JOURNEYS]})
    for journey in journeys:
        family = calls(client, ASSISTANT, filter={"trace_ids": [journey["trace_id"]]})
        found = [call["output"] for call in family if call["op_name"] == "search_crossings"]
        departs = {crossing["departs"] for each in found for crossing in each or ()}
        answer = (journey["output"] or "").replace("時", ":")
        assert all(time in answer for time in departs), (departs, answer)


def test_the_model_says_what_the_assistants_of_the_demo_say(client):
    found = [
        call
        for project in (ASSISTANT, HANDBOOK)
        for call in calls(client, project, filter={"op_names": ["chat_completion"]})
    ]
    requests = {json.dumps(call["inputs"]): call["output"] for call in found}
    assert len(requests) > 60
    for request, said in requests.items():
        answer = client.post("/v1/chat/completions", json=json.loads(request))
        message = answer.json()["choices"][0]["message"]
        assert message["content"] == said["content"]
        functions = [call["function"] for call in said.get("tool_calls", ())]
        assert [call["function"] for call in message["tool_calls"]] == functions


def test_the_second_prompt_brings_the_rules_that_answer_passengers(client):
    story = json.loads((Path(demo.__code__.co_filename).parent / "story.json").read_bytes())
    turns = calls(client, ASSISTANT, filter={"op_names": ["assistant_turn"]})
    said = {call["inputs"]["message"]: call["output"] for call in turns}
    for each in story["house"]:
        assert each["rule"] in said[each["question"]]


def test_the_second_prompt_made_passengers_happier(client):
    emojis = {}
    for call in calls(client, ASSISTANT, include_feedback=True):
        for feedback in call["summary"]["weave"].get("feedback", ()):
            if symbol := feedback["payload"].get("emoji"):
                emojis.setdefault(call["attributes"]["release"], Counter())[symbol] += 1
    first, second = emojis["2025.2"], emojis["2025.3"]
    assert first["👎"] / first.total() > 2 * second["👎"] / second.total()


def test_the_index_failed_while_it_was_rebuilt(client):
    found = calls(client, HANDBOOK, filter={"op_names": ["answer_from_handbook"]})
    failed = [call["started_at"] for call in found if call["exception"]]
    assert failed
    assert all("2025-01-14T06:00" <= moment <= "2025-01-14T10:00" for moment in failed)


def test_there_are_slow_calls_failed_ones_and_some_that_run(client):
    found = calls(client, ASSISTANT) + calls(client, HANDBOOK)
    latencies = sorted(call["summary"]["weave"].get("latency_ms", 0) for call in found)
    assert latencies[-20] > 10 * latencies[len(found) // 2]
    assert set(statuses(found)) == {"success", "error", "running", "descendant_error"}


def test_nothing_is_later_than_now(client):
    found = calls(client, ASSISTANT) + calls(client, HANDBOOK)
    assert max(call["ended_at"] or call["started_at"] for call in found) <= NOW


def test_the_larger_model_answers_better_its_last_version_is_worse_and_one_evaluation_runs(client):
    found = calls(client, HANDBOOK, filter={"trace_roots_only": True})
    runs = [call for call in found if "/op/Evaluation.evaluate:" in call["op_name"]]
    means = [run["output"]["correct"]["mean"] for run in runs if run["ended_at"]]
    assert (len(runs), statuses(runs)["running"]) == (5, 1)
    assert means[2] == max(means) > means[0]
    assert means[3] < means[2]


def test_models_prompts_and_datasets_have_versions(client):
    versions = Counter[str]()
    for project in (ASSISTANT, HANDBOOK):
        found = rows(client, "/objs/query", project, "objs")
        versions.update(version["object_id"] for version in found)
    several = {"assistant-prompt", "handbook-questions", "harbour-small", "plan_journey"}
    assert {versions[name] for name in several} == {2}
    assert versions["harbour-large"] == 3


def test_calls_have_costs(client):
    roots = {"trace_roots_only": True, "op_names": ["answer_from_handbook"]}
    found = calls(client, HANDBOOK, filter=roots, include_costs=True)
    costs = [call["summary"]["weave"]["costs"] for call in found if not call["exception"]]
    assert {model for cost in costs for model in cost} >= {"harbour-large", "harbour-small"}
    assert all(cost["harbour-embed"]["prompt_tokens_total_cost"] > 0 for cost in costs)


def test_the_planner_goes_deep_with_tools_side_by_side_a_retry_and_a_failure_in_the_middle(client):
    journeys = calls(client, ASSISTANT, filter={"op_names": [JOURNEYS]})
    assert {"success", "running", "error"} <= set(statuses(journeys))
    depths, failed_inside = [], []
    for journey in journeys:
        family = calls(client, ASSISTANT, filter={"trace_ids": [journey["trace_id"]]})
        above = {call["id"]: call["parent_id"] for call in family}
        depths += [depth(above, call["id"]) for call in family]
        if journey["summary"]["weave"]["status"] == "descendant_error":
            failed_inside.append({call["exception"] for call in family})
        if len(family) > 10:
            tools = [call for call in family if call["op_name"] == "search_crossings"]
            others = [call for call in family if call["op_name"] == "lookup_weather"]
            assert [call["started_at"] for call in tools] == [call["started_at"] for call in others]
    assert max(depths) >= 8
    assert any(failure and "SoldOut" in failure for found in failed_inside for failure in found)


def depth(above, name):
    return 1 + depth(above, above[name]) if above.get(name) else 1


def test_exceptions_differ_and_passengers_speak_many_languages(client):
    found = calls(client, ASSISTANT)
    assert len({call["exception"] for call in found if call["exception"]}) >= 6
    inputs = json.dumps([call["inputs"] for call in found], ensure_ascii=False)
    assert all(word in inputs for word in ("Fahrrad", "最終便", "العبّارة", "🚲"))
    users = {call["wb_user_id"] for call in found}
    assert len(users) > 12


def test_there_are_pictures_sound_and_a_long_document(client):
    found = calls(client, ASSISTANT)
    assert max(len(json.dumps(call["inputs"])) for call in found) > 90_000
    stored = [call for call in found if call["op_name"] == "lookup_weather" and call["output"]]
    [digest] = {call["output"]["fog_signal"]["files"]["audio.wav"] for call in stored}
    sound = client.post("/file/content", json={"project_id": ASSISTANT, "digest": digest})
    assert sound.content[:4] == b"RIFF"


def test_one_thread_has_twenty_turns(client):
    answer = client.post("/threads/stream_query", json={"project_id": ASSISTANT}).text
    turns = [json.loads(line)["turn_count"] for line in answer.splitlines()]
    assert max(turns) == 20


def test_the_op_of_the_planner_has_code_in_both_versions(client):
    found = rows(client, "/objs/query", ASSISTANT, "objs", filter={"object_ids": ["plan_journey"]})
    assert [each["kind"] for each in found] == ["op", "op"]
    for version in found:
        digest = version["val"]["files"]["obj.py"]
        code = client.post("/file/content", json={"project_id": ASSISTANT, "digest": digest})
        assert "@weave.op" in code.text


def test_the_file_loads_on_top_of_another(make_client):
    client = make_client(demo=True)
    assert load([Source("again", demo(1, 200))], client.application.services) == []


def test_the_live_demo_follows_the_seed(make_client):
    def newest_journeys(seed):
        client = make_client(demo=True, seed=seed, now=NOW)
        heartbeat = Heartbeat(client.application.services)
        for _ in range(12):
            heartbeat.beat()
        roots = {"trace_roots_only": True, "op_names": [JOURNEYS]}
        newest = [{"field": "id", "direction": "desc"}]
        return calls(client, ASSISTANT, filter=roots, sort_by=newest, limit=12)

    first = newest_journeys(7)
    assert first == newest_journeys(7) != newest_journeys(8)
    assert {"running", "success"} <= set(statuses(first))
