"""The streamed chat completion: framing, order of chunks, usage, and what is held back."""

from __future__ import annotations

import asyncio
import json
import re
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.tokens import split
from mockserver.chat.response.answer import ChatWording, stream
from mockserver.chat.service import complete, usage_shown
from mockserver.http.streams import EventStream
from mockserver.settings import Settings
from tests.chat.asking import (
    PATH,
    QUESTION,
    STAMP,
    ask,
    chunks,
    content,
    events,
    request,
    said,
    streamed,
)

WITH_USAGE = {"include_usage": True}


def test_chat_103_a_stream_is_events_that_end_with_a_mark(client):
    answer = client.post(PATH, json=request(stream=True))
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.text.endswith("data: [DONE]\n\n")
    assert "\r" not in answer.text


def test_chat_104_the_first_chunk_tells_the_role(client):
    first = events(client)[0]
    assert first.endswith(
        '"choices":[{"index":0,"delta":{"role":"assistant","content":""},'
        '"logprobs":null,"finish_reason":null}]}'
    )


def test_chat_105_the_last_content_carries_the_reason(client):
    *earlier, last = [chunk["choices"][0] for chunk in chunks(client)]
    assert all("stop_reason" not in found for found in earlier)
    assert {found["finish_reason"] for found in earlier} == {None}
    assert last["delta"]["content"]
    assert (last["finish_reason"], last["stop_reason"]) == ("stop", None)


def test_chat_105_one_chunk_for_each_token(client):
    _, *found = chunks(client)
    texts = [chunk["choices"][0]["delta"]["content"] for chunk in found]
    assert texts == split(content(client))


@pytest.mark.parametrize(
    "text", ['"yes", "no", so', '{"a": "b", "c": 1}', 'a",,,,,,,b c', '"\\", "b']
)
@pytest.mark.parametrize("members", [{}, {"stop": ["zzz"]}], ids=["whole", "held back"])
def test_chat_105_quotes_and_commas_are_streamed_as_they_are(client, text, members):
    found = chunks(client, guided_regex=re.escape(text), **members)
    assert streamed(found) == content(client, guided_regex=re.escape(text)) == text


def test_chunks_share_id_time_and_model_and_hold_only_what_is_set(client):
    found = chunks(client, request_id="abc")
    assert {chunk["id"] for chunk in found} == {"chatcmpl-abc"}
    assert len({chunk["created"] for chunk in found}) == 1
    keys = ["id", "object", "created", "model", "choices"]
    assert all(list(chunk) == keys for chunk in found)
    assert {chunk["object"] for chunk in found} == {"chat.completion.chunk"}


def test_chat_106_109_no_usage_unless_asked_for(client):
    assert "usage" not in "".join(events(client))
    for off in (False, None):
        options = {"include_usage": off, "continuous_usage_stats": True}
        assert "usage" not in "".join(events(client, stream_options=options))


@pytest.mark.parametrize("options", [WITH_USAGE, {}], ids=["107 asked for", "110 by default"])
def test_chat_107_110_the_last_chunk_tells_the_usage(client, options):
    *earlier, last = chunks(client, stream_options=options, n=2)
    usage = ask(client, n=2)["usage"]
    assert last["choices"] == []
    assert usage == {**last["usage"], "prompt_tokens_details": None}
    assert list(last["usage"]) == ["prompt_tokens", "total_tokens", "completion_tokens"]
    assert all("usage" not in chunk for chunk in earlier)


def test_chat_108_continuous_usage_grows_with_each_token(client):
    options = {**WITH_USAGE, "continuous_usage_stats": True}
    *earlier, last = chunks(client, stream_options=options)
    counts = [chunk["usage"]["completion_tokens"] for chunk in earlier]
    assert counts == list(range(len(earlier)))
    assert last["usage"] == earlier[-1]["usage"]


def test_chat_111_choices_take_turns_after_all_roles(client):
    found = [chunk["choices"][0] for chunk in chunks(client, n=2)]
    assert [choice["index"] for choice in found[:4]] == [0, 1, 0, 1]
    assert ["role" in choice["delta"] for choice in found[:4]] == [True, True, False, False]
    finished = [choice["index"] for choice in found if choice["finish_reason"]]
    assert sorted(finished) == [0, 1]


def test_chat_111_each_choice_equals_its_plain_form(client):
    texts = [found["message"]["content"] for found in ask(client, n=3, seed=5)["choices"]]
    found = chunks(client, n=3, seed=5)
    assert [streamed(found, index) for index in range(3)] == texts


def test_chat_113_no_part_of_a_stop_string_is_sent(client):
    whole = content(client)
    stop = whole[40:55]
    _, *found = chunks(client, stop=[stop])
    seen = ""
    for chunk in found:
        seen += chunk["choices"][0]["delta"]["content"]
        assert whole[:40].startswith(seen)
    assert seen == whole[:40]
    assert found[-1]["choices"][0]["stop_reason"] == stop


def test_held_back_text_comes_with_the_end(client):
    found = chunks(client, stop=["§" * 30])
    assert streamed(found) == content(client)
    assert found[1]["choices"][0]["delta"]["content"] == ""


def test_chat_78_a_stream_tells_the_role_of_the_last_message(client):
    first = chunks(client, add_generation_prompt=False)[0]
    assert first["choices"][0]["delta"]["role"] == "user"


def test_a_stream_is_made_as_it_is_read():
    body = request(stream=True, ignore_eos=True, n=128)
    completion = complete(REQUESTS.validate_python(body), Settings(context_length=3000), 0)
    found = stream(ChatWording(completion, STAMP, "never").sections())
    assert b'"role":"assistant"' in next(found)
    assert sum(1 for _ in found) == 127 + sum(len(each.tokens) for each in completion.choices) + 1


async def test_a_defect_in_mid_stream_is_told_as_an_event_chat_116(caplog):
    def events():
        yield b"data: {}\n\n"
        raise ZeroDivisionError

    async def send(message):
        sent.append(message["body"])

    sent = []
    await EventStream(events())(asyncio.Event().wait, send)
    found, error, end = b"".join(sent).decode().rstrip("\n").split("\n\n")
    assert (found, end) == ("data: {}", "data: [DONE]")
    assert json.loads(error.removeprefix("data: "))["error"]["code"] == 500
    assert "ZeroDivisionError" in caplog.text


async def test_no_more_events_are_made_when_the_caller_has_gone():
    made, closed, gone = count(), [], asyncio.Event()

    def events():
        try:
            yield from (b"data: %d\n\n" % number for number in made)
        finally:
            closed.append(True)

    async def send(message):
        if message["body"].startswith(b"data: 65\n"):
            gone.set()

    stream = EventStream(events())
    assert stream.made_at_once() is None
    await stream(gone.wait, send)
    assert closed
    assert next(made) < 1_000_000


REQUESTS = TypeAdapter(ChatRequest)


@given(
    message=st.text(),
    seed=st.none() | st.integers(-(2**63), 2**63 - 1),
    n=st.integers(1, 4),
    most=st.none() | st.integers(1, 120),
    stop=st.lists(st.text("aeiost ,.", min_size=1, max_size=6), max_size=3),
    keep=st.booleans(),
    ignore_eos=st.booleans(),
    options=st.sampled_from([None, {}, {"continuous_usage_stats": True}]),
)
def test_a_stream_tells_the_same_as_the_plain_answer(
    message, seed, n, most, stop, keep, ignore_eos, options
):
    body = REQUESTS.validate_python({
        "messages": [said(QUESTION), said(message)],
        "seed": seed,
        "n": n,
        "max_tokens": most,
        "stop": stop,
        "include_stop_str_in_output": keep,
        "ignore_eos": ignore_eos,
        "stream": True,
        "stream_options": options,
    })  # fmt: skip
    completion = complete(body, Settings(context_length=2000), 0)
    whole = json.loads(ChatWording(completion, STAMP, "never").plain())
    *found, end = stream(ChatWording(completion, STAMP, usage_shown(body)).sections())
    parts = [json.loads(event.removeprefix(b"data: ")) for event in found]
    assert end == b"data: [DONE]\n\n"
    for choice in whole["choices"]:
        assert streamed(parts, choice["index"]) == choice["message"]["content"]
        last = [part["choices"][0] for part in parts if part["choices"]]
        last = [each for each in last if each["index"] == choice["index"]][-1]
        ending = last["finish_reason"], last["stop_reason"]
        assert ending == (choice["finish_reason"], choice["stop_reason"])
    if options is not None:
        assert {**parts[-1]["usage"], "prompt_tokens_details": None} == whole["usage"]
