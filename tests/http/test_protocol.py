"""HTTP as it is on the wire, the direct way and uvicorn's own."""

from __future__ import annotations

import json
import socket

import httpx
import pytest

from mockserver import MockServer, Settings
from mockserver.core.clock import stopwatch
from tests.conftest import CREDENTIAL, P
from tests.http.test_server import CALL

QUESTION = {"messages": [{"role": "user", "content": "Why?"}], "stream": True}
READ = json.dumps({"project_id": P, "id": "a"}).encode()


@pytest.fixture(scope="module", params=[True, False], ids=["direct", "not direct"])
def server(request):
    with MockServer(Settings(port=0, direct=request.param)) as running:
        yield running


@pytest.fixture
def connection(server):
    with connected(server) as made:
        yield made


def connected(server: MockServer) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=5)


def request(body: bytes = READ, path: str = "/call/read", *headers: str, version="1.1") -> bytes:
    head = [
        f"POST {path} HTTP/{version}",
        "host: mock",
        "authorization: Bearer k",
        "content-type: application/json",
        f"content-length: {len(body)}",
        *headers,
    ]
    return "\r\n".join([*head, "", ""]).encode() + body


def answer(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """The next answer on the connection, by its content-length."""
    received = b""
    while b"\r\n\r\n" not in received:
        chunk = connection.recv(1)
        assert chunk, f"the connection ended after {received!r}"
        received += chunk
    status, *lines = received.decode().split("\r\n")[:-2]
    headers = dict(line.lower().split(": ", 1) for line in lines)
    content = b""
    while len(content) < int(headers["content-length"]):
        content += connection.recv(int(headers["content-length"]) - len(content))
    return int(status.split()[1]), headers, content


NOTHING = b'{"call":null}'


def test_requests_follow_each_other_on_one_connection(connection):
    for _ in range(3):
        connection.sendall(request())
        assert answer(connection)[::2] == (200, NOTHING)


def test_a_head_that_came_before_may_come_with_another_body_in_pieces_or_in_a_row(connection):
    other = READ.replace(b'"a"', b'"b"')
    for body in (READ, b"[" * len(READ), other):
        connection.sendall(request(body))
    assert [answer(connection)[0] for _ in range(3)] == [200, 422, 200]
    connection.sendall(request(other)[:-9])
    connection.sendall(request(other)[-9:] + request() + request())
    assert [answer(connection)[::2] for _ in range(3)] == [(200, NOTHING)] * 3


def test_a_head_that_came_before_meets_the_faults_of_now(server, connection):
    def status() -> int:
        connection.sendall(request())
        return answer(connection)[0]

    assert [status(), status()] == [200, 200]
    with httpx.Client(base_url=server.url) as control:
        control.post("/__admin/faults", json={"operation": "Call Read", "status": 503, "times": 1})
    assert [status(), status()] == [503, 200]


def test_a_stream_whose_head_came_before_is_sent_to_its_end(connection, server):
    calls = [{"req": {"start": {**CALL, "id": str(n), "project_id": "c/d"}}} for n in range(2000)]
    httpx.post(f"{server.url}/call/upsert_batch", json={"batch": calls}, headers=CREDENTIAL)
    query = json.dumps({"project_id": "c/d"}).encode()
    for _ in range(3):
        connection.sendall(request(query, "/calls/stream_query") + request())
        assert answer(connection)[2].count(b"\n") == 2000
        assert answer(connection)[2] == NOTHING


def test_pipelined_requests_are_answered_in_order(connection):
    bodies = [json.dumps({"project_id": P}).encode(), READ, b"{", READ]
    connection.sendall(b"".join(map(request, bodies)))
    assert [answer(connection)[0] for _ in bodies] == [422, 200, 422, 200]


def test_a_body_may_arrive_byte_by_byte(connection):
    for byte in request():
        connection.sendall(bytes([byte]))
    assert answer(connection)[2] == NOTHING


def test_a_body_may_come_in_chunks_of_unknown_number(connection):
    head = request(b"").replace(b"content-length: 0", b"transfer-encoding: chunked")
    half = len(READ) // 2
    connection.sendall(head)
    for part in (READ[:half], READ[half:], b""):
        connection.sendall(b"%x\r\n%b\r\n" % (len(part), part))
    assert answer(connection)[2] == NOTHING


@pytest.mark.parametrize("size", [60_000, 70_000, 1_000_000])
def test_a_body_of_any_length_is_read(connection, size):
    body = json.dumps({"start": {**CALL, "id": f"{size}", "inputs": {"x": "y" * size}}}).encode()
    connection.sendall(request(body, "/call/start"))
    assert answer(connection)[0] == 200
    connection.sendall(request(json.dumps({"project_id": P, "id": f"{size}"}).encode()))
    assert len(answer(connection)[2]) > size


def test_a_caller_may_ask_before_it_sends_its_body(connection):
    head, _, body = request(READ, "/call/read", "expect: 100-continue").partition(b"\r\n\r\n")
    connection.sendall(head + b"\r\n\r\n")
    assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
    connection.sendall(body)
    assert answer(connection)[2] == NOTHING


def test_a_connection_that_is_to_be_closed_is_closed(connection):
    connection.sendall(request(READ, "/call/read", "connection: close"))
    status, headers, content = answer(connection)
    assert (status, headers["connection"], content) == (200, "close", NOTHING)
    assert connection.recv(1) == b""


def test_an_old_caller_is_answered_and_left(connection):
    connection.sendall(request(version="1.0"))
    assert answer(connection)[0] == 200
    assert connection.recv(1) == b""


@pytest.mark.parametrize("direct", [True, False], ids=["direct", "not direct"])
def test_a_caller_is_left_when_nothing_has_come_for_a_while(direct):
    patience, grain_of_timers = 0.2, 0.01
    server = MockServer(Settings(port=0, direct=direct))
    server._server.config.timeout_keep_alive = patience
    with server, connected(server) as connection:
        began = asked = stopwatch()
        while asked < began + 2 * patience:
            asked = stopwatch()
            connection.sendall(request())
            assert answer(connection)[0] == 200, "nobody is left who asks"
        assert connection.recv(1) == b""
        assert stopwatch() >= asked + patience - grain_of_timers


def test_what_is_no_http_is_400(connection):
    connection.sendall(b"hello\r\n\r\n")
    assert connection.recv(100).startswith(b"HTTP/1.1 400")


def test_what_is_no_http_is_refused_after_the_requests_before_it():
    with MockServer(Settings(port=0)) as server, connected(server) as connection:
        connection.sendall(request() + b"hello\r\n\r\n")
        assert answer(connection)[0] == 200
        assert connection.recv(100).startswith(b"HTTP/1.1 400")


def test_many_pipelined_requests_have_long_answers(connection):
    body = json.dumps({"start": {**CALL, "id": "long", "inputs": {"x": "y" * 60_000}}}).encode()
    connection.sendall(request(body, "/call/start"))
    assert answer(connection)[0] == 200
    ask = request(json.dumps({"project_id": P, "id": "long"}).encode())
    connection.sendall(ask * 100)
    assert all(len(answer(connection)[2]) > 60_000 for _ in range(100))


def test_a_stream_leaves_the_connection_usable(server):
    with httpx.Client(base_url=server.url, headers=CREDENTIAL) as client:
        for length in (20, 4_000):
            question = {**QUESTION, "ignore_eos": True, "max_tokens": length}
            streamed = client.post("/v1/chat/completions", json=question).text.split("\n\n")
            assert len(streamed) == 1 + length + 2
            assert streamed[-2:] == ["data: [DONE]", ""]
            assert client.get("/health").json() == {"status": "ok"}


def test_pipelined_streams_arrive_in_order(connection):
    named = [json.dumps({**QUESTION, "request_id": name}).encode() for name in "ab"]
    connection.sendall(b"".join(request(body, "/v1/chat/completions") for body in named))
    connection.sendall(request())
    received = b""
    while NOTHING not in received:
        received += connection.recv(100_000)
    assert received.index(b"chatcmpl-a") < received.index(b"chatcmpl-b")
    assert received.rindex(b"chatcmpl-a") < received.index(b"chatcmpl-b")


def test_a_caller_who_leaves_ends_his_stream(server):
    endless = json.dumps({**QUESTION, "ignore_eos": True, "n": 16}).encode()
    with connected(server) as connection:
        connection.sendall(request(endless, "/v1/chat/completions"))
        received = b""
        while b"data: " not in received:
            received += connection.recv(100_000)
        assert tasks(server)
    wait_until(lambda: not tasks(server))


def tasks(server):
    return server._server.server_state.tasks


def wait_until(holds, seconds=5.0):
    deadline = stopwatch() + seconds
    while not holds():
        assert stopwatch() < deadline


def test_a_head_request_has_no_content(connection):
    connection.sendall(b"HEAD /health HTTP/1.1\r\nhost: mock\r\n\r\n")
    connection.sendall(b"GET /health HTTP/1.1\r\nhost: mock\r\n\r\n")
    received = b""
    while received.count(b"ok") < 1:
        received += connection.recv(1000)
    assert received.count(b"HTTP/1.1 200") == 2
    assert received.count(b'{"status":"ok"}') == 1


def test_both_ways_say_the_same():
    def talk(direct: bool) -> list[tuple]:
        settings = Settings.read({"port": 0, "direct": direct, "seed": 1, "now": "2025-01-01"})
        with MockServer(settings) as server, httpx.Client(base_url=server.url) as client:
            client.headers.update(CREDENTIAL)
            answers = [
                client.get("/health"),
                client.get("/nowhere"),
                client.get("/call/start"),
                client.post("/call/start", json={"start": CALL}),
                client.post("/call/start", content=b"{"),
                client.post("/call/start", json={"start": CALL}, headers={"Authorization": ""}),
                client.post("/calls/stream_query", json={"project_id": P}),
                client.post("/call/read/", json={"project_id": P, "id": "a"}),
                client.post("/v1/chat/completions", json={**QUESTION, "request_id": "a"}),
                client.options("/call/read", headers={"origin": "http://localhost"}),
                client.get("/v1/models/a/b", headers={"origin": "http://localhost:3000"}),
            ]
        return [(got.status_code, sorted(got.headers.items()), got.content) for got in answers]

    assert talk(direct=True) == talk(direct=False)


def test_long_work_is_answered_in_its_turn(connection, server):
    calls = [{"req": {"start": {**CALL, "id": str(n), "project_id": "a/b"}}} for n in range(3000)]
    httpx.post(f"{server.url}/call/upsert_batch", json={"batch": calls}, headers=CREDENTIAL)
    never = {"$expr": {"$gt": [{"$getField": "inputs.question"}, {"$literal": 1}]}}
    scan = json.dumps({"project_id": "a/b", "query": never}).encode()
    connection.sendall(request(scan, "/calls/query_stats") + request())
    assert json.loads(answer(connection)[2])["count"] == 0
    assert answer(connection)[2] == NOTHING
