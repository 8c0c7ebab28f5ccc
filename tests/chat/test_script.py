"""Scripted replies: which rule answers, with what, and how often."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from mockserver.chat.prompt.tokens import count
from mockserver.data.dump import dump
from mockserver.http.distort import Dropped
from mockserver.server import MockServer
from mockserver.settings import Settings
from tests.chat.asking import (
    PATH,
    QUESTION,
    ask,
    choice,
    chunks,
    content,
    events,
    refusal,
    request,
    said,
    streamed,
)
from tests.chat.test_tools import WEATHER, functions, put_together
from tests.conftest import CREDENTIAL

CALL = {
    "project_id": "acme/demo",
    "id": "a",
    "op_name": "f",
    "trace_id": "t",
    "started_at": "2025-01-01T00:00:00Z",
    "attributes": {},
    "inputs": {},
}
REPLIES = "/__admin/replies"
RAIN = [said("What is the weather in Oslo?")]
TOOL_CALL = {"name": "get_weather", "arguments": {"city": "Oslo"}}


def script(client, **rule):
    answer = client.post(REPLIES, json=rule)
    assert answer.status_code == 200, answer.text
    return answer.json()


def replies(client):
    return client.get(REPLIES).json()["replies"]


def wrong(client, **rule):
    answer = client.post(REPLIES, json=rule)
    assert answer.status_code == 422
    return answer.json()["detail"][0]["msg"]


# Which rule answers


def test_without_a_rule_that_matches_the_model_answers(client):
    before = content(client)
    script(client, when={"last_user": "weather"}, text="Sunny.")
    assert content(client) == before
    assert content(client, messages=RAIN) == "Sunny."


def test_the_first_rule_that_matches_answers(client):
    script(client, when={"last_user": "weather in oslo"}, text="Rain.")
    script(client, when={"last_user": "weather"}, text="Sunny.")
    assert content(client, messages=RAIN) == "Rain."
    assert content(client, messages=[said("The weather?")]) == "Sunny."


HERE = {"present": True}
MATCHING = {
    "nothing named": {},
    "a part, whatever the case": {"last_user": "THE WEATHER"},
    "the whole text": {"last_user": {"exact": "What is the weather in Oslo?"}},
    "a pattern": {"last_user": {"pattern": "^What .* (Oslo|Bergen)"}},
    "model": {"model": "m1"},
    "a pattern of models": {"model": {"pattern": "^m"}},
    "roles at the end": {"roles": ["system", "user"]},
    "one role": {"roles": ["user"]},
    "no roles": {"roles": []},
    "turn": {"turn": 1},
    "a tool": {"has_tool": "get_weather"},
    "any tool": {"has_tool": True},
    "header": {"header": {"X-Case": "seven"}},
    "a header that is there": {"header": {"x-case": {"present": True}}},
    "one that is not": {"header": {"x-other": {"present": False}}},
    "path": {"body": {"messages[0].content": "Be short."}},
    "path from the end": {"body": {"$.messages[-1].role": "user"}},
    "any of several": {"body": {"tools[*].function.name": {"contains": "weather"}}},
    "number": {"body": {"temperature": 0}},
    "unknown member": {"body": {"metadata.tag": {"exact": ["a"]}}},
    "null": {"body": {"stop": None}},
    "exactly": {
        "exactly": True,
        "body": {"messages": HERE, "tools": HERE, "temperature": 0, "metadata": HERE, "stop": None},
    },
    "all of them": {"model": "m1", "turn": 1, "roles": ["user"], "last_user": "weather"},
}
FAILING = {
    "other part": {"last_user": "snow"},
    "not the whole text": {"last_user": {"exact": "weather"}},
    "case of a pattern": {"last_user": {"pattern": "WEATHER"}},
    "other model": {"model": "m"},
    "other roles": {"roles": ["assistant", "user"]},
    "more roles": {"roles": ["user", "system", "user"]},
    "later turn": {"turn": 2},
    "other tool": {"has_tool": "get_time"},
    "no tool": {"has_tool": False},
    "other header": {"header": {"X-Case": "eight"}},
    "header that is not there": {"header": {"x-other": "1"}},
    "true is not one": {"body": {"temperature": False}},
    "path to nothing": {"body": {"messages[7].content": {"contains": ""}}},
    "text where none is": {"body": {"messages": {"contains": "user"}}},
    "path there": {"body": {"temperature": {"present": False}}},
    "a member more": {"exactly": True, "body": {"messages": HERE, "temperature": 0}},
    "one of two": {"model": "m1", "last_user": "snow"},
}


def matching_request(client):
    body = request(
        messages=[said("Be short.", "system"), *RAIN],
        tools=[WEATHER],
        temperature=0,
        metadata={"tag": ["a"]},
        stop=None,
    )
    return client.post(PATH, json=body, headers={"x-case": "seven"}).json()


@pytest.mark.parametrize("when", MATCHING.values(), ids=MATCHING)
def test_conditions_that_hold(client, when):
    script(client, when=when, text="Found.")
    assert matching_request(client)["choices"][0]["message"]["content"] == "Found."


@pytest.mark.parametrize("when", FAILING.values(), ids=FAILING)
def test_conditions_that_do_not_hold(client, when):
    script(client, when=when, text="Found.")
    assert matching_request(client)["choices"][0]["message"]["content"] != "Found."


def test_only_the_last_user_message_is_asked(client):
    script(client, when={"last_user": "weather"}, text="Sunny.")
    talk = [*RAIN, said("Dry weather.", "assistant"), said("Thanks.")]
    assert content(client, messages=talk) != "Sunny."
    results = [*RAIN, said("18 degrees", "tool")]
    assert content(client, messages=results) == "Sunny."


# What a rule answers


def test_a_scripted_text_obeys_the_limits_of_the_request(client):
    script(client, text="One two three four.")
    assert content(client, max_tokens=2) == "One two"
    found = choice(client, stop=" three", n=2)
    assert (found["message"]["content"], found["stop_reason"]) == ("One two", " three")
    answer = ask(client, logprobs=True)
    tokens = [entry["token"] for entry in answer["choices"][0]["logprobs"]["content"]]
    assert "".join(tokens) == "One two three four."
    assert answer["usage"]["completion_tokens"] == count("One two three four.")


def test_a_request_that_is_wrong_is_refused_whatever_the_script_says(client):
    rule = script(client, text="Sunny.")
    assert refusal(client, temperature=-1)[0] == 400
    assert [found["used"] for found in replies(client) if found["id"] == rule["id"]] == [0]


def test_a_scripted_text_is_streamed_token_by_token(client):
    script(client, text="One two three four.")
    found = chunks(client, stream_options={"include_usage": True})
    assert streamed(found) == "One two three four."
    assert len(found) == count("One two three four.") + 2


def test_an_empty_text(client):
    script(client, text="")
    found = choice(client)
    assert (found["message"]["content"], found["finish_reason"]) == ("", "stop")
    assert chunks(client)[-1]["choices"][0]["finish_reason"] == "stop"


def test_chat_95_a_scripted_call(client):
    script(client, when={"last_user": "weather", "roles": ["user"]}, tool_call=TOOL_CALL)
    found = choice(client, messages=RAIN, tools=[WEATHER])
    assert (found["finish_reason"], found["message"]["content"]) == ("tool_calls", None)
    assert functions(found["message"]) == [{"name": "get_weather", "arguments": '{"city": "Oslo"}'}]


def test_calls_after_some_words_and_thoughts(client):
    broken = {"name": "get_time", "arguments": "{broken"}
    script(client, reasoning="Hm.", text="Let me look.", tool_calls=[TOOL_CALL, broken])
    plain, told = choice(client)["message"], put_together(chunks(client))
    assert (plain["reasoning_content"], plain["content"]) == ("Hm.", "Let me look.")
    assert functions(plain)[1] == broken
    assert functions(told) == functions(plain)
    assert (told["reasoning_content"], told["content"]) == ("Hm.", "Let me look.")


def test_what_a_rule_leaves_out_the_model_says(client):
    before = content(client)
    script(client, reasoning="Easy.")
    message = choice(client)["message"]
    assert (message["reasoning_content"], message["content"]) == ("Easy.", before)


def test_a_sequence_over_successive_requests(client):
    script(client, sequence=[{"text": "One."}, {"error": {"status": 503}}, {"text": "Three."}])
    assert content(client) == "One."
    assert refusal(client)[0] == 503
    assert [content(client), content(client)] == ["Three."] * 2


def test_a_rule_may_be_used_only_so_often(client):
    script(client, text="Twice.", times=2)
    script(client, text="Then this.")
    assert [content(client) for _ in range(4)] == ["Twice."] * 2 + ["Then this."] * 2
    assert [(found["used"], found["remaining"]) for found in replies(client)] == [
        (2, 0),
        (2, None),
    ]


def test_what_was_captured_stands_in_the_answer(client):
    pattern = r"weather in (?P<city>\pL+)(?: on (\w+))?"
    script(
        client,
        when={"last_user": {"pattern": pattern}},
        text='{"a": {city}} in {1}{2}.',
        tool_call={"name": "f", "arguments": {"places": [{"city": "{city}"}]}},
    )
    message = choice(client, messages=[said("The weather in Tromsø")])["message"]
    assert message["content"] == '{"a": Tromsø} in Tromsø.'
    assert json.loads(functions(message)[0]["arguments"]) == {"places": [{"city": "Tromsø"}]}


def test_without_a_pattern_braces_are_braces(client):
    script(client, when={"last_user": "sourdough"}, text="{city} {0}")
    assert content(client) == "{city} {0}"


def test_an_error_has_its_status_words_and_headers(client):
    script(client, error={"status": 429, "message": "Slow down.", "headers": {"retry-after": "3"}})
    assert refusal(client) == (429, "RateLimitError", "Slow down.")
    assert client.post(PATH, json=request(stream=True)).headers["retry-after"] == "3"


def test_a_refused_key_has_the_words_of_its_script(client):
    script(client, error={"status": 401, "message": "Your key expired."})
    assert refusal(client) == (401, "authentication_error", "Your key expired.")


def test_an_error_may_have_a_body_of_its_own(client):
    script(client, error={"status": 402, "body": {"oops": [1]}})
    answer = client.post(PATH, json=request())
    assert (answer.status_code, answer.json()) == (402, {"oops": [1]})


def test_chat_116_an_error_in_the_middle_of_a_stream(client):
    script(client, text="One two three.", error={"message": "Gone.", "after": 2})
    *found, failure, end = events(client, stream_options={"include_usage": True})
    assert len(found) == 2
    error = {"message": "Gone.", "type": "InternalServerError", "param": None, "code": 500}
    assert json.loads(failure) == {"error": error}
    assert end == "[DONE]"
    assert refusal(client)[0] == 500


def test_a_stream_is_cut(client):
    script(client, text="One two three.", cut=3)
    with pytest.raises(Dropped):
        client.post(PATH, json=request(stream=True))
    with pytest.raises(Dropped):
        client.post(PATH, json=request())
    assert [found["used"] for found in replies(client)] == [2]


def test_completions_of_the_trace_side_follow_the_script(client):
    script(client, text="Sunny.")
    inputs = {"model": "m1", "messages": RAIN}
    body = {"project_id": "acme/demo", "inputs": inputs, "track_llm_call": False}
    answer = client.post("/completions/create", json=body).json()
    assert answer["response"]["choices"][0]["message"]["content"] == "Sunny."


# Rules themselves


def test_rules_are_shown_as_they_were_written(client):
    rule = {"name": "rain", "when": {"last_user": "rain"}, "text": "Wet."}
    shown = script(client, **rule)
    assert shown["when"] == {"last_user": {"contains": "rain"}}
    state = {"id": 1, "used": 0, "least": 1, "remaining": None, "shadowed_by": None}
    assert shown == {**rule, "when": shown["when"], **state}
    assert replies(client) == [shown]
    assert client.get(f"{REPLIES}").json()["replies"][0]["name"] == "rain"


def test_rules_are_taken_away(client):
    first, _ = script(client, text="One."), script(client, text="Two.")
    assert client.delete(f"{REPLIES}/{first['id']}").json() == {"dropped": 1}
    assert client.delete(f"{REPLIES}/{first['id']}").status_code == 404
    assert content(client) == "Two."
    assert client.delete(REPLIES).json() == {"dropped": 1}
    assert replies(client) == []
    assert content(client) != "Two."


def test_a_reset_takes_rules_away(client):
    script(client, text="One.")
    dropped = client.post("/__admin/reset", json={}).json()["dropped"]
    assert dropped["replies"] == 1
    assert replies(client) == []


SHADOWED = [
    ({}, {"last_user": "rain"}),
    ({"last_user": "rain"}, {"last_user": "the rain in Spain"}),
    ({"last_user": "rain"}, {"last_user": {"exact": "Rain!"}, "model": "m1"}),
    ({"last_user": {"pattern": "ra.n"}}, {"last_user": {"exact": "rain"}}),
    ({"model": "m1"}, {"model": "m1", "turn": 2}),
    ({"has_tool": True}, {"has_tool": "f"}),
    ({"roles": ["user"]}, {"roles": ["tool", "user"]}),
    ({"header": {"a": {"present": True}}}, {"header": {"a": "1", "b": "2"}}),
    ({"body": {"n": 1}}, {"body": {"n": 1}, "turn": 1}),
    ({"body": {"n": 1}}, {"body": {"n": 1}, "exactly": True}),
    ({"body": {"n": HERE}, "exactly": True}, {"body": {"n": 1}, "exactly": True}),
]
OPEN = [
    ({"last_user": "the rain"}, {"last_user": "rain"}),
    ({"last_user": {"exact": "rain"}}, {"last_user": "rain"}),
    ({"last_user": {"pattern": "^rain"}}, {"last_user": "rain"}),
    ({"model": "m1"}, {}),
    ({"has_tool": "f"}, {"has_tool": True}),
    ({"roles": ["tool", "user"]}, {"roles": ["user"]}),
    ({"header": {"a": {"present": False}}}, {"header": {"a": "1"}}),
    ({"header": {"a": {"present": True}}}, {"header": {"b": "1"}}),
    ({"turn": 1}, {"turn": 2}),
    ({"body": {"n": 1}, "exactly": True}, {"body": {"n": 1}}),
    ({"body": {"n": 1}, "exactly": True}, {"body": {"n": 1, "seed": 1}, "exactly": True}),
]


@pytest.mark.parametrize(("first", "second"), SHADOWED)
def test_a_rule_that_can_never_be_reached_is_reported(client, first, second):
    earlier, later = script(client, when=first, text="1"), script(client, when=second, text="2")
    assert earlier["shadowed_by"] is None
    assert later["shadowed_by"] == earlier["id"]


@pytest.mark.parametrize(("first", "second"), OPEN)
def test_a_rule_that_something_is_left_for_is_not(client, first, second):
    script(client, when=first, text="1")
    assert script(client, when=second, text="2")["shadowed_by"] is None


def test_a_rule_that_is_used_up_shadows_nothing(client):
    script(client, text="1", times=1)
    assert script(client, text="2")["shadowed_by"] is None


def test_the_next_reply_goes_before_all_others_once(client):
    script(client, text="Usual.")
    script(client, text="First.", next=True)
    script(client, text="Second.", next=True)
    assert [content(client) for _ in range(3)] == ["First.", "Second.", "Usual."]


WRONG = {
    "something to answer": {"when": {"last_user": "a"}},
    "a sequence of it, not both": {"text": "a", "sequence": [{"text": "b"}]},
    "either tool_call or tool_calls": {"tool_call": TOOL_CALL, "tool_calls": [TOOL_CALL]},
    "an error has no content": {"text": "a", "error": {"status": 500}},
    "nearest known key is 'last_user'": {"text": "a", "when": {"last_usr": "a"}},
    "use one of exact": {"text": "a", "when": {"model": {"exact": "a", "contains": "b"}}},
    "not a pattern: missing )": {"text": "a", "when": {"model": {"pattern": "("}}},
    "not a pattern: invalid perl": {"text": "a", "when": {"model": {"pattern": "(?=a)"}}},
    "nothing captures {town}": {
        "text": "{town}",
        "when": {"last_user": {"pattern": "(?P<city>.+)"}},
    },
    "is not a path": {"text": "a", "when": {"body": {"messages[": "b"}}},
    "less than or equal to 599": {"error": {"status": 600}},
    "should match pattern": {"error": {"headers": {"x": "a\r\nb: c"}}},
    "the server sets Content-Length itself": {"error": {"headers": {"Content-Length": "1"}}},
    "not a duration": {"text": "a", "delay": "soon"},
}


@pytest.mark.parametrize("text", WRONG)
def test_a_rule_that_makes_no_sense_is_refused(client, text):
    assert text in wrong(client, **WRONG[text])
    assert replies(client) == []


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(a?){900}a{900}c"])
def test_no_pattern_keeps_the_server_waiting(client, pattern):
    script(client, when={"last_user": {"pattern": f"^{pattern}"}}, text="Found.")
    assert content(client, messages=[said("a" * 20_000 + "b")]) != "Found."


def test_a_text_that_is_no_unicode_is_matched_all_the_same(client):
    script(client, when={"last_user": {"pattern": "sea"}}, text="Found.")
    body = '{"messages": [{"role": "user", "content": "\\ud800 sea"}]}'
    answer = client.post(PATH, content=body, headers={"content-type": "application/json"})
    assert answer.json()["choices"][0]["message"]["content"] == "Found."


def test_the_question_is_not_asked_in_vain(client):
    script(client, when={"last_user": QUESTION.upper()}, text="Feed it.")
    assert content(client) == "Feed it."


# The examples


EXAMPLES = Path(__file__).parents[2] / "fixtures" / "replies"


def example(make_client, name):
    return make_client(data=(str(EXAMPLES / f"{name}.json"),))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_example_can_be_loaded_and_reached(make_client, path):
    found = replies(make_client(data=(str(path),)))
    assert found
    assert [rule["shadowed_by"] for rule in found] == [None] * len(found)


def test_the_example_of_an_agent(make_client):
    client = example(make_client, "weather")
    asked = [said("The weather in Tromsø, please.")]
    message = choice(client, messages=asked, tools=[WEATHER])["message"]
    (call,) = functions(message)
    assert json.loads(call["arguments"]) == {"city": "Tromsø", "unit": "celsius"}
    assert content(client, messages=asked) == "I cannot look at the sky from here."


def test_the_example_of_an_outage(make_client):
    client = example(make_client, "outage")
    assert refusal(client, model="flaky")[0] == 503
    with pytest.raises(Dropped):
        client.post(PATH, json=request(model="flaky", stream=True))
    assert content(client, model="flaky") == "Third time lucky."


def test_the_example_of_a_judge(make_client):
    client = example(make_client, "judge")
    judge = said("You are a judge.", "system")
    scores = [
        json.loads(content(client, messages=[judge, said(answer)]))["score"]
        for answer in ("Paris is in Italy.", "Paris is in France.")
    ]
    assert scores == [0, 1]


def test_rules_of_files_come_back_with_a_reset(make_client):
    client = example(make_client, "judge")
    client.delete(REPLIES)
    script(client, text="Mine.")
    client.post("/__admin/reset", json={})
    assert [rule["name"] for rule in replies(client)] == ["a wrong answer", "any other"]


def test_rules_of_files_are_there_even_if_the_records_are(make_client, tmp_path):
    files = {"data": (str(EXAMPLES / "judge.json"),), "db": str(tmp_path / "db.json")}
    with MockServer(Settings(port=0, log="quiet", **files)) as server:
        httpx.post(f"{server.url}/call/start", json={"start": CALL}, headers=CREDENTIAL)
    client = make_client(**files)
    assert client.read("a", "acme/demo")
    assert len(replies(client)) == 2


def test_an_export_has_the_rules_too(make_client, tmp_path):
    path = tmp_path / "saved.json"
    rules = json.loads((EXAMPLES / "weather.json").read_text())["replies"]
    data = dump(example(make_client, "weather").application.services)
    path.write_text(json.dumps(data))
    assert len(replies(make_client(data=(str(path),)))) == len(rules)
