"""Server processes on separate cores, and their costs."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Self

from tests.bench.altered import Alterations, program
from tests.bench.client import HOST, PATIENCE, Reply, exchange
from tests.bench.request import Request

ROOT = Path(__file__).parents[2]
START_DEADLINE = 20.0
STOP_DEADLINE = 10.0
URGENT = -10
POLL = 0.001


class Failed(Exception):
    """A row cannot be measured; the text is the reason."""


@cache
def cores() -> tuple[int, int]:
    """The core of the servers and the core of the load, which may be the same."""
    usable = sorted(os.sched_getaffinity(0))
    return usable[0], usable[-1]


def spawn(
    command: Sequence[str],
    core: int,
    *,
    output: int | IO[bytes],
    input: int | None = None,
    variables: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """A process of this repository on one core, without the user's settings.

    It has priority over others on that core if the system permits: neighbours distort ratios.
    """
    environment = {**_environment(), **(variables or {})}
    usable = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        process = subprocess.Popen(
            command, stdin=input, stdout=output, stderr=output, cwd=ROOT, env=environment
        )
    finally:
        os.sched_setaffinity(0, usable)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, process.pid, URGENT)
    return process


def _environment() -> dict[str, str]:
    """The environment without the user's settings, and with compiled modules cached as usual."""
    variables = {k: v for k, v in os.environ.items() if not k.startswith("MOCKSERVER_")}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    return variables


def output_of(command: Sequence[str], core: int, text: str = "") -> Any:
    """The JSON value on the last line of a process's output. Raises Failed if it fails."""
    process = spawn(command, core, input=subprocess.PIPE, output=subprocess.PIPE)
    output, errors = process.communicate(text.encode())
    if process.returncode:
        lines = errors.decode(errors="replace").strip().splitlines() or ["no error message"]
        raise Failed(f"{command[0]} failed: {lines[-1]}")
    return json.loads(output.splitlines()[-1])


def alone(name: str, *arguments: object) -> Any:
    """A measurement of `alone`; one of a server runs on the core of the load."""
    command = [sys.executable, "-m", "tests.bench.alone", name, *map(str, arguments)]
    return output_of(command, cores()[name == "waits"])


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as sock:
        sock.bind((HOST, 0))
        port: int = sock.getsockname()[1]
        return port


class Server:
    """A server process, from its start to the end of the `with` block."""

    def __init__(self, command: Sequence[str], port: int, **variables: str) -> None:
        self.port = port
        self.url = f"http://{HOST}:{port}"
        self._output = TemporaryFile()  # noqa: SIM115 (stop closes it)
        self._process = spawn(command, cores()[0], output=self._output, variables=variables)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def first_answer(self, request: Request) -> Reply:
        """The first response to `request`."""
        deadline = time.monotonic() + START_DEADLINE
        while time.monotonic() < deadline:
            try:
                return exchange(self.port, request.numbered(0))
            except TimeoutError:
                raise Failed(f"{request}: no answer within {PATIENCE:g} s") from None
            except ConnectionError:
                if self._process.poll() is not None:
                    raise Failed(f"the server did not start: {self._last_line()}") from None
                time.sleep(POLL)
        raise Failed(f"no answer from the server within {START_DEADLINE:g} s")

    def cpu_seconds(self) -> float:
        """Processor time of all threads so far, in nanosecond resolution.

        The argument is Linux's clock id for the processor time of another process; /proc has the
        same figure in steps of 10 ms, too coarse for rounds of a second.
        """
        return time.clock_gettime((~self._process.pid << 3) | 2)

    def resident(self) -> int:
        """Bytes of resident memory."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        """Stop the process, by force if it does not end in time."""
        self._process.terminate()
        try:
            self._process.wait(STOP_DEADLINE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._output.close()

    def _last_line(self) -> str:
        self._output.seek(0)
        lines = self._output.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {self._process.returncode}"


def mock(*flags: str, altered: Alterations | None = None) -> Server:
    """A mockserver, as a user starts it or with some of its names altered."""
    port = free_port()
    start = ("-c", program(altered)) if altered else ("-m", "mockserver")
    serve = ("serve", "--port", str(port), "--log", "quiet")
    return Server([sys.executable, *start, *serve, *flags], port)


def limit(app: str, **variables: str) -> Server:
    """An application of `limits` under uvicorn, with common settings."""
    port = free_port()
    stock = ("--loop", "uvloop", "--http", "httptools", "--lifespan", "off")
    quiet = ("--no-access-log", "--log-level", "warning")
    target = f"tests.bench.limits:{app}"
    command = [sys.executable, "-m", "uvicorn", target, "--port", str(port), *stock, *quiet]
    return Server(command, port, **variables)
