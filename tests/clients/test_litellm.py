"""LiteLLM against the chat side."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.conftest import FindLibrary, serving


@pytest.fixture(scope="module")
def proxy(library: FindLibrary) -> Any:
    """What `proxy.py` got."""
    with serving() as (server, _):
        return library("litellm").run("proxy.py", server)


def test_both_of_its_providers_get_the_same_answer(proxy):
    assert "apple tree" in proxy["openai"]["text"]
    assert proxy["hosted"] == proxy["openai"]


def test_the_asynchronous_stream_says_the_same(proxy):
    assert proxy["streamed"]["pieces"] > 10
    assert proxy["streamed"]["text"] == proxy["openai"]["text"]


def test_an_answer_obeys_a_schema(proxy):
    assert set(proxy["structured"]) == {"name", "berths"}
    assert isinstance(proxy["structured"]["berths"], int)


def test_a_bad_value_is_its_own_bad_request(proxy):
    assert "BadRequestError" in proxy["refused"]
    assert "seed" in proxy["refused"]
