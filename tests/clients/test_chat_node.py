"""Client libraries of Node.js against the chat side: OpenAI's, its agents, and Vercel's AI SDK."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.conftest import FindLibrary, serving


@pytest.fixture(scope="module")
def chat(library: FindLibrary) -> Any:
    """What `chat.cjs` got."""
    with serving() as (server, _):
        return library("node").run("chat.cjs", server)


@pytest.fixture(scope="module")
def agent(library: FindLibrary) -> Any:
    """What `agent.cjs` got from completions of the chat."""
    with serving() as (server, _):
        return library("node").run("agent.cjs", server)


@pytest.fixture(scope="module")
def default_agent(library: FindLibrary) -> Any:
    """What it got by its provider for OpenAI, from responses alone."""
    with serving() as (server, requests):
        got = library("node").run("agent.cjs", server, "default")
    assert {request.path for request in requests} == {"/v1/responses"}
    return got


@pytest.fixture(params=["agent", "default_agent"])
def either_agent(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize("client", ["chat", "agent", "default_agent"])
def test_a_stream_comes_in_pieces_and_says_the_same(client, request):
    got = request.getfixturevalue(client)
    assert "apple tree" in got["plain"]["text"]
    assert got["streamed"]["pieces"] > 10
    assert got["streamed"]["text"] == got["plain"]["text"]


def test_the_usage_is_read(chat, either_agent):
    usage, read = chat["plain"]["usage"], either_agent["plain"]["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert read["inputTokens"] == usage["prompt_tokens"]
    assert either_agent["streamed"]["usage"]["totalTokens"] == read["totalTokens"]


def test_an_object_fits_its_schema(chat, either_agent):
    for got in (chat["parsed"], either_agent["structured"]):
        assert isinstance(got["name"], str)
        assert isinstance(got["berths"], int)


def test_a_loop_of_tools_ends_with_an_answer_that_uses_the_result(chat):
    assert len(chat["tools"]["asked"]) == 1
    assert f"Rain in {chat['tools']['asked'][0]}" in chat["tools"]["answer"]


@pytest.mark.parametrize("way", ["tools", "streamedTools"])
def test_next_chat_256_a_tool_is_two_steps(either_agent, way):
    assert (either_agent[way]["steps"], either_agent[way]["reason"]) == (2, "stop")
    assert "Rain in Oslo" in either_agent[way]["text"]


def test_next_chat_256_a_second_turn_knows_the_first(either_agent):
    assert "Ada" in either_agent["secondTurn"]


def test_next_chat_256_reasoning_is_apart_from_the_text(either_agent):
    reasoned = either_agent["reasoned"]
    assert reasoned["plain"] == reasoned["streamed"]
    assert "apple tree" in reasoned["plain"]
    assert reasoned["plain"] not in reasoned["text"]


def test_next_chat_255_agents_of_openai(library):
    with serving() as (server, requests):
        found = library("node").run("agents.cjs", server)
    assert {request.path for request in requests} == {"/v1/responses"}
    assert "21" in found["said"]
    assert found["streamed"] == found["said"]
    assert found["typed"] == {"city": "Oslo", "degrees": 21}
    assert found["heard"] == ["Oslo"] * 3


def test_a_bad_value_is_a_bad_request_that_names_it(chat):
    refused = chat["refused"]
    assert (refused["name"], refused["status"]) == ("BadRequestError", 400)
    assert "temperature" in refused["message"]


def test_the_models_can_be_listed(chat):
    assert len(chat["models"]) == 3
