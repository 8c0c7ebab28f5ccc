"""A real server on a real port: start, speed of one connection, large bodies, stop, restart."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import tinydb

from mockserver import MockServer, Settings
from mockserver.core.clock import stopwatch
from mockserver.core.limits import DRAIN_DEADLINE
from mockserver.data.source import DataError
from mockserver.testing.verbs.channel import Refused
from tests.conftest import CREDENTIAL, P

CALL = {
    "project_id": P,
    "id": "a",
    "op_name": "op",
    "trace_id": "t",
    "started_at": "2024-01-01T00:00:00Z",
    "attributes": {},
    "inputs": {"question": "why?"},
}


@pytest.fixture
def http(mockserver):
    with httpx.Client(base_url=mockserver.url, headers=CREDENTIAL) as client:
        yield client


def test_requests_on_one_connection_do_not_wait_for_each_other(http):
    http.get("/health")
    took = []
    for _ in range(20):
        started = stopwatch()
        assert http.post("/call/start", json={"start": CALL}).status_code == 200
        took.append(stopwatch() - started)
    assert sorted(took)[5] < 0.03, "answers wait for the caller's acknowledgement"


def test_a_taken_port_is_told_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"cannot listen on 127.0.0.1:{port}"):
            MockServer(Settings(port=port))


def test_a_state_that_cannot_be_saved_is_told_to_whoever_stops_the_server(tmp_path):
    file = tmp_path / "state.json"
    server = MockServer(Settings(port=0, save=str(file))).start()
    file.mkdir()
    with pytest.raises(DataError, match="cannot write: it is a folder"):
        server.stop()


def test_a_server_that_was_never_started_lets_go_of_its_port():
    MockServer(Settings(port=0)).stop()


def test_threads_share_the_verbs_of_one_server():
    with MockServer(Settings(port=0)) as server, ThreadPoolExecutor(16) as threads:
        assert list(threads.map(lambda _: server.counts(), range(32))) == [{}] * 32


def test_a_refused_body_leaves_the_connection_usable(http):
    large = b"x" * (33 << 20)
    assert http.post("/call/start", content=large).status_code == 413
    assert http.post("/call/start", content=large, headers={"Authorization": ""}).status_code == 401
    assert http.get("/health").status_code == 200


def test_a_caller_who_leaves_in_the_middle_of_a_body_is_no_failure(mockserver, http, caplog):
    head = b"POST /call/start HTTP/1.1\r\nhost: x\r\nauthorization: Bearer k\r\n"
    with socket.create_connection(("127.0.0.1", int(mockserver.url.rsplit(":")[-1]))) as caller:
        caller.sendall(head + b"content-length: 1000\r\n\r\n{")
    assert http.get("/health").status_code == 200
    assert caplog.text == ""


def test_a_caller_who_leaves_in_the_middle_of_a_stream_is_no_failure(mockserver, http, caplog):
    large = {**CALL, "inputs": {"x": "y" * 5000}}
    batch = [{"req": {"start": {**large, "id": str(number)}}} for number in range(2000)]
    assert http.post("/call/upsert_batch", json={"batch": batch}).status_code == 200
    request = {"project_id": P}
    with httpx.stream(
        "POST", f"{mockserver}/calls/stream_query", json=request, headers=CREDENTIAL
    ) as answer:
        next(answer.iter_lines())
    assert http.get("/health").status_code == 200
    assert caplog.text == ""


def test_stopping_is_quick_even_with_an_open_connection():
    server = MockServer(Settings(port=0)).start()
    with httpx.Client(base_url=server.url) as client:
        assert client.get("/health").status_code == 200
        started = stopwatch()
        server.stop()
        assert stopwatch() - started < DRAIN_DEADLINE / 2


def test_the_state_is_there_after_a_restart(tmp_path):
    settings = Settings(port=0, db=str(tmp_path / "db.json"))
    with MockServer(settings) as server:
        httpx.post(f"{server}/call/start", json={"start": CALL}, headers=CREDENTIAL)
    with MockServer(settings) as server:
        read = {"project_id": P, "id": "a"}
        answer = httpx.post(f"{server}/call/read", json=read, headers=CREDENTIAL)
    assert answer.json()["call"]["inputs"] == CALL["inputs"]


def test_the_file_is_a_plain_tinydb_file(tmp_path):
    path = tmp_path / "db.json"
    with MockServer(Settings(port=0, db=str(path))) as server:
        httpx.post(f"{server}/call/start", json={"start": CALL}, headers=CREDENTIAL)
    with tinydb.TinyDB(path) as database:
        [call] = database.table("calls").search(tinydb.Query().op_name == "op")
    assert call["inputs"] == CALL["inputs"]


def session(path: Path) -> list[bytes]:
    """The same requests to a new server with the same seed and clock."""
    settings = Settings.read({"port": 0, "seed": 7, "now": "2025-01-01T09:00Z", "db": str(path)})
    started = {**CALL, "started_at": "2025-01-01T09:00:00Z"}
    nameless = {key: value for key, value in started.items() if key not in ("id", "trace_id")}
    talk = {"model": "m", "messages": [{"role": "user", "content": "Tell me about rain."}]}
    with MockServer(settings) as server, httpx.Client(base_url=server.url) as client:
        client.headers.update(CREDENTIAL)
        answers = [
            client.post("/call/start", json={"start": nameless}),
            client.post("/call/start", json={"start": started}),
            client.post("/obj/create", json={"obj": {"project_id": P, "object_id": "o", "val": 1}}),
            client.post("/obj/read", json={"project_id": P, "object_id": "o", "digest": "latest"}),
            client.post("/calls/stream_query", json={"project_id": P}),
            client.post("/v1/chat/completions", json=talk),
            client.post("/v1/chat/completions", json={**talk, "stream": True}),
        ]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    return [str(answer.headers).encode() + answer.content for answer in answers]


def test_same_seed_clock_and_requests_give_the_same_bytes(tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    assert session(first) == session(second)
    assert first.read_bytes() == second.read_bytes()


def test_a_head_that_was_admitted_is_checked_again_when_the_keys_change(mockserver, http):
    def status() -> int:
        return http.post("/call/read", json={"project_id": P, "id": "a"}).status_code

    assert [status() for _ in range(3)] == [200] * 3
    mockserver.configure(api_key=["another"])
    assert [status() for _ in range(3)] == [401] * 3
    mockserver.reset()
    assert status() == 200


def test_states_can_be_remembered_by_name(mockserver, http):
    def count() -> int:
        return http.post("/calls/query_stats", json={"project_id": P}).json()["count"]

    http.post("/call/start", json={"start": CALL})
    mockserver.clear_snapshots()
    mockserver.snapshot("one call")
    http.post("/call/start", json={"start": {**CALL, "id": "b"}})
    mockserver.snapshot("two calls")
    mockserver.reset()
    assert count() == 0
    for name, expected in (("two calls", 2), ("one call", 1), ("baseline", 0)):
        mockserver.restore(name)
        assert count() == expected
    with pytest.raises(Refused, match="known: baseline, one call, two calls"):
        mockserver.restore("nothing like it")
