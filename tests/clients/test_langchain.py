"""LangChain's `ChatOpenAI` against the chat side."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.conftest import FindLibrary, serving


@pytest.fixture(scope="module")
def chain(library: FindLibrary) -> Any:
    """What `chain.py` got."""
    with serving() as (server, _):
        return library("langchain").run("chain.py", server)


def test_an_answer_has_text_and_usage(chain):
    plain = chain["plain"]
    assert "apple tree" in plain["text"]
    assert plain["usage"]["input_tokens"] > 0 < plain["usage"]["output_tokens"]


def test_the_asynchronous_stream_adds_up_to_the_same(chain):
    streamed = chain["streamed"]
    assert streamed["pieces"] > 10
    assert {"text": streamed["text"], "usage": streamed["usage"]} == chain["plain"]


@pytest.mark.parametrize("way", ["by_schema", "by_tool"])
def test_structured_output_fits_its_model(chain, way):
    assert set(chain[way]) == {"name", "berths"}


def test_a_bound_tool_is_called_and_its_result_is_used(chain):
    tools = chain["tools"]
    assert tools["call"] == "get_weather"
    assert "Rain in " in tools["answer"]
