"""A real server, killed in the middle of its work again and again, keeps what it acknowledged."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import tinydb

from mockserver.core.clock import stopwatch
from tests.conftest import CREDENTIAL, P

EAGER = """
from mockserver.store import disk
from mockserver.store import upkeep
disk.SMALL, disk.LARGE, upkeep.PAUSE = 1, 1, 0.002
from mockserver.cli import main
main()
"""
"""The command line with a server that compacts all the time."""

WRITERS = 4


class Server:
    def __init__(self, path: Path, *flags: str) -> None:
        command = [sys.executable, "-c", EAGER, "serve", "--port", "0", "--log", "quiet"]
        self.process = subprocess.Popen(
            [*command, "--db", str(path), *flags], stdout=subprocess.PIPE, text=True
        )
        lines = iter(self.process.stdout.readline, "")
        ready = next(line for line in lines if line.startswith("mockserver ready on "))
        self.url = ready.split()[-1]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


class Load:
    """Writers that go on until the server is gone, and remember what it acknowledged."""

    def __init__(self, url: str, first: int) -> None:
        self.url = url
        self.acknowledged: list[tuple[str, str]] = []
        self.enough = threading.Event()
        self._first = first

    def run(self, writes: int) -> None:
        """Return when the server has acknowledged this many writes and was killed."""
        self._writes = writes
        self._pool = ThreadPoolExecutor(WRITERS)
        self._done = [self._pool.submit(self._write, number) for number in range(WRITERS)]

    def finish(self) -> None:
        for writer in self._done:
            writer.result()
        self._pool.shutdown()

    def _write(self, writer: int) -> None:
        with suppress(httpx.TransportError), httpx.Client(base_url=self.url) as client:
            client.headers.update(CREDENTIAL)
            for number in range(10_000):
                call_id = f"{self._first}-{writer}-{number}"
                self._post(client, "start", started(call_id), (call_id, "started"))
                self._post(client, "end", ended(call_id), (call_id, "ended"))

    def _post(self, client: httpx.Client, verb: str, body: dict, fact: tuple[str, str]) -> None:
        if client.post(f"/call/{verb}", json={verb: body}).status_code == 200:
            self.acknowledged.append(fact)
        if len(self.acknowledged) >= self._writes:
            self.enough.set()


def started(call_id: str) -> dict:
    return {
        "project_id": P,
        "id": call_id,
        "op_name": "op",
        "trace_id": "t",
        "started_at": 0,
        "attributes": {},
        "inputs": {"text": "x" * 700},
    }


def ended(call_id: str) -> dict:
    return {"project_id": P, "id": call_id, "ended_at": 1, "output": call_id, "summary": {}}


def killed_run(path: Path, first: int, writes: int) -> list[tuple[str, str]]:
    server = Server(path)
    load = Load(server.url, first)
    load.run(writes)
    assert load.enough.wait(30), "the server acknowledges nothing"
    server.kill()
    load.finish()
    return load.acknowledged


def outputs(url: str) -> dict[str, str | None]:
    answer = httpx.post(f"{url}/calls/stream_query", json={"project_id": P}, headers=CREDENTIAL)
    calls = [json.loads(line) for line in answer.text.splitlines()]
    assert len({call["id"] for call in calls}) == len(calls), "a call is there twice"
    return {call["id"]: call["output"] for call in calls}


def test_a_server_killed_many_times_loses_nothing(tmp_path):
    path = tmp_path / "db.json"
    acknowledged = []
    for kill in range(8):
        acknowledged += killed_run(path, first=kill, writes=20 + 37 * kill % 101)
        if path.exists():
            with tinydb.TinyDB(path) as stock:
                stock.table("calls").all()
        server = Server(path)
        kept = outputs(server.url)
        server.kill()
        missing = [
            (call_id, fact)
            for call_id, fact in acknowledged
            if call_id not in kept or (fact == "ended" and kept[call_id] != call_id)
        ]
        assert missing == []


def test_with_fsync_an_answer_waits_for_the_disk(tmp_path):
    server = Server(tmp_path / "db.json", "--fsync")
    with httpx.Client(base_url=server.url, headers=CREDENTIAL) as client:
        assert client.post("/call/start", json={"start": started("a")}).status_code == 200
        assert client.get("/health").status_code == 200
    server.kill()
    server = Server(tmp_path / "db.json")
    assert set(outputs(server.url)) == {"a"}
    server.kill()


def test_a_quiet_server_folds_its_journal_into_the_file(tmp_path):
    server = Server(tmp_path / "db.json")
    httpx.post(f"{server.url}/call/start", json={"start": started("a")}, headers=CREDENTIAL)
    give_up = stopwatch() + 10
    while list(tmp_path.glob("db.json.journal.*")) or not (tmp_path / "db.json").exists():
        assert stopwatch() < give_up, "the journal stays"
        assert httpx.get(f"{server.url}/health").status_code == 200
    with tinydb.TinyDB(tmp_path / "db.json") as stock:
        assert stock.table("calls").get(tinydb.where("id") == "a")["op_name"] == "op"
    server.kill()
