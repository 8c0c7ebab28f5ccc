"""The TinyDB of a running server, and the server that serves what is written there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import httpx
import pytest
import tinydb
from tinydb import where
from tinydb.operations import increment
from tinydb.operations import set as set_to

from mockserver import InProcess, MockServer, Settings
from tests.conftest import CREDENTIAL, P

CALL = {"project_id": P, "id": "a", "op_name": "predict", "trace_id": "t"}


@pytest.fixture(params=["with a port", "without"])
def mock(request):
    if request.param == "without":
        yield InProcess()
        return
    with MockServer(Settings(port=0, log="quiet")) as server:
        yield server


@pytest.fixture
def http(mock):
    transport = getattr(mock, "transport", None)
    with httpx.Client(transport=transport, base_url=mock.url, headers=CREDENTIAL) as client:
        yield client


def start(http, name):
    call = {**CALL, "id": name, "started_at": 0, "attributes": {}, "inputs": {"n": 0}}
    assert http.post("/call/start", json={"start": call}).status_code == 200


def read(http, name="a"):
    return http.post("/call/read", json={"project_id": P, "id": name}).json()["call"]


def test_what_clients_wrote_is_searched(mock, http):
    start(http, "a")
    calls = mock.db.table("calls")
    assert [call["id"] for call in calls.search(where("op_name") == "predict")] == ["a"]
    assert calls.count(where("inputs").n == 0) == len(calls) == 1
    assert "calls" in mock.db.tables()
    assert isinstance(mock.db, tinydb.TinyDB)


def test_what_is_written_there_is_served_and_found_by_its_indexes(mock, http):
    calls = mock.db.table("calls")
    calls.insert(CALL)
    calls.insert_multiple({**CALL, "id": name, "op_name": "other"} for name in "bc")
    assert (read(http)["op_name"], read(http)["inputs"]) == ("predict", {})
    calls.update(set_to("op_name", "renamed"), where("id") == "a")
    calls.update(increment("n"), where("n").exists())
    calls.remove(where("id") == "c")
    query = {"project_id": P, "filter": {"op_names": ["renamed", "other"]}}
    lines = http.post("/calls/stream_query", json=query).text.splitlines()
    assert len(lines) == 2
    assert read(http, "c") is None


BROKEN = {
    "no key": ({**CALL, "id": ""}, "calls: id: String should have at least 1 character"),
    "no project": ({**CALL, "project_id": None}, "calls: project_id: .* a valid string"),
    "key in use": (CALL, "calls: there is 'a' already"),
    "wrong type": ({**CALL, "id": "b", "inputs": 1}, "calls: inputs: .* a valid dictionary"),
}


@pytest.mark.parametrize(("record", "why"), BROKEN.values(), ids=BROKEN)
def test_what_would_break_a_record_is_refused_and_changes_nothing(mock, http, record, why):
    calls = mock.db.table("calls")
    calls.insert(CALL)
    with pytest.raises(ValueError, match=why):
        calls.insert_multiple([{**CALL, "id": "good"}, record])
    with pytest.raises(ValueError, match="calls: id: "):
        calls.update(set_to("id", ""), where("id") == "a")
    with pytest.raises(TypeError):
        calls.update(set_to("inputs", {"x": {1}}))
    assert [call["id"] for call in calls.all()] == ["a"]
    assert read(http)["inputs"] == {}


def test_a_read_sees_one_moment(mock, http):
    calls = mock.db.table("calls")
    calls.insert({**CALL, "inputs": {"n": 0}})
    with ThreadPoolExecutor() as threads:
        writing = threads.submit(lambda: [start(http, f"call {number}") for number in range(50)])
        counts = []
        while not writing.done():
            counts.append(len({call["id"] for call in calls}))
        writing.result()
    assert all(one <= other for one, other in pairwise(counts))
    assert len(calls) == 51


def test_a_reset_resets_it_too(mock, http):
    mock.db.table("calls").insert(CALL)
    mock.db.insert({"mine": 1})
    mock.reset()
    assert mock.db.table("calls").all() == mock.db.all() == []


def test_what_was_written_is_in_the_file(tmp_path):
    path = tmp_path / "db.json"
    with MockServer(Settings(port=0, log="quiet", db=str(path))) as server:
        server.db.table("calls").insert(CALL)
    with tinydb.TinyDB(path) as stock:
        [call] = stock.table("calls").search(where("id") == "a")
    assert (call["op_name"], call["summary"]) == ("predict", {"weave": {"status": "running"}})


def test_every_record_that_is_kept_can_be_written_again():
    mock = InProcess(Settings(demo=True, seed=7))
    mock.db.table("files")
    before = {name: mock.db.table(name).all() for name in mock.db.tables()}
    for name in before:
        mock.db.table(name).update({"mine": 1})
    assert {name: mock.db.table(name).count(where("mine") == 1) for name in before} == {
        name: len(records) for name, records in before.items()
    }
