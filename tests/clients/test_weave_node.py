"""The Weave library of JavaScript against the trace side."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest

from mockserver.http.request_log import LoggedRequest
from mockserver.server import MockServer
from tests.clients.conftest import FindLibrary, serving

PIXEL = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)


class Trade(NamedTuple):
    """What `trade.cjs` told, the requests that it made, and the server that has its traces."""

    told: dict[str, Any]
    requests: list[LoggedRequest]
    server: MockServer

    def outputs(self, op: str) -> list[Any]:
        return [call["output"] for call in self.told["calls"] if call["op"] == op]

    def call(self, op: str) -> dict[str, Any]:
        return next(call for call in self.told["calls"] if call["op"] == op)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return httpx.post(self.server.url + path, json=body, auth=("api", "any"))


@pytest.fixture(scope="module")
def trade(library: FindLibrary) -> Iterator[Trade]:
    with serving() as (server, requests):
        yield Trade(library("node").run("trade.cjs", server), requests, server)


def test_calls_hang_below_the_call_that_made_them(trade):
    offer, price, *_ = trade.told["calls"]
    assert (offer["parent_id"], price["parent_id"]) == (None, offer["id"])
    assert (price["inputs"], price["output"]) == ({"arg0": "tea"}, 4.5)
    assert offer["output"] == {"ware": "tea", "total": 13.5}


def test_attributes_reach_the_calls_below(trade):
    shops = [call["attributes"].get("shop") for call in trade.told["calls"]]
    assert shops == ["north"] * 2 + [None] * (len(shops) - 2)


def test_an_exception_is_kept_with_every_call_it_left(trade):
    failed = [call for call in trade.told["calls"] if call["exception"]]
    assert [(call["op"], call["exception"]) for call in failed] == [
        ("offer", "no unicorn"),
        ("price", "no unicorn"),
    ]
    assert {call["summary"]["weave"]["status"] for call in failed} == {"error"}


def test_calls_are_found_by_condition_and_renamed(trade):
    told = trade.told
    assert told["roots"] == [call for call in told["calls"] if call["parent_id"] is None]
    assert told["renamed"]["id"] == told["calls"][0]["id"]
    assert told["renamed"]["display_name"] == "Tea for three"


def test_published_values_come_back(trade):
    assert trade.told["seen"] == {
        "rows": [{"ware": "tea", "price": 4.5}, {"ware": "milk", "price": 2}],
        "settings": {"currency": "EUR", "steps": [1, 2.5, {"note": None}]},
        "greeting": [{"role": "user", "content": "Hello shop"}],
    }


def test_an_image_is_kept_under_the_digest_that_the_library_computed(trade):
    (picture,) = trade.outputs("picture")
    digest = picture["files"]["image.png"]
    assert trade.post("/file/content", project_id="acme/demo", digest=digest).content == PIXEL


def test_an_evaluation_sums_up(trade):
    evaluated, _ = trade.outputs("Evaluation.evaluate")
    assert evaluated == trade.told["summary"]
    assert evaluated["exact"] == {"true_count": 1, "true_fraction": 0.5}
    assert trade.outputs("ask") == [4.5, 1]


def test_an_evaluation_names_rows_that_can_be_read(trade):
    row = trade.call("ask")["inputs"]["arg0"]["datasetRow"]
    answer = trade.post("/refs/read_batch", refs=[row])
    assert answer.json() == {"vals": [{"ware": "tea", "price": 4.5}]}


def test_an_evaluation_logger_scores_its_predictions(trade):
    assert trade.outputs("Evaluation.predict_and_score") == [
        {"output": 4.5, "scores": {"exact": 1}},
        {"output": 1, "scores": {"exact": 0}},
    ]
    assert trade.outputs("Evaluation.summarize") == [{"judge": "keeper"}]


def test_scores_are_feedback_of_their_predictions(trade):
    answer = trade.post("/feedback/query", project_id="acme/demo")
    scores = {item["weave_ref"]: item["payload"] for item in answer.json()["result"]}
    predictions = [call["id"] for call in trade.told["calls"] if call["op"] == "Model.predict"]
    told = [scores[f"weave:///acme/demo/call/{prediction}"] for prediction in predictions]
    assert told == [{"output": 1}, {"output": 0}]


def test_a_chat_is_traced_plain_and_streamed(trade):
    plain, streamed = trade.outputs("openai.chat.completions.create")
    texts = [output["choices"][0]["message"]["content"] for output in (plain, streamed)]
    assert texts == trade.told["advice"]
    assert plain["usage"]["total_tokens"] == streamed["usage"]["total_tokens"]


def test_a_traced_chat_has_its_costs(trade):
    summary = trade.call("openai.chat.completions.create")["summary"]
    spent, cost = summary["usage"]["gpt-4o"], summary["weave"]["costs"]["gpt-4o"]
    assert cost["prompt_tokens_total_cost"] == spent["prompt_tokens"] * cost["prompt_token_cost"]


def test_nothing_that_the_library_asked_was_refused(trade):
    assert [entry for entry in trade.requests if entry.status != 200] == []
