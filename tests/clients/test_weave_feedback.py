"""Feedback, costs and the search for calls, through the Weave library of Python."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.conftest import FindLibrary, serving
from tests.clients.test_weave import VERSIONS


@pytest.fixture(scope="module", params=VERSIONS)
def told(request: pytest.FixtureRequest, library: FindLibrary) -> Any:
    """What `tell.py` printed; nothing that it asked was refused."""
    with serving() as (server, requests):
        printed = library(request.param).run("tell.py", server)
    assert [entry for entry in requests if entry.status != 200] == []
    return printed


def test_feedback_is_with_its_call_until_it_is_purged(told):
    first, second = told["feedback"]
    assert first["wandb.reaction.1"]["alias"] == ":thumbs_up:"
    assert first["wandb.note.1"] == {"note": "well said"}
    assert first["grade"] == {"points": 3}
    assert second == {"wandb.note.1": {"note": "too late"}}


def test_a_scorer_is_applied_to_a_call(told):
    first, _ = told["feedback"]
    assert first["wandb.runnable.judged"] == {"output": {"length": 3}}
    assert told["scored"] == ["how?"]


def test_feedback_comes_with_calls_when_asked(told):
    first, _ = told["feedback"]
    assert told["rated"] == list(first)
    assert told["notes"] == 1


def test_a_price_makes_a_cost_until_it_is_purged(told):
    assert told["costs"] == [["m1", 0.5]]
    cost = told["cost"]
    assert (cost["prompt_tokens_total_cost"], cost["completion_tokens_total_cost"]) == (50, 20)


@pytest.mark.parametrize(
    ("condition", "questions"),
    [
        ("by_op", ["why?", "how?", "when?"]),
        ("by_input", ["when?"]),
        ("by_attribute", ["how?"]),
        ("by_output", ["when?"]),
        ("by_thread", ["why?", "why?"]),
        ("roots", ["how?", "when?"]),
    ],
)
def test_calls_are_found_by_a_condition(told, condition, questions):
    assert told[condition] == questions


def test_calls_come_in_order_and_in_pages(told):
    assert told["sorted"] == told["in_pages_of_one"] == ["why?", "when?", "how?"]
    assert told["paged"] == ["when?"]
    assert told["counted"] == 3
