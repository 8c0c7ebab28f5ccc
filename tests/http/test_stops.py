"""The stops of a request that README names, and those of a chat that the model names: real ones are
traced through the transport."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

import mockserver
from mockserver import Settings, create_app
from mockserver.chat import model
from mockserver.http.transport.listener import Uvicorn
from tests.conftest import P
from tests.http.test_protocol import request
from tests.readme import README

HOME = Path(mockserver.__file__).parent.parent
STOP = re.compile(r"^\| \d+ \| `(mockserver/\S+\.py)` \| `(\S+)` \|", re.MULTILINE)
STOP_OF_A_CHAT = re.compile(r"^    ([\w.]+\.\w+) {2,}\w", re.MULTILINE)
MOST_CALLS, MOST_REENTRIES = 86, 4


class Stop(NamedTuple):
    """A function of the product."""

    file: str
    function: str

    @property
    def room(self) -> str:
        return self.file.split("/")[1]

    @property
    def name(self) -> str:
        """The name to import it by."""
        module = self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        return f"{module}.{self.function}"


class Caller(asyncio.Transport):
    """The socket's other end; what is written to it is one stop more."""

    def __init__(self, walked: list[Stop | str]) -> None:
        super().__init__()
        self.received = b""
        self._walked = walked

    def write(self, data: Any) -> None:
        self.received += data
        self._walked.append("the answer is on its way")

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


@contextmanager
def walking(walked: list[Stop | str]) -> Iterator[None]:
    """Collect the functions of the product that are called, in order."""

    def note(frame: FrameType, event: str, _: object) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.is_relative_to(HOME / "mockserver"):
            stop = Stop(file.relative_to(HOME).as_posix(), frame.f_code.co_qualname)
            walked.append(stop)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def start_of(name: str) -> bytes:
    call = {
        "project_id": P,
        "id": name,
        "op_name": "op",
        "started_at": "2025-01-01T09:00:00Z",
        "attributes": {},
        "inputs": {"x": 1},
    }
    return request(json.dumps({"start": call}).encode(), "/call/start")


def chat_about(number: int) -> bytes:
    question = f"What is {number} + 25? Answer in JSON with the key sum."
    body = {"messages": [{"role": "user", "content": question}]}
    return request(json.dumps(body).encode(), "/v1/chat/completions")


async def way_of(second: bytes, first: bytes, settings: Settings) -> list[Stop | str]:
    """The way of the second request on a connection, the first one having imported what both
    need."""
    stops: list[Stop | str] = []
    app = create_app(settings)
    server = Uvicorn(app, app.services)
    server.config.load()
    async with app.router.lifespan_context(app):
        connection = server.config.http_protocol_class(
            config=server.config, server_state=server.server_state, app_state={}
        )
        caller = Caller(stops)
        connection.connection_made(caller)
        connection.data_received(first)
        stops.clear()
        with walking(stops):
            connection.data_received(second)
        connection.connection_lost(None)
    assert caller.received.count(b"HTTP/1.1 200 OK") == 2
    return stops


@pytest.fixture
async def walked(tmp_path) -> list[Stop | str]:
    """The way of a `POST /call/start`."""
    settings = Settings(db=str(tmp_path / "db.json"))
    return await way_of(start_of("second"), start_of("first"), settings)


def named() -> list[Stop]:
    return [Stop(*found) for found in STOP.findall(README.read_text())]


async def test_the_model_names_the_stops_of_a_chat_in_their_order():
    walked = await way_of(chat_about(17), chat_about(12), Settings())
    names = [stop.name for stop in dict.fromkeys(walked) if isinstance(stop, Stop)]
    stops = [f"mockserver.chat.{name}" for name in STOP_OF_A_CHAT.findall(model.__doc__ or "")]
    assert len(stops) == 10
    assert [name for name in names if name in stops] == stops


def test_readme_names_the_stops_of_a_request_in_their_order(walked):
    assert len(named()) == 10
    assert [stop for stop in walked if stop in named()] == named()


def test_every_room_on_the_way_has_a_stop(walked):
    rooms = {stop.room for stop in walked if isinstance(stop, Stop)}
    assert rooms - {"core"} == {stop.room for stop in named()}


def test_a_request_is_remembered_when_its_answer_is_on_its_way(walked):
    assert walked.index("the answer is on its way") < walked.index(named()[-1])


def test_the_way_is_short(walked):
    """A room is left for what everything may use, `core`, without a mark."""
    functions = [stop for stop in walked if isinstance(stop, Stop)]
    rooms = [stop.room for stop in functions if stop.room != "core"]
    visits = [room for room, before in zip(rooms, [None, *rooms], strict=False) if room != before]
    reentries = len(visits) - len(set(visits))
    print(f"{len(functions)} functions, {len(named())} stops, {reentries} re-entries: {visits}")
    assert len(functions) <= MOST_CALLS
    assert reentries <= MOST_REENTRIES
