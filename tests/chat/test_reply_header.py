"""Replies that one request says itself, over HTTP the direct way and in a task."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.chat.asking import MALFORMED, PATH, content, request
from tests.chat.test_tools import functions
from tests.conftest import P

CALL = {"name": "get_weather", "arguments": {"city": "Oslo"}}


def asking(reply):
    return {"X-Mockserver-Reply": reply if isinstance(reply, str | bytes) else json.dumps(reply)}


def post(caller, reply, **members):
    return caller.post(PATH, json=request(**members), headers=asking(reply))


def message(caller, reply, **members):
    answer = post(caller, reply, **members)
    assert answer.status_code == 200, answer.text
    return answer.json()["choices"][0]["message"]


def complete(caller, reply, path="create", **members):
    body = {"project_id": P, "inputs": request(), **members}
    return caller.post(f"/completions/{path}", json=body, headers=asking(reply))


@pytest.mark.parametrize(
    "reply",
    ["Feed it.", {"text": "Feed it."}, {"text": "Feed it.", "//": "a remark", "token": "1ms"}],
    ids=["text", "line", "slow line"],
)
def test_a_request_is_answered_as_it_says(caller, reply):
    assert message(caller, reply)["content"] == "Feed it."


def test_a_stream_says_it_too(caller):
    events = post(caller, "Feed it.", stream=True).text.split("\n\n")[:-2]
    chunks = [json.loads(event.removeprefix("data: "))["choices"][0]["delta"] for event in events]
    assert "".join(delta.get("content", "") for delta in chunks) == "Feed it."


def test_only_this_request_is_answered_so(caller):
    before = [content(caller) for _ in range(3)]
    assert [message(caller, text)["content"] for text in ("One.", "Two.")] == ["One.", "Two."]
    assert [content(caller) for _ in range(3)] == before


def test_it_goes_before_every_rule_and_uses_none(server, caller):
    server.reply_next("Ruled.")
    assert message(caller, "Asked.")["content"] == "Asked."
    assert [rule["used"] for rule in server.replies] == [0]
    assert content(caller) == "Ruled."


def test_it_may_call_tools_and_think(caller):
    answer = message(caller, {"tool_call": CALL, "reasoning": "Look at the sky."})
    assert json.loads(functions(answer)[0]["arguments"]) == {"city": "Oslo"}
    assert answer["reasoning_content"] == "Look at the sky."


def test_it_may_be_an_error(caller):
    error = {"status": 429, "message": "Not yet.", "headers": {"retry-after": "3"}}
    answer = post(caller, {"error": error})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "3")
    assert answer.json()["error"]["message"] == "Not yet."


def test_an_error_may_come_in_mid_stream(caller):
    answer = post(caller, {"text": "One two three.", "error": {"after": 2}}, stream=True)
    *before, error, end, rest = answer.text.split("\n\n")
    assert (len(before), json.loads(error.removeprefix("data: "))["error"]["code"]) == (2, 500)
    assert (end, rest) == ("data: [DONE]", "")


@pytest.mark.parametrize("streamed", [True, False], ids=["stream", "plain"])
def test_it_may_be_cut(caller, streamed):
    with pytest.raises(httpx.RemoteProtocolError):
        post(caller, {"text": "One two three.", "cut": 2}, stream=streamed)
    assert content(caller)


def test_what_a_line_leaves_out_the_model_says(caller):
    assert message(caller, {"delay": "1ms"})["content"] == content(caller)


def test_limits_apply_to_it_as_to_any_reply(caller):
    choice = post(caller, "One two three.", stop=" three").json()["choices"][0]
    assert (choice["message"]["content"], choice["finish_reason"]) == ("One two", "stop")


def test_its_text_is_any(caller):
    for reply in ("Brot, müde".encode(), "Brot, müde".encode("latin-1"), {"text": "Brot, müde"}):
        assert message(caller, reply)["content"] == "Brot, müde"


def test_a_failure_may_befall_it(caller):
    headers = asking("Feed it.") | {"X-Mockserver-Fault": "malformed=2"}
    answer = caller.post(PATH, json=request(), headers=headers)
    assert "#" in answer.text


WRONG = {
    "{}": "something to answer",
    '{"//": "nothing"}': "something to answer",
    "{text: 1}": "Invalid JSON",
    '{"txt": "a"}': "nearest known key is 'text'",
    '{"text": "a", "times": 1}': "unknown key 'times'",
    '{"text": "a", "error": {"status": 500}}': "an error has no content",
    '{"error": {"status": 200}}': "error.status: Input should be greater than or equal to 400",
    '{"text": "a", "delay": "soon"}': "delay: Value error, not a duration",
    '{"text": "a", "delay": NaN}': "delay: Input should be greater than or equal to 0",
    "{" * 1000: "Invalid JSON",
}


@pytest.mark.parametrize("reply", WRONG)
def test_what_makes_no_sense_is_a_400_that_names_the_header(caller, reply):
    error = post(caller, reply).json()["error"]
    assert (error["code"], error["type"]) == (400, "BadRequestError")
    assert error["message"].startswith("X-Mockserver-Reply: ")
    assert WRONG[reply] in error["message"]


def test_a_request_is_checked_all_the_same(caller):
    error = post(caller, "Feed it.", temperature="hot").json()["error"]
    assert (error["code"], error["type"]) == (400, MALFORMED)


def test_a_completion_of_the_trace_side_is_answered_so_too(caller):
    answer = complete(caller, "Feed it.").json()["response"]
    assert answer["choices"][0]["message"]["content"] == "Feed it."
    _, *lines = complete(caller, "Feed it.", "create_stream").text.splitlines()
    choices = [choice for line in lines for choice in json.loads(line)["choices"]]
    assert "".join(choice["delta"].get("content", "") for choice in choices) == "Feed it."


@pytest.mark.parametrize("path", ["create", "create_stream"])
def test_a_completion_that_is_refused_leaves_no_call(server, caller, path):
    refused = complete(caller, "{}", path, track_llm_call=True)
    assert refused.status_code == 400
    assert refused.json()["reason"].startswith("X-Mockserver-Reply: ")
    assert server.calls(P) == []


def test_other_operations_have_no_use_for_it(caller):
    assert caller.get("/v1/models", headers=asking("{}")).status_code == 200
