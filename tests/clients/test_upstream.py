"""Real libraries through a server that records, and once more before what it recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mockserver.server import MockServer
from mockserver.settings import Settings
from tests.clients.conftest import FindLibrary


@contextmanager
def recorder(file: Path) -> Iterator[MockServer]:
    """A server with another one behind it, which leaves its recording in a file."""
    with MockServer(Settings(port=0, seed=7)) as upstream:
        settings = Settings(port=0, upstream=(upstream.url,), save=str(file))
        with MockServer(settings) as server:
            yield server


@pytest.fixture
def replayer(tmp_path: Path) -> Callable[[], MockServer]:
    return lambda: MockServer(Settings(port=0, data=(str(tmp_path / "recording.json"),)))


def test_the_openai_library_gets_the_same_answers_again(library, tmp_path, replayer):
    openai = library("openai")
    with recorder(tmp_path / "recording.json") as server:
        recorded = openai.run("chat.py", server)
    with replayer() as server:
        replayed = openai.run("chat.py", server)
    told = ("plain", "streamed", "plain_async", "streamed_async", "pieces")
    assert [replayed[name] for name in told] == [recorded[name] for name in told]


def test_a_loop_of_tools_and_parsed_answers_are_the_same_again(library, tmp_path, replayer):
    openai = library("openai")
    with recorder(tmp_path / "recording.json") as server:
        recorded = openai.run("chat_forms.py", server)
    with replayer() as server:
        replayed = openai.run("chat_forms.py", server)
    assert [replayed[name] for name in ("parsed", "events")] == [
        recorded[name] for name in ("parsed", "events")
    ]
    assert replayed["loop"] == recorded["loop"]


def test_what_weave_traced_is_there_without_the_upstream(library: FindLibrary, tmp_path, replayer):
    weave = library("weave-0.54.0")
    with recorder(tmp_path / "recording.json") as server:
        told = weave.run("trace.py", server)
        recorded = weave.run("read.py", server, told["op"], told["settings"])
    with replayer() as server:
        assert weave.run("read.py", server, told["op"], told["settings"]) == recorded


def test_an_evaluation_of_weave_is_there_without_the_upstream(library, tmp_path, replayer):
    weave = library("weave-0.54.0")
    with recorder(tmp_path / "recording.json") as server:
        weave.run("judge.py", server)
        recorded = server.calls()
    with replayer() as server:
        assert server.calls() == recorded
        assert {call["op_name"].partition(":")[0] for call in recorded}
