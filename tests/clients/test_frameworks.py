"""Agents, parsers and judges of frameworks against the model: unpatched, and without a script."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.clients.conftest import FindLibrary, serving


@pytest.fixture
def ran(library: FindLibrary) -> Any:
    """What a program got from a server of its own."""

    def run(environment: str, program: str, *arguments: str) -> Any:
        with serving() as (server, _):
            return library(environment).run(program, server, *arguments)

    return run


def test_langchain(ran):
    found = ran("langchain", "agent_langchain.py")
    assert found["agent"]["kinds"] == ["human", "ai", "tool", "ai"]
    assert found["strategy"] == {"city": "Oslo", "degrees": 21}
    assert set(found["parser"]) == {"setup", "punchline"}
    assert [*found["structured"].values()] == [{"city": "Oslo", "degrees": 21}] * 3


def test_next_chat_258_langchain_by_responses_and_embeddings(ran):
    found = ran("langchain", "responses_langchain.py")
    assert "21" in found["said"]
    assert found["continued"]
    assert found["typed"] == {"city": "Oslo", "degrees": 21}
    assert "password" in found["passage"]


@pytest.mark.parametrize("way", ["chat", "default"])
def test_next_chat_257_pydantic_ai(ran, way):
    found = ran("frameworks", "agent_pydantic.py", way)
    assert found["streamed"] == found["said"]
    assert found["typed"] == {"city": "Oslo", "degrees": 21}
    assert "21" in found["said"]
    assert found["heard"] == ["Oslo"] * 3


def test_smolagents(ran):
    found = ran("frameworks", "agent_smol.py")
    assert found["heard"] == ["Oslo", "Oslo"]
    assert "21" in found["answers"]["ToolCallingAgent"]
    assert "21" in found["answers"]["CodeAgent"]


@pytest.mark.parametrize("interface", [(), ("chat_completions",)], ids=["default", "chat"])
def test_next_chat_255_the_openai_agents_sdk(ran, interface):
    found = ran("frameworks", "agent_openai.py", *interface)
    assert "21" in found["streamed"]
    assert "21" in found["said"]
    assert found["typed"] == {"city": "Oslo", "degrees": 21}
    assert found["by"] == "weather"


def test_outlines_by_its_backend_for_vllm(ran):
    found = ran("frameworks", "outlined.py")
    assert "harbour" in found["text"]
    assert json.loads(found["typed"]).keys() == {"name", "berths"}
    assert found["streamed"] == found["typed"]
    assert found["chosen"] in ("big", "small")
    assert re.fullmatch(r"[A-D]-\d{3}", found["matching"])
    assert re.fullmatch(r"\d+([+-]\d+)*", found["derived"])
    assert found["number"].isdecimal()


def test_the_command_llm_on_every_path(ran):
    found = ran("openai", "command_llm.py")
    assert found["chat"] == found["responses"]
    told = found["chat"]
    assert told["streamed"] == told["plain"]
    assert told["plain"].startswith(found["completions"]["plain"])
    assert found["completions"]["streamed"] == found["completions"]["plain"]
    assert json.loads(told["typed"]).keys() == {"name", "berths"}
    assert re.search(r"\d+\.\d+", told["tool"]), "the result of the tool `llm_version`"
    assert "Ada" in told["second"]


def test_instructor_in_every_mode(ran):
    found = ran("instructor", "agent_instructor.py")
    assert len(found) > 5
    for mode, made in found.items():
        assert made in ({"name": "Jason Liu", "age": 25}, [{"name": "Jason Liu", "age": 25}]), mode


def test_llama_index(ran):
    found = ran("llama", "agent_llama.py")
    assert "21" in found["FunctionAgent"]
    assert "Oslo" in found["heard"]


def test_next_chat_258_llama_index_by_responses_and_retrieval(ran):
    found = ran("llama", "responses_llama.py")
    assert found["streamed"] == found["said"]
    assert json.loads(found["used"]) == {"city": "Oslo", "degrees": 21}
    assert found["typed"] == {"city": "Oslo", "degrees": 21}
    assert found["right"]


def test_autogen(ran):
    found = ran("llama", "agent_autogen.py")
    assert found["heard"] == ["Oslo"]
    assert "21" in found["said"][-1]


def test_dspy(ran):
    found = ran("judges", "agent_dspy.py")
    assert found["predicted"] == "Paris"
    assert found["thought"][1] == 391
    assert found["heard"] == ["Oslo"]


def test_judges_agree_with_what_is_right(ran):
    found = ran("judges", "judges.py")
    assert found["geval"][0] > 0.7
    assert found["criteria"] == [1, "Y"]
