"""`/v1/completions`: the text of the chat's reply."""

from __future__ import annotations

import json
import re

import pytest

from tests.chat.asking import MALFORMED, REFUSED, refusal_of_any
from tests.chat.responding import chat_text

PATH = "/v1/completions"

CQ = {"model": "m1", "prompt": "hi there"}


def complete(client, **fields):
    answer = client.post(PATH, json={**CQ, **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


def choice(client, **fields):
    return complete(client, **fields)["choices"][0]


def refused(client, **fields):
    body = {name: value for name, value in {**CQ, **fields}.items() if value is not ...}
    return refusal_of_any(client.post(PATH, json=body))


def chunks(client, **fields):
    answer = client.post(PATH, json={**CQ, "stream": True, **fields})
    assert answer.status_code == 200, answer.text
    *found, end = [event.removeprefix("data: ") for event in answer.text.split("\n\n")[:-1]]
    assert end == "[DONE]"
    return [json.loads(event) for event in found]


def test_next_chat_259_a_completion_is_the_beginning_of_the_chats_reply(client):
    answer = complete(client)
    assert list(answer) == [
        "id", "object", "created", "model", "choices", "service_tier", "system_fingerprint",
        "usage", "kv_transfer_params",
    ]  # fmt: skip
    assert re.fullmatch(r"cmpl-[0-9a-f]{32}", answer["id"])
    (found,) = answer["choices"]
    assert list(found) == [
        "index", "text", "logprobs", "finish_reason", "stop_reason", "prompt_logprobs",
        "token_ids", "prompt_token_ids",
    ]  # fmt: skip
    assert answer["usage"]["completion_tokens"] == 16
    assert chat_text(client).startswith(found["text"])


def test_next_chat_260_sixteen_tokens_are_the_usual_limit(client):
    assert choice(client, max_tokens=None) == choice(client)
    assert refused(client, max_tokens=0)[:2] == (400, REFUSED)
    echoed = complete(client, max_tokens=0, echo=True)
    assert echoed["choices"][0]["text"] == "hi there"
    assert echoed["usage"]["completion_tokens"] == 0


@pytest.mark.parametrize("prompt", [..., None, "", []])
def test_next_chat_261_there_is_a_prompt(client, prompt):
    status, kind, message, _ = refused(client, prompt=prompt)
    assert (status, kind) == (400, MALFORMED)
    assert "prompt" in message


def test_next_chat_261_ids_are_tokens(client):
    assert complete(client, prompt=[1, 2, 3])["usage"]["prompt_tokens"] == 3


def test_next_chat_262_prompts_are_answered_in_order(client):
    answer = complete(client, prompt=["a", "b"], n=2)
    assert [found["index"] for found in answer["choices"]] == [0, 1, 2, 3]
    alone = [complete(client, prompt=prompt, n=2) for prompt in "ab"]
    texts = [found["text"] for each in alone for found in each["choices"]]
    assert [found["text"] for found in answer["choices"]] == texts
    assert answer["usage"]["prompt_tokens"] == sum(each["usage"]["prompt_tokens"] for each in alone)


def test_next_chat_263_an_echo_comes_first_and_costs_nothing(client):
    plain, echoed = complete(client), complete(client, echo=True)
    assert echoed["choices"][0]["text"] == "hi there" + plain["choices"][0]["text"]
    assert echoed["usage"] == plain["usage"]


def test_next_chat_264_log_probabilities_are_four_lists(client):
    answer = complete(client, logprobs=2)
    found = answer["choices"][0]
    logprobs = found["logprobs"]
    assert list(logprobs) == ["text_offset", "token_logprobs", "tokens", "top_logprobs"]
    assert {len(each) for each in logprobs.values()} == {answer["usage"]["completion_tokens"]}
    for token, likely in zip(logprobs["tokens"], logprobs["top_logprobs"], strict=True):
        assert token in likely
        assert len(likely) in (2, 3)
    assert "".join(logprobs["tokens"]) == found["text"]
    assert logprobs["text_offset"][0] == 0
    assert logprobs["text_offset"] == sorted(logprobs["text_offset"])


def test_next_chat_265_log_probabilities_include_the_prompt(client):
    prompt = [300, 301, 70_000, 70_001, 302]
    logprobs = choice(client, prompt=[prompt], logprobs=1, echo=True, max_tokens=1)["logprobs"]
    assert {len(each) for each in logprobs.values()} == {6}
    for name in ("token_logprobs", "top_logprobs"):
        assert [value is None for value in logprobs[name]] == [True, *[False] * 5]
    assert logprobs["token_logprobs"][-1] == max(logprobs["top_logprobs"][-1].values())


@pytest.mark.parametrize(("number", "kind"), [("a", MALFORMED), (-2, MALFORMED), (21, REFUSED)])
def test_next_chat_266_log_probabilities_have_bounds(client, number, kind):
    assert refused(client, logprobs=number)[:2] == (400, kind)


def test_next_chat_267_a_suffix_is_not_supported(client):
    status, kind, message, param = refused(client, suffix="x")
    assert (status, kind, param) == (400, REFUSED, "suffix")
    assert "suffix" in message
    complete(client, suffix=None)


def test_next_chat_268_a_stream_says_the_same(client):
    options = {"include_usage": True}
    *texts, usage = chunks(client, stream_options=options)
    plain = complete(client)
    found = [chunk["choices"][0] for chunk in texts]
    assert "".join(each["text"] for each in found) == plain["choices"][0]["text"]
    assert [each["finish_reason"] for each in found[-2:]] == [None, "length"]
    assert (usage["choices"], usage["usage"]) == ([], plain["usage"])
    streamed = chunks(client, stream_options={**options, "continuous_usage_stats": True})
    assert all("usage" in chunk for chunk in streamed)
    assert all("usage" not in chunk for chunk in chunks(client))


def test_next_chat_268_the_first_chunk_contains_the_echo(client):
    found = chunks(client, echo=True, logprobs=1, max_tokens=2)
    plain = choice(client, echo=True, logprobs=1, max_tokens=2)
    parts = [chunk["choices"][0] for chunk in found]
    assert "".join(part["text"] for part in parts) == plain["text"]
    for name, values in plain["logprobs"].items():
        assert [value for part in parts for value in part["logprobs"][name]] == values


def test_next_chat_269_a_reply_without_end_has_all_its_tokens(client):
    answer = complete(client, ignore_eos=True, max_tokens=50)
    assert answer["usage"]["completion_tokens"] == 50
    assert answer["choices"][0]["finish_reason"] == "length"


def test_next_chat_270_a_choice_is_made(client):
    said = choice(client, structured_outputs={"choice": ["x", "y"]})["text"]
    assert said in ("x", "y")


def test_a_script_fails_a_stream_of_text(client):
    reply = {"text": "Feed it twice a day.", "error": {"after": 2, "message": "Out of flour"}}
    headers = {"X-Mockserver-Reply": json.dumps(reply)}
    answer = client.post(PATH, json={**CQ, "stream": True}, headers=headers)
    *texts, error, end = answer.text.split("\n\n")[:-1]
    assert len(texts) == 2
    assert "Out of flour" in error
    assert end == "data: [DONE]"


def test_scripted_reasoning_is_left_out_of_the_text(client):
    reply = {"text": "Feed it.", "reasoning": "Hm."}
    headers = {"X-Mockserver-Reply": json.dumps(reply)}
    answer = client.post(PATH, json=CQ, headers=headers)
    assert answer.json()["choices"][0]["text"] == "Feed it."
