"""Completions on the trace side: prompts, the chat engine behind them, and the calls they leave."""

from __future__ import annotations

import json

import pytest

from mockserver.app import create_app
from mockserver.settings import Settings
from mockserver.trace.completions import joined
from tests.chat import asking as chat
from tests.conftest import CREDENTIAL, Client, P

MESSAGES = [chat.said(chat.QUESTION)]
SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/completions/create_stream",
    "query_string": b"",
    "headers": [],
}
GREETING = {
    "_type": "MessagesPrompt",
    "_class_name": "MessagesPrompt",
    "_bases": ["Prompt", "Object", "BaseModel"],
    "messages": [chat.said("You know {place} well.", "system")],
}


def request(inputs, **fields):
    payload = {"model": "m1", "messages": MESSAGES, **inputs}
    return {"project_id": P, "inputs": payload, **fields}


def post(client, path="create", fields=None, **inputs):
    answer = client.post(f"/completions/{path}", json=request(inputs, **(fields or {})))
    assert answer.status_code == 200, answer.text
    return answer


def create(client, **inputs):
    return post(client, **inputs).json()


def stream(client, fields=None, **inputs):
    lines = post(client, "create_stream", fields, **inputs).text.splitlines()
    return [json.loads(line) for line in lines]


def publish(client, value=GREETING, name="greeting"):
    obj = {"project_id": P, "object_id": name, "val": value}
    return client.post("/obj/create", json={"obj": obj}).json()["digest"]


def text_of(completion):
    return completion["choices"][0]["message"]["content"]


def usage(client, **inputs):
    """The usage that the chat side tells, in the words of a stream."""
    usage = chat.ask(client, **inputs)["usage"]
    return {name: count for name, count in usage.items() if count is not None}


def test_inputs_need_a_model_objects_100(client):
    answer = client.post("/completions/create", json={"project_id": P, "inputs": {}})
    (problem,) = answer.json()["detail"]
    assert (answer.status_code, problem["type"]) == (422, "missing")
    assert problem["loc"] == ["body", "inputs", "model"]


def test_unknown_inputs_are_ignored_objects_100(client):
    assert "error" not in create(client, flavour="salt")["response"]
    (call,) = client.query()
    assert "flavour" not in call["inputs"]


@pytest.mark.parametrize("name", ["create", "create_stream"])
def test_a_model_that_is_not_served_is_an_error_in_a_200_objects_101(make_client, name):
    client = make_client(model=("m1",))
    answer = post(client, name, model="m2").json()
    response = answer["response"] if name == "create" else answer
    assert response == {"error": "The model `m2` does not exist."}
    assert answer.get("weave_call_id") is None
    assert client.query() == []


def test_the_response_is_that_of_the_chat_api_objects_102(client):
    response = create(client, temperature=0.5, n=2)["response"]
    expected = chat.ask(client, temperature=0.5, n=2)
    assert response["choices"] == expected["choices"]
    assert (response["object"], response["usage"]) == ("chat.completion", expected["usage"])


def test_a_tracked_completion_is_a_finished_root_call_objects_102(client):
    answer = create(client, temperature=0.5)
    call = client.read(answer["weave_call_id"])
    assert (call["op_name"], call["parent_id"]) == ("weave.completions_create", None)
    assert call["inputs"] == {"model": "m1", "messages": MESSAGES, "temperature": 0.5}
    assert (call["attributes"], call["output"]) == ({}, answer["response"])
    assert call["summary"]["usage"] == {"m1": answer["response"]["usage"]}
    assert call["summary"]["weave"]["status"] == "success"


@pytest.mark.parametrize("track", [False, None])
def test_an_untracked_completion_leaves_no_call_objects_102(client, track):
    answer = post(client, fields={"track_llm_call": track}).json()
    assert answer["weave_call_id"] is None
    assert text_of(answer["response"])
    assert client.query() == []


def test_a_completion_has_the_requested_place_in_a_trace(client):
    client.start("parent", trace_id="t")
    answer = post(client, fields={"trace_id": "t", "parent_id": "parent"}).json()
    call = client.read(answer["weave_call_id"])
    assert (call["trace_id"], call["parent_id"]) == ("t", "parent")


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"temperature": -1}, "temperature"),
        ({"messages": [{"content": "no role"}]}, "messages.0.role"),
        ({"messages": []}, "messages"),
    ],
)
def test_a_refusal_of_the_engine_is_an_error(client, inputs, message):
    answer = create(client, **inputs)
    assert message in answer["response"]["error"]
    call = client.read(answer["weave_call_id"])
    assert (call["output"], call["exception"]) == (answer["response"], call["output"]["error"])
    assert call["summary"]["weave"]["status"] == "error"


def test_secrets_are_not_stored(client):
    answer = create(client, vertex_credentials="{}")
    assert "vertex_credentials" not in client.read(answer["weave_call_id"])["inputs"]


def test_strict_does_not_refuse_documented_inputs(make_client):
    client = make_client(strict=True, listing="a")
    assert "error" not in create(client, stop="zzz", parallel_tool_calls=True)["response"]


def test_a_stream_names_its_call_before_the_chunks_objects_103(client):
    meta, *chunks = stream(client)
    assert {chunk["object"] for chunk in chunks} == {"chat.completion.chunk"}
    assert chat.streamed(chunks) == chat.content(client)
    assert [chunk["usage"] for chunk in chunks if "usage" in chunk] == [usage(client)]
    assert client.read(meta["_meta"]["weave_call_id"])["ended_at"]


def test_a_streams_call_has_the_joined_completion_objects_103(client):
    meta, first, *_ = stream(client, n=2)
    call = client.read(meta["_meta"]["weave_call_id"])
    expected = chat.ask(client, n=2)
    assert (call["output"]["object"], call["output"]["id"]) == ("chat.completion", first["id"])
    assert call["output"]["usage"] == usage(client, n=2)
    assert call["summary"]["usage"] == {"m1": usage(client, n=2)}
    for kept, choice in zip(call["output"]["choices"], expected["choices"], strict=True):
        assert kept["message"]["content"] == choice["message"]["content"]
        assert (kept["index"], kept["finish_reason"]) == (choice["index"], choice["finish_reason"])


def test_an_untracked_stream_has_chunks_alone_objects_103(client):
    first, *_ = stream(client, {"track_llm_call": False})
    assert first["object"] == "chat.completion.chunk"
    assert client.query() == []


def test_a_failed_stream_is_one_line_after_the_call(client):
    meta, failure = stream(client, temperature=-1)
    call = client.read(meta["_meta"]["weave_call_id"])
    assert "temperature" in failure["error"]
    assert (call["output"], call["exception"]) == (failure, failure["error"])


async def test_a_stream_ends_its_call_when_the_client_leaves():
    app = create_app(Settings(auth="none"))
    body = json.dumps(request({"n": 100})).encode()
    arriving = iter([{"type": "http.request", "body": body}, {"type": "http.disconnect"}])
    sent = []

    async def receive():
        return next(arriving)

    async def send(message):
        sent.append(message.get("body", b""))

    await app(SCOPE, receive, send)
    (call,) = Client(app, headers=CREDENTIAL).query()
    assert call["ended_at"]
    assert "usage" not in call["output"]
    assert b"".join(sent).count(b"\n") < 1000


def test_a_prompt_goes_before_the_messages_objects_104(client):
    publish(client)
    response = create(client, prompt="greeting:v0", template_vars={"place": "Rome"})
    begun = [chat.said("You know Rome well.", "system"), *MESSAGES]
    assert text_of(response["response"]) == chat.content(client, messages=begun)
    call = client.read(response["weave_call_id"])
    assert call["inputs"]["messages"] == MESSAGES
    assert call["inputs"]["prompt"] == "greeting:v0"
    assert call["inputs"]["template_vars"] == {"place": "Rome"}


def test_a_prompt_is_named_in_three_ways_objects_104(client):
    digest = publish(client)
    publish(client, {**GREETING, "messages": []})
    ref = f"weave:///{P}/object/greeting:{digest}"
    texts = [text_of(create(client, prompt=name)["response"]) for name in (ref, "greeting:v0")]
    assert texts[0] == texts[1] != chat.content(client)
    assert text_of(create(client, prompt="greeting")["response"]) == chat.content(client)


def test_variables_are_filled_in_except_in_messages_of_the_assistant_objects_104(client):
    parts = [{"type": "text", "text": "{n} {{n}}"}]
    messages = [chat.said("a {n}"), chat.said("b {n}", "assistant"), chat.said(parts)]
    filled = [
        chat.said("a 7"),
        chat.said("b {n}", "assistant"),
        chat.said([{"type": "text", "text": "7 {n}"}]),
    ]
    response = create(client, messages=messages, template_vars={"n": 7})["response"]
    assert text_of(response) == chat.content(client, messages=filled)


@pytest.mark.parametrize("text", ["{m}", "{n.real}", "{n:>9}", "{n!r}", "{}", "{"])
@pytest.mark.parametrize("name", ["create", "create_stream"])
def test_a_variable_without_a_value_is_an_error_objects_104(client, name, text):
    inputs = {"messages": [chat.said(text)], "template_vars": {"n": 7}}
    answer = post(client, name, **inputs).json()
    response = answer["response"] if name == "create" else answer
    assert response["error"].startswith("Failed to resolve prompt: ")
    assert client.query() == []


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        ("nowhere", "Obj nowhere:latest not found"),
        ("plain", "plain is not a prompt"),
        ("odd", "odd are not a list"),
        (f"weave:///{P}/table/d", "is not a ref to an object"),
    ],
)
def test_an_object_that_is_not_a_prompt_is_an_error_objects_104(client, prompt, message):
    publish(client, {"messages": []}, "plain")
    publish(client, {**GREETING, "messages": 1}, "odd")
    answer = create(client, prompt=prompt)
    assert message in answer["response"]["error"]
    assert answer["weave_call_id"] is None


def chunk(delta, reason=None, **fields):
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "c", "created": 1, "model": "m", "choices": [choice], **fields}


def piece(arguments, index=0, **fields):
    function = {"arguments": arguments, **fields.pop("function", {})}
    return {"tool_calls": [{"index": index, "function": function, **fields}]}


def test_pieces_of_a_tool_call_are_joined():
    pieces = [
        chunk({"role": "assistant", "reasoning_content": "Hm"}),
        chunk({"reasoning_content": "m."}),
        chunk(piece('{"a"', id="1", function={"name": "f"})),
        chunk(piece("nobody's", index=1)),
        chunk(piece(":1}"), "tool_calls"),
    ]
    (choice,) = joined(pieces)["choices"]
    call = {"id": "1", "type": "function", "function": {"name": "f", "arguments": '{"a":1}'}}
    assert choice["finish_reason"] == "tool_calls"
    assert choice["message"] == {
        "role": "assistant",
        "content": None,
        "tool_calls": [call],
        "reasoning_content": "Hmm.",
    }


TOOL = {
    "type": "function",
    "function": {"name": "tide", "parameters": {"type": "object", "additionalProperties": False}},
}


def test_a_streamed_tool_call_is_kept_whole(client):
    meta, *chunks = stream(client, tools=[TOOL], tool_choice="required")
    call = client.read(meta["_meta"]["weave_call_id"])
    (choice,) = call["output"]["choices"]
    (kept,) = choice["message"]["tool_calls"]
    assert kept["function"]["name"] == "tide"
    assert json.loads(kept["function"]["arguments"]) == {}
    assert kept["id"] in json.dumps(chunks)
    assert (choice["message"]["content"], choice["finish_reason"]) == (None, "tool_calls")


def test_an_answer_obeys_its_schema(client):
    schema = {"type": "object", "properties": {"deep": {"type": "boolean"}}, "required": ["deep"]}
    form = {"type": "json_schema", "json_schema": {"name": "sea", "schema": schema}}
    content = json.loads(text_of(create(client, response_format=form)["response"]))
    assert isinstance(content["deep"], bool)


def test_images_have_no_provider(client):
    body = {"project_id": P, "inputs": {"model": "m", "prompt": "a tree"}}
    answer = client.post("/image/create", json=body)
    assert answer.json() == {
        "response": {"error": "No OpenAI API key found"},
        "weave_call_id": None,
    }
    assert client.ids() == []
