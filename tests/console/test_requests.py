"""The views of requests, control, chat and data, in a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from mockserver import MockServer, Settings
from tests.chat.asking import PATH, request
from tests.conftest import CREDENTIAL

expect = pytest.importorskip("playwright.sync_api").expect

SHOP = "views/shop"
NOW = "2026-01-01T00:00:00Z"


@pytest.fixture
def server():
    with MockServer(Settings(port=0, log="quiet", seed=1)) as server:
        yield server


@pytest.fixture
def api(server):
    with httpx.Client(base_url=server.url, headers=CREDENTIAL, timeout=60) as client:
        yield client


def ask(api, text, **more):
    messages = [{"role": "user", "content": text}]
    return api.post(PATH, json={**request(), "messages": messages, **more})


def rule(api, **fields):
    answer = api.post("/__admin/replies", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


def refused(opened, status):
    """A browser logs each refusal itself; there was one, and nothing else."""
    [problem] = opened.problems
    assert str(status) in problem
    opened.problems.clear()


def publish(api, name, *values):
    for value in values:
        body = {"obj": {"project_id": SHOP, "object_id": name, "val": value}}
        assert api.post("/obj/create", json=body).status_code == 200


def test_console_30_requests_are_found_by_body_text(console, api):
    ask(api, "When does the Ferry leave?")
    ask(api, "And the train?")
    opened = console()
    page = opened.open("requests", view="requests")
    expect(opened.rows()).to_have_count(2)
    page.get_by_label("Filter the requests").fill("ferry")
    expect(opened.rows()).to_have_count(1)
    expect(page).to_have_url(re.compile("q=ferry"))
    page.reload()
    opened.ready("requests")
    expect(opened.rows()).to_have_count(1)
    page.get_by_label("Filter the requests").fill("status:9xx")
    expect(page.get_by_role("alert").filter(has_text="status")).to_be_visible()
    refused(opened, 422)


def test_requests_come_in_live_without_moving_the_chosen_one(console, api):
    ask(api, "first")
    opened = console()
    page = opened.open("requests/1", view="requests")
    expect(page.get_by_role("heading", name="/v1/chat/completions")).to_be_visible()
    for number in range(3):
        ask(api, f"more {number}")
    expect(opened.rows()).to_have_count(4)
    expect(page.locator(".row[aria-selected=true]")).to_have_id("row-1")


def test_console_6_a_started_call_appears_and_its_end_settles_it(console, api):
    own = {"project_id": SHOP, "id": "c1"}
    first = {**own, "id": "c0", "op_name": "before", "trace_id": "t0", "attributes": {}}
    api.post("/call/start", json={"start": {**first, "inputs": {}, "started_at": NOW}})
    page = console().open(f"p/{SHOP}/traces", view="traces")
    started = page.evaluate("new Date().toISOString()")
    start = {**first, **own, "op_name": "arrived", "trace_id": "t1", "inputs": {}}
    api.post("/call/start", json={"start": {**start, "started_at": started}})
    row = page.get_by_role("row").filter(has_text="arrived")
    expect(row.get_by_label("runs")).to_be_visible(timeout=2000)
    end = {**own, "ended_at": page.evaluate("new Date().toISOString()"), "summary": {}}
    api.post("/call/end", json={"end": end})
    expect(row.get_by_label("ended well")).to_be_visible(timeout=2000)


def test_console_31_the_chunk_timeline_has_the_times_of_the_server(console, api):
    rule(api, when={}, text="one two three four", token=0.02)
    ask(api, "count", stream=True)
    chunks = api.get("/__admin/requests/1").json()["answer"]["chunks"]
    page = console().open("requests/1?tab=sent", view="requests")
    expect(page.locator(".chunk")).to_have_count(len(chunks))
    told = page.get_by_text(f"{len(chunks)} pieces", exact=False)
    expect(told).to_contain_text(f"first after {round(chunks[0]['ms'])} ms")
    table = page.get_by_role("group", name="Pieces").get_by_role("rowheader")
    expect(table).to_have_count(len(chunks))
    expect(table.last).to_have_text(f"{round(chunks[-1]['ms'])} ms")


def test_console_32_near_misses_name_field_wanted_and_found(console, api):
    rule(api, when={"last_user": "storm"}, text="Never.")
    ask(api, "Is it calm?")
    page = console().open("requests/1?tab=near", view="requests")
    row = page.get_by_role("row").filter(has_text="last_user")
    expect(row).to_contain_text("storm")
    expect(row).to_contain_text("Is it calm?")
    expect(row.get_by_label("does not fit")).to_be_visible()


def test_console_34_a_rule_and_a_fault_are_made_of_a_request(console, api):
    rule(api, when={}, text="At six from pier 4.", times=1)
    ask(api, "ferry?", stream=True)
    opened = console()
    page = opened.open("requests/1", view="requests")
    page.get_by_role("link", name="reply rule").click()
    opened.ready("control")
    expect(page.get_by_label("text", exact=False).first).to_be_visible()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("row").filter(has_text="ferry?")).to_be_visible()
    said = ask(api, "ferry?").json()["choices"][0]["message"]["content"]
    assert said == "At six from pier 4."
    opened.open("requests/1", view="requests")
    page.get_by_role("link", name="fault").click()
    opened.ready("control")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("row").filter(has_text="status=503")).to_be_visible()
    assert (ask(api, "x").status_code, ask(api, "x").status_code) == (503, 200)


def test_console_34_a_data_file_is_made_of_a_request(console, api, server):
    ask(api, "ferry?")
    page = console().open("requests/1", view="requests")
    with page.expect_download() as download:
        page.get_by_role("link", name="data file").click()
    file = json.loads(Path(download.value.path()).read_text())
    assert [list(rule) for rule in file["replies"]] == [["when", "text"]]


def test_console_35_a_form_shows_its_request_and_a_refusal_at_its_field(console, api):
    opened = console()
    page = opened.open("control/faults", view="control")
    page.get_by_label("operation", exact=False).fill("Call End")
    status = page.locator('[data-field="status"]')
    status.locator("input").fill("4")
    preview = page.get_by_label("The request", exact=True)
    expect(preview).to_contain_text('"operation":"Call End","status":4')
    page.get_by_role("button", name="Add", exact=True).click()
    expect(status).to_contain_text("greater than or equal to 400")
    status.locator("input").fill("503")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("row").filter(has_text="Call End: status=503")).to_be_visible()
    assert len(api.get("/__admin/faults").json()["faults"]) == 1
    refused(opened, 422)


PARTS = ["faults", "replies", "clock", "snapshots", "reset", "settings"]


@pytest.mark.parametrize("part", PARTS)
def test_console_35_each_part_of_control_shows_the_request_it_makes(console, part):
    page = console().open(f"control/{part}", view="control")
    expect(page.get_by_label("The request", exact=True)).to_contain_text(f"/__admin/{part}")


def test_a_fault_is_changed_in_its_place(console, api):
    api.post("/__admin/faults", json={"operation": "Call End", "status": 503})
    page = console().open("control/faults", view="control")
    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_role("heading", name="Change 1")).to_be_visible()
    page.locator('[data-field="status"] input').fill("502")
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_role("row").filter(has_text="status=502")).to_be_visible()


def test_console_36_the_chat_streams_takes_a_tool_result_and_saves_its_trace(console, api):
    call = {"name": "lookup", "arguments": {"text": "pier"}}
    rule(api, when={"roles": ["user"]}, tool_call=call)
    rule(api, when={"roles": ["tool"]}, text="It is **pier 4**.", token=0.005)
    opened = console()
    page = opened.open("chat", view="chat")
    page.get_by_text("System and tools").click()
    tools = [{"type": "function", "function": {"name": "lookup", "parameters": {}}}]
    page.get_by_label("Tools").fill(json.dumps(tools))
    page.get_by_label("Message").fill("Which pier?")
    page.get_by_label("Message").press("Enter")
    page.get_by_label("Result of lookup").fill('{"pier": 4}')
    page.get_by_role("button", name="Give results").click()
    expect(page.get_by_role("log").get_by_text("pier 4", exact=True)).to_be_visible()
    page.get_by_role("button", name="Save as calls").click()
    page.get_by_role("link", name="a trace of").click()
    opened.ready("trace")
    expect(page.get_by_role("row").filter(has_text="openai.chat")).to_have_count(2)


def test_console_36_the_chat_stops(console, api):
    rule(api, when={}, text="word " * 400, token=0.05)
    page = console().open("chat", view="chat")
    page.get_by_label("Message").fill("Talk")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_label("assistant")).to_contain_text("word")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Send")).to_be_enabled()
    expect(page.get_by_label("assistant")).to_contain_text("word")


def test_console_29_versions_differ_by_line_and_an_edit_makes_one(console, api):
    publish(api, "prompt", {"text": "Be kind.", "top_k": 2}, {"text": "Be kind.", "top_k": 3})
    opened = console()
    page = opened.open(f"p/{SHOP}/data/objects/prompt", view="data")
    page.get_by_role("link", name="Compare with v0").click()
    expect(page.locator("del")).to_have_text(re.compile('"top_k": 2'))
    expect(page.locator("ins")).to_have_text(re.compile('"top_k": 3'))
    page.go_back()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("The value as JSON").fill('{"text": "Be brief."}')
    page.get_by_role("button", name="Save as a new version").click()
    expect(page.get_by_role("heading", name="prompt:v2")).to_be_visible()


def test_console_29_versions_of_an_op_are_compared_by_their_code(console, api):
    digests = []
    for number in (1, 2):
        form = {"file": ("obj.py", f"def answer():\n    return {number}\n".encode())}
        file = api.post("/file/create", data={"project_id": SHOP}, files=form).json()["digest"]
        op = {
            "_type": "CustomWeaveType",
            "weave_type": {"type": "Op"},
            "files": {"obj.py": file},
        }
        made = {"project_id": SHOP, "object_id": "answer", "val": op}
        digests.append(api.post("/obj/create", json={"obj": made}).json()["digest"])
    older, newer = digests
    page = console().open(f"p/{SHOP}/data/ops/answer/{newer}?with={older}", view="data")
    expect(page.locator("del")).to_have_text(re.compile(r"\S +return 1"))
    expect(page.locator("ins")).to_have_text(re.compile(r"\+ +return 2"))


def test_a_reset_asks_again_and_says_what_goes(console, api):
    publish(api, "prompt", "a")
    page = console().open("control/reset", view="control")
    asked = []

    def decide(dialog):
        asked.append(dialog.message)
        if len(asked) == 1:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("dialog", decide)
    page.get_by_role("button", name="To nothing").click()
    assert api.get("/__admin/state").json()["counts"]
    page.get_by_role("button", name="To nothing").click()
    expect(page.get_by_text("Dropped:")).to_be_visible()
    assert api.get("/__admin/state").json()["counts"] == {}
    assert "1 objects go" in asked[0]


def test_files_are_shown_as_text_or_saved(console, api):
    digests = {}
    for name, content in (("notes.md", b"# Hello"), ("blob.bin", bytes(range(32)))):
        form = {"file": (name, content)}
        answer = api.post("/file/create", data={"project_id": SHOP}, files=form)
        digests[name] = answer.json()["digest"]
    opened = console()
    page = opened.open(f"p/{SHOP}/data/files", view="data")
    page.get_by_role("link", name="notes.md").click()
    expect(page.get_by_role("heading", name="Hello")).to_be_visible()
    opened.open(f"p/{SHOP}/data/files/{digests['blob.bin']}", view="data")
    expect(page.get_by_text("This file is no text")).to_be_visible()
    expect(page.get_by_role("link", name="save")).to_have_attribute("href", re.compile("^blob:"))


def test_console_40_a_server_that_stops_and_returns_is_followed_again(console, api, server):
    ask(api, "first")
    opened = console()
    page = opened.open("requests", view="requests")
    expect(opened.rows()).to_have_count(1)
    server.stop()
    expect(page.get_by_text("No connection since")).to_be_visible()
    with MockServer(Settings(port=urlsplit(server.url).port, log="quiet")) as again:
        expect(page.get_by_text("No connection since")).to_be_hidden()
        for text in ("second", "third"):
            httpx.post(again.url + PATH, json={**request(), "user": text}, headers=CREDENTIAL)
        expect(opened.rows()).to_have_count(2)
        page.goto("about:blank")
    opened.problems.clear()


@pytest.mark.parametrize("view", ["requests/1", "control/faults", "chat", f"p/{SHOP}/data/objects"])
def test_console_2_each_of_these_views_is_there_again_after_a_reload(console, api, view):
    ask(api, "ferry?")
    publish(api, "prompt", "a")
    opened = console()
    page = opened.open(view)
    heading = page.get_by_role("heading", level=1).inner_text()
    page.reload()
    opened.ready()
    assert page.get_by_role("heading", level=1).inner_text() == heading
    assert page.url.endswith(view)


def test_console_13_faults_and_keys_leave_the_reads_of_the_console_alone(console, api):
    publish(api, "prompt", "a")
    api.post("/__admin/faults", json={"operation": "*", "status": 503})
    page = console().open(f"p/{SHOP}/data/objects", view="data")
    expect(page.get_by_role("link", name="prompt")).to_be_visible()
    operations = [row["operation"] for row in api.get("/__admin/requests").json()["requests"]]
    assert operations == ["Obj Create"]
