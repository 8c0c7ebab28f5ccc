"""Fixtures of all tests: a client that goes through HTTP into an app in this process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpcore  # noqa: F401 - a test with pytester forgets what it is the first to import
import httpx
import pytest
from hypothesis import settings
from starlette.testclient import TestClient

from mockserver import MockServer
from mockserver.app import App, create_app
from mockserver.settings import Settings

pytest_plugins = ["pytester", "tests.cli.command"]

# Each run tries the same values; `make test ARGS="--hypothesis-profile thorough"` tries many new.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=3_000)
settings.load_profile("repeatable")

P = "acme/demo"

CREDENTIAL = {"Authorization": "Bearer test"}


def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as processors: a test of a program mostly waits for it."""
    return (os.cpu_count() or 1) * 3 // 2


class Client(TestClient):
    """Requests with a credential, and the few sentences that most tests begin with."""

    @property
    def application(self) -> App:
        assert isinstance(self.app, App)
        return self.app

    def start(self, call_id: str = "a", **fields: Any) -> Any:
        call = {
            "project_id": P,
            "id": call_id,
            "op_name": "op",
            "trace_id": "t1",
            "started_at": "2024-01-01T00:00:00Z",
            "attributes": {},
            "inputs": {},
        }
        return self.post("/call/start", json={"start": {**call, **fields}})

    def end(self, call_id: str = "a", **fields: Any) -> Any:
        call = {
            "project_id": P,
            "id": call_id,
            "ended_at": "2024-01-01T00:00:02.345678Z",
            "summary": {},
        }
        return self.post("/call/end", json={"end": {**call, **fields}})

    def read(self, call_id: str = "a", project_id: str = P) -> Any:
        answer = self.post("/call/read", json={"project_id": project_id, "id": call_id})
        assert answer.status_code == 200
        return answer.json()["call"]

    def query(self, **request: Any) -> list[dict[str, Any]]:
        answer = self.post("/calls/stream_query", json={"project_id": P, **request})
        assert answer.status_code == 200, answer.text
        lines = answer.text.splitlines()
        return [decoded(line) for line in lines]

    def ids(self, **request: Any) -> list[str]:
        return [call["id"] for call in self.query(**request)]


def decoded(line: str) -> Any:
    import json

    return json.loads(line)


@pytest.fixture
def make_client() -> Iterator[Callable[..., Client]]:
    """A client of a new app with these settings."""
    with ExitStack() as clients:

        def make(**settings: Any) -> Client:
            app = create_app(Settings(**settings))
            client = Client(app, raise_server_exceptions=True, headers=CREDENTIAL)
            return clients.enter_context(client)

        yield make


@pytest.fixture
def client(make_client: Callable[..., Client]) -> Client:
    """A client of a new app with default settings."""
    return make_client()


@pytest.fixture(scope="module", params=[True, False], ids=["direct", "in a task"])
def either_way(request: pytest.FixtureRequest) -> Iterator[MockServer]:
    """A server that answers the direct way, and one that answers in tasks."""
    with MockServer(Settings(port=0, direct=request.param, log="quiet")) as started:
        yield started


@pytest.fixture
def server(either_way: MockServer) -> MockServer:
    """The same, as it was started."""
    either_way.reset()
    either_way.clear_requests()
    return either_way


@pytest.fixture
def caller(server: MockServer) -> Iterator[httpx.Client]:
    """Somebody with a credential who calls it over the network."""
    with httpx.Client(base_url=server.url, headers=CREDENTIAL, timeout=10) as made:
        yield made
