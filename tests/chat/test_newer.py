"""What newer engines have added: aliases, reasoning under two names, tokens, paths."""

from __future__ import annotations

import json

import pytest

from tests.chat.asking import (
    MALFORMED,
    REFUSED,
    ask,
    choice,
    chunks,
    content,
    refusal_of_any,
    request,
    said,
)
from tests.chat.responding import SCHEMA

CHAT = "/v1/chat/completions"


def refused(client, **members):
    return refusal_of_any(client.post(CHAT, json=request(**members)))


def test_next_chat_278_tokens_are_read_back(make_client):
    client, again = make_client(), make_client()
    text = "Grüße, naïve café! 12345 日本語 and whitespace\n\n  end"
    asked = {"prompt": text, "return_token_strs": True}
    answer = client.post("/tokenize", json=asked, headers={"Authorization": ""}).json()
    assert answer["count"] == len(answer["tokens"])
    assert "".join(answer["token_strs"]) == text
    body = {"tokens": answer["tokens"]}
    assert client.post("/detokenize", json=body).json() == {"prompt": text}
    assert again.post("/tokenize", json=asked).json() == answer


def test_next_chat_278_a_conversation_has_the_tokens_of_its_prompt(client):
    messages = [said("You are brief.", "system"), said("How are you?")]
    counted = client.post("/tokenize", json={"messages": messages}).json()["count"]
    assert counted == ask(client, messages=messages)["usage"]["prompt_tokens"]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_next_chat_280_ping_answers_nothing(client, method):
    answer = client.request(method, "/ping")
    assert (answer.status_code, answer.content) == (200, b"")


def test_next_chat_280_the_load_and_the_tokenizer_are_told(client):
    assert client.get("/load").json() == {"server_load": 0}
    assert client.get("/tokenizer_info").json()["eos_token"]


FORMS = {
    "json": ({"json": SCHEMA}, {"guided_json": SCHEMA}),
    "regex": ({"regex": "[a-c]{4}"}, {"guided_regex": "[a-c]{4}"}),
    "choice": ({"choice": ["x", "y"]}, {"guided_choice": ["x", "y"]}),
    "grammar": ({"grammar": 'root ::= "a" | "b"'}, {"guided_grammar": 'root ::= "a" | "b"'}),
    "json_object": ({"json_object": True}, {"response_format": {"type": "json_object"}}),
    "blanks": (
        {"json": SCHEMA, "whitespace_pattern": " "},
        {"guided_json": SCHEMA, "guided_whitespace_pattern": " "},
    ),
}


@pytest.mark.parametrize(("newer", "older"), FORMS.values(), ids=FORMS)
def test_next_chat_281_structured_outputs_are_guided(client, newer, older):
    assert content(client, structured_outputs=newer) == content(client, **older)


NEVER = {
    "none": ({"structured_outputs": {}}, MALFORMED, "one kind"),
    "two": ({"structured_outputs": {"regex": "a", "choice": ["a"]}}, MALFORMED, "one kind"),
    "another": (
        {"structured_outputs": {"regex": "a"}, "guided_choice": ["a"]},
        REFUSED,
        "guided_choice",
    ),
    "format": (
        {"structured_outputs": {"regex": "a"}, "response_format": {"type": "json_object"}},
        REFUSED,
        "json_object",
    ),
    "tool": (
        {
            "structured_outputs": {"regex": "a"},
            "tools": [{"type": "function", "function": {"name": "f"}}],
            "tool_choice": {"type": "function", "function": {"name": "f"}},
        },
        MALFORMED,
        "not both",
    ),
}


@pytest.mark.parametrize(("members", "kind", "word"), NEVER.values(), ids=NEVER)
def test_next_chat_281_kinds_do_not_mix(client, members, kind, word):
    status, found, message, _ = refused(client, **members)
    assert (status, found) == (400, kind)
    assert word in message


def test_next_chat_282_reasoning_has_two_names_and_one_value(client):
    message = choice(client, reasoning_effort="low")["message"]
    assert message["reasoning"] == message["reasoning_content"]
    assert message["reasoning"]
    deltas = [chunk["choices"][0]["delta"] for chunk in chunks(client, reasoning_effort="low")]
    for name in ("reasoning", "reasoning_content"):
        assert "".join(delta.get(name, "") for delta in deltas) == message[name]


def test_next_chat_282_without_reasoning_both_are_null_or_absent(client):
    message = choice(client)["message"]
    assert (message["reasoning"], message["reasoning_content"]) == (None, None)
    for chunk in chunks(client):
        assert not {"reasoning", "reasoning_content"} & chunk["choices"][0]["delta"].keys()


@pytest.mark.parametrize("effort", ["none", "minimal", "low", "medium", "high", "xhigh", "max"])
def test_next_chat_283_there_are_seven_efforts(client, effort):
    answer = ask(client, reasoning_effort=effort)
    thought = answer["choices"][0]["message"]["reasoning"]
    assert (thought is None) == (effort == "none")
    details = answer["usage"].get("completion_tokens_details")
    assert (details is None) == (effort == "none")
    usage = chunks(client, reasoning_effort=effort, stream_options={"include_usage": True})[-1]
    assert usage["usage"].get("completion_tokens_details") == details


def test_next_chat_284_thoughts_have_a_budget(client):
    answer = ask(client, reasoning_effort="high", thinking_token_budget=3)
    assert answer["usage"]["completion_tokens_details"] == {"reasoning_tokens": 3}
    unbound = ask(client, reasoning_effort="high", thinking_token_budget=-1)
    assert unbound["usage"]["completion_tokens_details"]["reasoning_tokens"] > 3
    silent = choice(client, reasoning_effort="high", thinking_token_budget=0)["message"]
    assert silent["reasoning"] is None
    for wrong in (-2, 1.5):
        assert refused(client, thinking_token_budget=wrong)[:2] == (400, MALFORMED)


def test_next_chat_285_tokens_are_told_by_their_ids(client):
    answer = ask(client, return_token_ids=True)
    found, usage = answer["choices"][0], answer["usage"]
    assert len(found["token_ids"]) == usage["completion_tokens"]
    assert len(answer["prompt_token_ids"]) == usage["prompt_tokens"]
    read = client.post("/detokenize", json={"tokens": found["token_ids"]}).json()["prompt"]
    assert read == found["message"]["content"]
    parts = chunks(client, return_token_ids=True)
    ids = [number for part in parts for number in part["choices"][0].get("token_ids", ())]
    assert ids == found["token_ids"]
    assert parts[0]["prompt_token_ids"] == answer["prompt_token_ids"]


def test_next_chat_286_wider_members_are_taken(client):
    ask(client, vllm_xargs={"a": [1, "b"]})
    ask(client, logprobs=True, top_logprobs=None)
    ask(client, truncate_prompt_tokens=-1)
    told = choice(client, logprobs=True, top_logprobs=-1)["logprobs"]["content"]
    assert {len(entry["top_logprobs"]) for entry in told} == {20}
    assert refused(client, cache_salt="a/b")[:2] == (400, MALFORMED)
    hidden = choice(client, logprobs=True, include_reasoning=False, reasoning_effort="low")
    assert hidden["logprobs"] is None


def test_next_chat_287_reasoning_of_a_message_has_two_names(client):
    def answered(name):
        earlier = {**said("Every day.", "assistant"), name: "Flour and water."}
        return content(client, messages=[said("When?"), earlier, said("And then?")])

    assert answered("reasoning") == answered("reasoning_content")


HINTS = {
    "/v1/messages": "Anthropic",
    "/v1/messages/count_tokens": "Anthropic",
    "/v1/audio/speech": "only text models",
    "/v1/images/generations": "only text models",
    "/v1/moderations": "only text models",
    "/v1/realtime": "only text models",
    "/v1/videos": "only text models",
    "/v1/files": "send the requests themselves",
    "/v1/uploads": "send the requests themselves",
    "/v1/batches": "send the requests themselves",
    "/v1/fine_tuning/jobs": "send the requests themselves",
    "/v1/vector_stores": "send the requests themselves",
    "/v1/containers": "send the requests themselves",
    "/v1/chat/completions/chatcmpl-1": "/v1/responses",
    "/v1/evals": "trace side",
    "/v1/assistants": "/v1/responses",
    "/v1/threads/runs": "/v1/responses",
    "/v1/conversations": "previous_response_id",
    "/responses": "must end in /v1",
    "/chat/completions": "must end in /v1",
    "/embeddings": "must end in /v1",
    "/completions": "must end in /v1",
    "/v1/v1/chat/completions": "/v1 twice",
}


@pytest.mark.parametrize(("path", "hint"), HINTS.items())
def test_next_chat_288_a_path_that_is_not_served_says_what_to_use(client, path, hint):
    answer = client.post(path, json={})
    assert answer.status_code == 404
    told = answer.json()
    assert hint in told["hint"]
    assert hint in told["error"]["message"]
    assert path in told["error"]["message"]
    if path.startswith("/v1/messages"):
        assert (told["type"], told["error"]["type"]) == ("error", "not_found_error")


@pytest.mark.parametrize(
    ("path", "settings", "switch"),
    [
        ("/v1/responses", {"strict": True}, "--strict"),
        ("/v1/embeddings", {"client_routes": False}, "--no-client-routes"),
        ("/v1/completions", {"listing": "a", "client_routes": False}, "--no-client-routes"),
    ],
)
def test_next_chat_288_a_route_that_is_switched_off_names_the_switch(
    make_client, path, settings, switch
):
    told = make_client(**settings).post(path, json={}).json()
    assert switch in told["error"]["message"]


def test_under_strict_nothing_newer_is_known(make_client):
    client = make_client(strict=True)
    message = ask(client)["choices"][0]["message"]
    assert "reasoning" not in message
    for member in ({"structured_outputs": {"regex": "a"}}, {"thinking_token_budget": 1}):
        assert refused(client, **member)[:2] == (400, MALFORMED)
    assert json.dumps(ask(client)["usage"]).count("completion_tokens_details") == 0


@pytest.mark.parametrize(
    "members",
    [{}, {"logprobs": True, "top_logprobs": 0, "return_token_ids": True}, {"stop": [" the "]},
     {"reasoning_effort": "low"}, {"n": 2}],
    ids=str,
)  # fmt: skip
def test_a_stream_tells_several_tokens_together(client, members):
    each = [c["choices"][0] for c in chunks(client, **members) if c["choices"][0]["index"] == 0]
    found = chunks(client, stream_interval=4, **members)
    found = [chunk["choices"][0] for chunk in found if chunk["choices"][0]["index"] == 0]
    for field in ("content", "reasoning"):
        assert joined(found, field) == joined(each, field)
    assert len(found) < len(each) / 2
    for field in ("token_ids", "logprobs"):
        assert gathered(found, field) == gathered(each, field)


def joined(found, field):
    return "".join(choice["delta"].get(field) or "" for choice in found)


def gathered(found, field):
    held = [choice.get(field) or [] for choice in found]
    lists = [each["content"] if isinstance(each, dict) else each for each in held]
    return [entry for each in lists for entry in each]


def test_the_first_and_the_last_token_of_a_stream_wait_for_none(client):
    ids = [chunk["choices"][0].get("token_ids", []) for chunk in
           chunks(client, stream_interval=4, max_tokens=11, return_token_ids=True)]  # fmt: skip
    assert [*map(len, ids)] == [0, 1, 4, 4, 2]


def test_a_streamed_completion_tells_several_tokens_together(client):
    body = {"model": "m", "prompt": "hi", "max_tokens": 11, "stream": True, "stream_interval": 4}
    answer = client.post("/v1/completions", json={**body, "logprobs": 0, "return_token_ids": True})
    lines = [json.loads(line[6:]) for line in answer.text.split("\n\n") if "{" in line]
    told = [line["choices"][0] for line in lines]
    assert [len(choice["token_ids"]) for choice in told] == [1, 4, 4, 2]
    assert [len(choice["logprobs"]["tokens"]) for choice in told] == [1, 4, 4, 2]
    plain = client.post("/v1/completions", json={**body, "stream": False})
    assert "".join(choice["text"] for choice in told) == plain.json()["choices"][0]["text"]


@pytest.mark.parametrize("path", [CHAT, "/v1/completions"])
def test_an_interval_is_a_number_of_tokens(client, path):
    body = {**request(stream_interval=0), "prompt": "hi"}
    assert refusal_of_any(client.post(path, json=body))[:2] == (400, MALFORMED)
    assert client.post(path, json={**body, "stream_interval": None}).status_code == 200
