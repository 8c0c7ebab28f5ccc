"""Client libraries of Node.js against the chat side: OpenAI's, and Vercel's AI SDK."""

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
    """What `agent.cjs` got."""
    with serving() as (server, _):
        return library("node").run("agent.cjs", server)


@pytest.mark.parametrize("client", ["chat", "agent"])
def test_a_stream_comes_in_pieces_and_says_the_same(client, request):
    got = request.getfixturevalue(client)
    assert "apple tree" in got["plain"]["text"]
    assert got["streamed"]["pieces"] > 10
    assert got["streamed"]["text"] == got["plain"]["text"]


def test_the_usage_is_read(chat, agent):
    usage, read = chat["plain"]["usage"], agent["plain"]["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert read["inputTokens"] == usage["prompt_tokens"]
    assert agent["streamed"]["usage"]["totalTokens"] == read["totalTokens"]


def test_an_object_fits_its_schema(chat, agent):
    for got in (chat["parsed"], agent["structured"]):
        assert isinstance(got["name"], str)
        assert isinstance(got["berths"], int)


def test_a_loop_of_tools_ends_with_an_answer_that_uses_the_result(chat, agent):
    assert len(chat["tools"]["asked"]) == 1
    assert f"Rain in {chat['tools']['asked'][0]}" in chat["tools"]["answer"]
    assert (agent["tools"]["steps"], agent["tools"]["reason"]) == (2, "stop")
    assert "Rain in " in agent["tools"]["text"]


def test_a_bad_value_is_a_bad_request_that_names_it(chat):
    refused = chat["refused"]
    assert (refused["name"], refused["status"]) == ("BadRequestError", 400)
    assert "temperature" in refused["message"]


def test_the_models_can_be_listed(chat):
    assert len(chat["models"]) == 3
