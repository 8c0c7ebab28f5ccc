"""Real, unpatched client libraries, each in an environment of its own.

Two versions of one library cannot share an environment, so `make clients` builds one for every
requirement file beside this module; the one called `node` holds Node.js and, side by side, the
packages of `node/package.json`. A program runs there in a process that inherits nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mockserver.http.request_log import LoggedRequest
from mockserver.server import MockServer
from mockserver.settings import Settings

ENVIRONMENTS = Path(__file__).parents[2] / ".clients"
PROGRAMS = Path(__file__).parent / "programs"

DEADLINE = 60.0
"""Seconds for one program; it takes about five."""

CLOSED_PORT = "http://127.0.0.1:9"
"""As proxy for https it refuses every service but ours at once, whatever network there is."""

INTERPRETERS = {".py": "python", ".cjs": "node"}


class Library(NamedTuple):
    """The environment of a library, and the directory that its programs take for their home."""

    environment: Path
    home: Path

    def run(self, program: str, server: MockServer, *arguments: str) -> Any:
        """The JSON document in the last line that a program prints; it works against `server`."""
        interpreter = self.environment / "bin" / INTERPRETERS[Path(program).suffix]
        done = subprocess.run(
            [interpreter, PROGRAMS / program, *arguments],
            cwd=self.home,
            env=self.variables(server.url),
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def variables(self, url: str) -> dict[str, str]:
        """The whole environment: what users are told to export, and quiet."""
        return {
            "HOME": str(self.home),
            "HTTPS_PROXY": CLOSED_PORT,
            "NODE_PATH": str(self.environment / "node_modules"),
            "NODE_USE_ENV_PROXY": "1",
            "OPENAI_API_KEY": "any",
            "OPENAI_BASE_URL": f"{url}/v1",
            "WANDB_API_KEY": "any",
            "WANDB_BASE_URL": url,
            "WANDB_ERROR_REPORTING": "false",
            "WEAVE_PRINT_CALL_LINK": "false",
            "WEAVE_RETRY_MAX_ATTEMPTS": "1",
            "WEAVE_SERVER_CACHE_DIR": str(self.home / "cache"),
            "WEAVE_USE_SERVER_CACHE": "false",
            "WF_TRACE_SERVER_URL": url,
        }


@contextmanager
def serving(**settings: Any) -> Iterator[tuple[MockServer, list[LoggedRequest]]]:
    """A server with these settings, and the requests that it gets."""
    requests: list[LoggedRequest] = []
    with MockServer(Settings(port=0, **settings), log=requests.append) as server:
        yield server, requests


FindLibrary = Callable[[str], Library]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> FindLibrary:
    """A library by the name of its requirement file; without one the test is skipped."""

    def find(name: str) -> Library:
        environment = ENVIRONMENTS / name
        if not (environment / ".installed").exists():
            sentence = f"{name} is not installed for the client tests: run `make clients`"
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(sentence)
        return Library(environment, tmp_path_factory.mktemp(name))

    return find
