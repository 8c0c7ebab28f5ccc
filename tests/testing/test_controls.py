"""The verbs of a test, on a server of this process, on one elsewhere, and on one without a port."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx
import pytest

from mockserver import InProcess, MockServer, RemoteServer, Settings
from mockserver.core.clock import stopwatch
from mockserver.http.transport.router import Router
from mockserver.settings import InvalidSetting
from mockserver.testing.admin.rows import ROOT, ROUTES
from mockserver.testing.verbs.channel import Channel, Refused
from tests.conftest import CREDENTIAL, P
from tests.http.test_server import CALL


@pytest.fixture(scope="module")
def running():
    with MockServer(Settings(port=0, log="quiet")) as server:
        yield server


@pytest.fixture(params=["here", "elsewhere", "without a port"])
def mock(request, running):
    running.reset()
    if request.param == "here":
        yield running
        return
    with InProcess() if request.param == "without a port" else RemoteServer(running.url) as mock:
        yield mock


@pytest.fixture
def http(mock):
    transport = getattr(mock, "transport", None)
    with httpx.Client(transport=transport, base_url=mock.url, headers=CREDENTIAL) as client:
        yield client


def start(http, name="a", **fields):
    return http.post("/call/start", json={"start": {**CALL, "id": name, **fields}})


def end(http, name="a"):
    body = {"project_id": P, "id": name, "ended_at": "2024-01-01T00:00:02Z", "summary": {}}
    return http.post("/call/end", json={"end": body})


def test_it_is_its_url(mock):
    assert str(mock) == mock.url
    assert mock.url_for("/call/start") == mock.url_for("call/start") == f"{mock}/call/start"
    assert mock.env["OPENAI_BASE_URL"] == f"{mock}/v1"


def test_requests_are_listed(mock, http):
    start(http)
    http.post("/call/start", json={})
    first, second = mock.requests
    assert (first.operation, first.status, first.project) == ("Call Start", 200, P)
    assert first.body["start"]["id"] == first.answer["id"] == "a"
    assert mock.requests.where(status=422) == [second] or second.status == 422
    assert [request.id for request in mock.requests.where(status=422)] == [second.id]


def test_calls_and_objects_are_listed(mock, http):
    start(http)
    start(http, "b", project_id="b/two")
    obj = {"project_id": P, "object_id": "o", "val": {"x": 1}}
    http.post("/obj/create", json={"obj": obj})
    assert [call["id"] for call in mock.calls()] == ["a", "b"]
    assert [call["id"] for call in mock.calls(P)] == ["a"]
    assert [obj["object_id"] for obj in mock.objects(P)] == ["o"]


def test_calls_are_asserted(mock, http):
    start(http)
    mock.assert_called("Call Start")
    mock.assert_called("Call Start", times=1, project=P, body={"start": {"id": "a"}})
    mock.assert_called("Call End", times=0)
    assert mock.count("Call Start", status=200) == 1
    with pytest.raises(AssertionError, match=r"body\.start\.id: expected \"b\", got \"a\""):
        mock.assert_called("Call Start", body={"start": {"id": "b"}})


def test_an_unknown_operation_is_refused_by_every_verb(mock):
    for verb in (mock.assert_called, mock.count, mock.wait_for, mock.fail):
        with pytest.raises(Refused, match="nearest is 'Call Start'"):
            verb("Call Strat")


def test_waiting_ends_when_enough_requests_have_arrived(mock, http):
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(mock.wait_for, "Call Start", times=2)
        start(http)
        start(http, "b")
        waiting.result(5)


def test_waiting_in_vain_ends_in_time_and_lists_the_requests(mock, http):
    start(http)
    began = stopwatch()
    with pytest.raises(AssertionError, match=r"after 0.05 s: Call End(.|\n)*Call Start \(1\)"):
        mock.wait_for("Call End", timeout=0.05)
    assert stopwatch() - began < 2


def test_failures_are_planned_and_accounted_for(mock, http):
    fault = mock.fail("Call End", status=503, times=2)
    assert [end(http).status_code for _ in range(3)] == [503, 503, 200]
    assert (fault.used, fault.remaining) == (2, 0)
    fault.remove()
    with pytest.raises(Refused):
        fault.remove()


def test_every_kind_of_failure_has_a_verb(mock, http):
    mock.slow("Call Start", 0.001)
    mock.limit("Call End", 0, per=30)
    assert start(http).status_code == 200
    assert end(http).headers["retry-after"] == "30"
    mock.spoil("Calls Query Stream")
    with pytest.raises(json.JSONDecodeError):
        http.post("/calls/stream_query", json={"project_id": P}).json()
    mock.cut("Calls Query Stream", after=0)
    with pytest.raises(httpx.RemoteProtocolError):
        http.post("/calls/stream_query", json={"project_id": P})
    mock.drop("Call Read")
    with pytest.raises(httpx.RemoteProtocolError):
        http.post("/call/read", json={"project_id": P, "id": "a"})
    assert [fault["used"] for fault in mock.faults] == [1] * 5


def test_an_outage_ends_with_its_block(mock, http):
    with mock.outage(0.2), pytest.raises(httpx.ConnectError):
        start(http)
    assert start(http).status_code == 200


def test_states_have_names(mock, http):
    start(http)
    mock.snapshot("logged in")
    start(http, "b")
    mock.restore("logged in")
    assert [call["id"] for call in mock.calls()] == ["a"]
    with pytest.raises(Refused, match="known: baseline, logged in"):
        mock.restore("logged out")
    mock.clear_snapshots()


def test_a_state_is_saved_and_loaded(mock, http, tmp_path):
    start(http)
    mock.save(tmp_path / "saved.json")
    before = mock.calls()
    mock.reset("empty")
    assert mock.calls() == []
    mock.load(tmp_path / "saved.json")
    assert mock.calls() == before
    mock.load(tmp_path / "saved.json", mode="replace")
    assert mock.calls() == before


def test_a_file_that_cannot_be_loaded_changes_nothing(mock, http, tmp_path):
    start(http)
    (tmp_path / "wrong.json").write_text('{"mockserver": 1, "project": {}}')
    with pytest.raises(Refused, match=r"wrong\.json:1: (.|\n)*projects"):
        mock.load(tmp_path / "wrong.json", mode="replace")
    assert len(mock.calls()) == 1


def test_a_project_is_reset_alone(mock, http):
    start(http)
    start(http, project_id="b/two")
    assert mock.reset(project=P)["records"] == {"calls": 1}
    assert [call["project_id"] for call in mock.calls()] == ["b/two"]


def test_the_clock_is_moved(mock, http):
    mock.clock.freeze("2030-01-01T00:00Z")
    mock.clock.advance(minutes=5)
    mock.clock.advance(timedelta(seconds=1))
    assert mock.clock.now().isoformat() == "2030-01-01T00:05:01+00:00"
    mock.clock.release()
    assert mock.clock.now().year < 2030 or mock.clock.now().isoformat() > "2030-01-01T00:06"
    mock.clock.freeze()
    assert mock.clock.now() == mock.clock.now()


def test_settings_are_changed_until_the_next_reset(mock, http):
    mock.configure(listing="a")
    assert http.get("/version").status_code == 404
    mock.reset()
    assert http.get("/version").status_code == 200
    with pytest.raises(Refused, match="listng"):
        mock.configure(listng="a")


async def test_a_coroutine_waits_for_its_siblings():
    mock = InProcess(Settings(auth="none"))
    async with mock.async_client() as client:
        waiting = asyncio.create_task(asyncio.to_thread(mock.wait_for, "Call Start"))
        answer = await client.post("/call/start", json={"start": CALL})
        await asyncio.wait_for(waiting, 5)
    assert answer.status_code == 200


async def test_verbs_may_be_called_inside_a_loop():
    mock = InProcess(Settings(auth="none"))
    mock.fail("Call Start", status=503)
    async with mock.async_client() as client:
        assert (await client.post("/call/start", json={"start": CALL})).status_code == 503
    mock.assert_called("Call Start", status=503)


def test_an_app_without_a_port_has_no_file(tmp_path):
    with pytest.raises(InvalidSetting, match="--db"):
        InProcess(Settings(db=str(tmp_path / "db.json")))


PROBES = {"", "/", "/health", "/ready", "/openapi.json", "/stream", "/costs", "/projects"}
READ_BY_PAGES = ("/openapi/", "/trace/")
"""Routes for scripts, tools and the console; a test has no use for them."""


FORMS = {"PUT /faults/{id}", "PUT /replies/{id}", "GET /requests/{id}/data-file"}
"""Where the console's forms change or keep what is there; a test plans anew."""


def test_every_control_route_has_a_verb(monkeypatch, tmp_path):
    requested, send = set(), Channel._send

    def spy(channel, method, path, **options):
        requested.add(f"{method} {path.partition('?')[0]}")
        return send(channel, method, path, **options)

    monkeypatch.setattr(Channel, "_send", spy)
    with MockServer(Settings(port=0, allow_shutdown=True)) as running:
        use_every_verb(running, RemoteServer(running.url), tmp_path / "saved.json")
    expected = {f"{row.method} {row.path.removeprefix(ROOT)}" for row in ROUTES} - FORMS
    known = Router()
    for route in expected:
        method, path = route.split(" ", 1)
        known.add(path, route, method)
    used = {known.find(path).methods[method] for method, path in map(str.split, requested)}
    unused = {route.partition(" ")[2] for route in expected - used}
    assert {path for path in unused if not path.startswith(READ_BY_PAGES)} <= PROBES


def use_every_verb(mock, elsewhere, file):
    with httpx.Client(base_url=mock.url, headers=CREDENTIAL) as http:
        start(http)
    assert mock.hits()["Call Start"] == 1
    assert mock.request("1").operation == "Call Start"
    assert mock.unmatched == []
    assert mock.counts() == {"calls": 1}
    assert mock.configuration()["allow_shutdown"]
    assert mock.count() == len(mock.requests) == len(mock.calls())
    mock.assert_called("Call Start")
    mock.wait_for("Call Start")
    assert mock.find("Call Start")
    for planned in (mock.fail("Call Start"), mock.reply("weather", text="Rain.")):
        assert planned.used == 0
        planned.remove()
    assert mock.faults == mock.replies == []
    assert mock.misses() == []
    mock.clear_faults()
    mock.clear_replies()
    mock.clear_requests()
    mock.snapshot("one")
    mock.restore("one")
    assert mock.snapshots == ["baseline", "one"]
    mock.clear_snapshots()
    mock.save(file)
    mock.load(file, mode="replace")
    mock.configure(lenient=True)
    mock.clock.freeze(mock.clock.now())
    mock.reset()
    with elsewhere, elsewhere.outage(0.01):
        pass
    mock.shutdown()
