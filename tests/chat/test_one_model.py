"""One model replies on every path: the same text, the same constraints, the same tokens."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.chat.responding import SCHEMA, TOOL

Turns = list[dict[str, Any]]

FUNCTION = {name: value for name, value in TOOL.items() if name != "type"}
CALL = {"name": "f", "arguments": '{"city": "Oslo"}'}


class Reply(NamedTuple):
    """An answer without the form of its path."""

    text: str
    calls: list[str]
    """The arguments of each."""
    reasoning: str
    prompt_tokens: int
    completion_tokens: int


def sent(client: Any, path: str, **body: Any) -> list[dict[str, Any]]:
    """The documents of an answer, of which a plain one has one."""
    answer = client.post(path, json={"model": "m1", **body})
    assert answer.status_code == 200, answer.text
    if not body.get("stream"):
        return [answer.json()]
    lines = answer.text.splitlines()
    data = [line.removeprefix("data: ") for line in lines if line.startswith("data: {")]
    return [json.loads(text) for text in data]


def chat(client: Any, turns: Turns, **fields: Any) -> Reply:
    (answer,) = sent(client, "/v1/chat/completions", messages=turns, **fields)
    message, usage = answer["choices"][0]["message"], answer["usage"]
    calls = [call["function"]["arguments"] for call in message["tool_calls"]]
    tokens = usage["prompt_tokens"], usage["completion_tokens"]
    return Reply(message["content"] or "", calls, message["reasoning"] or "", *tokens)


def chat_stream(client: Any, turns: Turns, **fields: Any) -> Reply:
    fields |= {"stream": True, "stream_options": {"include_usage": True}}
    *chunks, last = sent(client, "/v1/chat/completions", messages=turns, **fields)
    deltas = [chunk["choices"][0]["delta"] for chunk in chunks]
    calls: dict[int, str] = defaultdict(str)
    for call in [call for delta in deltas for call in delta.get("tool_calls", ())]:
        calls[call["index"]] += call["function"].get("arguments", "")
    text = "".join(delta.get("content") or "" for delta in deltas)
    reasoning = "".join(delta.get("reasoning") or "" for delta in deltas)
    tokens = last["usage"]["prompt_tokens"], last["usage"]["completion_tokens"]
    return Reply(text, [*calls.values()], reasoning, *tokens)


def response_stream(client: Any, turns: Turns, **fields: Any) -> Reply:
    return response(client, turns, stream=True, **fields)


def response(client: Any, turns: Turns, **fields: Any) -> Reply:
    """The last document of a stream holds the whole response."""
    body: dict[str, Any] = {"input": [item for turn in turns for item in items(turn)]}
    for name, value in fields.items():
        body |= worded(name, value)
    last = sent(client, "/v1/responses", **body)[-1]
    whole = last.get("response", last)
    parts: dict[str, list[str]] = defaultdict(list)
    for item in whole["output"]:
        parts[item["type"]] += [part["text"] for part in item.get("content", ())]
    calls = [item["arguments"] for item in whole["output"] if item["type"] == "function_call"]
    usage = whole["usage"]
    tokens = usage["input_tokens"], usage["output_tokens"]
    return Reply("".join(parts["message"]), calls, "".join(parts["reasoning"]), *tokens)


def items(turn: dict[str, Any]) -> Turns:
    """A message of the chat as items of a response's input."""
    if turn["role"] == "tool":
        output = {"call_id": turn["tool_call_id"], "output": turn["content"]}
        return [{"type": "function_call_output", **output}]
    called = turn.get("tool_calls", ())
    calls = [
        {"type": "function_call", "call_id": call["id"], **call["function"]} for call in called
    ]
    said = [{"role": turn["role"], "content": turn["content"]}] if turn["content"] else []
    return said + calls


def worded(name: str, value: Any) -> dict[str, Any]:
    """A member of a request to the chat in the words of a response."""
    if name == "tools":
        return {name: [{"type": "function", **tool["function"]} for tool in value]}
    if name == "response_format":
        return {"text": {"format": {"type": "json_schema", **value["json_schema"]}}}
    if name == "reasoning_effort":
        return {"reasoning": {"effort": value}}
    return {"max_output_tokens" if name == "max_tokens" else name: value}


def completion_stream(client: Any, turns: Turns, **fields: Any) -> Reply:
    fields |= {"stream": True, "stream_options": {"include_usage": True}}
    return completion(client, turns, **fields)


def completion(client: Any, turns: Turns, **fields: Any) -> Reply:
    """Its prompt is the text alone, which has fewer tokens than the message around it."""
    (turn,) = turns
    body = {"max_tokens": 1000, **fields}
    documents = sent(client, "/v1/completions", prompt=turn["content"], **body)
    choices = [choice for document in documents for choice in document["choices"]]
    usage = documents[-1]["usage"]
    around = chat(client, turns).prompt_tokens - usage["prompt_tokens"]
    tokens = usage["prompt_tokens"] + around, usage["completion_tokens"]
    return Reply("".join(choice["text"] for choice in choices), [], "", *tokens)


PATHS = [chat_stream, response, response_stream]
TEXT_PATHS = [*PATHS, completion, completion_stream]


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def named(way: Callable[..., Any]) -> str:
    return way.__name__


@pytest.mark.parametrize("way", TEXT_PATHS, ids=named)
@pytest.mark.parametrize(
    "prompt",
    [
        "How do I keep a sourdough starter alive?",
        "Name three rivers of Europe, as a numbered list.",
        "Answer in exactly five words: what is a harbour?",
        'Answer with JSON that has the keys "name" and "age". Ann is 30.',
        "Is water wet? Answer only yes or no.",
        "What is 17 * 23?",
        "Wie wird das Wetter in Oslo?",
    ],
)
def test_a_prompt_gets_the_same_reply(client, prompt, way):
    assert way(client, [user(prompt)]) == chat(client, [user(prompt)])


@pytest.mark.parametrize("way", TEXT_PATHS, ids=named)
@pytest.mark.parametrize(
    "fields",
    [
        {"max_tokens": 3},
        {"seed": 5},
        {"stop": ["a"]},
        {"temperature": 0},
        {"logit_bias": {"11": -100}},
        {"ignore_eos": True, "max_tokens": 200},
        {"structured_outputs": {"json": SCHEMA}},
        {"structured_outputs": {"regex": "[a-f]{4}"}},
        {"structured_outputs": {"choice": ["tea", "milk"]}},
    ],
    ids=str,
)
def test_a_request_has_one_meaning(client, fields, way):
    turns = [user("Describe a harbour in the north.")]
    assert way(client, turns, **fields) == chat(client, turns, **fields)


@pytest.mark.parametrize("way", PATHS, ids=named)
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"tool_choice": "required"},
        {"tool_choice": "none"},
        {"parallel_tool_calls": False},
        {"reasoning_effort": "low"},
        {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "s", "schema": SCHEMA},
            }
        },
    ],
    ids=str,
)
def test_a_tool_is_called_alike(client, fields, way):
    fields = {"tools": [{"type": "function", "function": FUNCTION}], **fields}
    turns = [user("What is the weather in Oslo and in Bergen? Use f.")]
    assert way(client, turns, **fields) == chat(client, turns, **fields)


@pytest.mark.parametrize("way", PATHS, ids=named)
@pytest.mark.parametrize("begun", [{}, {"content": "Let me look."}], ids=["call", "text and call"])
def test_a_tool_result_is_summarized_alike(client, begun, way):
    fields = {"tools": [{"type": "function", "function": FUNCTION}]}
    called = {"tool_calls": [{"type": "function", "id": "c1", "function": CALL}]}
    result = {"role": "tool", "tool_call_id": "c1", "content": '{"degrees": 21}'}
    turns = [
        {"role": "system", "content": "Be brief."},
        user("What is the weather in Oslo?"),
        {"role": "assistant", "content": None, **begun, **called},
        result,
    ]
    expected = chat(client, turns, **fields)
    assert "21" in expected.text
    assert way(client, turns, **fields) == expected


def test_nulls_and_an_empty_text_beside_a_call_change_nothing(client):
    called = {
        "role": "assistant",
        "tool_calls": [{"id": "c", "type": "function", "function": CALL}],
    }
    result = {"role": "tool", "tool_call_id": "c", "content": "21 degrees"}
    expected = {
        chat(client, [user("How warm is it?"), {**called, **fields}, result]).text
        for fields in ({}, {"content": None}, {"content": ""}, {"content": "", "reasoning": None})
    }
    assert len(expected) == 1
