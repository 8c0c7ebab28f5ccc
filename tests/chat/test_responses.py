"""`/v1/responses` without streaming: requests, tools, items and kept responses."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest

from mockserver.chat.responses.answer import MOST_RESPONSES, KeptResponses
from tests.chat.asking import MALFORMED, REFUSED, refusal_of_any
from tests.chat.responding import (
    FORMAT,
    OTHER,
    PARAMETERS,
    PATH,
    RQ,
    SCHEMA,
    TOOL,
    chat_text,
    events,
    kinds,
    refused,
    respond,
    text_of,
)

INVALID = "invalid_request_error"


def test_next_chat_201_a_response_has_an_id_and_a_status(client):
    response = respond(client)
    assert re.fullmatch(r"resp_[0-9a-f]{32}", response["id"])
    assert (response["object"], response["status"]) == ("response", "completed")
    assert isinstance(response["created_at"], int)


def test_next_chat_202_every_key_is_there(client):
    response = respond(client)
    assert list(response) == [
        "id", "created_at", "incomplete_details", "instructions", "metadata", "model", "object",
        "output", "parallel_tool_calls", "temperature", "tool_choice", "tools", "top_p",
        "background", "max_output_tokens", "max_tool_calls", "previous_response_id", "prompt",
        "prompt_cache_options", "prompt_cache_key", "prompt_cache_retention", "reasoning",
        "safety_identifier", "service_tier", "status", "text", "top_logprobs", "truncation",
        "usage", "user", "presence_penalty", "frequency_penalty", "kv_transfer_params",
        "ec_transfer_params", "input_messages", "output_messages", "error",
    ]  # fmt: skip
    (message,) = response["output"]
    assert list(message) == ["id", "content", "role", "status", "type", "phase"]
    (part,) = message["content"]
    assert (part["type"], part["annotations"], part["logprobs"]) == ("output_text", [], None)


def test_next_chat_203_the_text_equals_the_chats_and_is_repeatable(client):
    assert text_of(respond(client)) == text_of(respond(client)) == chat_text(client)


def test_next_chat_204_the_usage_adds_up_without_lists(client):
    usage = respond(client)["usage"]
    assert usage["total_tokens"] == usage["input_tokens"] + usage["output_tokens"]
    assert usage["input_tokens_details"] == {"cached_tokens": 0, "cache_write_tokens": 0}
    assert usage["output_tokens_details"] == {"reasoning_tokens": 0, "tool_output_tokens": 0}


@pytest.mark.parametrize(
    "item",
    [
        {"role": "user", "content": "hi there"},
        {"type": "message", "role": "user", "content": "hi there"},
        {"role": "user", "content": [{"type": "input_text", "text": "hi there"}]},
        {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "hi there"}],
        },
    ],
)
def test_next_chat_205_an_input_is_a_text_or_items(client, item):
    said, plain = respond(client, input=[item]), respond(client)
    assert text_of(said) == text_of(plain)
    assert said["usage"]["input_tokens"] == plain["usage"]["input_tokens"]


def test_next_chat_206_instructions_are_the_first_message(client):
    response = respond(client, instructions="Answer in at most three words.")
    messages = [
        {"role": "system", "content": "Answer in at most three words."},
        {"role": "user", "content": "hi there"},
    ]
    assert text_of(response) == chat_text(client, messages)
    assert response["instructions"] == "Answer in at most three words."


def test_next_chat_207_a_limit_leaves_the_beginning(client):
    response = respond(client, max_output_tokens=2)
    assert response["status"] == response["output"][0]["status"] == "incomplete"
    assert response["incomplete_details"] == {"reason": "max_output_tokens"}
    assert response["usage"]["output_tokens"] == 2
    assert text_of(respond(client)).startswith(text_of(response))


def test_next_chat_208_a_limit_is_of_the_whole_context(make_client):
    client = make_client(context_length=500)
    for most in (0, 501):
        assert refused(client, max_output_tokens=most)[:2] == (400, REFUSED)
    response = respond(client, max_output_tokens=499)
    assert response["max_output_tokens"] == 500 - response["usage"]["input_tokens"]


NULLABLE = (
    "model", "tools", "tool_choice", "include", "instructions", "text", "truncation", "store",
    "temperature", "top_p", "previous_response_id", "parallel_tool_calls", "max_output_tokens",
    "reasoning", "metadata", "top_logprobs", "max_tool_calls", "user", "service_tier", "stream",
    "prompt_cache_key", "stream_options", "background", "prompt", "conversation", "stop", "seed",
    "presence_penalty", "frequency_penalty", "request_id", "structured_outputs", "logit_bias",
)  # fmt: skip


def test_next_chat_209_null_means_the_default(client):
    response = respond(client, **dict.fromkeys(NULLABLE))
    plain = respond(client, model="mock-small")
    assert response["model"] == "mock-small"
    own = {"id": 0, "output": 0, "created_at": 0}
    assert {**response, **own} == {**plain, **own}


@pytest.mark.parametrize(("value", "kind"), [(..., MALFORMED), (5, MALFORMED), ([], REFUSED)])
def test_next_chat_210_there_is_an_input(client, value, kind):
    assert refused(client, input=value)[:2] == (400, kind)


def test_next_chat_211_the_model_the_key_and_the_method_are_checked(make_client):
    client = make_client(model=("m1",))
    assert refused(client, model="m2")[:2] == (404, "NotFoundError")
    assert refused(client, model="m2")[3] == "model"
    assert client.post(PATH, json=RQ, headers={"Authorization": ""}).status_code == 401
    assert client.get(PATH).status_code == 405


def test_next_chat_212_a_request_may_name_its_response(client):
    assert respond(client, request_id="abc")["id"] == "abc"
    answer = client.post(PATH, json=RQ, headers={"X-Request-Id": "abc"})
    assert answer.json()["id"].startswith("resp_")


def test_next_chat_213_fields_without_effect_are_accepted_and_echoed(client):
    echoed = {"prompt_cache_key": "k", "safety_identifier": "s", "metadata": {"a": "b"}}
    response = respond(client, zzz=1, stream_options={"include_obfuscation": False}, **echoed)
    assert {name: response[name] for name in echoed} == echoed


def test_next_chat_214_unknown_values_of_include_are_refused(client):
    assert refused(client, include=["zzz"])[:2] == (400, MALFORMED)
    for included in (["web_search_call.action.sources"], []):
        respond(client, include=included)


def test_next_chat_215_log_probabilities_are_returned_if_included(client):
    included = ["message.output_text.logprobs"]
    response = respond(client, include=included, top_logprobs=2)
    logprobs = response["output"][0]["content"][0]["logprobs"]
    assert "".join(entry["token"] for entry in logprobs) == text_of(response)
    assert len(logprobs) == response["usage"]["output_tokens"]
    assert {len(entry["top_logprobs"]) for entry in logprobs} == {2}
    assert respond(client, top_logprobs=2)["output"][0]["content"][0]["logprobs"] is None


def test_next_chat_216_templates_and_conversations_are_refused(client):
    assert refused(client, prompt={"id": "p"})[:2] == (400, MALFORMED)
    status, kind, message, _ = refused(client, conversation="c")
    assert (status, kind) == (400, REFUSED)
    assert "previous_response_id" in message


def test_next_chat_217_reasoning_comes_first(client):
    response = respond(client, reasoning={"effort": "low"})
    thought, message = response["output"]
    assert (thought["type"], message["type"]) == ("reasoning", "message")
    assert thought["content"][0]["text"]
    assert thought["summary"] == []
    assert response["usage"]["output_tokens_details"]["reasoning_tokens"] > 0
    assert kinds(respond(client, reasoning={"effort": "none"})) == ["message"]
    assert refused(client, reasoning={"effort": "zzz"})[:2] == (400, MALFORMED)


def test_next_chat_218_a_summary_repeats_the_reasoning(client):
    response = respond(client, reasoning={"effort": "low", "summary": "auto"})
    thought = response["output"][0]
    assert thought["summary"][0]["text"] == thought["content"][0]["text"]


def test_next_chat_219_a_format_is_obeyed(client):
    said = text_of(respond(client, text={"format": FORMAT}))
    jsonschema.validate(json.loads(said), SCHEMA)
    form = {"type": "json_schema", "json_schema": {"name": "s", "schema": SCHEMA}}
    assert said == chat_text(client, response_format=form)
    bare = {"type": "json_schema", "name": "s"}
    assert refused(client, text={"format": bare})[:2] == (400, MALFORMED)
    both = {"text": {"format": FORMAT}, "structured_outputs": {"regex": "a"}}
    assert refused(client, **both)[:2] == (400, REFUSED)
    anything = text_of(respond(client, text={"format": {"type": "json_object"}}))
    assert isinstance(json.loads(anything), dict)


def test_next_chat_220_a_long_prompt_is_cut_if_that_is_allowed(make_client):
    client = make_client(context_length=64)
    long = "word " * 100
    respond(client, input=long, truncation="auto")
    status, kind, message, _ = refused(client, input=long, truncation="disabled")
    assert (status, kind) == (400, REFUSED)
    assert "maximum context length" in message


def test_next_chat_221_a_required_call_is_the_only_output(client):
    response = respond(client, tools=[TOOL], tool_choice="required")
    assert kinds(response) == ["function_call"]
    (call,) = response["output"]
    jsonschema.validate(json.loads(call["arguments"]), PARAMETERS)
    assert re.match("fc_", call["id"])
    assert call["call_id"] != call["id"]
    assert call["namespace"] is None
    assert call["status"] == response["status"] == "completed"


def test_next_chat_222_a_named_tool_is_called(client):
    tools = [OTHER, TOOL]
    response = respond(client, tools=tools, tool_choice={"type": "function", "name": "f"})
    assert [item["name"] for item in response["output"]] == ["f"]
    status, kind, message, param = refused(
        client, tools=tools, tool_choice={"type": "function", "name": "h"}
    )
    assert (status, kind, param) == (400, MALFORMED, "tool_choice")
    assert "not found in 'tools'" in message


def test_next_chat_223_without_tools_none_can_be_required(client):
    status, kind, message, _ = refused(client, tool_choice="required")
    assert (status, kind) == (400, MALFORMED)
    assert "'required'" in message
    for choice in ("none", "auto"):
        assert respond(client, tool_choice=choice)["tool_choice"] == "none"


def test_next_chat_224_parallel_calls_can_be_disabled(client):
    asking = {"input": "call f and g", "tools": [TOOL, OTHER], "tool_choice": "required"}
    assert len(respond(client, **asking)["output"]) == 2
    assert len(respond(client, **asking, parallel_tool_calls=False)["output"]) == 1


def conversation(call):
    output = {"type": "function_call_output", "call_id": call["call_id"], "output": "Rain"}
    return [{"role": "user", "content": "What does f say of Oslo?"}, call, output]


@pytest.mark.parametrize("dropped", [(), ("id", "status", "namespace")])
def test_next_chat_225_a_loop_ends_with_a_message(client, dropped):
    asking = {"tools": [TOOL], "input": "What does f say of Oslo?"}
    call = respond(client, **asking)["output"][0]
    assert call["type"] == "function_call"
    call = {name: value for name, value in call.items() if name not in dropped}
    after = respond(client, tools=[TOOL], input=conversation(call))
    assert kinds(after) == ["message"]
    assert "Rain" in text_of(after)
    again = respond(client, tools=[TOOL], tool_choice="required", input=conversation(call))
    assert kinds(again) == ["function_call"]


def test_next_chat_226_a_call_comes_before_the_format(client):
    asking = {"tools": [TOOL], "text": {"format": FORMAT}}
    first = respond(client, **asking, input="What does f say of Oslo?")
    assert kinds(first) == ["function_call"]
    after = respond(client, **asking, input=conversation(first["output"][0]))
    jsonschema.validate(json.loads(text_of(after)), SCHEMA)


def test_next_chat_227_hosted_tools_are_dropped_with_a_note(client):
    answer = client.post(PATH, json={**RQ, "tools": [{"type": "web_search"}]})
    assert kinds(answer.json()) == ["message"]
    assert "web_search" in answer.headers["x-mockserver-note"]
    assert refused(client, tools=[{"type": "zzz"}])[:2] == (400, MALFORMED)
    forced = {"tools": [{"type": "web_search"}], "tool_choice": {"type": "web_search"}}
    assert refused(client, **forced)[:2] == (400, INVALID)


def test_next_chat_228_only_allowed_tools_are_called(client):
    choice = {
        "type": "allowed_tools",
        "mode": "required",
        "tools": [{"type": "function", "name": "g"}],
    }
    response = respond(client, input="call f", tools=[TOOL, OTHER], tool_choice=choice)
    assert {item["name"] for item in response["output"]} == {"g"}


def test_next_chat_229_a_custom_tool_takes_text_and_no_grammar(client):
    grammar = {"type": "custom", "name": "f", "format": {"type": "grammar", "syntax": "lark"}}
    status, kind, message, _ = refused(client, tools=[grammar])
    assert (status, kind) == (400, MALFORMED)
    assert "grammar" in message
    tool = {"type": "custom", "name": "f"}
    (call,) = respond(client, tools=[tool], tool_choice={"type": "custom", "name": "f"})["output"]
    assert (call["type"], call["name"]) == ("custom_tool_call", "f")
    assert isinstance(call["input"], str)
    output = {"type": "custom_tool_call_output", "call_id": call["call_id"], "output": "Rain"}
    assert kinds(respond(client, input=[RQ_ITEM, call, output], tools=[tool])) == ["message"]


RQ_ITEM = {"role": "user", "content": "hi there"}


def test_next_chat_230_encrypted_reasoning_is_refused(client):
    item = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]}
    respond(client, input=[RQ_ITEM, {**item, "encrypted_content": None}, RQ_ITEM])
    status, kind, message, _ = refused(client, input=[{**item, "encrypted_content": "x"}])
    assert (status, kind) == (400, REFUSED)
    assert "Encrypted" in message


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ({"type": "computer_call_output", "output": {}}, "Unsupported input item type"),
        ({"role": "user", "content": [{"type": "input_file"}]}, "input_file"),
        ({"role": "user", "content": [{"type": "input_audio"}]}, "input_audio"),
        ({"role": "user", "content": [5]}, "content part"),
        ({"role": "user", "content": None}, "content"),
        ({"content": "x"}, "role"),
        ({"type": "function_call", "name": "f", "arguments": "{}"}, "call_id"),
        ({"type": "function_call_output", "call_id": "c", "output": 5}, "output"),
        ({"type": "reasoning", "summary": "x"}, "lists"),
        ({"role": "user", "content": [{"type": "input_image"}]}, "image_url"),
    ],
)
def test_next_chat_231_other_items_are_refused(client, item, word):
    status, kind, message, param = refused(client, input=[item])
    assert (status, kind, param) == (400, REFUSED, "input")
    assert word in message


def test_next_chat_232_an_incomplete_message_is_continued(client):
    begun = {"type": "message", "role": "assistant", "status": "incomplete", "content": "Good"}
    said = text_of(respond(client, input=[RQ_ITEM, begun]))
    messages = [RQ_ITEM, {"role": "assistant", "content": "Good"}]
    continuing = {"continue_final_message": True, "add_generation_prompt": False}
    assert said == chat_text(client, messages, **continuing)


def test_next_chat_233_a_response_is_continued(client):
    first = respond(client)
    second = respond(client, input="more", previous_response_id=first["id"])
    messages = [
        RQ_ITEM,
        {"role": "assistant", "content": text_of(first)},
        {"role": "user", "content": "more"},
    ]
    assert text_of(second) == chat_text(client, messages)
    assert second["previous_response_id"] == first["id"]
    third = respond(client, input="still more", previous_response_id=second["id"])
    assert third["usage"]["input_tokens"] > second["usage"]["input_tokens"]


def test_next_chat_234_instructions_are_not_carried_over(client):
    first = respond(client, instructions="Be brief.")
    second = respond(client, input="more", previous_response_id=first["id"])
    answer = {"role": "assistant", "content": text_of(first)}
    messages = [RQ_ITEM, answer, {"role": "user", "content": "more"}]
    assert text_of(second) == chat_text(client, messages)
    assert second["instructions"] is None


@pytest.mark.parametrize("role", ["system", "developer"])
def test_next_chat_234_nor_are_system_messages_of_the_input(client, role):
    first = respond(client, input=[{"role": role, "content": "Be brief."}, RQ_ITEM])
    second = respond(client, input="more", previous_response_id=first["id"])
    answer = {"role": "assistant", "content": text_of(first)}
    messages = [RQ_ITEM, answer, {"role": "user", "content": "more"}]
    assert text_of(second) == chat_text(client, messages)


def test_next_chat_235_the_output_of_a_call_continues_a_response(client):
    asked = "What does f say of Oslo?"
    first = respond(client, tools=[TOOL], input=asked)
    output = conversation(first["output"][0])[2]
    after = respond(client, tools=[TOOL], input=[output], previous_response_id=first["id"])
    assert "Rain" in text_of(after)
    assert kinds(after) == ["message"]


def test_next_chat_236_an_unknown_response_cannot_be_continued(client):
    assert refused(client, previous_response_id="resp_z") == (
        404,
        INVALID,
        "Response with id 'resp_z' not found.",
        "response_id",
    )


def test_next_chat_237_an_input_may_refer_to_kept_items(client):
    first = respond(client, reasoning={"effort": "low"})
    thought, message = first["output"]
    more = {"role": "user", "content": "more"}
    references = [{"type": "item_reference", "id": thought["id"]}, {"id": message["id"]}]
    referring = respond(client, input=[RQ_ITEM, *references, more])
    assert text_of(referring) == text_of(respond(client, input=[RQ_ITEM, thought, message, more]))
    unknown = {"type": "item_reference", "id": "msg_z"}
    status, kind, _, param = refused(client, input=[unknown])
    assert (status, kind, param) == (404, INVALID, "input")


def test_next_chat_238_a_response_that_is_not_stored_is_not_found(client):
    response = respond(client, store=False)
    assert client.get(f"{PATH}/{response['id']}").status_code == 404
    item = {"type": "item_reference", "id": response["output"][0]["id"]}
    assert refused(client, input=[item])[0] == 404
    assert refused(client, previous_response_id=response["id"])[0] == 404


def test_next_chat_239_a_kept_response_is_read_and_deleted(client):
    response = respond(client)
    path = f"{PATH}/{response['id']}"
    assert client.get(path).json() == response
    status, kind, message, _ = refusal_of_any(client.post(f"{path}/cancel"))
    assert (status, kind) == (400, INVALID)
    assert "synchronous" in message
    deleted = {"id": response["id"], "object": "response", "deleted": True}
    assert client.delete(path).json() == deleted
    assert client.get(path).status_code == client.delete(path).status_code == 404


def test_next_chat_240_a_background_response_is_completed_later(client):
    queued = respond(client, background=True)
    assert (queued["status"], queued["output"], queued["usage"]) == ("queued", [], None)
    path = f"{PATH}/{queued['id']}"
    assert text_of(client.get(path).json()) == text_of(respond(client))
    other = respond(client, background=True)["id"]
    for _ in range(2):
        assert client.post(f"{PATH}/{other}/cancel").json()["status"] == "cancelled"
    assert client.get(f"{PATH}/{other}").json()["status"] == "cancelled"
    assert refused(client, background=True, store=False)[:2] == (400, MALFORMED)


def test_a_background_response_takes_the_time_of_its_pace(make_client):
    client = make_client(token_delay=0.1, now="2026-01-01T00:00:00Z")
    path = f"{PATH}/{respond(client, background=True)['id']}"
    assert client.get(path).json()["status"] == "queued"
    client.post("/__admin/clock", json={"advance": "60s"})
    assert client.get(path).json()["status"] == "completed"


def test_next_chat_241_a_reset_drops_all_and_the_oldest_goes_first(client):
    kept = client.application.services.memory[KeptResponses]
    first = respond(client)
    for number in range(MOST_RESPONSES):
        kept[f"resp_{number}"] = kept[first["id"]] if number == 0 else kept["resp_0"]
    assert len(kept) == MOST_RESPONSES
    assert client.get(f"{PATH}/{first['id']}").status_code == 404
    assert client.get(f"{PATH}/resp_1").status_code == 200
    client.post("/__admin/reset", json={})
    assert client.get(f"{PATH}/resp_1").status_code == 404


def test_next_chat_242_the_input_is_listed_and_counted(client):
    response = respond(client, input=[RQ_ITEM, {"role": "user", "content": "more"}])
    path = f"{PATH}/{response['id']}/input_items"
    newest, oldest = client.get(path).json()["data"]
    assert (newest["role"], newest["type"]) == ("user", "message")
    assert newest["content"] == [{"type": "input_text", "text": "more"}]
    page = client.get(path, params={"order": "asc", "limit": 1}).json()
    assert (page["data"], page["has_more"]) == ([oldest], True)
    rest = client.get(path, params={"order": "asc", "after": page["last_id"]}).json()
    assert (rest["data"], rest["has_more"]) == ([newest], False)
    counted = client.post(f"{PATH}/input_tokens", json=RQ).json()
    usage = respond(client)["usage"]
    assert counted == {"object": "response.input_tokens", "input_tokens": usage["input_tokens"]}


def test_a_rule_of_a_script_answers_a_response_too(client):
    rule = {"when": {"last_user": {"contains": "hi"}}, "text": "Feed it."}
    assert client.post("/__admin/replies", json=rule).is_success
    assert text_of(respond(client)) == "Feed it."
    assert [event["delta"] for event in events(client) if "delta" in event]


def test_one_seed_gives_the_same_response_again(make_client):
    def bodies():
        client = make_client(seed=7, now="2026-01-01T00:00:00Z")
        return [client.post(PATH, json={**RQ, "stream": True}).text for _ in range(2)]

    first, second = bodies()
    assert first != second
    assert bodies() == [first, second]


@pytest.mark.parametrize("options", [{"client_routes": False}, {"strict": True}])
def test_responses_are_disabled_with_the_client_routes(make_client, options):
    answer = make_client(**options).post(PATH, json=RQ)
    assert answer.status_code == 404
    switch = "--strict" if "strict" in options else "--no-client-routes"
    assert switch in answer.json()["error"]["message"]
