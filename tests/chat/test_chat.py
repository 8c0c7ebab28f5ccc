"""The plain chat completion: shape, determinism, the words of the model, roles and contents."""

from __future__ import annotations

import json
import re

import pytest

from mockserver.chat.prompt.tokens import count
from tests.chat.asking import PATH, QUESTION, ask, choice, content, refusal, request, said


def test_chat_1_a_completion_is_json(client):
    answer = client.post(PATH, json=request())
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/json")


def test_chat_2_4_5_every_key_is_present_in_the_engines_order(client):
    answer = ask(client)
    assert list(answer) == [
        "id", "object", "created", "model", "choices", "service_tier", "system_fingerprint",
        "usage", "prompt_logprobs", "kv_transfer_params",
    ]  # fmt: skip
    found = answer["choices"][0]
    assert list(found) == ["index", "message", "logprobs", "finish_reason", "stop_reason"]
    assert list(found["message"]) == [
        "role", "content", "refusal", "annotations", "audio", "function_call", "tool_calls",
        "reasoning_content", "reasoning",
    ]  # fmt: skip


def test_chat_5_under_strict_the_message_has_the_stated_keys_alone(make_client):
    assert list(ask(make_client(strict=True))["choices"][0]["message"])[-1] == "reasoning_content"


def test_chat_3_id_object_and_time(make_client):
    answer = ask(make_client(now="2024-05-01T00:00:00Z"))
    assert re.fullmatch("chatcmpl-[0-9a-f]{32}", answer["id"])
    assert answer["object"] == "chat.completion"
    assert answer["created"] == 1714521600


def test_chat_5_6_75_what_is_unset_is_null(client):
    answer = ask(client)
    message = answer["choices"][0].pop("message")
    assert message.pop("tool_calls") == []
    assert {name for name, value in message.items() if value is not None} == {"role", "content"}
    assert answer["choices"][0]["logprobs"] is answer["choices"][0]["stop_reason"] is None
    unset = ("service_tier", "system_fingerprint", "prompt_logprobs", "kv_transfer_params")
    assert [answer[name] for name in unset] == [None] * 4
    assert answer["usage"]["prompt_tokens_details"] is None


def test_chat_7_usage_counts_the_prompt_and_the_reply(client):
    answer = ask(client)
    usage, text = answer["usage"], answer["choices"][0]["message"]["content"]
    assert usage["prompt_tokens"] == count(QUESTION) + 4 + 3
    assert usage["completion_tokens"] == count(text) >= 25
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]


def test_chat_8_the_same_request_has_the_same_reply_in_every_server(make_client):
    assert ask(make_client())["choices"] == ask(make_client())["choices"]


def test_chat_8_a_repeated_request_differs_in_its_id_alone(make_client):
    client = make_client(now="2024-05-01T00:00:00Z")
    first, *others = (client.post(PATH, json=request()) for _ in range(3))
    for other in others:
        assert other.json()["id"] != first.json()["id"]
        assert {**other.json(), "id": 0} == {**first.json(), "id": 0}
        assert other.headers["x-mockserver-request"] != first.headers["x-mockserver-request"]


def test_chat_18_a_repeated_request_is_refused_if_it_is_sent_in_a_wrong_way(client):
    body = json.dumps(request()).encode()
    sent = [
        client.post(PATH, content=body, headers={"content-type": kind, **more}).status_code
        for kind, more in [
            ("application/json", {}),
            ("text/plain", {}),
            ("application/json", {"authorization": "Basic k"}),
            ("application/json", {}),
        ]
    ]
    assert sent == [200, 400, 401, 200]


def test_many_requests_later_a_request_has_the_same_reply(client):
    plain = content(client)
    for number in range(300):
        content(client, messages=[said(f"What is number {number}?")])
    assert content(client) == plain


def test_the_same_seed_and_clock_give_the_same_bytes(make_client):
    servers = [make_client(seed=3, now="2024-05-01T00:00:00Z") for _ in range(2)]
    first, second = (server.post(PATH, json=request()).content for server in servers)
    assert first == second


def test_chat_9_10_without_a_model_the_first_one_answers(make_client):
    client = make_client(model=("m1", "m2"))
    for unnamed in ({}, {"model": ""}, {"model": None}):
        body = {"messages": [said("hi")], **unnamed}
        assert client.post(PATH, json=body).json()["model"] == "m1"


def test_chat_11_a_model_that_is_not_served_is_404(make_client):
    client = make_client(model=("m1", "m2"))
    assert ask(client, model="m2")["model"] == "m2"
    assert refusal(client, model="zzz") == (
        404, "NotFoundError", "The model `zzz` does not exist."
    )  # fmt: skip


def test_without_told_models_every_name_is_served(client):
    assert ask(client, model="team/any-model")["model"] == "team/any-model"


def test_chat_12_14_the_request_id_names_the_answer(client):
    assert ask(client, request_id="abc")["id"] == "chatcmpl-abc"
    assert re.fullmatch("chatcmpl-[0-9a-f]{32}", ask(client, request_id="")["id"])


def test_chat_13_the_header_wins_over_the_request_id(client):
    headers = {"X-Request-Id": "zzz"}
    answer = client.post(PATH, json=request(request_id="abc"), headers=headers)
    assert answer.json()["id"] == "chatcmpl-zzz"


def test_chat_15_121_what_does_not_shape_the_reply_does_not_change_it(client):
    plain = content(client)
    assert content(client, foo=1, store=True, metadata={"a": "b"}) == plain
    assert content(client, user="u", request_id="x", max_tokens=500, stop=["§"]) == plain
    assert content(client, top_p=0.5, presence_penalty=1, cache_salt="salt") == plain
    headers = {"OpenAI-Project": "a/b"}
    answer = client.post(PATH, json=request(), headers=headers).json()
    assert answer["choices"][0]["message"]["content"] == plain


def test_what_shapes_the_reply_changes_it(client, make_client):
    tool = {"type": "function", "function": {"name": "look_up"}}
    replies = {
        content(client),
        content(client, seed=1),
        content(client, seed=2),
        content(client, model="m2"),
        content(client, messages=[said("Be brief.", "system"), said(QUESTION)]),
        content(client, temperature=0),
        content(client, tools=[tool]),
        content(make_client(seed=9)),
    }
    assert len(replies) == 8


def test_a_reply_does_not_depend_on_the_order_of_keys(client):
    one = [{"role": "user", "content": [{"type": "text", "text": QUESTION}]}]
    other = [{"content": [{"text": QUESTION, "type": "text"}], "role": "user"}]
    assert content(client, messages=one) == content(client, messages=other)


def test_greedy_sampling_ignores_the_seed(client):
    assert content(client, temperature=0, seed=1) == content(client, temperature=0.0, seed=2)


def test_chat_27_the_seed_minus_one_is_no_seed(client):
    assert content(client, seed=-1) == content(client) != content(client, seed=0)


def test_chat_67_choice_i_of_a_seed_is_choice_0_of_the_seed_i_later(client):
    texts = [found["message"]["content"] for found in ask(client, n=3, seed=7)["choices"]]
    assert texts == [content(client, seed=seed) for seed in (7, 8, 9)]


def test_chat_66_n_choices_share_one_prompt(client):
    one, three = ask(client)["usage"], ask(client, n=3)
    texts = [found["message"]["content"] for found in three["choices"]]
    assert [found["index"] for found in three["choices"]] == [0, 1, 2]
    assert three["usage"]["prompt_tokens"] == one["prompt_tokens"]
    assert three["usage"]["completion_tokens"] == sum(map(count, texts))


@pytest.mark.parametrize(
    ("question", "subjects"),
    [
        (QUESTION, {"sourdough starter", "holiday"}),
        ("What is the charm of Provence?", {"the charm", "Provence"}),
        ("Can you fix the TypeError in my parser?", {"the TypeError", "your parser"}),
        ("Write something about autumn leaves", {"autumn leaves"}),
        ("How do I paint silk?", {" silk"}),
        ("Paint a fence in spring", {"a fence", "spring"}),
        ("The council approved a bridge.", {"The council", "a bridge"}),
    ],
)
def test_a_reply_is_about_the_question_and_not_the_question(client, question, subjects):
    text = content(client, messages=[said(question)])
    assert any(subject in text for subject in subjects)
    assert question not in text
    assert not re.search("cook|[Pp]aint|approved", text)
    assert 25 <= count(text) <= 90
    assert re.fullmatch(r"[A-Z].*[.?]", text)


def test_a_greeting_is_answered_with_one(client):
    text = content(client, messages=[said("hi there")])
    assert re.match("Hello|Welcome|Good day", text)


@pytest.mark.parametrize("question", ["What can you help me with?", "Tell me about yourself."])
def test_who_asks_for_nothing_is_told_what_the_model_can_do(client, question):
    assert re.search(r"\bI (am|stand|can)\b", content(client, messages=[said(question)]))


def test_replies_differ_from_question_to_question(client):
    questions = [f"Tell me about topic{number} and its history." for number in range(50)]
    assert len({content(client, messages=[said(text)]) for text in questions}) == 50


def test_chat_26_null_means_absent(client):
    plain = content(client)
    for name in ("temperature", "n", "stop", "seed", "max_tokens", "stream", "tools", "user"):
        assert content(client, **{name: None}) == plain


def test_chat_24_numbers_are_coerced(client):
    for two in (2.0, "2"):
        assert len(ask(client, n=two)["choices"]) == 2
    assert ask(client, stream="no", temperature="0.5", echo="off")["object"] == "chat.completion"


# Roles and contents


def test_chat_78_without_a_generation_prompt_the_last_role_speaks(client):
    answer = ask(client, add_generation_prompt=False)
    assert answer["choices"][0]["message"]["role"] == "user"
    assert answer["usage"]["prompt_tokens"] == ask(client)["usage"]["prompt_tokens"] - 3


def test_chat_47_79_a_message_that_is_continued_is_not_repeated(client):
    begun = [said(QUESTION), said("Well,", "assistant")]
    prefill = {"messages": begun, "continue_final_message": True}
    found = choice(client, **prefill, add_generation_prompt=False)
    assert found["message"]["role"] == "assistant"
    assert re.match(r" [A-Z]", found["message"]["content"])
    assert choice(client, **prefill) == found


def test_a_message_that_is_continued_lacks_its_closing_mark(client):
    begun = [said(QUESTION), said("Well,", "assistant")]
    usage = ask(client, messages=begun, continue_final_message=True)["usage"]
    assert usage["prompt_tokens"] == count(QUESTION) + count("Well,") + 2 * 4 - 1


@pytest.mark.parametrize("role", ["developer", "system", "user", "tool", "function", "critic"])
def test_chat_80_every_role_is_accepted(client, role):
    messages = [said(QUESTION), said("Noted.", role)]
    usage = ask(client, messages=messages)["usage"]
    assert usage["prompt_tokens"] == count(QUESTION) + count("Noted.") + 2 * 4 + 3


def test_chat_81_an_assistant_may_say_nothing_and_call_a_tool(client):
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}
    silent = {"role": "assistant", "content": None, "tool_calls": [call]}
    answered = {"role": "tool", "content": "42", "tool_call_id": "c1"}
    found = choice(client, messages=[said(QUESTION), silent, answered])
    assert found["finish_reason"] == "stop"


def test_chat_82_parts_of_text_are_joined(client):
    parts = [{"type": "text", "text": "Where to go"}, {"type": "text", "text": "in Japan?"}]
    usage = ask(client, messages=[said(parts)])["usage"]
    assert usage["prompt_tokens"] == count("Where to go\nin Japan?") + 4 + 3


MEDIA = {
    "image": {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
    "image as text": {"type": "image_url", "image_url": "https://example.com/a.png"},
    "image without type": {"image_url": {"url": "https://example.com/a.png"}},
    "audio": {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
    "video": {"type": "video_url", "video_url": {"url": "https://example.com/a.mp4"}},
}


@pytest.mark.parametrize("part", MEDIA.values(), ids=MEDIA)
def test_chat_83_a_picture_or_sound_has_a_fixed_price(client, part):
    text = {"type": "text", "text": QUESTION}
    usage = ask(client, messages=[said([text, part])])["usage"]
    assert usage["prompt_tokens"] == count(QUESTION) + 256 + 4 + 3


def test_contents_may_be_absent_empty_or_other_texts(client):
    refused = said([{"type": "refusal", "refusal": "No."}], "assistant")
    messages = [{"role": "system"}, said([]), refused, said(QUESTION)]
    assert ask(client, messages=messages)["choices"][0]["finish_reason"] == "stop"


# Tools that are not called


TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": {}}}


@pytest.mark.parametrize("members", [{}, {"tool_choice": "auto"}, {"tool_choice": None}])
def test_chat_101_a_tool_that_nobody_names_is_not_called(client, members):
    found = choice(client, tools=[TOOL], **members)
    assert found["message"]["tool_calls"] == []
    assert found["finish_reason"] == "stop"


def test_chat_96_99_with_none_no_tool_is_called(client):
    messages = [said("Please use get_weather for Paris.")]
    assert choice(client, messages=messages, tools=[TOOL], tool_choice="none")["message"]["content"]
    assert choice(client, tool_choice="none")["message"]["content"]
    assert choice(client, tools=[], tool_choice="auto")["message"]["content"]


def test_chat_101_after_a_tool_has_answered_nothing_is_called(client):
    answered = [said("Use get_weather."), said("get_weather: sunny", "tool", tool_call_id="c1")]
    found = choice(client, messages=answered, tools=[TOOL])
    assert (found["finish_reason"], found["message"]["tool_calls"]) == ("stop", [])


def test_tools_are_part_of_the_prompt(client):
    bare, tooled = ask(client)["usage"], ask(client, tools=[TOOL])["usage"]
    assert tooled["prompt_tokens"] > bare["prompt_tokens"] + 5


# The list of models


def test_three_models_are_listed_by_default(client):
    listed = client.get("/v1/models").json()
    assert listed["object"] == "list"
    assert [card["object"] for card in listed["data"]] == ["model"] * 3
    body = {"messages": [said("hi")]}
    assert client.post(PATH, json=body).json()["model"] == listed["data"][0]["id"]


@pytest.mark.parametrize("model", [(), ("m1", "team/m2")])
def test_models_that_are_listed_are_read_and_those_that_are_read_answer(make_client, model):
    client = make_client(model=model)
    cards = {card["id"]: card for card in client.get("/v1/models").json()["data"]}
    for name in (*cards, "any/name"):
        answer = client.get(f"/v1/models/{name}")
        body = {"model": name, "messages": [said("hi")]}
        assert client.post(PATH, json=body).status_code == answer.status_code
        if answer.status_code == 200:
            first, *_ = cards.values()
            assert answer.json()["id"] == name
            assert answer.json().keys() == first.keys()
            assert cards.get(name, answer.json()) == answer.json()
        else:
            assert (answer.status_code, name in cards, bool(model)) == (404, False, True)


def test_a_model_is_read_by_its_id_which_may_have_slashes(make_client):
    client = make_client(model=("team/m1",), context_length=64)
    (card,) = client.get("/v1/models").json()["data"]
    assert client.get("/v1/models/team/m1").json() == card
    assert (card["id"], card["max_model_len"], card["root"]) == ("team/m1", 64, "team/m1")
    missing = client.get("/v1/models/m2")
    assert missing.status_code == 404
    assert missing.json()["error"]["message"] == "The model `m2` does not exist."
