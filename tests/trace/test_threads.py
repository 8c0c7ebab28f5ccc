"""Threads: conversations out of turns."""

from __future__ import annotations

import pytest

from tests.conftest import P, decoded


def moment(seconds):
    return f"2024-01-01T00:00:{seconds:06.3f}Z"


def turn(client, call_id, thread_id="A", begin=0.0, end=None, **fields):
    fields = {"turn_id": call_id, "thread_id": thread_id, **fields}
    client.start(call_id, started_at=moment(begin), **fields)
    if end is not None:
        client.end(call_id, ended_at=moment(end))


def ask(client, project_id=P, **request):
    return client.post("/threads/stream_query", json={"project_id": project_id, **request})


def threads(client, **request):
    answer = ask(client, **request)
    assert answer.status_code == 200, answer.text
    return [decoded(line) for line in answer.text.splitlines()]


def names(client, **request):
    return [thread["thread_id"] for thread in threads(client, **request)]


@pytest.fixture
def talk(client):
    """Three ended turns of one thread, and a call below the first that ends last."""
    turn(client, "t1", begin=1, end=2), turn(client, "t2", begin=3, end=7)
    turn(client, "t3", begin=4, end=5)
    turn(client, "child", begin=1, end=9, turn_id="t1", parent_id="t1")
    return client


@pytest.fixture
def three(client):
    """B is the oldest and has two turns, A is the latest to end."""
    turn(client, "b1", "B", 1, 2), turn(client, "b2", "B", 2, 3)
    turn(client, "c1", "C", 2, 5)
    turn(client, "a1", "A", 4, 8)
    return client


def test_a_thread_is_its_turns_calls_86(talk):
    [thread] = threads(talk)
    assert thread == {
        "thread_id": "A",
        "turn_count": 3,
        "start_time": "2024-01-01T00:00:01Z",
        "last_updated": "2024-01-01T00:00:07Z",
        "first_turn_id": "t1",
        "last_turn_id": "t2",
        "p50_turn_duration_ms": 1000,
        "p99_turn_duration_ms": 3940,
    }


def test_a_thread_begins_to_show_when_a_turn_ends_calls_87(client):
    turn(client, "t1", begin=1), turn(client, "t2", begin=2)
    assert threads(client) == []
    client.end("t1", ended_at=moment(3))
    assert threads(client)[0]["turn_count"] == 2


@pytest.mark.parametrize(
    "fields", [{"turn_id": None}, {"thread_id": ""}, {"thread_id": None}, {"turn_id": "other"}]
)
def test_what_is_no_turn_makes_no_thread_calls_88(client, fields):
    turn(client, "t1", end=1, **fields)
    assert threads(client) == threads(client, filter={"thread_ids": [""]}) == []


@pytest.mark.parametrize("order", [{}, {"sort_by": None}, {"sort_by": []}])
def test_the_latest_comes_first_calls_89(three, order):
    assert names(three, **order) == ["A", "C", "B"]


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("thread_id", "A B C"),
        ("turn_count", "A C B"),
        ("start_time", "B C A"),
        ("last_updated", "B C A"),
        ("p50_turn_duration_ms", "B C A"),
        ("p99_turn_duration_ms", "B C A"),
    ],
)
def test_threads_are_sorted_calls_89(three, field, expected):
    assert names(three, sort_by=[{"field": field, "direction": "asc"}]) == expected.split()


def test_an_unknown_order_is_400_calls_89(three):
    answer = ask(three, sort_by=[{"field": "zzz", "direction": "asc"}])
    assert (answer.status_code, answer.json()) == (400, {"reason": "Unsupported sort field: zzz"})


def test_a_bound_excludes_turns_that_start_on_it_calls_90(talk):
    [later] = threads(talk, filter={"after_datetime": moment(1)})
    assert (later["turn_count"], later["first_turn_id"]) == (2, "t2")
    [earlier] = threads(talk, filter={"before_datetime": moment(3)})
    assert (earlier["turn_count"], earlier["last_turn_id"]) == (1, "t1")
    assert threads(talk, filter={"after_datetime": moment(4)}) == []


def test_threads_are_found_by_name_calls_91(three):
    assert names(three, filter={"thread_ids": ["A", "zz"]}) == ["A"]
    assert names(three, filter={"thread_ids": []}) == ["A", "C", "B"]


@pytest.mark.parametrize(
    ("page", "expected"),
    [({"limit": 1, "offset": 1}, "C"), ({"limit": 0}, ""), ({"offset": 2}, "B")],
)
def test_threads_come_in_pages_calls_91(three, page, expected):
    turn(three, "running", "Z", 9)
    assert names(three, **page) == expected.split()


@pytest.mark.parametrize("member", ["limit", "offset"])
def test_a_negative_page_is_400(client, member):
    answer = ask(client, **{member: -1})
    assert answer.status_code == 400
    assert answer.json() == {"reason": f"{member.title()} must be a positive integer"}


def test_durations_lie_between_the_turns_calls_92(client):
    turn(client, "t1", begin=1, end=1.010), turn(client, "t2", begin=2, end=2.020)
    turn(client, "t3", begin=3)
    [thread] = threads(client)
    assert thread["p50_turn_duration_ms"] == 15
    assert thread["p99_turn_duration_ms"] == pytest.approx(19.9)


def test_one_turn_is_every_percentile_calls_92(client):
    turn(client, "t1", begin=1, end=1.5)
    [thread] = threads(client)
    assert thread["p50_turn_duration_ms"] == thread["p99_turn_duration_ms"] == 500


def test_a_deleted_turn_is_gone(talk):
    talk.post("/calls/delete", json={"project_id": P, "call_ids": ["t2"]})
    assert threads(talk)[0]["last_turn_id"] == "t3"
    talk.post("/calls/delete", json={"project_id": P, "call_ids": ["t1", "t3"]})
    assert threads(talk) == []


def test_an_unknown_project_has_no_threads(client):
    assert ask(client, "acme/nobody").content == b""


def test_moments_at_the_end_of_the_calendar_are_moments(talk):
    earliest = {"after_datetime": "0001-01-01T00:00:00+14:00", "before_datetime": None}
    assert names(talk, filter=earliest) == ["A"]
    assert talk.start("edge", started_at="0001-01-01T00:00:00+14:00").status_code == 200
