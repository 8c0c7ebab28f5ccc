"""Threads as conversations and evaluations as a matrix, in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.console.traces import call, flat, write

P = "acme/talks"
TURNS = 20
EXAMPLES = 6
OLD = [True, True, True, False, True, False]
NEW = [True, False, True, True, False, False]


@pytest.fixture(scope="module", autouse=True)
def talks(api):
    """A thread of twenty turns, and two runs of an evaluation; the newer one fell in two."""
    write(api, P, *flat(turn(number) for number in range(TURNS)))
    for run, verdicts in (("old", OLD), ("new", NEW)):
        write(api, P, *evaluation(run, verdicts))


def turn(number):
    own = {"trace_id": f"turn{number}", "thread_id": "t1", "turn_id": f"turn{number}"}
    said = {"inputs": {"message": f"Question {number}?"}, "output": f"**Answer** {number}."}
    below = {**own, "parent_id": f"turn{number}", "op_name": f"look_up_{number}"}
    return call(f"turn{number}", number * 60, **own, **said) + call(f"b{number}", number, **below)


def evaluation(run, verdicts):
    own = {"trace_id": run}
    mean = {"correct": {"mean": sum(verdicts) / len(verdicts)}}
    whole = call(run, op_name="Evaluation.evaluate", display_name=f"the {run} run", output=mean)
    return whole + flat(
        call(
            f"{run}{number}",
            op_name="Evaluation.predict_and_score",
            parent_id=run,
            inputs={"example": {"question": f"Question {number}?"}},
            output={"output": f"{run} answer {number}", "scores": {"correct": verdict}},
            **own,
        )
        for number, verdict in enumerate(verdicts)
    )


def test_threads_are_listed(console):
    opened = console()
    page = opened.open(f"p/{P}/threads", view="threads")
    page.get_by_role("link", name="t1").click()
    opened.ready("thread")
    assert page.url.endswith(f"/p/{P}/threads/t1")


def test_console_26_twenty_turns_read_as_a_conversation_and_open_their_traces(console):
    opened = console()
    page = opened.open(f"p/{P}/threads/t1?turn=turn7", view="thread")
    turns = page.get_by_role("article")
    expect(turns).to_have_count(TURNS)
    said = [each.inner_text() for each in page.locator(".turn .message .prose").all()]
    expected = [(f"Question {number}?", f"Answer {number}.") for number in range(TURNS)]
    assert said == [text for pair in expected for text in pair]
    expect(turns.nth(7)).to_be_in_viewport()
    turns.nth(3).get_by_role("link", name="open the trace").click()
    opened.ready("trace")
    assert "/traces/turn3?call=turn3" in page.url


def test_runs_are_chosen_to_be_compared(console):
    opened = console()
    page = opened.open(f"p/{P}/evals", view="evals")
    for run in ("old", "new"):
        page.get_by_role("row").filter(has_text=f"the {run} run").get_by_role("checkbox").check()
    page.get_by_role("button", name="Compare").click()
    opened.ready("eval")
    assert page.url.endswith(f"/p/{P}/evals/old%2Cnew")


def test_console_27_the_matrix_shows_means_and_says_which_run_is_worse(console):
    page = console().open(f"p/{P}/evals/old,new", view="eval")
    heads = page.locator(".means > .cell")
    expect(heads.nth(1)).to_contain_text("correct 0.67 n=6")
    expect(heads.nth(1)).not_to_contain_text("worse")
    expect(heads.nth(2)).to_contain_text(re.compile(r"correct 0\.50 n=6.*▼ .0\.17 worse"))
    expect(page.locator(".example")).to_have_count(EXAMPLES)
    expect(page.get_by_text("n=6: 3 same, 1 better, 2 worse")).to_be_visible()


def test_only_the_examples_that_both_runs_have_tried_are_compared(console, api):
    write(api, P, *evaluation("unfinished", [True, False]))
    page = console().open(f"p/{P}/evals/old,unfinished", view="eval")
    head = page.locator(".means > .cell").nth(2)
    expect(head).to_contain_text("correct 0.50 n=2")
    expect(head).not_to_contain_text("worse")
    expect(page.get_by_text(re.compile("n=2: "))).to_be_visible()


def test_console_28_worse_leaves_exactly_the_rows_that_fell(console):
    opened = console()
    page = opened.open(f"p/{P}/evals/old,new", view="eval")
    page.get_by_role("link", name="worse 2").click()
    rows = page.locator(".example")
    expect(rows).to_have_count(2)
    for number in (1, 4):
        expect(rows.filter(has_text=f"new answer {number}")).to_have_count(1)
    page.reload()
    opened.ready("eval")
    expect(rows).to_have_count(2)


def test_an_example_is_read_side_by_side_and_its_cells_open_their_traces(console):
    opened = console()
    page = opened.open(f"p/{P}/evals/old,new", view="eval")
    side = page.locator(".example").first
    side.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(side.locator("del")).to_have_text("old")
    expect(side.locator("ins")).to_have_text("new")
    side.get_by_role("link", name="Open the trace").last.click()
    opened.ready("trace")
    assert "/traces/new?call=new" in page.url


@pytest.mark.parametrize("path", ["threads/none", "evals/none"])
def test_what_is_not_there_is_said(console, path):
    page = console().open(f"p/{P}/{path}")
    expect(page.get_by_text(re.compile("none.*It may have been reset"))).to_be_visible()
