"""What a chat completion refuses, how, and in which order it looks."""

from __future__ import annotations

from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from mockserver.chat.models import ChatRequest
from mockserver.chat.response.answer import ChatWording
from mockserver.chat.service import complete
from mockserver.core.errors import ApiError
from mockserver.settings import Settings
from tests.chat.asking import (
    MALFORMED,
    PATH,
    QUESTION,
    REFUSED,
    STAMP,
    ask,
    refusal,
    refusal_of,
    request,
    said,
)

TOOL = {"type": "function", "function": {"name": "f"}}
BIG = 2**63


def named(name: object) -> dict[str, object]:
    return {"type": "function", "function": {"name": name}}


MISFORMED = {
    "chat-20 messages": ({"messages": None}, "messages"),
    "chat-21 messages": ({"messages": "hi"}, "list"),
    "chat-23 temperature": ({"temperature": "hot"}, "valid number"),
    "chat-24 n": ({"n": 1.5}, "fractional"),
    "chat-25 echo": ({"echo": None}, "echo"),
    "chat-25 min_tokens": ({"min_tokens": None}, "min_tokens"),
    "chat-25 bad_words": ({"bad_words": None}, "bad_words"),
    "chat-25 priority": ({"priority": None}, "priority"),
    "chat-14 request_id": ({"request_id": None}, "string"),
    "chat-27 seed": ({"seed": BIG}, "less than or equal"),
    "chat-27 seed below": ({"seed": -BIG - 1}, "greater than or equal"),
    "chat-38 stop": ({"stop": 3}, "stop"),
    "chat-44 processor": ({"logits_processors": [{"args": []}]}, "qualname"),
    "chat-44 processor key": (
        {"logits_processors": [{"qualname": "a", "b": 1}]},
        "extra_forbidden",
    ),
    "chat-45 truncate": ({"truncate_prompt_tokens": 0}, "greater than or equal to 1"),
    "chat-46 empty salt": ({"cache_salt": ""}, "non-empty string"),
    "chat-46 salt": ({"cache_salt": 5}, "non-empty string"),
    "chat-47 continue": (
        {"continue_final_message": True, "add_generation_prompt": True},
        "Cannot set both",
    ),
    "chat-48 documents": ({"documents": [{"title": 1}]}, "documents"),
    "chat-48 xargs": ({"engine_xargs": {"a": [1]}}, "engine_xargs"),
    "chat-48 other xargs": ({"vllm_xargs": {"a": None}}, "vllm_xargs"),
    "chat-71 top_logprobs": ({"top_logprobs": 2}, "`logprobs` must be set"),
    "chat-71 negative": ({"logprobs": True, "top_logprobs": -2}, "positive"),
    "chat-74 prompt_logprobs": ({"prompt_logprobs": 1, "stream": True}, "not available"),
    "chat-74 negative": ({"prompt_logprobs": -1}, "positive"),
    "chat-80 role": ({"messages": [{"content": "hi"}]}, "role"),
    "chat-80 role type": ({"messages": [said("hi", 3)]}, "role"),
    "chat-81 content": ({"messages": [said(None)]}, "valid string"),
    "chat-81 silence": ({"messages": [said(None, "assistant", tool_calls=None)]}, "valid string"),
    "content type": ({"messages": [said(7)]}, "content"),
    "name": ({"messages": [said("hi", name=7)]}, "name"),
    "message": ({"messages": ["hi"]}, "messages"),
    "chat-87 form": ({"response_format": {"type": "xml"}}, "response_format"),
    "chat-87 schema": ({"response_format": {"type": "json_schema"}}, "json_schema"),
    "schema name": (
        {"response_format": {"type": "json_schema", "json_schema": {"schema": {}}}},
        "name",
    ),
    "chat-91 two kinds": ({"guided_json": {}, "guided_regex": "a"}, "only use one kind"),
    "chat-99 no tools": ({"tool_choice": "auto"}, "`tools` must be set"),
    "chat-99 any": ({"tool_choice": "any", "tools": [TOOL]}, "Invalid value"),
    "chat-99 unknown": ({"tool_choice": named("g"), "tools": [TOOL]}, "does not match"),
    "named without function": (
        {"tool_choice": {"type": "function"}, "tools": [TOOL]},
        "Correct usage",
    ),
    "named without name": ({"tool_choice": named(None), "tools": [TOOL]}, "Correct usage"),
    "named with no name": ({"tool_choice": named(""), "tools": [TOOL]}, "Correct usage"),
    "named of a type": ({"tool_choice": {"type": "x"}, "tools": [TOOL]}, "Correct usage"),
    "chat-100 tool type": ({"tools": [{"type": "x", "function": {"name": "f"}}]}, "function"),
    "chat-100 tool name": ({"tools": [{"type": "function", "function": {}}]}, "name"),
    "chat-110 options": ({"stream_options": {"include_usage": True}}, "stream=True"),
}


@pytest.mark.parametrize(("members", "text"), MISFORMED.values(), ids=MISFORMED)
def test_chat_misformed_members_are_a_bad_request(client, members, text):
    status, kind, message = refusal(client, **members)
    assert (status, kind) == (400, MALFORMED)
    assert text in message
    assert QUESTION not in message


OUT_OF_BOUNDS = {
    "chat-29": ({"temperature": -1}, "temperature must be non-negative, got -1.0."),
    "chat-30 low": ({"top_p": 0}, "top_p must be in (0, 1], got 0.0."),
    "chat-30 high": ({"top_p": 1.1}, "top_p must be in (0, 1], got 1.1."),
    "chat-31": ({"top_k": -2}, "top_k must be 0 (disable), or at least 1, got -2."),
    "chat-32": ({"min_p": 2}, "min_p must be in [0, 1], got 2.0."),
    "chat-33 presence": ({"presence_penalty": 3}, "presence_penalty must be in [-2, 2], got 3.0."),
    "chat-33 frequency": (
        {"frequency_penalty": -3},
        "frequency_penalty must be in [-2, 2], got -3.0.",
    ),
    "chat-34": (
        {"repetition_penalty": 0},
        "repetition_penalty must be greater than zero, got 0.0.",
    ),
    "chat-35": ({"n": 0}, "n must be at least 1, got 0."),
    "chat-35 greedy": (
        {"n": 2, "temperature": 0},
        "n must be 1 when using greedy sampling, got 2.",
    ),
    "n": ({"n": 129}, "n must be at most 128, got 129."),
    "chat-36": ({"max_tokens": 0}, "max_tokens must be at least 1, got 0."),
    "chat-36 below": ({"max_completion_tokens": -5}, "max_tokens must be at least 1, got -5."),
    "chat-37": (
        {"min_tokens": 5, "max_tokens": 2},
        "min_tokens must be less than or equal to max_tokens=2, got 5.",
    ),
    "chat-37 below": ({"min_tokens": -1}, "min_tokens must be greater than or equal to 0, got -1."),
    "chat-38": ({"stop": ""}, "stop cannot contain an empty string."),
    "chat-38 in a list": ({"stop": ["a", ""]}, "stop cannot contain an empty string."),
    "stops": ({"stop": ["a"] * 257}, "stop must have at most 256 strings, got 257."),
    "long stop": ({"stop": "a" * 20_000}, "stop must have at most 16384 characters in all"),
    "bad words": ({"bad_words": ["a"] * 257}, "bad_words must have at most 256 strings"),
    "empty bad word": ({"bad_words": ["a", ""]}, "bad_words cannot contain an empty string."),
    "beams": ({"use_beam_search": True, "n": 11}, "of 22, which is greater than max allowed: 20"),
    "chat-40": ({"logit_bias": {"a": 1}}, "invalid literal for int() with base 10: 'a'"),
    "chat-40 unknown": ({"logit_bias": {"-1": 1}}, "out-of-vocab"),
    "chat-41": ({"allowed_token_ids": []}, "allowed_token_ids is not None and empty!"),
    "chat-41 unknown": ({"allowed_token_ids": [BIG - 1]}, "out-of-vocab token id!"),
    "chat-42": ({"best_of": 2}, "best_of"),
    "chat-42 fewer": (
        {"best_of": 1, "n": 2},
        "best_of must be greater than or equal to n, got n=2",
    ),
    "chat-42 none": ({"best_of": 0}, "best_of must be at least 1, got 0"),
    "chat-42 stream": ({"best_of": 2, "stream": True}, "best_of must equal n"),
    "chat-43": ({"priority": 1}, "riority"),
    "chat-44": ({"logits_processors": ["a.b"]}, "not supported"),
    "chat-71": (
        {"logprobs": True, "top_logprobs": 21},
        "of 21, which is greater than max allowed: 20",
    ),
    "prompt_logprobs": ({"prompt_logprobs": 21}, "greater than max allowed: 20"),
    "chat-83 unknown part": ({"messages": [said([{"type": "foo"}])]}, "foo"),
    "part type": ({"messages": [said([{"type": ["text"]}])]}, "part type"),
    "part without text": ({"messages": [said([{"type": "text"}])]}, "text"),
    "bare part": ({"messages": [said(["hi"])]}, "object"),
    "file part": ({"messages": [said([{"type": "file", "file": {}}])]}, "file"),
    "image without url": ({"messages": [said([{"type": "image_url"}])]}, "image_url"),
    "image of a number": (
        {"messages": [said([{"type": "image_url", "image_url": {"url": 5}}])]},
        "image_url.url",
    ),
    "audio without data": (
        {"messages": [said([{"type": "input_audio", "input_audio": {"format": "mp3"}}])]},
        "input_audio.data",
    ),
    "audio format": (
        {"messages": [said([{"type": "input_audio", "input_audio": {"format": "ogg"}}])]},
        "wav or mp3",
    ),
    "no message": ({"messages": []}, "empty"),
    "chat-88": ({"guided_choice": []}, "Choice '[]' cannot be an empty list"),
    "chat-90": ({"guided_json": "{"}, "Invalid JSON grammar specification."),
    "chat-91": ({"guided_choice": ["a"], "guided_grammar": "a"}, "only use one kind"),
    "chat-91 object": (
        {"guided_regex": "a", "response_format": {"type": "json_object"}},
        "multiple are specified: regex, json_object",
    ),
    "backend": ({"guided_decoding_backend": "mine"}, "mine"),
}


@pytest.mark.parametrize(("members", "text"), OUT_OF_BOUNDS.values(), ids=OUT_OF_BOUNDS)
def test_chat_broken_rules_are_a_refusal(client, members, text):
    status, kind, message = refusal(client, **members)
    assert (status, kind) == (400, REFUSED)
    assert text in message


CALLS = {
    "chat-84 broken arguments": {"id": "c", "function": {"name": "f", "arguments": "{bad"}},
    "arguments as an object": {"id": "c", "function": {"name": "f", "arguments": {}}},
    "no id": {"function": {"name": "f", "arguments": "{}"}},
    "no name": {"id": "c", "function": {"arguments": "{}"}},
    "no function": {"id": "c"},
    "not an object": "f",
    "digits without end": {"id": "c", "function": {"name": "f", "arguments": "1" * 5000}},
    "depth without end": {"id": "c", "function": {"name": "f", "arguments": "[" * 200_000}},
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_chat_84_calls_that_no_template_can_show_are_refused(client, call):
    messages = [said(None, "assistant", tool_calls=[call]), said("go on")]
    assert refusal(client, messages=messages)[:2] == (400, REFUSED)


@pytest.mark.parametrize("depth", [300, 700, 950])
def test_chat_84_90_json_in_a_text_may_be_deeper_than_a_body(client, depth):
    """How deep is too deep depends on the interpreter."""
    deep = "[" * depth + "]" * depth
    call = {"id": "c", "function": {"name": "f", "arguments": deep}}
    called = [said(None, "assistant", tool_calls=[call]), said("go on")]
    for members in (
        {"guided_json": f'{{"const": {deep}}}'},
        {"messages": called, "chat_template": "{{ messages }}"},
    ):
        assert client.post(PATH, json=request(**members)).status_code in {200, 400}


TAKEN = {
    "chat-27 seed": {"seed": BIG - 1},
    "chat-27 no seed": {"seed": -1},
    "chat-29": {"temperature": 3},
    "chat-30": {"top_p": 1},
    "chat-31 off": {"top_k": -1},
    "chat-31": {"top_k": 5},
    "chat-36": {"max_completion_tokens": 0},
    "chat-42": {"best_of": 1},
    "chat-44": {"logits_processors": []},
    "chat-48": {"engine_xargs": {"a": 1, "b": "x", "c": 0.5}},
    "chat-99": {"tool_choice": "none"},
    "chat-110": {"stream_options": {}},
    "backend": {"guided_decoding_backend": "outlines"},
    "text": {"response_format": {"type": "text"}},
    "chat-23": {"temperature": "0.5"},
    "chat-43": {"priority": 0},
    "transfer": {"kv_transfer_params": {"do_remote_decode": True}},
    "media": {"mm_processor_kwargs": {"num_crops": 4}},
    "special tokens": {"skip_special_tokens": False, "spaces_between_special_tokens": False},
    "nothing asked": {"logprobs": False, "echo": False, "bad_words": [], "documents": []},
    "nothing guided": {"guided_json": None, "guided_regex": None, "logit_bias": {}},
}


@pytest.mark.parametrize("members", TAKEN.values(), ids=TAKEN)
def test_chat_values_within_the_bounds_are_taken(client, members):
    assert ask(client, **members)["choices"][0]["message"]["content"]


def test_what_only_an_engine_of_several_machines_needs_has_no_effect(client):
    plain = ask(client, request_id="a")
    assert plain["kv_transfer_params"] is None
    for members in (TAKEN["transfer"], TAKEN["media"], TAKEN["chat-48"]):
        assert ask(client, request_id="a", **members) == {**plain, "created": ANY}


def test_chat_43_a_server_may_take_priorities(make_client):
    client = make_client(priority_scheduling=True)
    assert ask(client, priority=-7, request_id="a")["choices"] == ask(client)["choices"]


def test_chat_28_the_path_takes_posts_alone_and_others_are_unknown(client):
    answer = client.get(PATH)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert client.post("/v1/chats", json=request()).status_code == 404


CREDENTIALS = {
    "none": "",
    "basic": "Basic a2V5",
    "no token": "Bearer ",
    "another": "Bearer other",
}


@pytest.mark.parametrize("credential", CREDENTIALS.values(), ids=CREDENTIALS)
def test_chat_119_a_wrong_credential_is_401(make_client, credential):
    client = make_client(api_key=("key",))
    answer = client.post(PATH, json=request(), headers={"authorization": credential})
    assert refusal_of(answer) == (401, "authentication_error", "Invalid Authentication")
    for scheme in ("Bearer", "bearer"):
        good = {"authorization": f"{scheme} key"}
        assert client.post(PATH, json=request(), headers=good).status_code == 200


@pytest.mark.parametrize("credential", ["none", "basic", "no token"])
def test_chat_119_a_server_without_keys_wants_one_in_the_right_form(client, credential):
    headers = {"authorization": CREDENTIALS[credential]}
    answer = client.post(PATH, json=request(), headers=headers)
    assert refusal_of(answer) == (401, "authentication_error", "Invalid Authentication")
    del client.headers["authorization"]
    assert client.post(PATH, json=request()).status_code == 401


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/v1/audio/speech"), ("GET", PATH), ("GET", "/v1/models/")]
)
def test_chat_28_119_the_credential_comes_before_the_path_and_the_method(make_client, method, path):
    client = make_client(api_key=("key",))
    wrong = client.request(method, path, headers={"authorization": "Bearer other"})
    assert refusal_of(wrong) == (401, "authentication_error", "Invalid Authentication")
    assert wrong.headers["x-mockserver-request"]
    good = {"authorization": "Bearer key"}
    answer = client.request(method, path, headers=good, follow_redirects=False)
    assert answer.status_code in {404, 405, 307}
    assert client.post("/nowhere", headers={"authorization": ""}).status_code == 404
    anybody = make_client(auth="none").post("/v1/audio/speech", headers={"authorization": ""})
    assert anybody.status_code == 404


def test_chat_16_broken_json(client):
    answer = client.post(
        PATH, content=b'{"messages": [', headers={"content-type": "application/json"}
    )
    status, kind, message = refusal_of(answer)
    assert (status, kind) == (400, MALFORMED)
    assert "JSON decode error" in message


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "'loc': ('body',), 'msg': 'Field required'"),
        (b"null", "'loc': ('body',), 'msg': 'Field required'"),
        (b'{"model": "m1"}', "'loc': ('body', 'messages'), 'msg': 'Field required'"),
        *((body, "dictionary") for body in (b"[]", b"3", b'"hi"')),
    ],
)
def test_chat_17_20_22_a_body_that_is_no_object_with_messages(client, body, told):
    answer = client.post(PATH, content=body, headers={"content-type": "application/json"})
    status, kind, message = refusal_of(answer)
    assert (status, kind) == (400, MALFORMED)
    assert told in message


def test_chat_18_19_the_media_type_must_be_json(client):
    body = b'{"messages": [{"role": "user", "content": "hi"}]}'
    for sent in ({"content-type": "text/plain"}, {}):
        status, kind, message = refusal_of(client.post(PATH, content=body, headers=sent))
        assert (status, kind) == (400, MALFORMED)
        assert "Unsupported Media Type" in message
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert client.post(PATH, content=body, headers=headers).status_code == 200


def test_chat_39_types_come_before_the_model_and_the_model_before_bounds(make_client):
    client = make_client(model=("m1",))
    assert refusal(client, temperature="hot", model="zzz")[:2] == (400, MALFORMED)
    assert refusal(client, tool_choice="auto", model="zzz")[:2] == (400, MALFORMED)
    assert refusal(client, temperature=-1, model="zzz")[0] == 404
    assert refusal(client, messages=[], model="zzz")[0] == 404


def test_bounds_come_before_the_engine(client):
    assert "temperature" in refusal(client, best_of=2, temperature=-1)[2]
    assert "best_of" in refusal(client, best_of=2, guided_regex="a")[2]


def test_chat_115_a_stream_is_refused_like_a_plain_answer(client):
    assert refusal(client, stream=True, temperature=-1)[:2] == (400, REFUSED)
    assert refusal(client, stream=True, best_of=2, n=2)[:2] == (400, REFUSED)
    answer = client.post(PATH, json=request(stream=True, temperature=-1))
    assert answer.headers["content-type"] == "application/json"


# The context


LONG = [said("word " * 100)]


def test_chat_49_a_prompt_that_leaves_no_room_is_refused(make_client):
    status, kind, message = refusal(make_client(context_length=64), messages=LONG)
    assert (status, kind) == (400, REFUSED)
    assert message.startswith("This model's maximum context length is 64 tokens.")
    assert "108 tokens in the messages" in message


def test_chat_49_51_a_prompt_leaves_room_for_one_token_at_least(make_client):
    client = make_client(context_length=64)
    asked = {"messages": LONG, "truncate_prompt_tokens": 64}
    assert "64 tokens in the messages" in refusal(client, **asked)[2]
    usage = ask(client, **{**asked, "truncate_prompt_tokens": 63})["usage"]
    assert (usage["prompt_tokens"], usage["completion_tokens"]) == (63, 1)


def test_chat_50_a_maximum_that_does_not_fit_is_refused(make_client):
    client = make_client(context_length=64)
    message = refusal(client, messages=[said("hi there")], max_tokens=100)[2]
    assert message.startswith("This model's maximum context length is 64 tokens.")
    assert "109 tokens (9 in the messages, 100 in the completion)" in message


def test_a_prompt_that_fills_the_context_leaves_no_room(make_client):
    messages = [said("hi there")]
    message = refusal(make_client(context_length=9), messages=messages)[2]
    assert message.startswith("This model's maximum context length is 9 tokens.")
    assert ask(make_client(context_length=10), messages=messages)["usage"]["total_tokens"] == 10


def test_a_maximum_that_just_fits_is_taken(make_client):
    client = make_client(context_length=64)
    assert ask(client, messages=[said("hi there")], max_tokens=55)["choices"]
    assert refusal(client, messages=[said("hi there")], max_tokens=56)[0] == 400


def test_chat_51_without_a_maximum_the_context_is_one(make_client):
    answer = ask(make_client(context_length=40))
    assert answer["usage"]["total_tokens"] == 40
    assert answer["choices"][0]["finish_reason"] == "length"


def test_chat_45_52_a_truncated_prompt_fits(make_client):
    answer = ask(make_client(context_length=64), messages=LONG, truncate_prompt_tokens=10)
    assert answer["usage"]["prompt_tokens"] == 10


# The volume


MANY = [{"text": "a b c d e f g h"}] * 200_000


def test_several_choices_that_must_be_too_long_together_are_refused(client):
    status, kind, message = refusal(client, n=17, ignore_eos=True, max_tokens=32_000)
    assert (status, kind) == (400, REFUSED)
    assert message.startswith("n=17 choices of 32000 tokens are 544000 tokens, more than")
    assert refusal(client, n=128, ignore_eos=True, stream=True)[0] == 400
    assert refusal(client, n=128, min_tokens=4097)[0] == 400


def test_choices_with_bans_are_fewer(client):
    long = {"n": 5, "ignore_eos": True, "max_tokens": 30_000}
    assert "131072" in refusal(client, bad_words=["sea"], **long)[2]
    assert refusal(client, allowed_token_ids=[300], **long)[0] == 400


def test_several_choices_within_the_volume_are_made(client):
    usage = ask(client, n=128, min_tokens=4096, max_tokens=4096)["usage"]
    assert usage["completion_tokens"] == 524_288
    assert len(ask(client, n=128)["choices"]) == 128


def test_more_is_not_read_than_anybody_needs(client):
    kept = {"truncate_prompt_tokens": 9}
    assert "2097152" in refusal(client, messages=[said("a " * 2_200_000)], **kept)[2]
    assert "2097152" in refusal(client, messages=[said("a")] * 65_536, documents=MANY, **kept)[2]
    assert "2097152" in refusal(client, messages=[said("a " * 200_000)] * 11, **kept)[2]
    assert refusal(client, messages=[said("a")] * 65_537, **kept)[:2] == (400, MALFORMED)
    assert refusal(client, messages=[said([{}] * 65_537)], **kept)[:2] == (400, MALFORMED)
    assert refusal(client, tools=[TOOL] * 4_097, **kept)[:2] == (400, MALFORMED)


def test_a_single_choice_may_fill_the_context(make_client):
    answer = ask(make_client(context_length=70_000), ignore_eos=True)
    assert answer["usage"]["total_tokens"] == 70_000


# Settings


def test_the_flat_error_style(make_client):
    answer = make_client(error_style="flat").post(PATH, json=request(temperature=-1))
    assert answer.json() == {
        "object": "error",
        "message": "temperature must be non-negative, got -1.0.",
        "type": REFUSED,
        "param": None,
        "code": 400,
    }


@pytest.mark.parametrize(
    "members",
    [{"foo": 1}, {"vllm_xargs": {}}, {"stop": "a"}, {"tool_choice": "auto", "tools": [TOOL]}],
    ids=["unknown key", "another engine's name", "stop as text", "tool choice"],
)
def test_strict_takes_only_what_is_documented(make_client, members):
    client = make_client(strict=True)
    assert refusal(client, **members)[:2] == (400, MALFORMED)
    assert ask(client, stop=["§"], tool_choice="none")["choices"]


UNNAMED_NULLS = {
    "logit_bias": {"logit_bias": None},
    "response_format": {"response_format": None},
    "response_format.json_schema": {"response_format": {"type": "text", "json_schema": None}},
    "response_format.json_schema.strict": {
        "response_format": {"type": "json_schema", "json_schema": {"name": "a", "strict": None}}
    },
    "stop": {"stop": None},
    "stream_options": {"stream_options": None},
    "stream_options.include_usage": {"stream": True, "stream_options": {"include_usage": None}},
    "tools.0.function.parameters": {
        "tools": [{"type": "function", "function": {"name": "f", "parameters": None}}]
    },
    "tool_choice": {"tool_choice": None},
    "chat_template_kwargs": {"chat_template_kwargs": None},
    "mm_processor_kwargs": {"mm_processor_kwargs": None},
    "guided_json": {"guided_json": None},
    "kv_transfer_params": {"kv_transfer_params": None},
    "engine_xargs": {"engine_xargs": None},
}


@pytest.mark.parametrize("place", UNNAMED_NULLS)
def test_strict_takes_null_only_where_the_document_says_so(make_client, place):
    status, kind, message = refusal(make_client(strict=True), **UNNAMED_NULLS[place])
    assert (status, kind) == (400, MALFORMED)
    assert str(("body", *[int(step) if step.isdigit() else step for step in place.split(".")])) in (
        message
    )


def test_strict_takes_the_nulls_that_are_documented(make_client):
    nullable = (
        "model",
        "seed",
        "tools",
        "user",
        "top_p",
        "documents",
        "guided_regex",
        "cache_salt",
    )
    assert ask(make_client(strict=True), **dict.fromkeys(nullable))["choices"]


@pytest.mark.parametrize("seed", [9_223_372_036_854_776_000, -9_223_372_036_854_776_000])
def test_strict_takes_every_seed_that_is_stated(make_client, seed):
    client = make_client(strict=True)
    assert ask(client, seed=seed)["choices"]
    beyond = seed + (1 if seed > 0 else -1)
    assert refusal(client, seed=beyond)[:2] == (400, MALFORMED)


# Any body at all


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
MESSAGES = st.just([said("Tell me about f")]) | VALUES
FIELDS = st.dictionaries(st.sampled_from(sorted(ChatRequest.__annotations__)), VALUES, max_size=4)
REQUESTS = TypeAdapter(ChatRequest)


@settings(max_examples=300, deadline=None)
@given(MESSAGES, FIELDS)
def test_any_body_is_answered_or_refused(messages, members):
    try:
        body = REQUESTS.validate_python({**members, "messages": messages})
        completion = complete(body, Settings(context_length=500), 0)
    except (ValidationError, ApiError):
        return
    assert ChatWording(completion, STAMP, "never").plain().startswith(b'{"id":"id"')
