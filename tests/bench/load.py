"""Load generators: wrk, or our own client where there is no wrk."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Protocol

from tests.bench.client import HOST, Job, Tally
from tests.bench.process import cores, output_of

SCRIPT = Template("""
local parts, number = { $parts }, $first

function request()
  number = (number + $step) % $period
  return table.concat(parts, string.format("%0${width}d", number))
end

function done(summary, latency)
  local bad = summary.errors
  local errors = bad.connect + bad.read + bad.write + bad.status + bad.timeout
  local seconds, p99 = summary.duration / 1e6, latency:percentile(99) / 1e6
  local tally = '\\n{"requests": %d, "bytes": %d, "seconds": %f, "p99": %f, "errors": %d}\\n'
  io.write(string.format(tally, summary.requests, summary.bytes, seconds, p99, errors))
end
""")


class Generator(Protocol):
    """Runs a job on the core of the load."""

    name: str

    def __call__(self, job: Job) -> Tally: ...


class Wrk:
    """wrk, one thread; a script of ours makes every request different."""

    name = "wrk"

    def __call__(self, job: Job) -> Tally:
        with TemporaryDirectory(prefix="mockserver-bench-") as folder:
            script = Path(folder, "job.lua")
            script.write_text(_script(job))
            size = ("-t1", f"-c{job.connections}", f"-d{job.seconds}s", "--timeout", "10s")
            return _tally(["wrk", *size, "-s", str(script), f"http://{HOST}:{job.port}"])


class OwnClient:
    """`tests.bench.client` in a process of its own: slower than wrk, and everywhere."""

    name = "own client (no wrk): the load may be what limits"

    def __call__(self, job: Job) -> Tally:
        return _tally([sys.executable, "-m", "tests.bench.client"], json.dumps(asdict(job)))


def generator(*, wrk: bool = True) -> Generator:
    """wrk if it is wanted and there, else our own client."""
    return Wrk() if wrk and shutil.which("wrk") else OwnClient()


def _script(job: Job) -> str:
    """The job in Lua. A JSON string of ASCII text is a Lua string as well."""
    parts = ", ".join(json.dumps(part) for part in job.parts)
    return SCRIPT.substitute(asdict(job), parts=parts)


def _tally(command: Sequence[str], text: str = "") -> Tally:
    return Tally(**output_of(command, cores()[1], text))
