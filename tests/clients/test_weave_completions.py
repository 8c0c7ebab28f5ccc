"""The service's own completions through the Weave library of Python."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from mockserver.server import MockServer
from tests.clients.conftest import FindLibrary, serving
from tests.clients.test_weave import VERSIONS


def chat(server: MockServer, **request: Any) -> str:
    """What the chat side says."""
    answer = httpx.post(
        f"{server.url}/v1/chat/completions",
        json={"model": "m1", **request},
        headers={"Authorization": "Bearer any"},
    )
    content: str = answer.json()["choices"][0]["message"]["content"]
    return content


@pytest.mark.parametrize("version", VERSIONS)
def test_a_structured_model_answers_with_its_prompt_and_leaves_a_call(library, version):
    with serving() as (server, requests):
        printed = library(version).run("converse.py", server)
        messages = [
            {"role": "system", "content": "You know Rome well."},
            {"role": "user", "content": "Where is the old harbour?"},
        ]
        assert printed["answer"] == chat(server, messages=messages, temperature=0.5)
    (call,) = printed["calls"]
    assert call["output"]["choices"][0]["message"]["content"] == printed["answer"]
    assert call["summary"]["usage"]["m1"] == call["output"]["usage"]
    assert {exchange.status for exchange in requests} == {200}


def test_a_stream_says_what_its_call_keeps(library: FindLibrary):
    with serving() as (server, _):
        printed = library("weave-0.54.0").run("stream.py", server)
        question = {"role": "user", "content": "How deep is the sea?"}
        assert "".join(printed["pieces"]) == chat(server, messages=[question])
    assert len(printed["pieces"]) > 10
    assert printed["kept"] == "".join(printed["pieces"])
