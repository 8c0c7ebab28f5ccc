"""What only a real connection shows: broken answers, and requests that a reset overtakes."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from mockserver import MockServer, Settings
from tests.conftest import CREDENTIAL, P
from tests.http.test_server import CALL


@pytest.fixture(scope="module", params=[True, False], ids=["direct", "not direct"])
def server(request):
    with MockServer(Settings(port=0, direct=request.param)) as running:
        yield running


@pytest.fixture
def http(server):
    server.reset()
    with httpx.Client(base_url=server.url, headers=CREDENTIAL) as client:
        yield client


def control(http, path, body):
    answer = http.post(f"/__admin{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_connection_is_dropped_without_an_answer(http, caplog):
    control(http, "/faults", {"operation": "Call Read", "drop": True, "times": 1})
    read = {"project_id": P, "id": "a"}
    with pytest.raises(httpx.RemoteProtocolError):
        http.post("/call/read", json=read)
    assert http.post("/call/read", json=read).status_code == 200
    assert caplog.text == ""


def test_a_stream_is_cut_after_some_rows(http, caplog):
    for name in "abcde":
        http.post("/call/start", json={"start": {**CALL, "id": name}})
    control(http, "/faults", {"operation": "Calls Query Stream", "cut": 3, "times": 1})
    rows = []
    with (
        pytest.raises(httpx.RemoteProtocolError),
        http.stream("POST", "/calls/stream_query", json={"project_id": P}) as answer,
    ):
        rows.extend(answer.iter_lines())
    with http.stream("POST", "/calls/stream_query", json={"project_id": P}) as answer:
        assert len([*answer.iter_lines()]) == 5
    requests = http.get("/__admin/requests?operation=Calls Query Stream").json()["requests"]
    assert [len(request["answer"]["chunks"]) for request in requests] == [3, 1]
    assert caplog.text == ""


def test_a_request_that_a_reset_overtakes_is_late_and_leaves_nothing(server, http):
    body = httpx.Request("POST", server.url, json={"start": CALL}).content
    head = b"POST /call/start HTTP/1.1\r\nhost: x\r\nauthorization: Bearer k\r\n"
    with socket.create_connection(("127.0.0.1", int(server.url.rsplit(":")[-1])), 5) as slow:
        slow.sendall(head + b"content-length: %d\r\n\r\n" % len(body))
        slow.sendall(body[:10])
        http.get("/health")
        control(http, "/reset", {})
        slow.sendall(body[10:])
        assert slow.recv(12) == b"HTTP/1.1 200"
    assert http.get("/__admin/state").json() == {"counts": {}}
    [request] = http.get("/__admin/requests").json()["requests"]
    assert (request["operation"], request["late"]) == ("Call Start", True)
    assert control(http, "/requests/count", {}) == {"count": 0}


def test_a_reset_of_one_project_overtakes_no_other(server, http):
    control(http, "/faults", {"operation": "Call Start", "delay": 0.2})
    others = {**CALL, "project_id": "b/two"}
    with ThreadPoolExecutor() as threads:
        calls = [
            threads.submit(http.post, "/call/start", json={"start": start})
            for start in (CALL, others)
        ]
        wait_for_waiting(http, 2)
        control(http, "/reset", {"project": P})
        assert [call.result().status_code for call in calls] == [200, 200]
    counts = [http.post("/calls/query_stats", json={"project_id": p}) for p in (P, "b/two")]
    assert [answer.json()["count"] for answer in counts] == [0, 1]


def wait_for_waiting(http, times):
    """Until so many requests have been struck by the fault that stands."""
    for _ in range(1000):
        [fault] = http.get("/__admin/faults").json()["faults"]
        if fault["used"] == times:
            return
    raise AssertionError("the requests did not arrive")


def test_waiting_hears_what_arrives_meanwhile(http):
    with ThreadPoolExecutor() as threads:
        wanted = {"operation": "Call Start", "times": 2, "timeout": 5}
        waiting = threads.submit(control, http, "/requests/wait", wanted)
        for name in "ab":
            http.post("/call/start", json={"start": {**CALL, "id": name}})
        assert waiting.result() == {"met": True, "count": 2, "reason": ""}


def test_waiting_ends_with_the_server():
    with MockServer(Settings(port=0)) as running, ThreadPoolExecutor() as threads:
        listeners = running.app.services.request_log._listeners
        wanted = {"operation": "Call Start", "timeout": 60}
        waiting = threads.submit(httpx.post, f"{running}/__admin/requests/wait", json=wanted)
        while not listeners:
            assert running.counts() == {}
        running.stop()
        assert not running._thread.is_alive()
        assert waiting.result().json()["met"] is False


def test_the_control_api_ends_a_server_that_may_be_ended():
    server = MockServer(Settings(port=0, allow_shutdown=True)).start()
    assert httpx.post(f"{server}/__admin/shutdown").json() == {"stopping": True}
    server.stop()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server}/health")
