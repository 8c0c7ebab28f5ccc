"""The command as tests of it run it: to its end, or as a server."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Timer
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx
import pytest
from click.testing import CliRunner

from mockserver.cli import main
from tests.conftest import CREDENTIAL, P

COMMAND = [sys.executable, "-m", "mockserver"]
DEMO = Path(__file__).parents[2] / "fixtures" / "demo.json"
READY = "mockserver ready on "
DEADLINE = 20
START = {"project_id": P, "id": "a", "op_name": "op", "trace_id": "t", "started_at": 0}


def until(true: Callable[[], object]) -> None:
    """Return as soon as something holds."""
    for _ in range(DEADLINE * 50):
        if true():
            return
        Event().wait(0.02)
    raise AssertionError("did not happen in time")


class Running:
    """A server in a process; `banner` is what it output when it was ready."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process = process
        self.log_file = log
        assert process.stdout
        self.banner: list[str] = []
        while not self.banner or not self.banner[-1].startswith(READY):
            line = process.stdout.readline()
            assert line, f"ended before it was ready: {log.read_text()}"
            self.banner.append(line.rstrip("\n"))
        self.url = self.banner[-1].removeprefix(READY)
        self.http = httpx.Client(base_url=self.url, headers=CREDENTIAL)

    def start_call(self, **fields: Any) -> None:
        call = {**START, "attributes": {}, "inputs": {}, **fields}
        assert self.http.post("/call/start", json={"start": call}).status_code == 200

    def count(self) -> int:
        answer = self.http.post("/calls/query_stats", json={"project_id": P})
        return int(answer.json()["count"])

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Send a signal; the exit code, and what was output last."""
        self.process.send_signal(number)
        return self.result()

    def result(self) -> tuple[int, str]:
        output, _ = self.process.communicate(timeout=DEADLINE)
        return self.process.returncode, output.strip()

    def log(self) -> list[str]:
        return self.log_file.read_text().splitlines()


def environment(**variables: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if "MOCKSERVER" not in name}
    return {**kept, **variables}


@pytest.fixture
def serve(tmp_path) -> Iterator[Callable[..., Running]]:
    """Start `mockserver serve` with these arguments, and wait until it is ready."""
    with ExitStack() as stack:

        def start(*args: object, **variables: str) -> Running:
            log = tmp_path / "log"
            process = stack.enter_context(
                subprocess.Popen(
                    [*COMMAND, "serve", "--port", "0", *map(str, args)],
                    stdout=subprocess.PIPE,
                    stderr=stack.enter_context(log.open("w")),
                    text=True,
                    env=environment(**variables),
                )
            )
            stack.callback(process.kill)
            deadline = Timer(DEADLINE, process.kill)
            deadline.start()
            stack.callback(deadline.cancel)
            running = Running(process, log)
            stack.callback(running.http.close)
            return running

        yield start


class Ended(NamedTuple):
    """A command that has come to its end."""

    returncode: int
    stdout: str
    stderr: str


def run(*args: object, **variables: str) -> Ended:
    """Run `mockserver` to its end in this process, which has imported what it needs."""
    words = ["mockserver", *map(str, args)]
    with (
        patch.dict(os.environ, environment(**variables), clear=True),
        patch.object(sys, "argv", words),
        CliRunner().isolation() as (out, err, _),
    ):
        try:
            main()
        except SystemExit as left:
            code = left.code
        finally:
            gc.enable()
        assert isinstance(code, int | None)
        sys.stdout.flush()
        sys.stderr.flush()
        return Ended(code or 0, out.getvalue().decode(), err.getvalue().decode())


def run_apart(*args: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `mockserver` to its end in a process of its own."""
    command = [*COMMAND, *map(str, args)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
        env=environment(**variables),
    )
