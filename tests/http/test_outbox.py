"""Answers leave together, and never before what they tell of is kept."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from mockserver import MockServer, Settings
from mockserver.http.transport.outbox import Outbox
from mockserver.store import journal
from mockserver.store.disk import Disk
from mockserver.store.errors import StoreError
from mockserver.store.ledger import Ledger
from tests.conftest import P
from tests.http.test_protocol import answer, connected, request
from tests.http.test_server import CALL

READ = ("/call/read", {"project_id": P, "id": "a"})
QUERY = ("/calls/stream_query", {"project_id": P})

Request = tuple[str, dict]


def start(call_id: str) -> Request:
    return "/call/start", {"start": {**CALL, "id": call_id}}


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


@pytest.fixture
def writes(monkeypatch) -> list[bytes]:
    """What is written into the journal, a text for each time."""
    texts: list[bytes] = []
    original = journal._write

    def write(file: int, text: bytes) -> None:
        texts.append(text)
        original(file, text)

    monkeypatch.setattr(journal, "_write", write)
    return texts


def refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_requests_that_arrive_together_share_one_write(tmp_path, writes):
    with MockServer(Settings(port=0, db=str(tmp_path / "db.json"))) as server:
        assert statuses(server, *map(start, "abc")) == [200] * 3
        assert [text.count(b"\n") for text in writes] == [3]


def test_a_disk_that_refuses_refuses_whoever_arrived_together(serve, monkeypatch):
    server = serve()
    with monkeypatch.context() as full:
        full.setattr(journal, "_write", refuse)
        assert statuses(server, start("a"), start("b"))[:2] == [507, 507]
        assert statuses(server, start("a"), READ, start("b")) == [507, 200, 507]
    assert statuses(server, start("c"), READ, start("d")) == [200] * 3
    assert kept(server) == ["c", "d"]


def test_what_is_kept_is_told_whatever_befalls_its_neighbour(serve, monkeypatch):
    server = serve()
    monkeypatch.setattr(journal, "_write", almost_full(journal._write))
    assert statuses(server, long("a")) == [507]
    assert statuses(server, start("b"), long("c")) == [200, 507]
    assert kept(server) == ["b"]


def test_what_is_kept_between_two_answers_is_told(tmp_path, monkeypatch):
    with MockServer(Settings(port=0, db=str(tmp_path / "db.json"))) as server:
        monkeypatch.setattr(journal, "_write", almost_full(journal._write))
        monkeypatch.setattr(Outbox, "respond", meeting_others(server, Outbox.respond))
        assert statuses(server, start("a"), long("b"), start("c")) == [200, 507, 200]
        assert kept(server) == ["a", "c"]


def long(call_id: str) -> Request:
    return "/call/start", {"start": {**CALL, "id": call_id, "inputs": {"text": "x" * 2000}}}


def almost_full(write: Callable[[int, bytes], None]) -> Callable[[int, bytes], None]:
    """A disk on which short texts find room."""
    return lambda file, text: write(file, text) if len(text) < 2000 else refuse()


def meeting_others(server: MockServer, respond: Callable[..., object]) -> Callable[..., object]:
    """Requests between which another thread has a transaction."""

    def look() -> None:
        with server.app.services.store.transaction:
            pass

    def meet_and_respond(*request: object) -> object:
        other = threading.Thread(target=look)
        other.start()
        other.join()
        return respond(*request)

    return meet_and_respond


@pytest.mark.parametrize("question", [READ, QUERY], ids=["read", "streamed"])
def test_nobody_is_told_of_what_is_undone(serve, monkeypatch, question):
    server = serve()
    monkeypatch.setattr(journal, "_write", refuse)
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
        self.error: StoreError | None = None
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.may_end.set()
        monkeypatch.setattr(Disk, "sync", lambda _: self.sync())

    def sync(self) -> None:
        self.begun.set()
        assert self.may_end.wait(5)
        if self.error:
            raise self.error
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


def test_requests_that_arrive_together_wait_for_one_sync(tmp_path, syncs):
    with MockServer(Settings(port=0, db=str(tmp_path / "db.json"), fsync=True)) as server:
        assert statuses(server, *map(start, "abc")) == [200] * 3
        assert syncs.count == 1


def test_an_answer_waits_for_the_disk(serve, syncs):
    with syncs.awaited(serve(fsync=True)) as writer:
        writer.setblocking(False)
        with pytest.raises(BlockingIOError):
            writer.recv(1)
        writer.settimeout(5)
        syncs.may_end.set()
        assert answer(writer)[0] == 200


def test_a_caller_that_will_ask_no_more_is_answered(tmp_path):
    server = MockServer(Settings(port=0, db=str(tmp_path / "db.json"), fsync=True))
    with server, connected(server) as writer:
        ask(writer, start("a"))
        writer.shutdown(socket.SHUT_WR)
        assert answer(writer)[0] == 200


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


def test_a_sync_that_fails_is_told(serve, syncs):
    server = serve(fsync=True)
    assert statuses(server, start("z")) == [200]
    syncs.error = StoreError("cannot write db.json.journal.1: Input/output error")
    assert set(statuses(server, start("a"), rename("z"), start("b"))) == {507}
    assert statuses(server, READ) == [200]
    syncs.error = None
    assert statuses(server, start("b")) == [200]
    server.stop()
    with MockServer(server.settings) as again:
        assert [(call["id"], call["display_name"]) for call in again.calls(P)] == [
            ("z", None),
            ("b", None),
        ]


def test_a_sync_that_fails_refuses_all_who_wait(serve, syncs):
    server = serve(fsync=True)
    with syncs.awaited(server) as first, connected(server) as second:
        ask(second, start("b"), QUERY)
        syncs.error = StoreError("cannot write db.json.journal.1: Input/output error")
        syncs.may_end.set()
        assert [answer(first)[0], answer(second)[0]] == [507, 507]
        assert b"trace_id" not in answer(second)[2]
    assert kept(server) == []


def test_what_can_neither_be_synced_nor_taken_back_in_the_journal_is_undone(
    serve, syncs, monkeypatch
):
    server = serve(fsync=True)
    with syncs.awaited(server) as first:
        monkeypatch.setattr(journal, "_write", refuse)
        syncs.error = StoreError("cannot write db.json.journal.1: Input/output error")
        syncs.may_end.set()
        assert answer(first)[0] == 507
    assert kept(server) == []


def rename(call_id: str) -> Request:
    return "/call/update", {"project_id": P, "call_id": call_id, "display_name": "n"}


def test_a_server_that_is_told_to_stop_answers_first(serve, syncs):
    server = serve(fsync=True)
    with syncs.awaited(server) as writer:
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        syncs.may_end.set()
        assert answer(writer)[0] == 200
        stopping.join()


class Rounds:
    """A group commit of which each round ends when it is told to."""

    settled, failures = False, 0

    def __init__(self) -> None:
        self.ends: list[asyncio.Future[None]] = []

    async def settle(self, failures: int) -> None:
        self.ends.append(asyncio.get_running_loop().create_future())
        await self.ends[-1]

    def sync(self) -> None:
        """The disk has everything."""

    def heard(self) -> None:
        """Nothing was revoked."""


class Caller:
    """A connection that notes what it is sent."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.write = self.heard.append

    def is_closing(self) -> bool:
        return False


async def test_what_comes_after_others_hurried_waits_for_a_round_of_its_own():
    rounds, caller, loop = Rounds(), Caller(), asyncio.get_running_loop()
    store = SimpleNamespace(transaction=Ledger(), disk=object())
    outbox = Outbox(SimpleNamespace(store=store, commit=rounds))
    told = (SimpleNamespace(record=lambda *_: None), None, None)
    outbox.put(loop, caller, (b"first",), told)
    await rounds_begun(rounds, 1)
    outbox.hurry()
    outbox.put(loop, caller, (b"second",), told)
    outbox.flush()
    rounds.ends[0].set_result(None)
    await rounds_begun(rounds, 2)
    assert caller.heard == [b"first"]


async def rounds_begun(rounds: Rounds, count: int) -> None:
    async with asyncio.timeout(5):
        while len(rounds.ends) < count:
            await asyncio.sleep(0)
