"""The page of operations in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_operation_is_tried_on_its_page(console, server, theme):
    page = console(theme=theme).page
    page.goto(f"{server.url}/docs#call_read_call_read_post")
    operation = page.locator("details[open]")
    operation.get_by_role("button", name="Send").click()
    expect(operation.locator("pre").first).to_contain_text('"call": null')
