"""Usage of calls and the calls below them, and statistics of calls and feedback over time."""

from __future__ import annotations

import pytest

from mockserver.core.clock import parse
from tests.conftest import P

WINDOW = {"start": "2024-01-01T00:00:00Z", "end": "2024-01-01T01:00:00Z"}


def send(client, path, **body):
    return client.post(path, json={"project_id": P, **body})


def ask(client, path, **body):
    answer = send(client, path, **body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def used(client, call_id, parent=None, trace="t1", model="gpt-4o", minute=0, **usage):
    started = f"2024-01-01T00:{minute:02}:00Z"
    client.start(call_id, parent_id=parent, trace_id=trace, started_at=started)
    ended = f"2024-01-01T00:{minute:02}:02Z"
    client.end(call_id, ended_at=ended, summary={"usage": {model: usage}} if usage else {})


def totals(found, call_id, model="gpt-4o"):
    return found["call_usage"][call_id][model]["total_tokens"]


def test_usage_includes_the_calls_below_next_trace_32(client):
    used(client, "root", prompt_tokens=1)
    used(client, "a", "root", prompt_tokens=2, requests=1), used(client, "b", "a", input_tokens=3)
    used(client, "other", trace="t2", prompt_tokens=9)
    found = ask(client, "/calls/usage", call_ids=["root", "a", "none"])
    assert list(found["call_usage"]) == ["root", "a", "none"]
    assert (totals(found, "root"), totals(found, "a")) == (6, 5)
    assert found["call_usage"]["none"] == {}
    one = found["call_usage"]["root"]["gpt-4o"]
    assert (one["requests"], one["prompt_tokens"], one["prompt_tokens_total_cost"]) == (1, 6, None)
    priced = ask(client, "/calls/usage", call_ids=["root"], include_costs=True)
    one = priced["call_usage"]["root"]["gpt-4o"]
    assert one["prompt_tokens_total_cost"] > 0
    assert one["cache_read_input_tokens_total_cost"] == 0.0
    assert ask(client, "/calls/usage", call_ids=[])["call_usage"] == {}


def test_every_selected_call_has_usage_next_trace_33(client):
    used(client, "root", prompt_tokens=1), used(client, "leaf", "root", prompt_tokens=2)
    client.start("runs", parent_id="root")
    found = ask(client, "/trace/usage", filter={"trace_ids": ["t1"]})
    assert (totals(found, "root"), totals(found, "leaf")) == (3, 2)
    assert found["call_usage"]["runs"] == {}
    assert found["unfinished_call_ids"] == ["runs"]
    assert len(ask(client, "/trace/usage", limit=1)["call_usage"]) == 1


def test_totals_and_limits_next_trace_34(client):
    used(client, "root", input_tokens=3, output_tokens=4), used(client, "a", "root")
    assert totals(ask(client, "/calls/usage", call_ids=["root"]), "root") == 7
    assert send(client, "/calls/usage", call_ids=["root"], limit=0).status_code == 400
    assert send(client, "/trace/usage", limit=0).status_code == 400
    assert send(client, "/calls/usage", call_ids=["root"], limit=1).status_code == 413


def test_calls_in_a_circle_are_counted_once(client):
    used(client, "a", "b", prompt_tokens=1), used(client, "b", "a", prompt_tokens=2)
    found = ask(client, "/calls/usage", call_ids=["a", "b"])
    assert (totals(found, "a"), totals(found, "b")) == (1, 2)


def test_an_hour_has_six_buckets_of_ten_minutes_next_trace_35(client):
    used(client, "a", minute=5, prompt_tokens=3), used(client, "b", minute=25, prompt_tokens=4)
    wide = {"aggregations": ["sum", "avg", "min", "max"], "percentiles": [99.9]}
    found = ask(
        client, "/calls/stats", **WINDOW, granularity=600,
        call_metrics=[{"metric": "latency_ms", **wide}, {"metric": "call_count"}],
        usage_metrics=[{"metric": "input_tokens"}],
    )  # fmt: skip
    buckets = found["call_buckets"]
    assert [bucket["sum_call_count"] for bucket in buckets] == [1, 0, 1, 0, 0, 0]
    assert buckets[0] == {
        "timestamp": "2024-01-01T00:00:00Z", "sum_latency_ms": 2000, "avg_latency_ms": 2000,
        "min_latency_ms": 2000, "max_latency_ms": 2000, "p99.9_latency_ms": 2000,
        "sum_call_count": 1, "count": 1,
    }  # fmt: skip
    assert buckets[1] == {
        "timestamp": "2024-01-01T00:10:00Z", "sum_latency_ms": 0, "avg_latency_ms": 0,
        "min_latency_ms": None, "max_latency_ms": None, "p99.9_latency_ms": None,
        "sum_call_count": 0, "count": 0,
    }  # fmt: skip
    assert [bucket["sum_input_tokens"] for bucket in found["usage_buckets"]] == [3, 0, 4, 0, 0, 0]
    assert {bucket["model"] for bucket in found["usage_buckets"]} == {"gpt-4o"}


def test_the_window_decides_the_buckets_next_trace_36(client):
    used(client, "a", minute=5, prompt_tokens=3, completion_tokens=2)
    metrics = {"usage_metrics": [{"metric": "total_cost"}]}
    found = ask(client, "/calls/stats", start="2024-01-01T00:00:00Z",
                     end="2024-01-01T01:30:00Z", **metrics)  # fmt: skip
    assert found["granularity"] == 300
    first = found["usage_buckets"][1]
    assert (first["sum_input_tokens"], first["sum_output_tokens"]) == (3, 2)
    assert first["sum_total_cost"] > 0
    for start, end in (("2024-01-01", "2024-02-10"), ("2024-01-02", "2024-01-01")):
        wrong = {"start": f"{start}T00:00:00Z", "end": f"{end}T00:00:00Z"}
        assert send(client, "/calls/stats", **wrong, **metrics).status_code == 422
    nothing = ask(client, "/calls/stats", **WINDOW)
    assert (nothing["granularity"], nothing["usage_buckets"], nothing["call_buckets"]) == (
        0,
        [],
        [],
    )


def test_buckets_are_aligned_in_a_time_zone(client):
    count = [{"metric": "call_count"}]
    day = {"start": "2024-01-01T12:00:00Z", "end": "2024-01-02T12:00:00Z", "granularity": 86400}
    zoned = ask(client, "/calls/stats", **day, timezone="Asia/Tokyo", call_metrics=count)
    assert [bucket["timestamp"] for bucket in zoned["call_buckets"]] == [
        "2023-12-31T15:00:00Z", "2024-01-01T15:00:00Z",
    ]  # fmt: skip
    assert send(client, "/calls/stats", **day, timezone="Nowhere/None").status_code == 422


def test_a_request_for_scores_is_accepted_next_trace_37(client):
    assert ask(client, "/calls/score", call_ids=["a"], scorer_refs=["s"]) == {}


def say(client, payload, kind="custom", **fields):
    body = {"project_id": P, "weave_ref": f"weave:///{P}/call/a", "feedback_type": kind}
    return client.post("/feedback/create", json={**body, "payload": payload, **fields})


@pytest.fixture
def frozen(make_client):
    return make_client(now="2024-01-01T00:30:00Z")


def test_values_in_payloads_are_measured_next_trace_38(frozen):
    for value in (0.5, 1.5, "x"):
        say(frozen, {"output": {"score": value}})
    metric = {"json_path": "output.score", "aggregations": ["avg"], "percentiles": [50]}
    found = ask(frozen, "/feedback/stats", **WINDOW, granularity=3600, metrics=[metric])
    assert found["buckets"] == [
        {"timestamp": "2024-01-01T00:00:00Z", "count": 3, "avg_output_score": 1.0,
         "p50_output_score": 1.0}
    ]  # fmt: skip
    assert found["window_stats"] == {"output_score": {"avg": 1.0, "p50": 1.0}}
    nothing = ask(frozen, "/feedback/stats", **WINDOW)
    assert (nothing["granularity"], nothing["buckets"]) == (3600, [])
    assert nothing["window_stats"] is None
    wrong = send(frozen, "/feedback/stats", **WINDOW, metrics=[{"json_path": "a'b"}])
    assert wrong.status_code == 400


def test_payloads_have_a_schema_next_trace_39(frozen):
    say(frozen, {"output": {"score": 1, "ok": True}, "a.b": 1, "list": [1]})
    say(frozen, {"output": {"score": "x", "ok": False}})
    assert ask(frozen, "/feedback/payload_schema", **WINDOW)["paths"] == [
        {"json_path": "list", "value_type": "categorical"},
        {"json_path": "output.ok", "value_type": "boolean"},
        {"json_path": "output.score", "value_type": "categorical"},
    ]


def aggregate(client, **body):
    hour = {"after_ms": 1704067200000, "before_ms": 1704070800000}
    return send(client, "/feedback/aggregate", **{**hour, **body})


def test_scores_are_aggregated_next_trace_40(frozen):
    assert aggregate(frozen).json()["buckets"] == [
        {"time_bucket_start_ms": None, "group": {}, "total_count": 0, "scored_count": 0,
         "tag_counts": {}, "rating_counts": {}, "rating_sums": {}}
    ]  # fmt: skip
    for scorer, rating in (("tone", 0.25), ("tone", 0.75), ("depth", 1)):
        ref = f"weave:///{P}/object/{scorer}:v0"
        say(frozen, {"output": 1}, f"wandb.runnable.{scorer}", runnable_ref=ref,
            scorer_ratings={"_rating_": rating}, scorer_tags=["t"])  # fmt: skip
    say(frozen, {"note": "n"}, "wandb.note.1")
    found = aggregate(frozen, group_by=["scorer_id"], feedback_types=["wandb.runnable"]).json()
    assert [
        (bucket["group"], bucket["total_count"], bucket["rating_sums"])
        for bucket in found["buckets"]
    ] == [
        ({"scorer_id": "depth"}, 1, {"_rating_": 1}),
        ({"scorer_id": "tone"}, 2, {"_rating_": 1.0}),
    ]
    [bucket] = aggregate(frozen, rating_min=0.5, time_bucket_seconds=600).json()["buckets"]
    assert (bucket["time_bucket_start_ms"], bucket["total_count"]) == (1704069000000, 2)
    assert (bucket["scored_count"], bucket["tag_counts"]) == (2, {"t": 2})
    assert aggregate(frozen, time_bucket_seconds=12).status_code == 422
    assert aggregate(frozen, before_ms=0).status_code == 422


def test_a_window_of_scores_begins_with_its_first_moment_and_ends_before_its_last(frozen):
    made = say(frozen, {"note": "n"}, "wandb.note.1").json()["created_at"]
    moment = round(parse(made).timestamp() * 1000)
    windows = [(moment, moment + 1), (moment - 1, moment), (moment - 1, moment + 1)]
    counts = [
        aggregate(frozen, after_ms=after, before_ms=before).json()["buckets"][0]["total_count"]
        for after, before in windows
    ]
    assert counts == [1, 0, 1]


def test_only_scorers_score(client):
    assert say(client, {"note": "n"}, "wandb.note.1", scorer_tags=["t"]).status_code == 400
    assert say(client, {}, "wandb.agent_user_feedback").status_code == 400
    assert say(client, {}, "wandb.agent_user_feedback", scorer_tags=["up"]).status_code == 200
