"""Pace: tokens that are waited for, by server, model and rule, and nobody else waits."""

from __future__ import annotations

from itertools import pairwise
from time import perf_counter

import httpx
import pytest

from mockserver.chat.decoding.ending import Generation
from mockserver.chat.prompt.tokens import count
from mockserver.chat.response.pace import Pace, pace_of
from mockserver.server import MockServer
from mockserver.settings import InvalidSetting, Settings
from tests.chat.asking import PATH, QUESTION, ask, chunks, content, refusal, request, said
from tests.chat.test_script import script
from tests.chat.test_tools import AUTO
from tests.conftest import CREDENTIAL

LONG = "100s"
CHOICES = [Generation(["a", "b", "c"], "abc", "stop"), Generation(["a"], "a", "stop")]


def seconds(act, *given, **members):
    began = perf_counter()
    act(*given, **members)
    return perf_counter() - began


def waited_for(client, **members):
    """How long a plain and a streamed answer took."""
    return seconds(ask, client, **members), seconds(chunks, client, **members)


# How long


def test_the_first_token_and_each_further_one(client):
    assert Pace(0.5, 0.25).waits(CHOICES, "a") == [0.5, 0.25, 0.25]
    assert Pace(0.5, 0.25).waits(CHOICES[1:], "a") == [0.5]


def test_jitter_is_a_share_and_follows_from_the_name():
    waits = Pace(1, 1, 0.5).waits([Generation(["a"] * 500, "", "stop")], "chatcmpl-1")
    assert all(0.5 <= wait <= 1.5 for wait in waits)
    assert max(waits) - min(waits) > 0.8
    assert abs(sum(waits) / 500 - 1) < 0.1
    assert Pace(1, 1, 0.5).waits([Generation(["a"] * 500, "", "stop")], "chatcmpl-1") == waits
    assert Pace(1, 1, 0.5).waits([Generation(["a"] * 500, "", "stop")], "chatcmpl-2") != waits


def test_by_default_there_is_none():
    assert pace_of(Settings(), "m1", None) is None


def test_a_plain_answer_waits_for_the_sum(make_client):
    client = make_client(first_token="100ms", token_delay=0.05)
    for took in waited_for(client, max_tokens=3):
        assert took >= 0.2


def test_the_answer_is_the_same(make_client, client):
    slow = make_client(first_token=0.01, token_delay=0.0001, jitter=1)
    assert content(slow) == content(client)
    for members in ({"n": 2}, AUTO, {"reasoning_effort": "low"}, {"stream_options": {}}):
        paced = [chunk["choices"] for chunk in chunks(slow, seed=1, **members)]
        at_once = [chunk["choices"] for chunk in chunks(client, seed=1, **members)]
        assert without_ids(paced) == without_ids(at_once)


def without_ids(found):
    for choices in found:
        for choice in choices:
            for call in choice["delta"].get("tool_calls", ()):
                call.pop("id", None)
    return found


def test_a_model_may_have_a_pace_of_its_own(make_client):
    client = make_client(model_pace=("slow=150ms+0ms",))
    for took in waited_for(client, model="slow"):
        assert took >= 0.15


def test_a_refusal_is_not_waited_for(make_client):
    client = make_client(first_token=LONG)
    assert refusal(client, max_tokens=0)[0] == 400


def test_a_model_that_is_told_to_be_fast_is_fast(make_client):
    client = make_client(model_pace=("fast=0s+0s",), first_token=LONG)
    assert content(client, model="fast")


@pytest.mark.parametrize("text", ["slow", "slow=1s", "=1s+1s", "slow=1+1", "slow=soon+1s"])
def test_a_pace_that_cannot_be_read(text):
    with pytest.raises(InvalidSetting, match="--model-pace"):
        Settings.read({"model_pace": (text,)}, {})


def test_a_wait_that_is_too_long_for_anybody():
    for text in ("-1s", "11m", "soon"):
        with pytest.raises(InvalidSetting, match="--first-token"):
            Settings.read({"first_token": text}, {})


def test_a_rule_has_a_pace_of_its_own(make_client):
    client = make_client(first_token=LONG, token_delay=LONG)
    script(client, when={"last_user": "sourdough"}, first_token="100ms", token=0.05)
    for took in waited_for(client, max_tokens=3):
        assert 0.2 <= took < 100


def test_a_rule_may_delay_an_answer_and_an_error(client):
    script(client, when={"last_user": "sourdough"}, text="Yes.", delay="100ms")
    script(client, error={"status": 500}, delay="100ms")
    for took in waited_for(client):
        assert took >= 0.1
    wrong = request(messages=[said("Fail, please.")])
    assert seconds(client.post, PATH, json=wrong) >= 0.1


def test_pace_is_set_while_the_server_runs(client):
    assert content(client)
    client.put("/__admin/settings", json={"first_token": 0.1, "jitter": 0})
    for took in waited_for(client):
        assert took >= 0.1
    client.put("/__admin/settings", json={"first_token": 0, "model_pace": ["m1=100ms+0s"]})
    for took in waited_for(client):
        assert took >= 0.1
    assert "model_pace" in client.put("/__admin/settings", json={"model_pace": ["m1"]}).text


def test_a_setting_that_is_null_stays(make_client):
    client = make_client(first_token=0.1, model_pace=("m2=1s+1s",))
    nothing = dict.fromkeys(("first_token", "token_delay", "jitter", "model_pace"))
    client.put("/__admin/settings", json={**nothing, "context_length": None, "model": None})
    for took in waited_for(client):
        assert took >= 0.1


# Nobody else waits


@pytest.fixture(params=[True, False], ids=["direct", "in a task"])
def server(request):
    with MockServer(Settings(port=0, direct=request.param, log="quiet")) as running:
        yield running


def test_pieces_arrive_one_by_one(server):
    server.reply(QUESTION, text="One two three.", token="50ms")
    with httpx.stream(
        "POST", f"{server.url}{PATH}", json=request(stream=True), headers=CREDENTIAL
    ) as answer:
        arrived = [perf_counter() for line in answer.iter_lines() if "delta" in line]
    assert len(arrived) == count("One two three.") + 1
    pauses = [later - earlier for earlier, later in pairwise(arrived[1:])]
    assert sum(pauses) >= 0.09
    assert max(pauses) < 10


@pytest.mark.parametrize("stream", [True, False], ids=["stream", "plain"])
def test_a_disconnect_ends_the_waiting_and_nobody_is_held_up(server, stream):
    server.reply(QUESTION, first_token=LONG)
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(
            f"{server.url}{PATH}", json=request(stream=stream), headers=CREDENTIAL, timeout=0.2
        )
    wanted = {"operation": "Chat Completion", "timeout": 20}
    heard = httpx.post(f"{server.url}/__admin/requests/wait", json=wanted, timeout=30).json()
    assert heard["met"]


def test_others_are_served_meanwhile(server):
    server.reply(QUESTION, first_token=LONG)
    url, slow = f"{server.url}{PATH}", request(stream=True)
    with httpx.stream("POST", url, json=slow, headers=CREDENTIAL) as waiting:
        assert waiting.status_code == 200
        quick = request(messages=[said("Something else.")])
        assert httpx.post(url, json=quick, headers=CREDENTIAL).status_code == 200
        call = {"project_id": "a/b", "id": "1", "op_name": "f", "attributes": {}, "inputs": {}}
        start = {"start": {**call, "started_at": "2025-01-01T00:00:00Z"}}
        answer = httpx.post(f"{server.url}/call/start", json=start, headers=CREDENTIAL)
        assert answer.status_code == 200


def test_a_cut_stream_is_a_broken_connection(server):
    server.reply(QUESTION, text="One two three.", cut=2)
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.post(f"{server.url}{PATH}", json=request(stream=True), headers=CREDENTIAL)
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.post(f"{server.url}{PATH}", json=request(), headers=CREDENTIAL)


def test_the_python_object_writes_the_same_rules(server):
    server.reply("weather", tool_call={"name": "f", "arguments": {}})
    server.reply_next("This once.")
    rules = httpx.get(f"{server.url}/__admin/replies").json()["replies"]
    assert [rule.get("text") for rule in rules] == ["This once.", None]
    assert rules[1]["when"] == {"last_user": {"contains": "weather"}}
    server.reset()
    assert httpx.get(f"{server.url}/__admin/replies").json()["replies"] == []
