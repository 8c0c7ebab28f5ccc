"""Whatever one chat request asks for, everybody else is answered meanwhile, or soon after."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter, process_time

import httpx
import pytest

from mockserver import MockServer, Settings
from tests.chat.asking import PATH, said
from tests.conftest import CREDENTIAL
from tests.pace import slowness

PATIENCE = 1.5
"""Seconds of a processor that somebody else waits at most; a fast machine takes half of one."""

TURN = 0.2
"""The same for work that pauses, which takes less than a twentieth of one."""

MOST = 128
LETTERS = "abcdefghijklmnop"
LONG = [said("word " * 190_000)]
WHOLE = {"truncate_prompt_tokens": 9}
"""However long the prompt is, it fits the context."""


def schema(properties, **members):
    names = [*properties]
    held = {"type": "object", "properties": properties, "required": names, **members}
    return {"type": "json_schema", "json_schema": {"name": "x", "schema": held}}


def tools(count, properties):
    parameters = [{"type": "object", "properties": properties(n)} for n in range(count)]
    named = [{"name": f"tool_{n}", "parameters": each} for n, each in enumerate(parameters)]
    return [{"type": "function", "function": function} for function in named]


PATTERNED = {f"p{n}": {"type": "string", "pattern": "^(a+)+b[0-9]{3,9}$"} for n in range(60)}
EITHER = {"anyOf": [{"type": "string", "format": "email"}, {"type": "integer", "multipleOf": 7}]}
IMPOSSIBLE = {"a": {"type": "string", "pattern": "^(a+)+$", "not": {"pattern": "a"}}}
UNEQUAL = {"type": "array", "minItems": 80, "uniqueItems": True, "items": EITHER}
TREE = "{% set ns = namespace(x=['a']) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}"
LARK_TREE = "\n".join(f"A{n}: A{n + 1} A{n + 1}" for n in range(60))
CALL = {"name": "f", "arguments": json.dumps({"a": [*range(200_000)]})}
CALLED = said(None, "assistant", tool_calls=[{"id": "a", "type": "function", "function": CALL}])
FOUND = said(json.dumps([{"a": [n] * 3} for n in range(20_000)]), "tool", tool_call_id="a")
NAMED = [said(" ".join(f"tool_{n}" for n in range(16)))]

LARGE = {"description": "x" * 90, "properties": {"a": {"maxLength": 9}, "b": {"minimum": 3}}}
FULL = {"type": "array", "minItems": 200}

PAUSING = {
    "arrays in arrays": {"guided_json": {**FULL, "items": {**FULL, "items": FULL}}},
    "a large schema": {"response_format": schema({f"p{n}": LARGE for n in range(900)})},
    "many fields": {"n": MOST, "response_format": schema({f"p{n}": {} for n in range(60)})},
    "a nest of repeats": {"n": MOST, "guided_regex": "((.{0,20}){20}){20}"},
    "optional letters": {"n": MOST, "guided_regex": "(?:a?){900}b"},
    "back references": {"n": MOST, "guided_regex": r"(\w+)(\w+)\1\2" * 20},
    "patterns of properties": {"n": MOST, "response_format": schema(PATTERNED)},
    "alternatives": {"n": MOST, "response_format": schema({f"p{n}": EITHER for n in range(150)})},
    "no value": {"n": MOST, "response_format": schema(IMPOSSIBLE)},
    "unequal items": {"n": MOST, "response_format": schema({"a": UNEQUAL})},
    "blanks": {"n": MOST, "guided_json": {"type": "array", "minItems": 300, "items": EITHER}}
    | {"guided_whitespace_pattern": "((\\s{1,3}){3}){4}"},
    "a large grammar": {"n": MOST}
    | {"guided_grammar": "root ::= " + " ".join(f"[a-z]{{5,{n % 9 + 9}}}" for n in range(1_500))},
    "arguments": {"n": MOST, "messages": [said("tool_0")], "tool_choice": "required"}
    | {"tools": tools(1, lambda _: {f"p{n}": EITHER for n in range(90)})},
}

HOSTILE = {
    "log probabilities of a long prompt": {
        "messages": [said("word " * 25_000)],
        "prompt_logprobs": 3,
    },
    "terminals in terminals": {"guided_grammar": f'start: A0\n{LARK_TREE}\nA60: "a"'},
    "large terminals": {"guided_grammar": "start: A\nA: " + '"a" | ' * 3_000 + '"b"\n%ignore A'},
    "long choices": {"n": 30, "guided_choice": ["x y " * 100_000]},
    "endless loops": {
        "chat_template": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}"
        "{% endfor %}"
    },
    "lists in lists": {"chat_template": TREE + "{% endfor %}{{ ns.x }}"},
    "a search from the end": {"messages": [said("a" * 900_000)], **WHOLE}
    | {"chat_template": "{% set a = messages[0].content %}{{ a.rsplit('ab' ~ a[:200000]) }}"},
    "a long prompt of a template": {"messages": LONG, **WHOLE}
    | {"chat_template": "{% for m in range(15) %}{{ messages[0].content }}{% endfor %}"},
    "a long template": {"chat_template": "{% for a in b %}{{ a }}{% endfor %}" * 950},
    "many tokens": {"n": MOST, "min_tokens": 4096, "max_tokens": 4096},
    "many events": {"n": MOST, "min_tokens": 4096, "max_tokens": 4096, "stream": True},
    "many likelihoods": {"n": 4, "min_tokens": 3100, "max_tokens": 3100, "logprobs": True}
    | {"top_logprobs": 20},
    "likelihoods of the prompt": {"messages": [said("word " * 12_000)], "prompt_logprobs": 20},
    "stop strings": {"n": 16, "ignore_eos": True, "max_tokens": 30_000}
    | {"stop": ["e" * 60 + str(n) for n in range(256)]},
    "bad words": {"n": 4, "ignore_eos": True, "max_tokens": 30_000}
    | {"bad_words": [a + b for a in LETTERS for b in LETTERS]},
    "banned tokens": {"n": 4, "ignore_eos": True, "max_tokens": 30_000}
    | {"logit_bias": {str(n): -100 for n in range(100_000)}},
    "beams": {"n": 10, "use_beam_search": True, "ignore_eos": True, "max_tokens": 30_000},
    "thoughts": {"n": MOST, "reasoning_effort": "high", "bad_words": ["a", "e"]},
    "many messages": {"messages": [said("hi")] * 65_536, **WHOLE},
    "too many messages": {"messages": [said("hi")] * 200_000, **WHOLE},
    "a long message": {"messages": [said("hi yo " * 2_000_000)], **WHOLE},
    "an opened brace": {"messages": [said("{" * 9_000_000)], **WHOLE}
    | {"response_format": {"type": "json_object"}},
    "many tools": {"tools": tools(4_096, lambda _: {}), **WHOLE},
    "large tools": {"messages": NAMED, **WHOLE}
    | {"tools": tools(16, lambda n: {f"p{n}_{k}": {} for k in range(1_900)})},
    "sums of many choices": {"n": MOST, "messages": [said("2 + 2 = 4 + 4 = " * 4_000)], **WHOLE},
    "many calls of many choices": {"n": MOST, "messages": NAMED}
    | {"tools": tools(16, lambda _: {"a": EITHER})},
    "long results": {"messages": [*[FOUND] * 20], **WHOLE},
    "long arguments": {"messages": [*[CALLED] * 8, said("hi")], **WHOLE},
    "many documents": {"documents": [{"a": "b c d"}] * 300_000, **WHOLE},
}


@pytest.fixture(scope="module")
def busy() -> Iterator[MockServer]:
    with MockServer(Settings(port=0, log="quiet")) as started:
        yield started


@contextmanager
def pauses(server: MockServer, clock: Callable[[], float] = process_time) -> Iterator[list[float]]:
    """How long somebody waits who asks for little all the time, and once more after the block."""
    waits: list[float] = []
    over = Event()

    def wait() -> None:
        with httpx.Client(base_url=server.url, timeout=60) as other:
            while not over.wait(0.002) or not waits:
                began = clock()
                assert other.get("/health").status_code == 200
                waits.append(clock() - began)

    gc.collect()
    gc.freeze()  # To collect the garbage of all tests takes as long as a turn.
    waiting = Thread(target=wait)
    waiting.start()
    try:
        yield waits
    finally:
        over.set()
        waiting.join()
        gc.unfreeze()


def send(server: MockServer, path: str, body: object) -> httpx.Response:
    # Without `verify=False`, httpx would load certificates, which takes longer than a turn.
    url = f"{server.url}{path}"
    return httpx.post(url, json=body, headers=CREDENTIAL, timeout=60, verify=False)


@pytest.mark.parametrize("members", HOSTILE.values(), ids=HOSTILE)
def test_nobody_waits_long_for_what_another_one_asks_of_the_model(busy, members):
    with pauses(busy) as waits:
        answer = send(busy, PATH, {"model": "m1", "messages": [said("hi")], **members})
    assert answer.status_code in (200, 400)
    assert max(waits) < PATIENCE * slowness()


@pytest.mark.parametrize("members", PAUSING.values(), ids=PAUSING)
def test_constraints_pause_for_others(busy, members):
    send(busy, PATH, {"model": "m1", "messages": [said("hi")], "guided_json": True})
    with pauses(busy) as waits:
        answer = send(busy, PATH, {"model": "m1", "messages": [said("hi")], **members})
    assert answer.status_code in (200, 400)
    assert max(waits) < TURN * slowness()


GAPS = {
    "long values": {"messages": [said("{a}" * 300)], "template_vars": {"a": "x" * 10**6}},
    "many values": {"messages": [said("{a}" * 99_999)], "template_vars": {"a": {"b": [0] * 999}}},
    "braces": {"messages": [said("{{}}" * 10**6)], "template_vars": {"a": 1}},
}


@pytest.mark.parametrize("inputs", GAPS.values(), ids=GAPS)
def test_nobody_waits_long_for_the_gaps_in_a_prompt_of_another_one(busy, inputs):
    body = {"project_id": "acme/demo", "inputs": {"model": "m1", **inputs}}
    with pauses(busy) as waits:
        answer = send(busy, "/completions/create", body)
    assert "longer than 2097152 characters" in answer.json()["response"]["error"]
    assert max(waits) < PATIENCE * slowness()


def test_whoever_waits_is_seen_to_wait(busy):
    busy.slow("Read Root", delay=0.2, times=1)
    with pauses(busy, perf_counter) as waits:
        pass
    assert max(waits) >= 0.2
