"""With `--db` nobody is told of a write that is not kept; with `--fsync`, of none that a loss of
power may take."""

from __future__ import annotations

import json
import os
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from mockserver import MockServer, Settings
from mockserver.core.clock import stopwatch
from mockserver.store import log
from mockserver.store.disk import TRUST
from mockserver.store.errors import StoreError
from mockserver.store.log import Log
from tests.conftest import P
from tests.http.test_protocol import answer, connected, request, wait_until
from tests.http.test_server import CALL

READ = ("/call/read", {"project_id": P, "id": "a"})
QUERY = ("/calls/stream_query", {"project_id": P})

Request = tuple[str, dict]


def start(call_id: str) -> Request:
    return "/call/start", {"start": {**CALL, "id": call_id}}


def long(call_id: str) -> Request:
    return "/call/start", {"start": {**CALL, "id": call_id, "inputs": {"text": "x" * 2000}}}


def ask(connection: socket.socket, *requests: Request) -> None:
    sent = (request(json.dumps(body).encode(), path) for path, body in requests)
    connection.sendall(b"".join(sent))


def answers(server: MockServer, *requests: Request) -> list[tuple[int, dict, bytes]]:
    """What is answered to requests that arrive together."""
    with connected(server) as connection:
        ask(connection, *requests)
        return [answer(connection) for _ in requests]


def statuses(server: MockServer, *requests: Request) -> list[int]:
    return [status for status, _, _ in answers(server, *requests)]


def kept(server: MockServer) -> list[str]:
    return [call["id"] for call in server.calls(P)]


@pytest.fixture(params=[True, False], ids=["direct", "in a task"])
def serve(request, tmp_path) -> Iterator[Callable[..., MockServer]]:
    started = []

    def serve(**settings) -> MockServer:
        path = str(tmp_path / "db.json")
        server = MockServer(Settings(port=0, db=path, direct=request.param, **settings))
        started.append(server)
        return server.start()

    yield serve
    for server in started:
        server.stop()


def let_trust_end() -> None:
    """Wait for the millisecond in which a verified lock is trusted."""
    end = stopwatch() + TRUST
    while stopwatch() <= end:
        pass


def refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_an_answer_follows_its_lines_in_the_log(serve, tmp_path):
    server = serve()
    with connected(server) as connection:
        for name in "abc":
            ask(connection, start(name))
            assert answer(connection)[0] == 200
            lines = (tmp_path / "db.json.journal.1").read_bytes().splitlines()
            assert f'"id":"{name}"'.encode() in lines[-1]


def test_a_disk_that_refuses_refuses_whoever_writes(serve, monkeypatch):
    server = serve()
    with monkeypatch.context() as full:
        full.setattr(log, "_write", refuse)
        assert statuses(server, start("a"), READ, start("b")) == [507, 200, 507]
    assert statuses(server, start("c"), READ, start("d")) == [200] * 3
    assert kept(server) == ["c", "d"]


def test_what_is_kept_is_told_whatever_befalls_its_neighbour(serve, monkeypatch):
    server = serve()
    monkeypatch.setattr(log, "_write", almost_full(log._write))
    assert statuses(server, start("a"), long("b"), start("c")) == [200, 507, 200]
    assert kept(server) == ["a", "c"]


def almost_full(write: Callable[[int, bytes], None]) -> Callable[[int, bytes], None]:
    """A disk on which short texts find room."""
    return lambda file, text: write(file, text) if len(text) < 2000 else refuse()


@pytest.mark.parametrize("question", [READ, QUERY], ids=["read", "streamed"])
def test_nobody_is_told_of_what_is_undone(serve, monkeypatch, question):
    server = serve()
    monkeypatch.setattr(log, "_write", refuse)
    refused, asked = answers(server, start("a"), question)
    assert refused[0] == 507
    assert "No space left on device" in refused[2].decode()
    assert b"trace_id" not in asked[2]


def test_a_stream_tells_of_what_came_just_before(serve):
    started, streamed = answers(serve(), start("a"), QUERY)
    assert [started[0], streamed[0]] == [200, 200]
    assert b'"id":"a"' in streamed[2]


class Syncs:
    """A disk whose syncs can be held up, or refused."""

    def __init__(self, monkeypatch) -> None:
        self.count = 0
        self.fails = False
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.may_end.set()
        monkeypatch.setattr(Log, "sync", lambda _: self.sync())

    def sync(self) -> None:
        self.begun.set()
        assert self.may_end.wait(5)
        if self.fails:
            raise StoreError("cannot write db.json.journal.1: Input/output error")
        self.count += 1

    @contextmanager
    def awaited(self, server: MockServer) -> Iterator[socket.socket]:
        """A connection on which a write waits for a sync that is held up."""
        self.may_end.clear()
        with connected(server) as writer:
            ask(writer, start("a"))
            assert self.begun.wait(5)
            yield writer


@pytest.fixture
def syncs(monkeypatch) -> Syncs:
    return Syncs(monkeypatch)


def test_an_answer_waits_for_the_disk(serve, syncs):
    with syncs.awaited(serve(fsync=True)) as writer:
        writer.setblocking(False)
        with pytest.raises(BlockingIOError):
            writer.recv(1)
        writer.settimeout(5)
        syncs.may_end.set()
        assert answer(writer)[0] == 200


def test_those_who_wait_share_a_sync(serve, syncs):
    server = serve(fsync=True)
    with syncs.awaited(server) as first, connected(server) as second, connected(server) as third:
        ask(second, start("b"))
        ask(third, start("c"))
        wait_until(lambda: len(server.app.services.store) == 3)
        syncs.may_end.set()
        assert [answer(each)[0] for each in (first, second, third)] == [200] * 3
    assert syncs.count == 2


def test_callers_that_leave_at_any_moment_are_no_failures(serve, caplog):
    server = serve()
    assert set(statuses(server, *map(long, map(str, range(50))))) == {200}
    for _ in range(100):
        with connected(server) as leaving:
            ask(leaving, QUERY, start("a"), QUERY)
            leave(leaving)
    assert kept(server)
    assert caplog.text == ""


def leave(caller: socket.socket) -> None:
    """Have the connection reset when it is closed."""
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_a_caller_that_leaves_keeps_nobody_waiting(serve, syncs):
    server = serve(fsync=True)
    with syncs.awaited(server) as leaving:
        leave(leaving)
    with connected(server) as staying:
        ask(staying, READ)
        syncs.may_end.set()
        assert answer(staying)[0] == 200
    assert statuses(server, start("b"), start("c")) == [200, 200]


def test_answers_keep_their_order_behind_a_sync(serve, syncs):
    found = answers(serve(fsync=True), start("a"), ("/nowhere", {}), start("b"), READ, QUERY)
    assert [status for status, _, _ in found] == [200, 404, 200, 200, 200]
    assert [b'"id":"a"' in content for _, _, content in found] == [True, False, False, True, True]


def test_a_sync_that_fails_stops_the_store_until_a_restart(tmp_path, monkeypatch):
    settings = Settings(port=0, db=str(tmp_path / "db.json"), fsync=True)
    server = MockServer(settings).start()
    assert statuses(server, start("z")) == [200]
    with monkeypatch.context() as failing:
        failing.setattr(log, "_fdatasync", refuse)
        status, _, content = answers(server, start("a"))[0]
    assert (status, b"No space left on device" in content) == (507, True)
    assert statuses(server, READ, QUERY, start("b")) == [507] * 3
    with pytest.raises(StoreError, match="No space left on device"):
        server.stop()
    with MockServer(settings) as again:
        assert kept(again) == ["z", "a"], "what the disk holds, told or not"
        assert statuses(again, start("b")) == [200]


def test_a_sync_that_fails_refuses_all_who_wait(tmp_path, syncs):
    server = MockServer(Settings(port=0, db=str(tmp_path / "db.json"), fsync=True)).start()
    with syncs.awaited(server) as first, connected(server) as second:
        ask(second, start("b"), QUERY)
        syncs.fails = True
        syncs.may_end.set()
        assert [answer(first)[0], answer(second)[0], answer(second)[0]] == [507] * 3
    with pytest.raises(StoreError, match="Input/output error"):
        server.stop()


def test_a_server_that_is_told_to_stop_answers_first(serve, syncs):
    server = serve(fsync=True)
    with syncs.awaited(server) as writer:
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        syncs.may_end.set()
        assert answer(writer)[0] == 200
        stopping.join()


def test_a_server_whose_lock_was_deleted_keeps_it(serve, tmp_path):
    server = serve()
    (tmp_path / "db.json.lock").unlink()
    assert statuses(server, start("a")) == [200]
    with pytest.raises(StoreError, match="in use by another mockserver"):
        MockServer(server.settings)


def test_writes_stop_when_another_process_may_have_the_lock(tmp_path):
    server = MockServer(Settings(port=0, db=str(tmp_path / "db.json"))).start()
    lock = tmp_path / "db.json.lock"
    lock.unlink()
    lock.touch()
    status, _, content = answers(server, start("a"))[0]
    assert (status, b"db.json.lock was replaced" in content) == (507, True)
    with pytest.raises(StoreError, match="was replaced"):
        server.stop()


def test_a_lock_that_is_replaced_between_two_writes_is_noticed(tmp_path):
    server = MockServer(Settings(port=0, db=str(tmp_path / "db.json"))).start()
    assert statuses(server, start("a")) == [200]
    lock = tmp_path / "db.json.lock"
    lock.unlink()
    lock.touch()
    let_trust_end()
    assert statuses(server, start("b"), start("c")) == [507, 507]
    with pytest.raises(StoreError, match="was replaced"):
        server.stop()


def test_a_lock_that_was_moved_aside_is_taken_again_at_the_next_write(serve, tmp_path):
    server = serve()
    (tmp_path / "db.json.lock").rename(tmp_path / "elsewhere.lock")
    assert statuses(server, start("a")) == [200]
    with pytest.raises(StoreError, match="in use by another mockserver"):
        MockServer(server.settings)


def test_a_server_whose_folder_was_deleted_refuses_writes_and_says_so_at_its_end(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    server = MockServer(Settings(port=0, db=str(folder / "db.json"))).start()
    assert statuses(server, start("a")) == [200]
    for entry in folder.iterdir():
        os.unlink(entry)
    folder.rmdir()
    let_trust_end()
    assert statuses(server, start("b")) == [507]
    with pytest.raises(StoreError, match="No such file or directory"):
        server.stop()
