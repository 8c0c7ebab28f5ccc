"""What holds for every view: axe finds nothing, no sideways scroll, hostile content stays text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import mockserver.console
from tests.console.traces import call, now, start, write

P = "acme/access"
CSS = Path(mockserver.console.__file__).with_name("static") / "console.css"
VIEWS = {
    "projects": "",
    "traces": f"p/{P}/traces",
    "trace": f"p/{P}/traces/t1?call=model",
    "values": f"p/{P}/traces/t1?call=model&tab=data&pane=details",
    "feedback": f"p/{P}/traces/t1?call=model&tab=feedback&pane=details",
    "chat": f"p/{P}/traces/t1?call=model&tab=chat&pane=details",
    "usage": f"p/{P}/traces/t1?call=model&tab=usage&pane=details",
    "threads": f"p/{P}/threads",
    "thread": f"p/{P}/threads/thread",
    "evals": f"p/{P}/evals",
    "eval": f"p/{P}/evals/run,again?row=0",
    "requests": "requests/1",
    "near misses": "requests/1?tab=near",
    **{part: f"control/{part}" for part in ("faults", "replies", "clock", "snapshots", "reset")},
    "settings": "control/settings",
    "talk": "chat",
    "objects": f"p/{P}/data/objects",
    "versions": f"p/{P}/data/objects/prompt",
    "files": f"p/{P}/data/files",
    "prices": f"p/{P}/data/prices",
    "nothing": f"p/{P}/traces?q=nowhere",
    "no page": "nowhere",
}
USED = {"usage": {"gpt-4o": {"prompt_tokens": 10, "completion_tokens": 10}}}
MESSAGES = [{"role": "user", "content": "| x |\n|---|\n| `1` |\n\n[link](https://example.org)"}]
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "[link](javascript:alert(1))",
    "![x](https://example.org/pixel.png)",
    "\u202egnp.exe \u2066",
    "__proto__",
    "`" * 3 + '"><script>alert(1)</script>',
    "weave:///../../object/<b>:x",
    "*" * 3000 + "[" * 3000,
]


@pytest.fixture(scope="module", autouse=True)
def shop(api):
    """A little of everything."""
    own = {"trace_id": "t1", "thread_id": "thread"}
    chat = {"inputs": {"model": "gpt-4o", "messages": MESSAGES}, "output": "It **is** so."}
    write(api, P, *call("root", 0, 3, turn_id="root", **own))
    write(api, P, *call("model", 1, parent_id="root", summary=USED, **own, **chat))
    write(api, P, *call("tool", 2, parent_id="root", exception="ValueError: no\n  File x", **own))
    write(api, P, start("runs", started_at=now(api)))
    rule = api.post("/__admin/replies", json={"when": {"last_user": "storm"}, "text": "Never."})
    for text in ("a", "b"):
        prompt = {"project_id": P, "object_id": "prompt", "val": {"text": text}}
        api.post("/obj/create", json={"obj": prompt}).raise_for_status()
    asked = {"model": "m", "messages": [{"role": "user", "content": "Is it calm?"}]}
    bearer = {"authorization": "Bearer any"}
    answers = [rule, api.post("/v1/chat/completions", json=asked, headers=bearer)]
    assert [answer.status_code for answer in answers] == [200, 200]
    for run, score in (("run", True), ("again", False)):
        trial = {
            "inputs": {"example": {"q": 1}},
            "output": {"output": run, "scores": {"ok": score}},
        }
        write(api, P, *call(run, op_name="Evaluation.evaluate"))
        tried = {"op_name": "Evaluation.predict_and_score", "trace_id": run, "parent_id": run}
        write(api, P, *call(f"{run}1", **tried, **trial))


@pytest.mark.parametrize("name", VIEWS)
def test_console_37_axe_finds_nothing(console, name):
    from axe_playwright_python.sync_playwright import Axe

    opened = console(bypass_csp=True, reduced_motion="reduce")
    opened.open(VIEWS[name])
    settled(opened, name)
    for theme in ("light", "dark"):
        for width in (1400, 400):
            opened.page.emulate_media(color_scheme=theme)
            opened.page.set_viewport_size({"width": width, "height": 900})
            found = Axe().run(opened.page).response["violations"]
            nodes = [(each["id"], node["html"][:200]) for each in found for node in each["nodes"]]
            assert nodes == [], (theme, width)


def settled(opened, name):
    """Wait until what a view fetches after its first paint stands."""
    if "t1" in VIEWS[name] and "pane" in VIEWS[name]:
        expect(opened.page.get_by_role("tabpanel").first).not_to_be_empty()


@pytest.mark.parametrize("name", VIEWS)
def test_console_38_no_page_scrolls_sideways(console, name):
    opened = console()
    opened.open(VIEWS[name])
    settled(opened, name)
    for width in (320, 400, 720, 1024, 1400, 3840):
        opened.page.set_viewport_size({"width": width, "height": 900})
        assert opened.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_console_39_hostile_content_stays_text(console, api, text):
    project = f"acme/hostile{HOSTILE.index(text)}"
    message = {"role": text, "content": text, "name": text, text: text}
    fields = {
        "display_name": text,
        "inputs": {"messages": [message], text: text},
        "thread_id": text,
        "attributes": {text: text},
    }
    write(api, project, *call("c", op_name=text, output=text, exception=text, **fields))
    opened = console()
    for tab in ("chat", "data", "raw"):
        opened.open(f"p/{project}/traces/c?tab={tab}")
        expect(opened.page.get_by_role("tabpanel").first).not_to_be_empty()
    opened.open(f"p/{project}/traces")
    expect(opened.page.locator(".virtual .row")).to_have_count(1)
    opened.open(f"p/{project}/threads")
    note = {"feedback_type": "custom", "payload": {text: text}}
    ref = f"weave:///{project}/call/c"
    api.post("/feedback/create", json={"project_id": project, "weave_ref": ref, **note})
    opened.open(f"p/{project}/traces/c?tab=feedback")
    expect(opened.page.locator(".remark")).to_be_visible()
    asked = {"model": "m", "messages": [{"role": "user", "content": text}]}
    answer = api.post(
        "/v1/chat/completions", json=asked, headers={"authorization": "Bearer any", "x-said": "a"}
    )
    opened.open(f"requests/{answer.headers['x-mockserver-request']}?tab=rendered")
    expect(opened.page.locator(".message").first).to_be_visible()
    assert (
        opened.page.evaluate("document.querySelectorAll('b > b, script:not([src]), img').length")
        == 0
    )


def test_a_long_line_and_many_marks_are_read_in_one_pass(console, api):
    project = "acme/long"
    texts = ["a*" * 100_000, "[" * 200_000, "x" * 1_000_000, "> " * 50_000, "- a\n" * 20_000]
    messages = [{"role": "user", "content": text} for text in texts]
    write(api, project, *call("c", inputs={"messages": messages}))
    opened = console()
    opened.open(f"p/{project}/traces/c?tab=chat")
    expect(opened.page.locator(".message")).to_have_count(len(texts))


def test_the_skip_link_and_the_help_work_by_keyboard(console):
    page = console().open(f"p/{P}/traces")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_contain_text("Copy this address")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()


def test_the_header_leads_to_the_guide(console):
    opened = console()
    page = opened.open("", view="projects")
    with opened.context.expect_page() as guide:
        page.get_by_role("banner").get_by_role("link", name="Guide").click()
    guide.value.wait_for_load_state()
    assert guide.value.url.endswith("/__guide")


def test_the_palette_leads_anywhere(console):
    opened = console()
    page = opened.open("", view="projects")
    expect(page.get_by_role("row").filter(has_text=P)).to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.type(P)
    page.keyboard.press("Enter")
    opened.ready("traces")
    assert page.url.endswith(f"/p/{P}/traces")


def test_the_themes_have_the_contrast_they_are_said_to_have():
    found = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", CSS.read_text())
    tokens = {name: (light, dark) for name, light, dark in found}
    for theme in (0, 1):
        grounds = [tokens[name][theme] for name in ("bg", "panel", "selected")]
        for ground in grounds:
            for name in ("ink", "dim", "link", "ok", "error", "running", "warning"):
                assert contrast(tokens[name][theme], ground) >= 4.5, (name, theme, ground)
            for name in ("control", "bar-op", "bar-model", "bar-tool", "bar-error"):
                assert contrast(tokens[name][theme], ground) >= 3, (name, theme, ground)


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
