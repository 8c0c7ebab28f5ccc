"""What one call holds, in a browser: conversation, values, usage, feedback, code."""

from __future__ import annotations

import base64
import json
import re
import struct
import wave
import zlib
from io import BytesIO

import pytest
from playwright.sync_api import expect

from tests.console.conftest import work
from tests.console.traces import call, write
from tests.pace import slowness

P = "acme/details"

SOURCE = "import weave\n\n@weave.op\ndef answer(line):\n    return ask(line, n=3)  # the model\n"
SEARCHED = {"items": [{"deep": {"needle": number}} for number in range(250)], "text": "x" * 5000}
LIKE = [{"line": "A", "departs": "18:10"}, {"line": "B", "departs": "18:20"}]


def png() -> bytes:
    """A picture of 8 by 8 points."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    points = zlib.compress((b"\0" + b"\x20\x40\x80" * 8) * 8)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", points) + chunk(b"IEND", b"")
    )


def wav() -> bytes:
    """A tenth of a second of silence."""
    file = BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8000)
        sound.writeframes(b"\x80" * 800)
    return file.getvalue()


DATA_URL = "data:image/png;base64," + base64.b64encode(png()).decode()

MESSAGES = [
    {"role": "system", "content": "You are **kind**."},
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "| x | y |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n1. one"},
            {"type": "image_url", "image_url": {"url": DATA_URL}},
            {"type": "image_url", "image_url": {"url": "https://example.org/far.png"}},
        ],
    },
    {
        "role": "assistant",
        "content": None,
        "reasoning_content": "The table comes first.",
        "tool_calls": [
            {"id": "c1", "function": {"name": "lookup", "arguments": '{"line": "A"}'}},
            {"id": "c2", "function": {"name": "weather", "arguments": "not json"}},
        ],
    },
    {"role": "tool", "tool_call_id": "c2", "content": "Rain."},
]
CHOICES = [
    {"index": 0, "message": {"role": "assistant", "content": "```python\nreturn 1\n```"}},
    {"index": 1, "message": {"role": "assistant", "content": "At ten."}},
]
CHUNKS = [
    {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "At "}}]},
    {"choices": [{"index": 0, "delta": {"content": "ten"}}]},
]
RESPONSES = {
    "input": [
        {"role": "user", "content": [{"type": "input_text", "text": "Which line?"}]},
        {"type": "function_call", "call_id": "f1", "name": "lines", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "f1", "output": "A and B"},
    ]
}
BLOCKS = [
    {"role": "user", "content": "Which pier?"},
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "b1", "name": "piers", "input": {}}],
    },
    {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "b1", "content": "Pier 4"}],
    },
]
USAGE = {
    "gpt-4o": {
        "prompt_tokens": 1000,
        "completion_tokens": 200,
        "prompt_tokens_details": {"cached_tokens": 300},
    }
}


@pytest.fixture(scope="module", autouse=True)
def calls(api):
    """Calls of several libraries, with files, code and much text."""
    picture, sound = uploaded(api, "image.png", png()), uploaded(api, "audio.wav", wav())
    code = uploaded(api, "obj.py", SOURCE.encode())
    kept = {
        "picture": {"_type": "CustomWeaveType", "files": {"image.png": picture}},
        "sound": {"_type": "CustomWeaveType", "files": {"audio.wav": sound}},
    }
    version = created(api, "answer", {"_type": "CustomWeaveType", "files": {"obj.py": code}})
    prompt = created(api, "prompt", {"text": "Be brief."})
    op = f"weave:///{P}/op/answer:{version}"
    refs = {"prompt": f"weave:///{P}/object/prompt:{prompt}", **kept}
    chat = {"inputs": {"model": "gpt-4o", "messages": MESSAGES}, "output": {"choices": CHOICES}}
    long = [{"role": "user", "content": f"Message {number}"} for number in range(12)]
    write(
        api,
        P,
        *call("chat", op_name=op, summary={"usage": USAGE}, **chat),
        *call("long", inputs={"messages": long}, output={"role": "assistant", "content": "Yes."}),
        *call("stream", inputs={"messages": long[:1]}, output=CHUNKS),
        *call("responses", inputs=RESPONSES, output={"output": [{"type": "message", **long[0]}]}),
        *call("blocks", inputs={"messages": BLOCKS}),
        *call("plain", inputs=refs | {"rows": LIKE}, output="Yes."),
        *call("large", inputs=SEARCHED, output={"document": "word " * 20_000}),
    )


def uploaded(api, name, data):
    answer = api.post("/file/create", data={"project_id": P}, files={"file": (name, data)})
    return answer.json()["digest"]


def created(api, name, value):
    made = {"project_id": P, "object_id": name, "val": value}
    return api.post("/obj/create", json={"obj": made}).json()["digest"]


def details(console, call_id, tab=""):
    page = console().open(f"p/{P}/traces/{call_id}?tab={tab}")
    shown = page.get_by_role("region", name="Details")
    expect(shown.get_by_role("tablist").first).to_be_visible()
    return page, shown


def test_console_20_a_conversation_has_roles_reasoning_tools_and_results(console):
    _, shown = details(console, "chat")
    roles = [each.get_attribute("aria-label") for each in shown.locator(".message").all()]
    assert roles == ["system", "user", "assistant", "tool", "assistant"]
    expect(shown.locator("strong")).to_have_text("kind")
    expect(shown.get_by_text("Reasoning (4 words)")).to_be_visible()
    expect(shown.get_by_text("The table comes first.")).not_to_be_visible()
    expect(shown.locator(".tool-call").nth(1)).to_contain_text("weather #2")
    expect(shown.get_by_text("result of #2")).to_be_visible()


def test_console_20_choices_are_tabs_and_code_is_marked(console):
    _, shown = details(console, "chat")
    expect(shown.locator(".code-keyword")).to_have_text("return")
    shown.get_by_role("tab", name="Choice 2").click()
    expect(shown.get_by_text("At ten.")).to_be_visible()


def test_console_20_chunks_of_a_stream_are_joined(console):
    _, shown = details(console, "stream")
    expect(shown.get_by_text("At ten")).to_be_visible()


@pytest.mark.parametrize(
    ("call_id", "text"),
    [("responses", "result of #1"), ("responses", "Which line?"), ("blocks", "result of #1")],
)
def test_console_20_other_libraries_have_conversations_too(console, call_id, text):
    _, shown = details(console, call_id)
    expect(shown.get_by_text(text)).to_be_visible()


def test_console_20_the_middle_of_a_long_conversation_is_folded(console):
    _, shown = details(console, "long")
    expect(shown.locator(".message")).to_have_count(5)
    shown.get_by_text("8 messages between").click()
    expect(shown.locator(".message")).to_have_count(13)


def test_a_call_that_is_no_chat_shows_its_texts(console):
    _, shown = details(console, "plain", "chat")
    expect(shown.get_by_role("tab", name="Text")).to_be_visible()
    roles = [each.get_attribute("aria-label") for each in shown.locator(".message").all()]
    assert roles == ["input", "output"]


def test_markdown_has_tables_and_tasks(console):
    _, shown = details(console, "chat")
    expect(shown.get_by_role("cell", name="2")).to_be_visible()
    expect(shown.get_by_role("checkbox", name="done")).to_be_checked()


def test_console_21_images_of_data_urls_show_and_remote_ones_do_not(console):
    _, shown = details(console, "chat")
    assert shown.get_by_role("img", name="an image").evaluate("each => each.naturalWidth") == 8
    expect(shown.get_by_text("https://example.org/far.png (not loaded: remote)")).to_be_visible()


def test_console_21_images_and_sound_of_kept_files_show(console):
    _, shown = details(console, "plain", "data")
    image = shown.get_by_role("img", name="image.png")
    expect(image).to_be_visible()
    assert image.evaluate("each => each.decode().then(() => each.naturalWidth)") == 8
    expect(shown.locator("audio")).to_have_attribute("src", re.compile("^blob:"))


def test_console_22_a_hundred_thousand_characters_stay_few_elements(console):
    opened = console()
    page, shown = details(lambda: opened, "large", "data")
    show = shown.get_by_role("button", name="show 100.0 kB")
    expect(show).to_be_visible()
    assert page.evaluate("document.querySelectorAll('*').length") < 1000
    laid_out = "button => { button.click(); document.body.getBoundingClientRect(); }"
    took = work(opened, lambda: show.evaluate(laid_out))
    assert took < 0.2 * slowness()
    expect(show).to_have_count(0)
    assert len(shown.get_by_text("word word").last.inner_text()) >= 99_999


def test_console_23_a_search_counts_and_jumps(console):
    _, shown = details(console, "large", "data")
    shown.get_by_role("searchbox", name="Search this value").fill("249")
    expect(shown.get_by_text("1 of 1")).to_be_visible()
    expect(shown.locator(".hit")).to_contain_text("249")
    expect(shown.locator(".hit")).to_be_in_viewport()


def test_console_23_a_copied_path_resolves(console, browser):
    opened = console(permissions=["clipboard-read", "clipboard-write"])
    page = opened.open(f"p/{P}/traces/plain?tab=data")
    key = page.get_by_text("picture", exact=True)
    key.hover()
    page.get_by_role("button", name="Copy the path of picture").click()
    expect(page.get_by_text("Path copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "inputs.picture"


def test_like_objects_are_a_table(console):
    _, shown = details(console, "plain", "data")
    shown.get_by_text("rows", exact=True).click()
    expect(shown.get_by_role("columnheader", name="departs")).to_be_visible()
    expect(shown.get_by_role("cell", name="18:20")).to_be_visible()


def test_console_25_a_reference_is_a_link_and_unfolds(console):
    _, shown = details(console, "plain", "data")
    link = shown.get_by_role("link", name=re.compile("^prompt:"))
    expect(link).to_have_attribute("href", re.compile(f"/p/{P}/data/objects/prompt/"))
    shown.get_by_text("Unfold").click()
    expect(shown.get_by_text("Be brief.")).to_be_visible()


def test_console_25_the_code_of_the_op_is_marked(console):
    _, shown = details(console, "chat", "code")
    expect(shown.locator(".code-comment")).to_have_text("# the model")
    assert shown.locator("pre").inner_text() == SOURCE


def test_usage_tells_tokens_prices_and_cost_by_model(console):
    _, shown = details(console, "chat", "usage")
    cells = shown.get_by_role("row", name=re.compile("gpt-4o")).get_by_role("cell")
    assert cells.all_inner_texts()[1:4] == ["1,000", "300", "200"]
    assert cells.first.inner_text().startswith("$0.")


def test_console_24_feedback_given_here_is_in_the_query(console, api):
    _, shown = details(console, "chat", "feedback")
    shown.get_by_role("button", name="React with 👍").click()
    expect(shown.get_by_role("tab", name="Feedback 1")).to_be_visible()
    shown.get_by_role("textbox", name="Note").fill("Well said")
    shown.get_by_role("button", name="React with 🎉").click()
    expect(shown.get_by_role("tab", name="Feedback 2")).to_be_visible()
    shown.get_by_role("button", name="Add note").click()
    expect(shown.get_by_text("Well said")).to_be_visible()
    found = api.post("/feedback/query", json={"project_id": P}).json()["result"]
    payloads = [json.dumps(each["payload"], ensure_ascii=False) for each in found]
    assert len(payloads) == 3
    assert "👍" in payloads[0]
    assert "Well said" in payloads[2]
    shown.get_by_role("button", name="Remove this note").click()
    expect(shown.get_by_role("tab", name="Feedback 2")).to_be_visible()
