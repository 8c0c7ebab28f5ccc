"""Log probabilities of the reply and of the prompt, plain and streamed, and the echo."""

from __future__ import annotations

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockserver.chat.decoding.logprobs import LogprobsOptions, entries, prompt_entries, surprise
from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import token_id
from mockserver.core.codec import decode
from tests.chat.asking import QUESTION, ask, choice, chunks, content, refusal, said, streamed


def told(client, **members):
    return choice(client, logprobs=True, **members)["logprobs"]["content"]


def test_chat_68_each_token_has_an_entry_and_joined_they_are_the_reply(client):
    answer = ask(client, logprobs=True)
    found = answer["choices"][0]["logprobs"]["content"]
    assert "".join(entry["token"] for entry in found) == content(client)
    assert len(found) == answer["usage"]["completion_tokens"]
    assert all(list(entry) == ["token", "logprob", "bytes", "top_logprobs"] for entry in found)
    assert all(entry["top_logprobs"] == [] for entry in found)


@pytest.mark.parametrize("members", [{}, {"logprobs": False}, {"logprobs": None}, {"echo": True}])
def test_chat_75_unasked_for_nothing_is_told(client, members):
    assert choice(client, **members)["logprobs"] is None
    assert {chunk["choices"][0]["logprobs"] for chunk in chunks(client, **members)} == {None}


def test_chat_69_the_alternatives_begin_with_the_token_itself_and_fall(client):
    for entry in told(client, top_logprobs=2):
        first, second = entry["top_logprobs"]
        assert {**first, "top_logprobs": entry["top_logprobs"]} == entry
        assert 0 >= first["logprob"] > second["logprob"]
        assert second["token"] != first["token"]


def test_chat_70_the_bytes_are_those_of_the_token(client):
    for entry in told(client, messages=[said("今日の天気は?")], top_logprobs=1):
        assert bytes(entry["bytes"]).decode() == entry["token"]


def test_chat_72_tokens_may_be_told_by_their_ids(client):
    numbered = told(client, top_logprobs=2, return_tokens_as_token_ids=True)
    named = told(client, top_logprobs=2)
    for number, name in zip(numbered, named, strict=True):
        assert number["token"] == f"token_id:{token_id(name['token'])}"
        assert number["bytes"] == name["bytes"]
        assert number["top_logprobs"][1]["token"].startswith("token_id:")


def test_chat_71_20_alternatives_are_the_most(client):
    assert {len(entry["top_logprobs"]) for entry in told(client, top_logprobs=20)} == {20}


def test_chat_71_top_logprobs_written_as_null_tell_nothing(client):
    assert choice(client, logprobs=True, top_logprobs=None)["logprobs"] is None


def test_a_shorter_reply_has_the_first_of_the_same_entries(client):
    assert told(client, max_tokens=5) == told(client)[:5]


def test_what_a_stop_string_cut_off_still_has_entries(client):
    tokens = split(content(client))
    found = choice(client, logprobs=True, stop=[tokens[3]])
    assert len(found["logprobs"]["content"]) == 4


@given(st.lists(st.text(min_size=1), max_size=9), st.binary(max_size=4), st.integers(0, 20))
def test_probabilities_never_add_up_to_more_than_1(tokens, key, top):
    for entry in map(decode, entries(tokens, key, LogprobsOptions(top, as_ids=False))):
        listed = [other["logprob"] for other in entry["top_logprobs"]]
        assert sum(map(exp, listed)) <= 1
        assert listed == sorted(set(listed), reverse=True)
        assert len({other["token"] for other in entry["top_logprobs"]}) == top


def test_a_longer_reply_is_less_likely():
    tokens = split("In short, this can be seen as one way of dealing with that.")
    assert 0 < surprise(tokens[:3], b"key") < surprise(tokens, b"key")


# Streams


def test_chat_112_each_chunk_tells_its_own_tokens(client):
    role, *found = [chunk["choices"][0] for chunk in chunks(client, logprobs=True, top_logprobs=1)]
    assert role["logprobs"] is None
    parts = [each["logprobs"]["content"] for each in found]
    assert [len(part) for part in parts] == [1] * len(found)
    assert [part[0] for part in parts] == told(client, top_logprobs=1)
    assert [each["delta"]["content"] for each in found] == [part[0]["token"] for part in parts]


def test_chat_108_112_a_stream_tells_usage_and_logprobs_at_once(client):
    options = {"continuous_usage_stats": True}
    found = chunks(client, logprobs=True, n=2, stream_options=options)
    counted = {0: 0, 1: 0}
    for chunk in found[2:-1]:
        (each,) = chunk["choices"]
        counted[each["index"]] += len(each["logprobs"]["content"])
        assert chunk["usage"]["completion_tokens"] == counted[each["index"]]
    assert found[-1]["usage"]["completion_tokens"] == sum(counted.values())


def test_chat_112_tokens_without_a_chunk_are_told_in_the_next_one(client):
    hidden = {"reasoning_effort": "low", "include_reasoning": False, "return_token_ids": True}
    _, *found = [chunk["choices"][0] for chunk in chunks(client, **hidden)]
    ids = [number for each in found for number in each["token_ids"]]
    assert ids == choice(client, **hidden)["token_ids"]
    assert len(found[0]["token_ids"]) > 1


# The prompt


def prompt_of(client, **members):
    return ask(client, **members)["prompt_logprobs"]


def told_as(value):
    return value["decoded_token"]


def test_chat_73_the_prompt_is_told_by_ids(client):
    answer = ask(client, prompt_logprobs=1)
    first, *others = answer["prompt_logprobs"]
    assert first is None
    assert len(others) + 1 == answer["usage"]["prompt_tokens"]
    for item in others:
        assert 1 <= len(item) <= 2
        assert all(key.isdecimal() for key in item)
        assert {frozenset(value) for value in item.values()} == {
            frozenset({"logprob", "rank", "decoded_token"})
        }


def test_chat_74_none_beside_the_prompts_own_tokens_may_be_asked_of_a_stream(client):
    found = chunks(client, prompt_logprobs=0)
    assert streamed(found) == content(client)
    assert not any("prompt_logprobs" in chunk for chunk in found)


def test_the_tokens_of_the_prompt_are_those_of_the_messages(client):
    _, *items = ask(client, prompt_logprobs=0)["prompt_logprobs"]
    decoded = [value["decoded_token"] for item in items for value in item.values()]
    assert decoded[:2] == ["user", "\n"]
    assert decoded[2:-4] == split(QUESTION)
    assert decoded[-3:] == ["<|begin|>", "assistant", "\n"]


@pytest.mark.parametrize(
    "members",
    [
        {"tools": [{"type": "function", "function": {"name": "f"}}], "tool_choice": "none"},
        {"messages": [said("Be brief.", "system"), said([{"image_url": "x"}])]},
        {"add_special_tokens": True, "add_generation_prompt": False},
        {"messages": [said("Hi"), said("Well", "assistant")], "continue_final_message": True},
        {"truncate_prompt_tokens": 4},
        {"prompt_logprobs": 20},
    ],
    ids=["tools", "media", "special", "continued", "truncated", "alternatives"],
)
def test_chat_73_every_prompt_token_is_told(client, members):
    answer = ask(client, **{"prompt_logprobs": 0, **members})
    assert len(answer["prompt_logprobs"]) == answer["usage"]["prompt_tokens"]


@given(st.lists(st.text(min_size=1), min_size=2, max_size=9), st.integers(0, 20))
def test_the_rank_of_a_prompt_token_is_its_place_among_all(tokens, top):
    for token, item in zip(tokens, map(decode, prompt_entries(tokens, b"", top)), strict=True):
        if item is None:
            continue
        own = item[str(token_id(token))]
        values = sorted(item.values(), key=lambda value: value["rank"])
        assert len(values) == (top if own["rank"] <= top else top + 1)
        assert [value["logprob"] for value in values] == sorted(
            (value["logprob"] for value in values), reverse=True
        )
        assert sum(exp(value["logprob"]) for value in values) <= 1


@pytest.mark.parametrize("kept", [1, 2, 5, 259, 260, 263, 264, 265, 527])
@pytest.mark.parametrize("members", [{}, {"continue_final_message": True}])
def test_a_truncated_prompt_of_pictures_is_the_end_of_the_whole_one(client, kept, members):
    pictured = [said([{"image_url": "x"}]) for _ in range(3)]
    asked = {"messages": [said("Hi"), *pictured], "prompt_logprobs": 0, **members}
    _, *whole = [[*map(told_as, item.values())] for item in prompt_of(client, **asked)[1:]]
    _, *part = prompt_of(client, **asked, truncate_prompt_tokens=kept)
    assert [[*map(told_as, item.values())] for item in part] == whole[len(whole) - len(part) :]


def test_pictures_that_are_cut_off_cost_nothing(client):
    pictures = [said([{"image_url": "x"}] * 1_000) for _ in range(8)]
    asked = {"messages": pictures, "truncate_prompt_tokens": 9, "prompt_logprobs": 0}
    assert len(prompt_of(client, **asked)) == 9


def test_more_values_than_there_is_time_for_are_refused(make_client):
    client = make_client(context_length=100_000)
    long = {"ignore_eos": True, "max_tokens": 30_000, "logprobs": True, "top_logprobs": 20}
    assert "log probabilities" in refusal(client, **long)[2]
    words = {"messages": [said("word " * 30_000)], "prompt_logprobs": 20}
    assert "log probabilities" in refusal(client, **words)[2]


# The echo

BEGUN = [said(QUESTION), said("Pre ", "assistant")]


def test_chat_76_an_echo_is_in_front_of_every_choice(client):
    plain = ask(client, messages=BEGUN, n=2)
    echoed = ask(client, messages=BEGUN, n=2, echo=True)
    texts = [found["message"]["content"] for found in plain["choices"]]
    assert [found["message"]["content"] for found in echoed["choices"]] == [
        "Pre " + text for text in texts
    ]
    assert echoed["usage"] == plain["usage"]
    assert len(echoed["prompt_logprobs"]) == plain["usage"]["prompt_tokens"]


def test_chat_77_what_the_user_said_is_not_echoed(client):
    answer = ask(client, echo=True)
    assert answer["choices"][0]["message"]["content"] == content(client)
    assert isinstance(answer["prompt_logprobs"], list)


def test_an_echo_tells_as_many_alternatives_as_the_reply_has(client):
    found = ask(client, echo=True, logprobs=True, top_logprobs=3)["prompt_logprobs"]
    assert {len(item) for item in found[1:]} <= {3, 4}


def test_chat_117_a_stream_echoes_right_after_the_roles(client):
    found = chunks(client, messages=BEGUN, echo=True, n=2)
    deltas = [(chunk["choices"][0]["index"], chunk["choices"][0]["delta"]) for chunk in found[:4]]
    assert [index for index, _ in deltas] == [0, 1, 0, 1]
    assert [delta["content"] for _, delta in deltas] == ["", "", "Pre ", "Pre "]
    assert streamed(found) == content(client, messages=BEGUN, echo=True)
