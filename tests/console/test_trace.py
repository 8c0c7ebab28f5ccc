"""One trace in a browser: tree, bars, details, keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.console.conftest import work
from tests.console.traces import call, flat, now, start, write
from tests.pace import slowness

P = "acme/trace"
USAGE = {"usage": {"gpt-4o": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}}}
STACK = 'ValueError: no tide table\nTraceback (most recent call last):\n  File "tides.py", line 3'
DEEPEST = 50
MANY = 5000


@pytest.fixture(scope="module", autouse=True)
def traces(api):
    """A trace with everything, one 50 deep, one of 5,000 calls, and what is broken."""
    below = {"trace_id": "t1", "parent_id": "root"}
    write(
        api,
        P,
        *call("root", 0, 4, trace_id="t1", inputs={"question": "How late?"}, output="At ten."),
        *call("plan", 0, 1, op_name="plan", **below),
        *call("model", 0.2, 0.5, op_name="chat", trace_id="t1", parent_id="plan", summary=USAGE),
        *call("late", 0.5, 2.5, op_name="index", trace_id="t1", parent_id="plan"),
        *call("tool", 1, 1, op_name="tool_lookup", exception=STACK, **below),
        *call("tool2", 2, 1, op_name="tool_lookup", inputs={"line": "needle"}, **below),
    )
    write(api, P, *flat(deep(level) for level in range(DEEPEST)))
    write(api, P, *flat(wide(number) for number in range(MANY)))
    write(api, P, *call("lost", trace_id="broken", parent_id="nowhere", op_name="lost"))
    write(api, P, *flat(call(me, trace_id="broken", parent_id=you) for me, you in ("xy", "yx")))
    write(api, P, start("running", trace_id="runs", op_name="agent", started_at=now(api)))


def deep(level):
    parent = {"parent_id": f"deep{level - 1}"} if level else {}
    name = f"step_{level}_with_a_name_much_longer_than_the_column_it_stands_in"
    return call(f"deep{level}", level, 99 - level, trace_id="deep", op_name=name, **parent)


def wide(number):
    parent = {"parent_id": f"wide{(number - 1) // 20}"} if number else {}
    return call(f"wide{number}", number / 100, 1, trace_id="wide", op_name="step", **parent)


def address(trace, query=""):
    return f"p/{P}/traces/{trace}{query}"


def name_of(row):
    return row.get_by_role("gridcell").first.inner_text()


def active(console):
    return console.page.locator('.row[aria-selected="true"] .name').inner_text()


def test_console_1_2_a_call_finds_its_trace_and_a_reload_keeps_the_view(console):
    page = console()
    page.open(f"p/{P}/calls/tool?tab=raw", view="trace")
    assert "/traces/t1?" in page.page.url
    expect(page.page.get_by_role("tab", name="Raw")).to_have_attribute("aria-selected", "true")
    page.page.reload()
    page.ready("trace")
    assert active(page) == "tool_lookup"
    expect(page.page.get_by_role("tab", name="Raw")).to_have_attribute("aria-selected", "true")


def test_the_tree_is_a_valid_treegrid_beside_its_details(console):
    page = console().open(address("t1"))
    rows = page.get_by_role("treegrid").get_by_role("row")
    expect(rows).to_have_count(6)
    first, last = rows.first, rows.last
    expect(first).to_have_attribute("aria-level", "1")
    expect(first).to_have_attribute("aria-expanded", "true")
    expect(last).to_have_attribute("aria-level", "2")
    expect(last).to_have_attribute("aria-posinset", "3")
    expect(last).to_have_attribute("aria-setsize", "3")
    expect(page.get_by_role("region", name="Details")).to_contain_text("How late?")


def test_console_19_tokens_and_cost_are_never_counted_twice(console):
    page = console().open(address("t1"))
    expect(page.locator(".toolbar")).to_contain_text("120 tokens")
    costs = page.locator(".said .summed, .said span:not(.summed)").all_inner_texts()
    assert {text.strip() for text in costs if "$" in text} == {"$0.00045"}
    expect(page.get_by_role("row", name=re.compile("^chat")).locator(".summed")).to_have_count(0)
    expect(page.get_by_role("row", name=re.compile("^answer")).locator(".summed")).to_have_count(1)


def test_children_that_outlive_their_parent_are_told(console):
    page = console().open(address("t1"))
    expect(page.get_by_role("row", name=re.compile("^plan"))).to_contain_text("Σ 3.00 s")


def test_an_exception_stands_above_the_tabs_with_its_stack_folded(console):
    page = console().open(address("t1", "?call=tool"))
    failure = page.get_by_role("group", name="Exception")
    expect(failure).to_contain_text("ValueError: no tide table")
    expect(failure.get_by_text("tides.py")).not_to_be_visible()
    failure.get_by_text("Stack").click()
    expect(failure.get_by_text("tides.py")).to_be_visible()


@pytest.mark.parametrize(
    ("seconds", "moments"),
    [
        (4, ["0", "1 s", "2 s", "3 s", "4 s"]),
        (200, ["0", "1 m", "2 m", "3 m"]),
        (68_400, ["0", "5 h", "10 h", "15 h"]),
    ],
)
def test_the_ticks_of_a_trace_are_round_moments(console, api, seconds, moments):
    write(api, P, *call(f"lasts{seconds}", 0, seconds))
    page = console().open(address(f"lasts{seconds}"))
    assert page.locator(".tick").all_inner_texts() == moments


def test_console_17_the_keyboard_walks_folds_and_steps(console):
    opened = console()
    page = opened.open(address("t1"))
    page.get_by_role("treegrid").focus()
    walked = []
    keys = "ArrowDown ArrowRight ArrowLeft ArrowLeft ArrowLeft . > < e ArrowLeft End"
    for key in keys.split():
        page.keyboard.press(key)
        walked.append(active(opened))
    expected = "plan chat plan plan answer answer answer answer tool_lookup answer tool_lookup"
    assert walked == expected.split()


def test_console_17_siblings_peers_and_errors_have_keys(console):
    opened = console()
    page = opened.open(address("t1", "?call=plan"))
    page.get_by_role("treegrid").focus()
    steps = {".": "tool_lookup", ",": "plan", "e": "tool_lookup", ">": "tool_lookup"}
    for key, name in steps.items():
        page.keyboard.press(key)
        assert active(opened) == name
    assert "call=tool2" in opened.query


def test_a_search_leaves_what_fits_and_what_is_above_it(console):
    opened = console()
    page = opened.open(address("t1"))
    page.keyboard.press("/")
    page.keyboard.type("needle")
    expect(page.get_by_text("1 found")).to_be_visible()
    expect(opened.rows()).to_have_count(2)
    assert [name_of(row) for row in opened.rows().all()] == ["answer", "tool_lookup"]
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.locator('.row[aria-selected="true"]')).to_contain_text("tool_lookup")
    page.keyboard.press("Escape")
    expect(opened.rows()).to_have_count(6)


def test_console_15_fifty_levels_deep_no_name_meets_a_bar(console):
    page = console().open(address("deep", f"?call=deep{DEEPEST - 1}"))
    expect(page.locator('.row[aria-selected="true"]')).to_have_attribute("aria-level", "50")
    expect(page.locator('.row[aria-selected="true"]')).to_be_in_viewport()
    meets = page.evaluate(
        """() => [...document.querySelectorAll('.row')].filter((row) => {
          const name = row.querySelector('.name > .clip').getBoundingClientRect();
          const column = row.querySelector('.name').getBoundingClientRect();
          const bar = row.querySelector('.bar').getBoundingClientRect();
          return name.width < 20 || name.right > column.right || bar.left < column.right;
        }).length"""
    )
    assert meets == 0


def test_console_14_of_five_thousand_calls_few_are_elements(console):
    opened = console()
    page = opened.open(address("wide"))
    expect(page.get_by_text("5,000 calls")).to_be_visible()
    assert 20 <= opened.rows().count() <= 80
    page.get_by_role("treegrid").focus()
    page.keyboard.press("End")
    expect(page.locator('.row[aria-selected="true"]')).to_be_visible()
    assert opened.rows().count() <= 80


def test_console_14_the_tree_of_five_thousand_calls_takes_less_than_a_second(console):
    opened = console()
    opened.open(address("t1"))
    took = [work(opened, lambda: opened.open(address("wide"), view="trace")) for _ in range(3)]
    assert min(took) < slowness()


def test_console_17_every_other_key_of_a_trace_does_what_the_help_says(console):
    """The keys `w s a d f 0` went with the zoom, which was the least used."""
    opened = console()
    page = opened.open(address("t1", "?call=plan"))
    page.get_by_role("treegrid").focus()
    page.keyboard.press("ArrowLeft")
    expect(opened.rows()).to_have_count(4)
    page.keyboard.press("*")
    expect(opened.rows()).to_have_count(6)
    page.keyboard.press("Alt+ArrowDown")
    assert active(opened) == "chat"
    page.keyboard.press("Alt+ArrowUp")
    assert active(opened) == "plan"
    page.keyboard.press("E")
    assert active(opened) == "tool_lookup"
    page.keyboard.press("Home")
    assert active(opened) == "answer"
    page.keyboard.press("PageDown")
    assert active(opened) == "tool_lookup"
    page.keyboard.press("PageUp")
    assert active(opened) == "answer"
    expect(page.get_by_role("tab", selected=True)).to_have_text("Text")
    page.keyboard.press("t")
    expect(page.get_by_role("tab", selected=True)).to_have_text("Data")
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile("/traces/runs"))
    expect(opened.rows()).to_have_count(1)
    page.keyboard.press("[")
    expect(page).to_have_url(re.compile("/traces/(t1|deep|wide|broken)"))


VIEWS = ["traces", "threads", "evals", "data", "requests", "chat", "control"]


@pytest.mark.parametrize(("key", "view"), [*enumerate(VIEWS, 1)])
def test_console_17_a_figure_opens_a_view(console, key, view):
    opened = console()
    opened.open(address("t1"), view="trace").keyboard.press(str(key))
    opened.ready(view)


def test_console_17_keys_of_one_letter_can_be_turned_off(console):
    opened = console()
    page = opened.open(address("t1"), view="trace")
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_label("Keys of one letter").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("5")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog", name="Go to")).to_be_visible()
    assert "/traces/t1" in page.url


def test_console_17_find_steps_and_escape_leads_back(console):
    opened = console()
    page = opened.open(f"p/{P}/traces", view="traces")
    page.get_by_role("row").filter(has_text="How late?").click()
    opened.ready("trace")
    page.keyboard.press("/")
    page.keyboard.type("tool_lookup")
    expect(page.get_by_text("2 found")).to_be_visible()
    page.keyboard.press("Escape")
    found = []
    for key in ("n", "n", "N"):
        page.keyboard.press(key)
        found.append(re.search(r"call=(\w+)", opened.query)[1])
    assert found == ["tool", "tool2", "tool"]
    page.keyboard.press("Escape")
    expect(opened.rows()).to_have_count(6)
    page.keyboard.press("Escape")
    opened.ready("traces")


def test_console_17_the_treegrid_is_valid(console):
    """Every row has its level, its place among its siblings and, if it has children, whether they
    show; the scroller names a row that there is as the active one."""
    page = console().open(address("wide"), view="trace")
    page.get_by_role("treegrid").focus()
    page.keyboard.press("ArrowDown")
    problems = page.evaluate(
        """() => {
          const grid = document.querySelector('[role=treegrid]');
          const rows = [...grid.querySelectorAll('[role=row]')];
          const number = (row, name) => Number(row.getAttribute(`aria-${name}`));
          const isRight = (row) => number(row, 'level') >= 1 && number(row, 'rowindex') >= 1
            && number(row, 'posinset') >= 1 && number(row, 'posinset') <= number(row, 'setsize')
            && [null, 'true', 'false'].includes(row.getAttribute('aria-expanded'))
            && [...row.children].every((cell) => cell.getAttribute('role') === 'gridcell');
          const active = document.getElementById(grid.getAttribute('aria-activedescendant'));
          const isActive = active?.ariaSelected === 'true' && grid.contains(active);
          const selected = rows.filter((row) => row.getAttribute('aria-selected') === 'true');
          const ids = new Set(rows.map((row) => row.id));
          return { wrong: rows.filter((row) => !isRight(row)).map((row) => row.id), isActive,
            selected: selected.length, unique: ids.size === rows.length,
            count: Number(grid.getAttribute('aria-rowcount')) >= rows.length };
        }"""
    )
    expected = {"wrong": [], "isActive": True, "selected": 1, "unique": True, "count": True}
    assert problems == expected


def test_orphans_are_marked_and_circles_cut(console):
    opened = console()
    page = opened.open(address("broken"))
    expect(opened.rows()).to_have_count(3)
    expect(page.get_by_text("orphan")).to_have_count(2)


def test_console_18_a_running_root_is_a_bar_that_grows(console):
    page = console().open(address("runs"))
    bar = page.locator(".bar.is-running")
    expect(bar).to_be_visible()
    said = page.locator(".said")
    before = said.inner_text()
    expect(said).not_to_have_text(before)
    assert bar.bounding_box()["width"] > 100


def test_console_16_details_are_one_tap_away_on_a_phone(console):
    opened = console(width=400)
    page = opened.open(address("t1"))
    expect(page.get_by_role("region", name="Details")).not_to_be_visible()
    page.get_by_role("row", name=re.compile("^plan")).click()
    expect(page.get_by_role("region", name="Details")).to_be_visible()
    expect(page.get_by_role("treegrid")).not_to_be_visible()
    page.go_back()
    expect(page.get_by_role("treegrid")).to_be_visible()
    assert active(opened) == "plan"


def test_console_16_details_stand_beside_the_tree_at_1024(console):
    page = console(width=1024).open(address("t1"))
    tree = page.get_by_role("treegrid").bounding_box()
    details = page.get_by_role("region", name="Details").bounding_box()
    assert tree["x"] + tree["width"] <= details["x"] + 1
    assert details["y"] < 200


def test_a_trace_that_is_not_there_says_so(console):
    page = console().open(address("none"))
    expect(page.get_by_text("No trace none in acme/trace")).to_be_visible()
