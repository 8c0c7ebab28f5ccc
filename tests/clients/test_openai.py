"""The OpenAI library of Python against the chat side."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mockserver.server import MockServer
from mockserver.settings import Settings
from tests.clients.conftest import FindLibrary


@pytest.fixture(scope="module")
def chat(library: FindLibrary) -> Any:
    """What `chat.py` got from a server that takes any model."""
    with MockServer(Settings(port=0, log="quiet")) as server:
        return library("openai").run("chat.py", server)


@pytest.fixture(scope="module")
def forms(library: FindLibrary) -> Any:
    """What `chat_forms.py` got."""
    with MockServer(Settings(port=0, log="quiet")) as server:
        return library("openai").run("chat_forms.py", server)


@pytest.fixture(scope="module")
def refused(library: FindLibrary) -> Any:
    """What `chat_refused.py` got from a server with one model and one key."""
    with MockServer(Settings(port=0, log="quiet", model=("m1",), api_key=("any",))) as server:
        return library("openai").run("chat_refused.py", server)


@pytest.fixture(scope="module")
def asking(library: FindLibrary) -> Any:
    """What `chat_asking.py` got."""
    with MockServer(Settings(port=0, log="quiet")) as server:
        return library("openai").run("chat_asking.py", server)


def test_a_completion_answers_as_the_assistant(chat):
    plain = chat["plain"]
    assert (plain["model"], plain["role"], plain["finish_reason"]) == ("m1", "assistant", "stop")
    assert "apple tree" in plain["text"]


def test_its_usage_adds_up(chat):
    usage = chat["plain"]["usage"]
    assert 0 < usage["completion_tokens"] <= 64
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]


def test_a_stream_comes_in_pieces_and_says_the_same(chat):
    assert chat["pieces"] > 10
    assert chat["streamed"] == chat["plain"]


def test_two_choices_differ_and_the_first_is_the_one_choice(chat):
    first, second = chat["several"]
    assert first == chat["plain"]["text"] != second
    usage, single = chat["several_usage"], chat["plain"]["usage"]
    assert usage["prompt_tokens"] == single["prompt_tokens"]
    assert usage["completion_tokens"] > single["completion_tokens"]


@pytest.mark.parametrize("way", ["plain_async", "streamed_async"])
def test_the_asynchronous_client_gets_the_same(chat, way):
    assert chat[way] == chat["plain"]


def test_the_models_can_be_listed(chat):
    assert len(chat["models"]) == 3


def test_an_answer_is_parsed_into_a_model_plain_and_streamed(forms):
    assert set(forms["parsed"]) == {"name", "berths", "open"}
    assert forms["events"]["harbour"] == forms["parsed"]
    assert "content.delta" in forms["events"]["kinds"]


def test_a_loop_of_tools_ends_with_an_answer_that_uses_the_result(forms):
    loop = forms["loop"]
    assert (loop["reason"], loop["name"], list(loop["arguments"])) == (
        "tool_calls",
        "get_weather",
        ["city"],
    )
    assert loop["last_reason"] == "stop"
    assert "Rain, 7 degrees" in loop["answer"]


def test_the_arguments_of_a_named_tool_are_streamed(forms):
    assert forms["streamed_tool"]["pieces"] > 1
    assert list(forms["streamed_tool"]["arguments"]) == ["city"]


@pytest.mark.parametrize("request_name", ["unknown_model", "unknown_model_streamed"])
def test_an_unknown_model_is_not_found(refused, request_name):
    refusal = refused[request_name]
    assert (refusal["class"], refusal["status"]) == ("NotFoundError", 404)
    assert refusal["body"] == {
        "message": "The model `m2` does not exist.",
        "type": "NotFoundError",
        "param": None,
        "code": 404,
    }


def test_a_bad_value_is_a_bad_request_that_names_it(refused):
    refusal = refused["bad_temperature"]
    assert (refusal["class"], refusal["status"]) == ("BadRequestError", 400)
    assert "temperature" in refusal["body"]["message"]


def test_a_wrong_key_is_refused(refused):
    refusal = refused["wrong_key"]
    assert (refusal["class"], refusal["status"]) == ("AuthenticationError", 401)


def test_a_request_fails_as_it_asks(asking):
    assert asking["refused"] == {"class": "RateLimitError", "retry_after": "2"}
    assert asking["dropped"] == {"class": "APIConnectionError"}


def test_a_request_says_its_reply(asking):
    assert asking["said"] == asking["streamed"] == "Sunny."
    assert json.loads(asking["called"]) == {"city": "Oslo"}
