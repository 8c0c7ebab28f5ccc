"""Record and replay; a second server of ours is the upstream."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from gzip import compress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest

from mockserver import listing
from mockserver.app import create_app
from mockserver.chat.response.pace import pace_of
from mockserver.chat.script.models import Line, Rule
from mockserver.chat.script.question import end_of
from mockserver.cli.banner import banner
from mockserver.core.digest import digest_bytes
from mockserver.http.endpoint import Endpoint
from mockserver.server import InProcess, MockServer
from mockserver.settings import InvalidSetting, Settings
from mockserver.testing.recording.recorder import OTHER_READS, SHOWING, is_write
from tests.chat.asking import PATH, request, said
from tests.conftest import P

NOW = "2025-01-31T09:00:00Z"
SECRET = "sk-very-secret-0123456789"
TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
    },
}
NAMED = {"type": "function", "function": {"name": "get_weather"}}
CALL = {"project_id": P, "op_name": "op", "started_at": NOW, "attributes": {}, "inputs": {"x": 1}}


class Pair:
    """A server that records, the one behind it, and later the one that replays."""

    def __init__(self, file: Path, stack: ExitStack) -> None:
        self.file = file
        self._stack = stack

    def record(self, upstream: dict[str, Any] | None = None, **settings: Any) -> httpx.Client:
        """A client of a server that records what another one with these settings says."""
        options = {"port": 0, "seed": 1, "now": NOW, **(upstream or {})}
        self.upstream = MockServer(Settings(**options)).start()
        self._stack.callback(self.upstream.stop)
        return self.client(upstream=(self.upstream.url,), save=str(self.file), **settings)

    def replay(self) -> httpx.Client:
        """A client of a server that has the recording, when both others are gone."""
        self.server.stop()
        self.upstream.stop()
        return self.client(data=(str(self.file),))

    def client(self, **settings: Any) -> httpx.Client:
        """A client of another server."""
        self.server = MockServer(Settings(**{"port": 0, "seed": 1, "now": NOW, **settings}))
        self._stack.callback(self.server.start().stop)
        headers = {"Authorization": f"Bearer {SECRET}"}
        client = httpx.Client(base_url=self.server.url, headers=headers, timeout=60)
        return self._stack.enter_context(client)

    @property
    def recording(self) -> dict[str, Any]:
        """The content of the file when the recorder has ended."""
        self.server.stop()
        return json.loads(self.file.read_bytes())

    @property
    def operations(self) -> list[str | None]:
        """The operations that the upstream has served."""
        return [request.operation for request in self.upstream.requests]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with ExitStack() as stack:
        yield Pair(tmp_path / "recording.json", stack)


def post(client: httpx.Client, path: str, **body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def choice(client: httpx.Client, **members: Any) -> dict[str, Any]:
    return post(client, PATH, **request(**members))["choices"][0]


def events(client: httpx.Client, **members: Any) -> list[Any]:
    answer = client.post(PATH, json=request(stream=True, **members))
    lines = [line.removeprefix("data: ") for line in answer.text.split("\n\n") if line]
    assert lines.pop() == "[DONE]"
    return [json.loads(line) for line in lines]


def streamed(client: httpx.Client, **members: Any) -> str:
    deltas = [event["choices"][0]["delta"] for event in events(client, **members)]
    return "".join(delta.get("content", "") for delta in deltas)


@pytest.mark.parametrize(
    "members",
    [
        pytest.param({}, id="plain"),
        pytest.param({"max_tokens": 9, "temperature": 0}, id="cut"),
        pytest.param({"tools": [TOOL], "tool_choice": "required"}, id="tool"),
        pytest.param({"tools": [TOOL], "tool_choice": NAMED}, id="named tool"),
        pytest.param({"include_reasoning": True, "reasoning_effort": "high"}, id="reasoning"),
    ],
)
def test_a_completion_is_replayed_without_a_network(pair, members):
    recorder = pair.record({"seed": 5})
    recorded = choice(recorder, **members)
    assert pair.operations == ["Chat Completion"]
    assert choice(pair.replay(), **members) == recorded


def test_a_recorded_stream_is_replayed_streamed_and_plain(pair):
    recorder = pair.record({"seed": 5})
    recorded = streamed(recorder)
    replayed = pair.replay()
    assert streamed(replayed) == recorded == choice(replayed)["message"]["content"]


def test_calls_of_tools_that_were_streamed_are_replayed(pair):
    members = {"tools": [TOOL], "tool_choice": "required"}
    recorder = pair.record({"seed": 5})
    events(recorder, **members)
    [rule] = pair.recording["replies"]
    assert rule["tool_calls"][0]["name"] == "get_weather"
    assert list(rule["tool_calls"][0]["arguments"]) == ["city"]


def test_a_loop_of_tools_is_replayed_for_its_ids_are_the_same(pair):
    def loop(client: httpx.Client) -> Any:
        message = choice(client, tools=[TOOL], tool_choice="required")["message"]
        result = said("Rain.", role="tool", tool_call_id=message["tool_calls"][0]["id"])
        messages = [*request()["messages"], {**message, "content": None}, result]
        return choice(client, messages=messages, tools=[TOOL])["message"]["content"]

    recorded = loop(pair.record({"seed": 5}))
    assert loop(pair.replay()) == recorded


RESPONSES, TEXTS = "/v1/responses", "/v1/completions"
FUNCTION = {"type": "function", **TOOL["function"]}


def output(client: httpx.Client, **members: Any) -> list[Any]:
    """The words of a response's items; a stream's last event has it whole."""
    answer = client.post(RESPONSES, json={"model": "m", "input": "Is it warm?", **members})
    assert answer.status_code == 200, answer.text
    found = answer.json() if not members.get("stream") else last_event(answer)["response"]
    ids = {"id": None, "logprobs": None}
    return [{**item, **ids} for item in found["output"]]


def last_event(answer: httpx.Response) -> Any:
    return json.loads(answer.text.rsplit("data: ", 1)[1])


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize(
    "members",
    [
        pytest.param({}, id="plain"),
        pytest.param({"instructions": "Be brief.", "max_output_tokens": 9}, id="cut"),
        pytest.param({"tools": [FUNCTION], "tool_choice": "required"}, id="tool"),
        pytest.param({"reasoning": {"effort": "high", "summary": "auto"}}, id="reasoning"),
        pytest.param({"input": [{"role": "user", "content": "Hi"}]}, id="items"),
    ],
)
def test_a_response_is_replayed_without_a_network(pair, members, stream):
    recorder = pair.record({"seed": 5})
    recorded = output(recorder, stream=stream, **members)
    assert pair.operations == ["Response Create"]
    replayed = pair.replay()
    assert output(replayed, **members) == recorded == output(replayed, stream=True, **members)


def test_a_continued_response_is_replayed_though_its_id_is_another(pair):
    def loop(client: httpx.Client) -> Any:
        body = {"model": "m", "input": "Use get_weather for Oslo.", "tools": [FUNCTION]}
        first = post(client, RESPONSES, **body, tool_choice="required")
        result = {"type": "function_call_output", "output": "Rain."}
        result["call_id"] = first["output"][0]["call_id"]
        body = {**body, "input": [result], "previous_response_id": first["id"]}
        return first["id"], post(client, RESPONSES, **body)["output"][0]["content"][0]["text"]

    first, recorded = loop(pair.record({"seed": 5}))
    assert "Rain" in recorded
    again, replayed = loop(pair.replay())
    assert (first != again, replayed) == (True, recorded)


def test_a_response_to_an_unknown_one_is_not_recorded(pair):
    recorder = pair.record()
    body = {"model": "m", "input": "Hi", "previous_response_id": "resp_x"}
    assert recorder.post(RESPONSES, json=body).status_code == 404
    assert "replies" not in pair.recording


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize(
    "members",
    [
        pytest.param({"prompt": "Is it warm?"}, id="plain"),
        pytest.param({"prompt": ["Is it warm?", "Hi"], "echo": True, "max_tokens": 5}, id="echo"),
        pytest.param({"prompt": "Hi", "n": 2, "seed": 3}, id="several"),
    ],
)
def test_a_text_completion_is_replayed_without_a_network(pair, members, stream):
    recorder = pair.record({"seed": 5})
    body = {"model": "m", **members}
    if stream:
        recorder.post(TEXTS, json={**body, "stream": True})
    recorded = recorder.post(TEXTS, json=body).json()
    assert set(pair.operations) == {"Text Completion"}
    first = [choice["text"] for choice in recorded["choices"][:: members.get("n", 1)]]
    replayed = post(pair.replay(), TEXTS, **body)["choices"]
    assert [choice["text"] for choice in replayed[:: members.get("n", 1)]] == first


@pytest.mark.parametrize(
    ("path", "body"), [(RESPONSES, {"input": "Hi"}), (TEXTS, {"prompt": "Hi"})]
)
def test_a_refusal_of_another_path_is_replayed(pair, path, body):
    recorded = pair.record({"model": ("another",)}).post(path, json={"model": "m", **body})
    replayed = pair.replay().post(path, json={"model": "m", **body})
    assert (replayed.status_code, replayed.json()) == (404, recorded.json())


def test_a_requested_reply_is_not_forwarded_on_any_path(pair):
    recorder = pair.record()
    headers = {"x-mockserver-reply": "Sunny."}
    response = recorder.post(RESPONSES, json={"model": "m", "input": "Hi"}, headers=headers).json()
    assert response["output"][0]["content"][0]["text"] == "Sunny."
    text = recorder.post(TEXTS, json={"model": "m", "prompt": "Hi"}, headers=headers).json()
    assert text["choices"][0]["text"] == "Sunny."
    assert pair.operations == []


def test_a_refusal_is_replayed(pair):
    recorder = pair.record({"model": ("another",)})
    recorded = recorder.post(PATH, json=request())
    replayed = pair.replay().post(PATH, json=request())
    assert (replayed.status_code, replayed.json()) == (404, recorded.json())


def test_a_refusal_and_the_answer_to_a_second_try_are_replayed_in_turn(pair):
    recorder = pair.record()
    pair.upstream.fail("Chat Completion", status=429, retry_after=0, times=1)
    recorded = [recorder.post(PATH, json=request()) for _ in range(3)]
    replayer = pair.replay()
    replayed = [replayer.post(PATH, json=request()) for _ in range(3)]
    assert [answer.status_code for answer in replayed] == [429, 200, 200]
    assert replayed[0].headers["retry-after"] == recorded[0].headers["retry-after"] == "0"
    assert replayed[1].json()["choices"] == recorded[1].json()["choices"]


@pytest.mark.parametrize("first", [0, 1])
def test_a_request_with_a_further_field_is_another_request(pair, first):
    members = [{}, {"tools": [TOOL], "tool_choice": "required"}]
    recorder = pair.record({"seed": 5})
    order = [members[first], members[1 - first]]
    recorded = [choice(recorder, **each) for each in order]
    pair.server.stop()
    recorder = pair.client(upstream=(pair.upstream.url,), data=(str(pair.file),))
    choice(recorder, temperature=0)
    assert pair.operations == ["Chat Completion"] * 3
    replayer = pair.replay()
    assert [choice(replayer, **each) for each in order] == recorded


def test_a_recording_that_is_loaded_again_is_continued(pair):
    recorder = pair.record()
    first = choice(recorder)
    pair.server.stop()
    options = {"upstream": (pair.upstream.url,), "save": str(pair.file), "data": (str(pair.file),)}
    recorder = pair.client(**options)
    assert choice(recorder) == first
    choice(recorder, messages=[said("And now?")])
    assert pair.operations == ["Chat Completion"] * 2
    assert len(pair.recording["replies"]) == 2


def test_a_completion_of_the_trace_side_is_replayed(pair):
    body = {"project_id": P, "track_llm_call": False, "inputs": request()}
    recorder = pair.record({"seed": 5})
    recorded = post(recorder, "/completions/create", **body)["response"]
    replayed = post(pair.replay(), "/completions/create", **body)["response"]
    assert replayed["choices"] == recorded["choices"]


def test_an_error_in_a_stream_is_replayed_at_its_place(pair):
    recorder = pair.record()
    pair.upstream.slow("Chat Completion", error=3, message="out of breath", times=1)
    recorded = events(recorder)
    replayed = events(pair.replay())
    assert [len(replayed), replayed[-1]] == [len(recorded), recorded[-1]]
    assert replayed[-1]["error"]["message"] == "out of breath"


def test_a_scripted_reply_is_given_in_the_upstreams_place(pair):
    recorder = pair.record()
    pair.server.reply("sourdough", text="Freeze it.")
    assert choice(recorder)["message"]["content"] == "Freeze it."
    assert choice(recorder, messages=[said("Hello?")])["message"]["content"]
    assert pair.operations == ["Chat Completion"]


def test_a_reply_in_a_header_is_not_forwarded(pair):
    recorder = pair.record()
    saying = {"X-Mockserver-Reply": "Freeze it."}
    completion = {"project_id": P, "inputs": request()}
    said_here = [
        recorder.post(PATH, json=request(), headers=saying).json(),
        recorder.post("/completions/create", json=completion, headers=saying).json()["response"],
    ]
    texts = [answer["choices"][0]["message"]["content"] for answer in said_here]
    assert (texts, pair.operations) == (["Freeze it."] * 2, [])
    assert "replies" not in pair.recording


def test_a_traced_call_with_an_object_and_a_file_is_replayed(pair):
    recorder = pair.record()
    form = {"data": {"project_id": P}, "files": {"file": ("a.bin", b"\x00\xff")}}
    file = recorder.post("/file/create", **form).json()["digest"]
    value = {"_type": "Thing", "file": file}
    new = {"project_id": P, "object_id": "thing", "val": value}
    digest = post(recorder, "/obj/create", obj=new)["digest"]
    made = post(recorder, "/call/start", start=CALL)
    ended = {"project_id": P, "id": made["id"], "ended_at": NOW, "output": 2, "summary": {}}
    post(recorder, "/call/end", end=ended)
    read = {"project_id": P, "id": made["id"]}
    recorded = post(recorder, "/call/read", **read)
    replayer = pair.replay()
    assert post(replayer, "/call/read", **read) == recorded
    version = {"project_id": P, "object_id": "thing", "digest": digest}
    assert post(replayer, "/obj/read", **version)["obj"]["val"] == value
    content = replayer.post("/file/content", json={"project_id": P, "digest": file}).content
    assert content == b"\x00\xff"


def test_repeated_writes_have_the_ids_of_the_upstream(pair):
    recorder = pair.record()
    call = post(recorder, "/call/start", start=CALL)
    run = {"evaluation": f"weave:///{P}/object/e:1", "model": f"weave:///{P}/object/m:1"}
    run_id = post(recorder, f"/v2/{P}/evaluation_runs", **run)["evaluation_run_id"]
    fields = {"model": run["model"], "inputs": {}, "output": 1, "evaluation_run_id": run_id}
    prediction = post(recorder, f"/v2/{P}/predictions", **fields)["prediction_id"]
    replayer = pair.replay()
    assert (
        post(replayer, "/call/read", project_id=P, id=call["id"])["call"]["trace_id"]
        == (call["trace_id"])
    )
    answer = replayer.get(f"/v2/{P}/predictions/{prediction}")
    assert answer.json()["evaluation_run_id"] == run_id


def test_a_write_that_the_upstream_refuses_is_not_repeated(pair):
    recorder = pair.record()
    pair.upstream.fail("Call Start", status=503)
    assert recorder.post("/call/start", json={"start": CALL}).status_code == 503
    assert pair.recording["projects"] == {}


WORLD = {
    "mockserver": 1,
    "projects": {
        P: {
            "files": [{"name": "note.txt", "text": "a note"}],
            "objects": [{"name": "prompt", "versions": ["first", "second"]}],
            "datasets": [{"name": "golden", "rows": [{"q": n} for n in range(5)]}],
            "calls": [
                {"op": "ask", "id": "c1", "took": "1s", "feedback": [{"emoji": "👍"}]},
                {"op": "ask", "id": "c2", "took": "1s"},
            ],
        }
    },
}


@pytest.fixture
def world(tmp_path: Path, pair: Pair) -> httpx.Client:
    """A recorder before a server in which there is something to read."""
    file = tmp_path / "world.json"
    file.write_text(json.dumps(WORLD))
    return pair.record({"data": (str(file),)})


def digest_of(client: httpx.Client, name: str) -> Any:
    found = post(client, "/objs/query", project_id=P, filter={"object_ids": [name]})
    return found["objs"][-1]


CALLS = {"project_id": P}
READS = {
    "calls streamed": lambda c: c.post("/calls/stream_query", json=CALLS).text,
    "calls": lambda c: post(c, "/calls/query", **CALLS),
    "a call": lambda c: post(c, "/call/read", project_id=P, id="c2"),
    "a call with its feedback": lambda c: post(
        c, "/calls/query", **CALLS, include_feedback=False, include_costs=False
    ),
    "versions": lambda c: post(c, "/objs/query", project_id=P),
    "the latest version": lambda c: post(
        c, "/obj/read", project_id=P, object_id="prompt", digest="latest"
    ),
    "feedback": lambda c: post(c, "/feedback/query", project_id=P),
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_a_recorded_read_is_replayed(pair, world, read):
    recorded = read(world)
    assert read(pair.replay()) == recorded


def test_a_table_that_was_read_page_by_page_can_be_read_again(pair, world):
    table = digest_of(world, "golden")["val"]["rows"].rpartition("/")[2]
    pages = [{"limit": 2, "offset": 2}, {"limit": 2}, {"limit": 2, "offset": 4}]
    body = {"project_id": P, "digest": table}
    recorded = [post(world, "/table/query", **body, **page) for page in pages]
    replayer = pair.replay()
    assert [post(replayer, "/table/query", **body, **page) for page in pages] == recorded
    assert post(replayer, "/table/query_stats", **body) == {"count": 5}


def test_reads_are_recorded_with_the_current_settings(pair):
    recorder = pair.record({"digest_order": "received"})
    new = {"project_id": P, "object_id": "letters", "val": {"b": 1, "a": 2}}
    with httpx.Client(base_url=pair.upstream.url, headers=recorder.headers) as client:
        digest = post(client, "/obj/create", obj=new)["digest"]
    pair.server.configure(digest_order="received")
    post(recorder, "/refs/read_batch", refs=[f"weave:///{P}/object/letters:{digest}"])
    assert [each["digest"] for each in pair.server.objects(P)] == [digest]


def test_a_file_and_what_is_behind_a_ref_can_be_read_again(pair, world):
    [version] = [each for each in pair.upstream.objects(P) if each["val"] == "second"]
    refs = {"refs": [f"weave:///{P}/object/prompt:{version['digest']}"]}
    file = {"project_id": P, "digest": digest_bytes(b"a note")}
    recorded = post(world, "/refs/read_batch", **refs), world.post("/file/content", json=file).text
    replayer = pair.replay()
    assert post(replayer, "/refs/read_batch", **refs) == recorded[0] == {"vals": ["second"]}
    assert replayer.post("/file/content", json=file).text == recorded[1] == "a note"


@pytest.mark.parametrize("chosen", [{"columns": ["id"]}, {"columns": ["inputs.x"]}])
def test_a_call_that_is_not_shown_whole_is_not_kept(pair, world, chosen):
    assert post(world, "/calls/query", **CALLS, **chosen)["calls"]
    assert pair.recording["projects"] == {}


def test_an_existing_record_is_kept(pair, world):
    before = post(world, "/call/read", project_id=P, id="c1")
    renamed = {"project_id": P, "call_id": "c1", "display_name": "by somebody else"}
    httpx.post(f"{pair.upstream.url}/call/update", json=renamed, headers=world.headers)
    assert post(world, "/call/read", project_id=P, id="c1") != before
    assert post(pair.replay(), "/call/read", project_id=P, id="c1") == before


def basic(key: str) -> dict[str, str]:
    return {"Authorization": "Basic " + b64encode(f"api:{key}".encode()).decode()}


SHOWN = {
    "bearer": {"Authorization": f"Bearer {SECRET}"},
    "basic": basic(SECRET),
    "wandb": {"wandb-api-key": SECRET},
    "cookie": {**basic("another-key"), "Cookie": f"session={SECRET}; theme=dark"},
    "another header": {**basic("another-key"), "X-Api-Key": SECRET},
}


@pytest.mark.parametrize("headers", SHOWN.values(), ids=SHOWN)
def test_no_credential_is_recorded(pair, headers):
    recorder = pair.record()
    recorder.headers = headers
    post(recorder, "/call/start", start={**CALL, "inputs": {"key": SECRET, **headers}})
    recorder.post("/file/create", data={"project_id": P}, files={"file": SECRET.encode()})
    kept = [call["inputs"]["key"] for call in pair.server.calls(P)]
    assert kept == ["*" * len(SECRET)]
    pair.server.stop()
    assert not [text for text in (SECRET, *headers.values()) if text in pair.file.read_text()]


def test_no_credential_is_in_a_recorded_reply(pair):
    recorder = pair.record()
    refusal = f"Incorrect API key provided: {SECRET}."
    pair.upstream.fail("Chat Completion", status=403, message=refusal, times=1)
    assert refusal in recorder.post(PATH, json=request()).text
    choice(recorder, messages=[said(f"My key is {SECRET}.")])
    refused, replied = sorted(pair.recording["replies"], key=str)
    stars = "*" * len(SECRET)
    assert refused["error"]["message"] == f"Incorrect API key provided: {stars}."
    assert f"My key is {stars}." in str(replied["when"])
    assert SECRET not in pair.file.read_text()


def test_the_key_for_the_upstream_replaces_the_callers_and_is_not_shown(pair):
    recorder = pair.record({"api_key": (SECRET,)}, upstream_key=SECRET)
    recorder.headers["Authorization"] = "Bearer any-key"
    assert choice(recorder)
    post(recorder, "/call/start", start={**CALL, "inputs": {"key": SECRET}})
    settings = recorder.get("/__admin/settings").json()
    assert settings["upstream_key"] == "...6789"
    pair.server.stop()
    assert SECRET not in pair.file.read_text()


def test_a_wrong_key_is_refused_and_not_recorded(pair):
    recorder = pair.record({"api_key": ("right-key",)})
    assert recorder.post(PATH, json=request()).status_code == 401
    assert "replies" not in pair.recording


def test_a_fault_in_a_header_is_not_forwarded(pair):
    recorder = pair.record()
    refused, spoiled = (
        recorder.post(PATH, json=request(), headers={"X-Mockserver-Fault": fault})
        for fault in ("status=503", "malformed=2")
    )
    assert (refused.status_code, spoiled.text[-1]) == (503, "#")
    (forwarded,) = pair.upstream.requests
    assert (forwarded.status, "x-mockserver-fault" in forwarded.headers) == (200, False)


@pytest.mark.parametrize("stopped", [True, False], ids=["refused", "silent"])
def test_an_upstream_that_does_not_answer_is_named_in_the_callers_dialect(pair, stopped):
    recorder = pair.record(upstream_timeout=0.2)
    url = pair.upstream.url
    if stopped:
        pair.upstream.stop()
    else:
        pair.upstream.slow("*", delay="600s")
    status = 502 if stopped else 504
    chat, trace = recorder.post(PATH, json=request()), recorder.post("/call/end", json={})
    assert (chat.status_code, trace.status_code) == (status, status)
    assert url in chat.json()["error"]["message"]
    assert url in trace.json()["reason"]
    pair.upstream.stop()
    assert "replies" not in pair.recording


def test_a_stream_that_breaks_off_ends_with_an_error_and_is_not_recorded(pair):
    recorder = pair.record()
    pair.upstream.cut("Chat Completion", after=3)
    *_, last = events(recorder)
    assert pair.upstream.url in last["error"]["message"]
    assert "replies" not in pair.recording


def test_rows_that_are_cut_off_are_an_incomplete_response(pair, world):
    pair.upstream.cut("Calls Query Stream", after=1)
    with pytest.raises(httpx.RemoteProtocolError):
        world.post("/calls/stream_query", json=CALLS)
    assert pair.recording["projects"] == {}


def test_the_control_api_and_the_state_of_health_are_our_own(pair):
    recorder = pair.record()
    for path in ("/health", "/__admin/health", "/openapi.json", "/unknown"):
        recorder.get(path)
    assert pair.operations == []
    assert recorder.get("/server_info").status_code == 200
    assert pair.operations == ["Server Info"]


def test_one_side_may_have_an_upstream_alone(pair):
    pair.record()
    one_sided = pair.client(upstream=(f"chat={pair.upstream.url}/v1",))
    assert choice(one_sided)
    post(one_sided, "/call/start", start=CALL)
    assert pair.operations == ["Chat Completion"]


def test_a_reset_drops_recorded_records_and_keeps_replies(pair):
    recorder = pair.record()
    choice(recorder)
    post(recorder, "/call/start", start=CALL)
    pair.server.reset()
    recording = pair.recording
    assert (recording["projects"], len(recording["replies"])) == ({}, 1)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("localhost:1", "--upstream 'localhost:1': not the URL of a server"),
        ("ftp://there", "--upstream 'ftp://there': not the URL of a server"),
        ("http://", "--upstream 'http://': not the URL of a server"),
        ("http://[", "--upstream 'http://[': Invalid IPv6 URL"),
        ("http://me:secret@there", "--upstream: the key goes into --upstream-key"),
        ("http://me:secret@there?x=1", "--upstream: the key goes into --upstream-key"),
    ],
)
def test_an_upstream_is_a_url(url, sentence):
    with pytest.raises(InvalidSetting) as refused:
        create_app(Settings(upstream=(url,)))
    assert str(refused.value) == sentence


def test_an_app_without_a_server_has_no_upstream():
    with pytest.raises(InvalidSetting, match="--upstream: it needs a server"):
        InProcess(Settings(upstream=("http://localhost:1",)))


def test_the_banner_names_the_upstream_and_the_recording(pair):
    pair.record()
    text = banner(pair.server.app, pair.server.url)
    assert f"  upstream   {pair.upstream.url}   recorded to {pair.file}" in text
    unsaved = pair.client(upstream=("http://localhost:1",))
    assert "not recorded without --save" in banner(pair.server.app, str(unsaved.base_url))


def test_the_banner_counts_what_is_replayed(pair):
    choice(pair.record())
    pair.replay()
    loaded = f"{pair.file}   0 projects, 1 reply rule"
    assert loaded in banner(pair.server.app, pair.server.url)


def test_reads_by_post_are_known_by_their_names():
    """A new operation whose name has none of the words of a read needs an entry."""
    posted = {row.name for row in listing.OPERATIONS if row.method == "POST"}
    assert posted >= OTHER_READS | SHOWING.keys()
    reads = {name for name in posted if not is_write(name, "POST", 200)}
    assert reads >= SHOWING.keys() | OTHER_READS | {"Calls Query Stats", "File Content"}
    assert not reads & {"Call Start", "Cost Create", "Feedback Replace", "Table Update"}


def test_without_an_upstream_nothing_is_in_the_way():
    app = create_app(Settings())
    assert {type(route.endpoint) for route in app.routes} == {Endpoint}


def test_an_upstreams_answer_has_a_limit(pair, stage):
    bomb = b'{"text": "' + b"x" * 2_000_000 + b'"}'
    stage.pieces = [bomb]
    stage.go_on.set()
    client = pair.client(upstream=(stage.url,), max_upload=1_000_000)
    answer = client.post("/call/read", json={"project_id": P, "id": "a"})
    assert answer.status_code == 502
    assert "exceeds --max-upload 1000000" in answer.text


class Stage:
    """An upstream that says what it is told to."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.media_type = "application/json"
        self.status = 200
        self.requested, self.go_on = Event(), Event()
        stage = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                stage.requested.set()
                if not stage.pieces:
                    stage.go_on.wait(5)
                self.send_response(stage.status)
                self.send_header("content-type", stage.media_type)
                self.end_headers()
                for piece in stage.pieces:
                    self.wfile.write(piece)
                    self.wfile.flush()
                    stage.go_on.wait(5)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = Thread(target=self.server.serve_forever)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def close(self) -> None:
        self.go_on.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def stage() -> Iterator[Stage]:
    with closing(Stage()) as stage:
        yield stage


def test_a_stream_is_passed_on_as_it_arrives(pair, stage):
    stage.media_type, stage.pieces = "text/event-stream", [b"data: {}\n\n", b"data: [DONE]\n\n"]
    recorder = pair.client(upstream=(stage.url,))
    with recorder.stream("POST", PATH, json=request(stream=True)) as answer:
        pieces = answer.iter_bytes()
        assert next(pieces) == b"data: {}\n\n"
        stage.go_on.set()
        assert b"".join(pieces) == b"data: [DONE]\n\n"


def test_a_write_whose_state_was_replaced_meanwhile_is_dropped(pair, stage):
    recorder = pair.client(upstream=(stage.url,))
    with ThreadPoolExecutor(1) as thread:
        writing = thread.submit(recorder.post, "/call/start", json={"start": {**CALL, "id": "a"}})
        assert stage.requested.wait(5)
        pair.server.reset()
        stage.go_on.set()
        assert writing.result().status_code == 200
    assert pair.server.calls(P) == []


def test_packed_spans_are_recorded_unpacked_and_without_credentials(pair):
    ids = {"traceId": "0" * 31 + "1", "spanId": "0" * 15 + "1"}
    span = {**ids, "name": f"ask {SECRET}", "startTimeUnixNano": "1", "endTimeUnixNano": "2"}
    spans = json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]})
    recorder = pair.record()
    headers = {"content-encoding": "gzip", "content-type": "application/json", "project_id": P}
    answer = recorder.post("/otel/v1/traces", content=compress(spans.encode()), headers=headers)
    assert answer.status_code == 200
    assert [call["op_name"] for call in pair.server.calls(P)] == ["ask " + "*" * len(SECRET)]
    assert len(pair.upstream.calls(P)) == 1


def test_a_digest_that_differs_from_the_upstreams_causes_a_warning(pair, stage, caplog):
    stage.pieces = [b'{"digest": "another"}']
    stage.go_on.set()
    recorder = pair.client(upstream=(stage.url,))
    post(recorder, "/obj/create", obj={"project_id": P, "object_id": "o", "val": 1})
    assert "Obj Create has another digest here" in caplog.text


ODD = {
    "no JSON": b"<html>",
    "another shape": b"[]",
    "too deep": b'{"choices": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "arguments too deep": json.dumps(
        {
            "choices": [
                {
                    "message": {
                        "tool_calls": [{"function": {"name": "f", "arguments": "[" * 100_000}}]
                    }
                }
            ]
        }
    ).encode(),
    "no choices": b'{"choices": []}',
    "half a choice": b'{"choices": [{"message": {"tool_calls": [{}]}}]}',
    "no text": b'{"choices": [{"message": {"content": [{"type": "text"}]}}]}',
    "a bad name": b'{"choices": [{"message": {"tool_calls": [{"function": {"name": ""}}]}}]}',
}


@pytest.mark.parametrize("content", ODD.values(), ids=ODD)
@pytest.mark.parametrize("path", [PATH, "/calls/query", "/obj/read", "/call/start"])
def test_a_response_of_unknown_form_is_passed_on_and_not_recorded(pair, stage, path, content):
    stage.pieces = [content]
    stage.go_on.set()
    recorder = pair.client(upstream=(stage.url,), save=str(pair.file))
    answer = recorder.post(path, json=request(project_id=P))
    assert (answer.status_code, answer.content) == (200, content)
    recording = pair.recording
    assert (recording["projects"], recording.get("replies")) == ({}, None)


@pytest.mark.parametrize("status", [302, 404, 429, 503, 529])
def test_any_status_is_passed_on(pair, stage, status):
    stage.status, stage.pieces = status, [b"busy"]
    stage.go_on.set()
    recorder = pair.client(upstream=(stage.url,))
    answer = recorder.post(PATH, json=request())
    assert (answer.status_code, answer.text) == (status, "busy")


def test_a_recording_is_replayed_at_its_pace(pair):
    recorder = pair.record({"token_delay": 0.01, "first_token": 0.2})
    events(recorder)
    [rule] = pair.recording["replies"]
    assert 0.2 <= rule["recorded"]["first_token"] < 10
    assert 0.005 < rule["recorded"]["token"] < 10
    line = Line.model_validate({"text": rule["text"], "recorded": rule["recorded"]})
    paces = {pace: pace_of(Settings(replay_pace=pace), "", line) for pace in ("recorded", "2x")}
    assert paces["recorded"] == (rule["recorded"]["first_token"], rule["recorded"]["token"], 0)
    assert paces["2x"].first == paces["recorded"].first / 2
    assert pace_of(Settings(replay_pace="none"), "", line) is None


def test_an_answer_that_was_recorded_slowly_is_replayed_slowly(pair):
    recorder = pair.record({"first_token": 0.3})
    choice(recorder)
    recorder = pair.replay()
    pair.server.configure(replay_pace="recorded")
    choice(recorder)
    assert pair.server.requests[-1].milliseconds >= 300


@pytest.mark.parametrize("pace", ["fast", "0x", "-1x", "x", ""])
def test_an_invalid_pace_is_refused(pace):
    with pytest.raises(InvalidSetting, match="recorded, none or 2x"):
        Settings.checked({"replay_pace": pace})


def recorded_rule(pair: Pair, **members: Any) -> dict[str, Any]:
    recorder = pair.record()
    choice(recorder, **members)
    [rule] = pair.recording["replies"]
    return {**rule, "text": "As recorded."}


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("How is the sea?", True),
        ("how is   sea", True),
        ("Please, HOW is a sea?!", True),
        ("How is the land?", False),
        ("How is not the sea?", False),
    ],
)
def test_a_reworded_question_fits_if_the_rule_allows_it(pair, question, found):
    rule = recorded_rule(pair, messages=[said("How is the sea?")])
    rule["when"]["match"] = "last_user"
    server = InProcess(Settings(auth="none"))
    server.reply(**rule)
    body = request(messages=[said("Be kind.", role="system"), said(question)], temperature=1)
    with server.client() as client:
        answer = client.post(PATH, json=body).json()["choices"][0]["message"]
    assert (answer["content"] == "As recorded.") is found


def test_steps_of_a_loop_of_tools_are_distinguished_though_their_question_is_the_same():
    when = {"match": "last_user", "exactly": True}
    messages = [said("The weather?"), said("", role="assistant"), said("Rain.", role="tool")]
    first, second = ({**when, "body": {"messages": {"exact": messages[:n]}}} for n in (1, 3))
    rules = [Rule(when=first, text="I look."), Rule(when=second, text="It rains.")]
    assert [end_of(messages) == rule.when._expected_end for rule in rules] == [False, True]


def test_a_match_needs_a_conversation():
    with pytest.raises(ValueError, match=r"needs the conversation, body\.messages"):
        Rule.model_validate({"when": {"match": "last_user"}, "text": "Rain."})
