"""Reasoning before an answer: asked for, told apart, counted, hidden."""

from __future__ import annotations

import pytest

from mockserver.chat.prompt.tokens import count
from tests.chat.asking import QUESTION, ask, choice, chunks, content, refusal, said
from tests.chat.test_tools import AUTO, functions, put_together

THINKING = {"chat_template_kwargs": {"enable_thinking": True}}


def reasoning(client, **members):
    return choice(client, **members)["message"]["reasoning_content"]


def test_nothing_is_thought_unless_asked_for(client):
    assert reasoning(client) is None
    assert reasoning(client, chat_template_kwargs={"enable_thinking": False}) is None
    assert reasoning(client, reasoning_effort="none") is None
    assert reasoning(client, reasoning_effort=None) is None


@pytest.mark.parametrize(
    "members", [THINKING, {"chat_template_kwargs": {"thinking": 1}}, {"reasoning_effort": "low"}]
)
def test_reasoning_stands_before_the_same_content(client, members):
    message = choice(client, **members)["message"]
    assert "sourdough starter" in message["reasoning_content"]
    assert message["content"] == content(client)


def test_effort_is_how_long_the_model_thinks(client):
    thoughts = [
        reasoning(client, reasoning_effort=effort)
        for effort in ("minimal", "low", "medium", "high")
    ]
    lengths = [count(text) for text in thoughts]
    assert lengths == sorted(lengths)
    sentences = thoughts[-1].split(". ")
    assert len(set(sentences)) == len(sentences) == 8


def test_an_unknown_effort_is_refused(client):
    status, _, message = refusal(client, reasoning_effort="heroic")
    assert status == 400
    assert "reasoning_effort" in message


def test_a_server_may_always_think_and_be_told_not_to(make_client):
    client = make_client(reasoning=True)
    assert reasoning(client)
    assert reasoning(client, chat_template_kwargs={"enable_thinking": False}) is None
    assert reasoning(client, reasoning_effort="none") is None


def test_usage_counts_the_reasoning(client):
    answer = ask(client, **THINKING)
    message = answer["choices"][0]["message"]
    both = count(message["reasoning_content"]) + count(message["content"])
    assert answer["usage"]["completion_tokens"] == both


def test_hidden_reasoning_counts_all_the_same(client):
    shown, hidden = ask(client, **THINKING), ask(client, include_reasoning=False, **THINKING)
    assert hidden["choices"][0]["message"]["reasoning_content"] is None
    assert hidden["choices"][0]["message"]["content"] == content(client)
    assert hidden["usage"] == shown["usage"]


def test_a_limit_within_the_reasoning_leaves_no_content(client):
    whole = reasoning(client, **THINKING)
    found = choice(client, max_tokens=5, **THINKING)
    assert found["finish_reason"] == "length"
    assert found["message"]["content"] is None
    assert whole.startswith(found["message"]["reasoning_content"])


def test_reasoning_comes_first_in_a_stream(client):
    found = chunks(client, **THINKING)
    fields = [list(chunk["choices"][0]["delta"]) for chunk in found[1:]]
    where = fields.index(["content"])
    names = ["reasoning_content", "reasoning"]
    assert fields == [names] * where + [["content"]] * (len(fields) - where)
    told, plain = put_together(found), choice(client, **THINKING)["message"]
    assert (told["reasoning_content"], told["content"]) == (
        plain["reasoning_content"],
        plain["content"],
    )


def test_hidden_reasoning_has_no_chunks(client):
    found = chunks(client, include_reasoning=False, **THINKING)
    assert [chunk["choices"] for chunk in found] == [chunk["choices"] for chunk in chunks(client)]


def test_a_stop_string_is_held_back_across_the_border(client):
    plain = choice(client, **THINKING)["message"]
    border = plain["reasoning_content"][-4:] + plain["content"][:4]
    found = chunks(client, stop=[border], **THINKING)
    told = put_together(found)
    assert told["reasoning_content"] == plain["reasoning_content"][:-4]
    assert told["content"] is None
    assert found[-1]["choices"][0]["stop_reason"] == border


def test_a_tool_is_called_after_some_thought(client):
    plain = choice(client, **THINKING, **AUTO)
    assert plain["finish_reason"] == "tool_calls"
    assert plain["message"]["reasoning_content"]
    told = put_together(chunks(client, **THINKING, **AUTO))
    assert functions(told) == functions(plain["message"])
    assert told["reasoning_content"] == plain["message"]["reasoning_content"]


def test_every_reasoning_token_has_its_likelihood(client):
    answer = ask(client, logprobs=True, **THINKING)
    entries = answer["choices"][0]["logprobs"]["content"]
    assert len(entries) == answer["usage"]["completion_tokens"]
    streamed = [
        entry
        for chunk in chunks(client, logprobs=True, **THINKING)
        for entry in (chunk["choices"][0]["logprobs"] or {"content": []})["content"]
    ]
    assert streamed == entries


def test_bad_words_are_not_thought_either(client):
    assert "sourdough" in reasoning(client, **THINKING)
    message = choice(client, bad_words=["sourdough"], **THINKING)["message"]
    assert "sourdough" not in message["reasoning_content"] + message["content"]


def test_reasoning_is_outside_the_interface_document(make_client):
    strict = make_client(strict=True)
    assert refusal(strict, reasoning_effort="low")[0] == 400
    assert reasoning(strict, messages=[said(QUESTION)], **THINKING)
