"""Whatever a prompt says and whatever a tool returns, there is a reply."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mockserver.chat.model.text.lists import data
from tests.chat.asking import PATH, request, said
from tests.pace import slowness
from tests.sense.cases import CASES

_CASES = [case for cases in CASES.values() for case in cases]
_PROMPTS = [text for case in _CASES for text in (case.system, case.prompt)]
_LINES = sorted({line for text in _PROMPTS for line in text.split("\n") if line.strip()})
_RESULTS = data("content/quoted/results.toml")
_KEYS = sorted({each for value in _RESULTS.values() for each in value})
"""Keys of results that have a meaning of their own."""

lines = st.sampled_from(_LINES)
mixed = st.lists(lines, min_size=1, max_size=8).map("\n".join)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | lines
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4)
    ),
    max_leaves=8,
)
any_prompt = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def status(client, messages):
    return client.post(PATH, json=request(messages=messages)).status_code


@any_prompt
@given(system=mixed, user=mixed)
def test_a_mixture_of_prompts_has_a_reply(client, system, user):
    assert status(client, [said(system, "system"), said(user)]) == 200


@any_prompt
@given(arguments=values, result=values, question=lines)
def test_any_result_of_a_tool_has_a_reply(client, arguments, result, question):
    function = {"name": "look_up", "arguments": json.dumps({"about": arguments})}
    call = {"id": "c1", "type": "function", "function": function}
    called = said(None, "assistant", tool_calls=[call])
    found = said(json.dumps(result), "tool", tool_call_id="c1")
    assert status(client, [said(question), called, found]) == 200


DEEP = f'{{"a": {"[" * 900}"thank you"{"]" * 900}}}'

ODD_PROMPTS = {
    "items that never come to a second one": "each: 1. " * 3_000,
    "a schema of a key for anything": (
        'Return JSON, an empty list if there is none: {"type": "object", "properties": '
        '{"a": true, "b": {"type": "array", "items": {"type": "string"}}}}\nText: nothing'
    ),
    "a schema of items whose properties are a list": (
        'Return JSON of this schema: {"type": "array", "items": {"properties": ["a"]}}'
    ),
    "a schema of items that requires a number": (
        'Return JSON of this schema: {"type": "object", "properties": {"books": {"type": "array", '
        '"items": {"type": "object", "properties": {"title": {"type": "string"}, "author": ""}, '
        '"required": 1.5}}}}\nI read Dune by Frank Herbert and Emma by Jane Austen.'
    ),
    "deep data to translate": f"Translate the values to German. Return only JSON.\n\n{DEEP}",
}


@pytest.mark.parametrize("prompt", ODD_PROMPTS.values(), ids=ODD_PROMPTS)
def test_an_odd_prompt_has_a_reply_at_once(client, prompt):
    status(client, [said("hello")])
    begun = process_time()
    assert status(client, [said(prompt)]) == 200
    assert process_time() - begun < slowness()
