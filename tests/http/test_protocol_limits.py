"""What a connection refuses to read: headers without end, and bodies that never come."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator

import pytest

from mockserver import MockServer, Settings
from mockserver.core.limits import MOST_HEAD
from mockserver.http.request_log import MOST_BYTES
from mockserver.http.transport import protocol
from tests.http.test_protocol import NOTHING, READ, answer, connected, request


@pytest.fixture(scope="module", params=[True, False], ids=["direct", "not direct"])
def server(request) -> Iterator[MockServer]:
    with MockServer(Settings(port=0, direct=request.param)) as running:
        yield running


@pytest.fixture
def connection(server) -> Iterator[socket.socket]:
    with connected(server) as made:
        yield made


def headers(count: int, size: int) -> list[str]:
    return [f"x-{number}: {'y' * size}" for number in range(count)]


def test_headers_up_to_the_limit_are_read(connection):
    connection.sendall(request(READ, "/call/read", *headers(60, 1000)))
    assert answer(connection)[::2] == (200, NOTHING)


@pytest.mark.parametrize("lines", [headers(1, 66_000), headers(70, 1000)], ids=["long", "many"])
def test_headers_beyond_64_kb_are_431(connection, lines):
    connection.sendall(request())
    assert answer(connection)[0] == 200
    connection.sendall(request(READ, "/call/read", *lines))
    status, told, body = answer(connection)
    assert (status, told["connection"]) == (431, "close")
    detail = f"The headers are longer than {MOST_HEAD} bytes in all"
    assert json.loads(body) == {"detail": detail}


def test_a_request_line_counts_as_well(connection):
    connection.sendall(request(READ, "/call/read?" + "x" * 66_000))
    assert answer(connection)[0] == 431


def test_a_header_without_end_is_431_before_it_ends(connection):
    connection.sendall(b"GET /health HTTP/1.1\r\nx: ")
    with pytest.raises(ConnectionError):
        connection.sendall(b"y" * 64_000_000)


def test_a_body_before_it_does_not_count(connection):
    long = json.dumps({"project_id": "a/b", "id": "x" * 300_000}).encode()
    connection.sendall(request(long) + request(READ, "/call/read", *headers(60, 1000)))
    assert [answer(connection)[0] for _ in range(2)] == [200, 200]


def test_headers_count_in_the_budget_of_the_request_log(server, connection):
    for _ in range(MOST_BYTES // 60_000 + 50):
        connection.sendall(request(READ, "/call/read", *headers(60, 1000)))
        assert answer(connection)[0] == 200
    kept = server.app.services.request_log.requests()
    assert sum(sum(map(len, exchange.head.headers.values())) for exchange in kept) <= MOST_BYTES


@pytest.fixture(params=[True, False], ids=["direct", "not direct"])
def impatient(request, monkeypatch) -> Iterator[Callable[[bytes], socket.socket]]:
    """A server that waits for a fifth of a second."""
    monkeypatch.setattr(protocol, "SILENCE", 0.2)
    server = MockServer(Settings(port=0, direct=request.param))
    server._server.config.timeout_keep_alive = 0.2
    with server, connected(server) as connection:
        yield connection


HEAD = request(b"").replace(b"content-length: 0", b"content-length: 100000")


@pytest.mark.parametrize(
    "part",
    [b"POST /call/re", HEAD[:-2], HEAD, HEAD + b"{", HEAD + b"x" * 70_000],
    ids=["line", "head", "no body", "short body", "long body"],
)
def test_what_never_arrives_is_408(impatient, part):
    impatient.sendall(request())
    assert answer(impatient)[0] == 200
    impatient.sendall(part)
    status, told, body = answer(impatient)
    assert (status, told["connection"]) == (408, "close")
    assert json.loads(body) == {"detail": "Nothing of the request has come for 0.2 s"}
    assert impatient.recv(1) == b""


def test_what_arrives_slowly_is_read(impatient):
    body = b" " * 50 + READ
    whole = request(body)
    impatient.sendall(whole[: -len(body)])
    for byte in body:
        impatient.sendall(bytes([byte]))
    assert answer(impatient)[2] == NOTHING
